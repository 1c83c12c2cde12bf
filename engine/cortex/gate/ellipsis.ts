import type { Analysis } from './analyse.ts';
import type { Carried } from './carried.ts';
import { contentOf, isFunctionWord } from './function-words.ts';
import { referenceOf, type Reference } from './reference.ts';
import { plainOf, tokensOf, type Token } from './tokens.ts';

/**
 * A message that says its subject by pointing at it ("ok, deploy it", "and the second one?") is searched
 * together with the turns before it (§8.6). One that stands alone is left exactly as it is.
 */

/** Turns that are looked back at. */
const MOST_TURNS = 6;
const MOST_WORDS = 16;
/** A long answer must not push out the question before it. */
const MOST_OF_A_TURN = 8;
/** A message with more content than this says its subject itself, whatever it points at. */
const MOST_CONTENT = 3;

/** Chosen on the tuning half of the dialogue set. */
const SHARE = 0.65;
/** Of a message without a content word of its own. */
const SHARE_EMPTY = 0.8;

/** "The plumber … he": what is pointed at stands in the same clause, before the pointer and not beside it ("the insurance for her"). */
const POINTER = String.raw`(?:(?<!\b(?:for|of|with|from|about|to|on|in|at|by)\s)(?:him|her|them|it)\b|(?:he|she|they|his|her|their|its)\b(?!\s*(?:[?.!,;]|$)))`;
const ANTECEDENT = new RegExp(String.raw`\b(?:the|my|our|your|an?)\s+(?:\p{L}+\s+){1,5}?${POINTER}|(?<=\s)(?-i:\p{Lu}\p{Ll}+)(?:['’]s)?\s+(?:\p{L}+\s+){0,5}?${POINTER}`, 'iu');
const CLAUSE = /[,;:.!?–—]\s+|\s-\s|\s(?:and|when|if|because|but|before|after|while|und|weil|wenn|et|quand|si|y|cuando|porque)\s/iu;
/** Verbs of a whole question: "Who is vegan?" is short and lacks nothing. */
const FRAGMENT_TOKENS = 3;
const VERB = / (?:is|are|was|were|am|whos|whats|wheres|do|does|did|has|have|had|can|could|will|would|should|ist|sind|war|hat|est|sont|es|son|esta) /u;
const NAME = /\d|(?<=[\p{L},:;]\s)\p{Lu}[\p{L}\d-]+|\p{L}+\d[\p{L}\d]*|\p{L}+(?:[._/-]\p{L}+)+|\p{Ll}\p{Lu}/u;

/** Whether what a message points at stands in the message itself. */
function hasAntecedent(text: string): boolean {
  if (ANTECEDENT.test(text)) return true;
  for (const clause of text.split(CLAUSE)) {
    const { pointsBack, content } = referenceOf(clause);
    if (pointsBack) return false;
    if (content.length > 0) return true;
  }
  return false;
}

/** Whether a message cannot be looked up without the turns before it. */
export function isElliptical(text: string, tokens: readonly Token[] = tokensOf(text), reference: Reference = referenceOf(text, tokens)): boolean {
  const { content } = reference;
  if (reference.turnsAway || tokens.length === 0) return false;
  if (content.length === 0) return true;
  if (content.length > MOST_CONTENT) return false;
  if (reference.pointsBack) return !hasAntecedent(text);
  const named = NAME.test(text);
  if (reference.carriesOn) return !named || content.length === 1;
  return content.length === 1 && tokens.length <= FRAGMENT_TOKENS && !named && !reference.personal && !VERB.test(plainOf(tokens));
}

/** The content of the turns before a message, back to where one left the subject. */
function carriedOf(own: readonly string[], context: readonly string[]): Omit<Carried, 'share'> {
  const words = new Set<string>();
  const turns: string[] = [];
  for (const turn of context.slice(-MOST_TURNS).toReversed()) {
    const reference = referenceOf(turn);
    const content = contentOf(tokensOf(turn)).slice(0, MOST_OF_A_TURN);
    if (content.length > 0) turns.unshift(content.join(' '));
    for (const word of content) if (words.size < MOST_WORDS && !own.includes(word)) words.add(word);
    if (reference.turnsAway) break;
  }
  return { words: [...words], turns };
}

/**
 * The query taken apart, with what it takes over from the turns before it. A message that stands alone,
 * or has no turns before it, gives back the very same analysis.
 * @param speakers names that occur as speakers in what the caller may see
 */
export function carryOver(analysis: Analysis, text: string, context: readonly string[] = [], speakers: readonly string[] = []): Analysis {
  if (context.length === 0) return analysis;
  const tokens = tokensOf(text);
  const reference = referenceOf(text, tokens);
  if (!isElliptical(text, tokens, reference)) return analysis;
  const carried = carriedOf(reference.content, context);
  if (carried.words.length === 0) return analysis;
  const spoken = analysis.speakers.length > 0 ? analysis.speakers : namedLast(context, speakers);
  // Only what names something is looked up: "and where" would find every other "where".
  return {
    ...analysis, terms: analysis.terms.filter((term) => !isFunctionWord(term)), speakers: spoken,
    carried: { ...carried, share: reference.content.length === 0 ? SHARE_EMPTY : SHARE },
  };
}

/** The speakers that the latest turn to name any names. */
function namedLast(context: readonly string[], speakers: readonly string[]): string[] {
  for (const turn of context.slice(-MOST_TURNS).toReversed()) {
    const words = new Set(tokensOf(turn).map(({ word }) => word));
    const named = speakers.filter((speaker) => tokensOf(speaker).some(({ word }) => word.length > 1 && words.has(word)));
    if (named.length > 0) return named;
  }
  return [];
}
