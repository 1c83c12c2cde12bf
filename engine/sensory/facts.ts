import type { Category, Fact } from '../../contract/index.ts';
import { classOf } from './kinds-of-things.ts';

/** A sentence worth keeping, and what it says if it says it plainly. */
export interface Statement {
  category: Category;
  importance: number;
  fact: (Fact & { confidence: number; functional: boolean; ends: string[] }) | null;
  /** The person asked for it ("remember that …"). */
  explicit: boolean;
}

interface Pattern {
  match: RegExp;
  category: Category;
  importance: number;
  /** From the match to subject, predicate, object; null keeps the sentence without a fact. */
  fact?: (groups: Record<string, string | undefined>) => { predicate: string; object: string; functional: boolean; ends?: string[] } | null;
}

const CONFIDENCE = 0.7;
const END = String.raw`(?=[.!?;]|,?\s+(?:and|but|because|since|so|which|although|though|while|when|instead)\b|,|$)`;
const NOW = String.raw`(?:\s+(?:now|these days|nowadays|today|currently))?`;
const pattern = (source: string) => new RegExp(source.replaceAll('END', END).replaceAll('NOW', NOW), 'iu');

const uses = (thing: string, functional: boolean, ends: string[] = []) => {
  const kind = classOf(thing);
  return { predicate: kind ? `uses ${kind}` : 'uses', object: thing, functional: functional && kind !== null, ends };
};

