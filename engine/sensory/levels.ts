import { clausesOf, type Clause } from './clauses.ts';

/** The same content at smaller sizes, made at storage time without a model (§8.8). */
export interface Levels {
  summary: string;
  keyFact: string;
  tag: string;
}

/** Up to here a text is its own summary and key fact. */
const SHORT_CHARS = 90;
/** Of the size of the text; a little below the tokens promised (65 % and 45 %), because the size is a guess. */
const SUMMARY_SHARE = 0.62;
const KEY_FACT_SHARE = 0.4;
const KEY_FACT_CHARS = 140;
/** A token is about so many letters, or digits; a mark is one. */
const LETTERS = 6;
const DIGITS = 3;
const TAG_WORDS = 4;
const TAG_CHARS = 40;
/** A clause is worth a bit more in the first sentence, where texts say what they are about. */
const FIRST_BONUS = 0.15;
/** A clause that adds less than this is not worth its room. */
const LEAST_ADDED = 0.5;
/** Of a clause that explains another, when that one is left out. */
const LEANING_SHARE = 0.5;
/** Full stops and commas that are added between clauses. */
const MARGIN_CHARS = 4;

/**
 * The clauses that hold most content within the share; names and numbers count most. They keep their
 * order, so the result reads as the text did.
 */
export function levelsOf(text: string): Levels {
  const flat = text.replace(/\s+/gu, ' ').trim();
  if (flat.length <= SHORT_CHARS) return { summary: flat, keyFact: flat, tag: shortTag(flat) };
  const clauses = clausesOf(text);
  return {
    summary: within(clauses, flat, SUMMARY_SHARE, Infinity),
    keyFact: within(clauses, flat, KEY_FACT_SHARE, KEY_FACT_CHARS),
    tag: tagOf(clauses) || shortTag(flat),
  };
}

/** The clauses that say most within a share of the size, in their order; the fullest one is cut when none fits. */
function within(clauses: readonly Clause[], flat: string, share: number, mostChars: number): string {
  const chars = Math.min(mostChars, Math.floor(flat.length * share) + MARGIN_CHARS);
  const kept = choose(clauses, Math.floor(sizeOf(flat) * share));
  while (kept.length > 1 && sentencesFrom(kept).length > chars) kept.splice(kept.indexOf(kept.reduce((a, b) => (total(b) < total(a) ? b : a))), 1);
  const text = sentencesFrom(kept);
  if (text !== '' && text.length <= chars) return text;
  const fullest = clauses.reduce<Clause | null>((a, b) => (a === null || total(b) > total(a) ? b : a), null);
  return cut(fullest?.text ?? flat, Math.min(mostChars, Math.ceil(flat.length * share)));
}

/** A knapsack: most worth within a size, exact by dynamic programming. A word that stands in several clauses is shared among them. */
function choose(clauses: readonly Clause[], size: number): Clause[] {
  const shared = new Map<string, number>();
  for (const { words } of clauses) for (const word of words.keys()) shared.set(word, (shared.get(word) ?? 0) + 1);
  const sizes = clauses.map(({ text }) => sizeOf(text) + (ends(text) ? 0 : 1));
  let best = Array.from({ length: size + 1 }, (): { worth: number; kept: readonly number[] } => ({ worth: 0, kept: [] }));
  for (const [i, { words, sentence, leans }] of clauses.entries()) {
    const adds = [...words].reduce((sum, [word, worth]) => sum + worth / shared.get(word)!, 0);
    if (adds < LEAST_ADDED) continue;
    best = best.map((without, room) => {
      const before = room >= sizes[i]! ? best[room - sizes[i]!]! : null;
      if (before === null) return without;
      const worth = before.worth + adds * (sentence === 0 ? 1 + FIRST_BONUS : 1) * (leans && before.kept.at(-1) !== i - 1 ? LEANING_SHARE : 1);
      return worth > without.worth ? { worth, kept: [...before.kept, i] } : without;
    });
  }
  return best.at(-1)!.kept.map((i) => clauses[i]!);
}

/** Tokens of a text, about: only ever compared with another text's. */
function sizeOf(text: string): number {
  let size = 0;
  for (const [run] of text.matchAll(/\p{N}+|\p{L}+|[^\s\p{L}\p{N}]/gu)) size += Math.ceil(run.length / (/^\p{N}/u.test(run) ? DIGITS : LETTERS));
  return size;
}

const total = ({ words }: Clause) => [...words.values()].reduce((sum, worth) => sum + worth, 0);

/** Clauses of one sentence are joined by commas, sentences end in their own mark or a full stop. */
function sentencesFrom(clauses: readonly Clause[]): string {
  return clauses.map((clause, i) => {
    const next = clauses[i + 1];
    const goesOn = next !== undefined && next.sentence === clause.sentence;
    const text = i > 0 && clauses[i - 1]!.sentence === clause.sentence && clause.small ? clause.text.charAt(0).toLocaleLowerCase() + clause.text.slice(1) : clause.text;
    return goesOn ? `${text},` : ends(text) ? text : `${text}.`;
  }).join(' ');
}

const ends = (text: string): boolean => /[.!?…)\]"”]$/u.test(text);

function tagOf(clauses: readonly Clause[]): string {
  const worth = new Map<string, number>();
  for (const { words } of clauses) for (const [word, value] of words) worth.set(word, (worth.get(word) ?? 0) + value);
  return [...worth].filter(([, value]) => value > 0).sort((a, b) => b[1] - a[1]).slice(0, TAG_WORDS).map(([word]) => word).join(' ').slice(0, TAG_CHARS).trim().toWellFormed();
}

const cut = (text: string, chars: number): string => {
  if (text.length <= chars) return text;
  const head = text.slice(0, Math.max(1, chars - 1));
  const space = head.lastIndexOf(' ');
  return `${(space > chars / 2 ? head.slice(0, space) : head).trimEnd().toWellFormed()}…`;
};

const shortTag = (text: string) => cut(text.split(' ').filter((word) => word.length > 3).slice(0, TAG_WORDS).join(' ') || text, TAG_CHARS);
