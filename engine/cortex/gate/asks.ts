import { editDistance } from './names.ts';

/** Asking again, in other words, without a model (§35; query decomposition and expansion as in Rao and others). */

/** Questions one is taken apart into, at most. */
export const MOST_ASKS = 3;
const LEAST_WORDS = 2;

/** Where a second question begins in the same sentence. */
const SECOND = /[,;]?\s+(?:and|or|as well as)\s+(?=(?:who|whom|whose|what|when|where|why|how|which|did|does|do|is|are|was|were|has|have|had|can|could|will|would|should)\b)/iu;
/** What joins names: "Ada, Bo and Cleo", "both Ada and Bo". */
const JOINED = /^(?:and|or|both|,)$/iu;

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
const asks = (parts: readonly string[]): string[] => {
  const whole = parts.map((part) => part.trim()).filter((part) => countWords(part) >= LEAST_WORDS);
  return whole.length < 2 ? [] : whole.slice(0, MOST_ASKS);
};

/**
 * The questions in one that asks for several things: its sentences, its clauses, or the same of each person it
 * names; none for a single one.
 * @param people the words that name each person, lower case
 */
export function asksIn(text: string, people: readonly (readonly string[])[]): string[] {
  const sentences = asks(text.split(/(?<=\?)\s+/u).filter((part) => part.includes('?')));
  if (sentences.length > 0) return sentences;
  const clauses = asks(text.split(SECOND));
  if (clauses.length > 0) return clauses;
  if (people.length < 2 || !areJoined(text, new Set(people.flat()))) return [];
  return asks(people.map((own) => {
    const others = new Set(people.flatMap((words) => (words === own ? [] : words)));
    return withoutNames(text, others, new Set(people.flat()));
  }));
}

/** Whether two names stand beside each other with a joint between them. */
function areJoined(text: string, names: ReadonlySet<string>): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+|,|&/gu) ?? [];
  return words.some((word, i) => (word === 'and' || word === 'or' || word === ',' || word === '&') && names.has(words[i - 1] ?? '') && names.has(words[i + 1] ?? ''));
}

/** The text without some names, and without what joined them to others. */
function withoutNames(text: string, gone: ReadonlySet<string>, names: ReadonlySet<string>): string {
  const pieces = text.split(/(\s+|,)/u).filter((piece) => piece.trim() !== '');
  const named = (piece: string | undefined) => (piece === undefined ? '' : (/[\p{L}\p{N}]+/u.exec(piece)?.[0] ?? '').toLowerCase());
  return pieces.filter((piece, i) => {
    if (gone.has(named(piece))) return false;
    // A joint goes when a name stands on either side of it.
    return !(JOINED.test(piece) && (names.has(named(pieces[i - 1])) || names.has(named(pieces[i + 1]))));
  }).join(' ').replaceAll(' ,', ',');
}

/** A question with its unmet conditions eased. */
export interface Broadened {
  /** Misspelt terms, with the words that stand in their place. */
  instead: { term: string; forms: string[] }[];
  withoutTime: boolean;
}

/** Words that are looked up in the place of a misspelt one. */
const MOST_FORMS = 2;
/** Shorter words differ by a letter too often. */
const SHORTEST_MISSPELT = 5;

/**
 * The question with less asked for: without its span of time when nothing happened in it, and with words of the
 * candidates in the place of terms that no candidate holds and that are one letter away. A term without a match is
 * not dropped: terms are joined by OR, so that it takes nothing away, and its meaning still counts. Null when there
 * is nothing to ease.
 * @param unmet terms that no candidate holds
 * @param words of the candidates, each once
 */
export function broaden(unmet: Iterable<string>, words: Iterable<string>, emptySpan: boolean): Broadened | null {
  const wanted = [...unmet].filter((term) => term.length >= SHORTEST_MISSPELT).map((term) => ({ term, forms: [] as string[] }));
  if (wanted.length > 0)
    for (const word of words) for (const { term, forms } of wanted)
      if (forms.length < MOST_FORMS && word[0] === term[0] && Math.abs(word.length - term.length) <= 1 && editDistance(term, word) === 1) forms.push(word);
  const instead = wanted.filter(({ forms }) => forms.length > 0);
  return instead.length > 0 || emptySpan ? { instead, withoutTime: emptySpan } : null;
}