/** Every pattern is tried on every sentence; all that match count (§6.2). */
const PATTERNS: readonly Pattern[] = [
  // identity
  { match: pattern(String.raw`\bmy name(?: is|'s) (?<o>[\p{L}][\p{L}' -]{0,60}?)END`), category: 'identity', importance: 0.9,
    fact: (g) => ({ predicate: 'is named', object: g.o!, functional: true }) },
  { match: pattern(String.raw`\b(?:please )?call me (?<o>[\p{L}][\p{L}' -]{0,40}?)END`), category: 'identity', importance: 0.9,
    fact: (g) => ({ predicate: 'is called', object: g.o!, functional: true }) },
  { match: pattern(String.raw`\bI(?:'m| am) (?<o>\d{1,3}) years old`), category: 'identity', importance: 0.8,
    fact: (g) => ({ predicate: 'age is', object: g.o!, functional: true }) },
  { match: pattern(String.raw`\bI(?:'ve| have|'m| am)? (?:just |recently )?(?:live|living|moved|relocated) (?:in|to|near) (?<o>[\p{L}][^.!?;,]{0,60}?)NOWEND`), category: 'identity', importance: 0.8,
    fact: (g) => ({ predicate: 'lives in', object: g.o!, functional: true }) },
  { match: pattern(String.raw`\bI(?:'m| am) (?:originally )?from (?<o>[\p{L}][^.!?;,]{0,60}?)END`), category: 'identity', importance: 0.8,
    fact: (g) => ({ predicate: 'is from', object: g.o!, functional: true }) },
  { match: pattern(String.raw`\bI (?:now )?(?:work|am working|'m working|started working|started) (?:at|for) (?<o>[\p{L}\p{N}][^.!?;,]{0,60}?)NOWEND`), category: 'identity', importance: 0.8,
    fact: (g) => ({ predicate: 'works at', object: g.o!, functional: true }) },
  { match: pattern(String.raw`\bI(?:'m| am) (?:a|an) (?<o>(?:[\p{L}-]+ ){0,3}(?:engineer|developer|designer|teacher|doctor|nurse|student|writer|manager|lawyer|scientist|researcher|artist|musician|photographer|accountant|consultant|architect|chef|founder|analyst|journalist|programmer|pilot|farmer|vegan|vegetarian))END`), category: 'identity', importance: 0.8,
    fact: (g) => ({ predicate: 'is', object: g.o!, functional: false }) },
  { match: pattern(String.raw`\bmy (?<p>birthday|date of birth|time ?zone|native language|first language|job|job title|occupation|nationality|blood type|shoe size|height|wife|husband|partner|girlfriend|boyfriend|boss|manager|dog|cat|car|phone)(?: is|'s| are) (?:called |named )?(?<o>[^.!?;]{1,80}?)END`), category: 'identity', importance: 0.8,
    fact: (g) => ({ predicate: `${g.p!.toLowerCase()} is`, object: g.o!, functional: true }) },
  // preference
  { match: pattern(String.raw`\bmy fav(?:ou?rite|e) (?<p>[\p{L} -]{2,40}?)(?: is|'s| are) (?<o>[^.!?;]{1,80}?)END`), category: 'preference', importance: 0.7,
    fact: (g) => ({ predicate: `favourite ${g.p!.toLowerCase()} is`, object: g.o!, functional: true }) },
  { match: pattern(String.raw`\bI (?:really |much |strongly |now |would )*prefer (?:to use |using )?(?<o>[^.!?;,]{1,80}?)(?: (?:over|to|instead of|rather than) (?<x>[^.!?;,]{1,60}?))?END`), category: 'preference', importance: 0.7,
    fact: (g) => ({ ...uses(g.o!, true, g.x ? [g.x.toLowerCase()] : []), predicate: classOf(g.o!) ? `uses ${classOf(g.o!)}` : `prefers ${head(g.o!)}`, functional: true }) },
  { match: pattern(String.raw`\bI (?:really |absolutely |just |also )*(?:like|love|enjoy|adore) (?<o>[^.!?;]{2,80}?)END`), category: 'preference', importance: 0.6,
    fact: (g) => ({ predicate: 'likes', object: g.o!, functional: false }) },
  { match: pattern(String.raw`\bI (?:really |absolutely |just )*(?:dislike|hate|can't stand|cannot stand|don't like|do not like|detest) (?<o>[^.!?;]{2,80}?)END`), category: 'preference', importance: 0.6,
    fact: (g) => ({ predicate: 'dislikes', object: g.o!, functional: false }) },
  { match: pattern(String.raw`\bI(?:'m| am) (?:allergic|intolerant) to (?<o>[^.!?;,]{2,60}?)END`), category: 'identity', importance: 0.95,
    fact: (g) => ({ predicate: 'is allergic to', object: g.o!, functional: false }) },
  // tools and habits; "switched to" ends what was used before
  { match: pattern(String.raw`\b(?:I|we)(?:'ve| have)? (?:recently |just |finally |now )*(?:switched|moved|changed|migrated|went over) (?:from (?<x>[^.!?;,]{1,40}?) )?(?:over )?to (?<o>[\p{L}\p{N}][^.!?;,]{0,40}?)(?: from (?<y>[^.!?;,]{1,40}?))?NOWEND`), category: 'preference', importance: 0.75,
    fact: (g) => (classOf(g.o!) || g.x || g.y ? uses(g.o!, true, [g.x, g.y].flatMap((x) => (x ? [x.toLowerCase()] : []))) : null) },
  { match: pattern(String.raw`\bI (?:no longer|don't|do not|stopped) us(?:e|ing) (?<o>[^.!?;,]{1,60}?)(?: any ?more)?END`), category: 'preference', importance: 0.7 },
  { match: pattern(String.raw`\bI(?:'m| am) (?:now |currently )*using (?<o>[\p{L}\p{N}][^.!?;,]{0,50}?)NOWEND`), category: 'preference', importance: 0.7, fact: (g) => uses(g.o!, true) },
  { match: pattern(String.raw`\bI (?:(?<n>now|only|mostly|always|usually|mainly) )*use (?<o>[\p{L}\p{N}][^.!?;,]{0,50}?)(?: (?:for|as|at) [^.!?;,]{1,40}?)?(?<m> now| these days)?END`), category: 'preference', importance: 0.7,
    fact: (g) => uses(g.o!, /now|only/i.test(`${g.n ?? ''}${g.m ?? ''}`)) },
  { match: pattern(String.raw`\bwe use (?<o>[\p{L}\p{N}][^.!?;,]{0,60}?)END`), category: 'project', importance: 0.65 },
  // decisions
  { match: /\b(?:we|I)(?:'ve| have)? (?:decided|agreed|chose|chosen|settled|picked|opted)\b|\blet's go with\b|\bthe decision is\b|\bwe(?:'re| are) going with\b/iu, category: 'decision', importance: 0.8 },
  // instructions
  { match: /^(?:please )?(?:always|never|from now on|in (?:the )?future|whenever|every time)\b|\b(?:you should|make sure (?:to|you)|please) (?:always|never)\b|\bdon't ever\b|^from now on\b/iu, category: 'instruction', importance: 0.85 },
];

const REMEMBER = /^\s*(?:please |can you |could you |hey,? )*(?:remember|note|keep in mind|don't forget|make a note|save)(?: this| it)?(?: that|:|,)? +(?<what>.{3,})$/isu;
const QUESTION = /\?\s*$|^\s*(?:do|does|did|is|are|was|were|can|could|would|should|will|who|what|when|where|why|how|which)\b/iu;
const HYPOTHETICAL = /\b(?:if i|suppose|imagine|let's say|would i|what if|for example|as if i)\b/iu;

/** Last word of a short phrase: "dark mode" and "light mode" are about the same thing. */
const head = (phrase: string) => phrase.toLowerCase().trim().split(/\s+/).at(-1)!;

const clean = (object: string) => object.trim().replace(/^(?:using|to use)\s+/i, '').replace(/[\s"'.,]+$/u, '').replace(/^["']/, '');

/** The text of an explicit wish to remember, without the wish; null when there is none. */
export function rememberWish(sentence: string): string | null {
  const what = REMEMBER.exec(sentence)?.groups?.what?.trim();
  if (!what || /^(?:to|when|how|what|me|the time)\b/i.test(what)) return null;
  return what.charAt(0).toUpperCase() + what.slice(1);
}

/** Everything a sentence of the person states. A question or a supposition states nothing. */
export function statementsIn(sentence: string, subject = 'user'): Statement[] {
  const explicit = rememberWish(sentence) !== null;
  const text = rememberWish(sentence) ?? sentence;
  if (!explicit && (QUESTION.test(text) || HYPOTHETICAL.test(text))) return [];
  const statements = PATTERNS.flatMap(({ match, category, importance, fact }): Statement[] => {
    const found = match.exec(text);
    if (!found) return [];
    const said = fact?.(Object.fromEntries(Object.entries(found.groups ?? {}).map(([k, v]) => [k, v === undefined ? undefined : clean(v)])));
    return [{
      category, importance, explicit,
      fact: said && said.object !== '' ? { subject, predicate: said.predicate, object: said.object, confidence: CONFIDENCE, functional: said.functional, ends: said.ends ?? [] } : null,
    }];
  });
  if (statements.length === 0 && explicit) return [{ category: 'fact', importance: 0.8, fact: null, explicit }];
  return statements;
}
