/**
 * Whom a question names. A speaker is named by a part of the name as it is stored, by a name that
 * others call them ("Hey Kate" in a conversation with Emi), or by a slip of spelling.
 */

/** Names that were looked up, lower case, with the speaker who is called so; null for one that occurs and is nobody's. */
export type CalledNames = ReadonlyMap<string, string | null>;

/** Names of a question that could be anybody's are looked up at most this often. */
const MOST_UNKNOWN = 4;
const SHORTEST_UNKNOWN = 3;
/** Shorter names differ from ordinary words by a letter too often. */
const SHORTEST_MISSPELT = 4;
/** From this length on two letters may be wrong. */
const TWO_SLIPS_FROM = 6;

/** Words that begin with a capital and name no known speaker, lower case; they may be another name of one. */
export function unknownNames(text: string, speakers: readonly string[], partsOf: (name: string) => string[], isOrdinary: (word: string) => boolean): string[] {
  const known = new Set(speakers.flatMap(partsOf));
  const capital = [...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+/gu)].map(([word]) => word.toLowerCase());
  return [...new Set(capital)].filter((word) => word.length >= SHORTEST_UNKNOWN && !known.has(word) && !isOrdinary(word)).slice(0, MOST_UNKNOWN);
}

export interface Named {
  /** Speakers as they are stored. */
  speakers: string[];
  /** The words of the question that name them. */
  words: Set<string>;
}

/** @param words of the question, lower case without diacritics */
export function namesIn(
  words: readonly string[], unknown: readonly string[], speakers: readonly string[], called: CalledNames,
  partsOf: (name: string) => string[], isOrdinary: (word: string) => boolean,
): Named {
  const asked = new Set(words);
  const named: Named = { speakers: [], words: new Set() };
  const add = (speaker: string, word: string): void => {
    if (!named.speakers.includes(speaker)) named.speakers.push(speaker);
    named.words.add(word);
  };
  const parts = speakers.flatMap((speaker) => partsOf(speaker).filter((part) => part.length > 1 && !isOrdinary(part)).map((part) => ({ speaker, part })));
  for (const { speaker, part } of parts) if (asked.has(part)) add(speaker, part);
  for (const word of unknown) {
    const speaker = called.get(word);
    if (typeof speaker === 'string') add(speaker, word);
    // A name that nobody ever wrote is a slip; one that was written may be somebody else's.
    else if (speaker === undefined) for (const { speaker: meant, part } of parts) if (isSlipOf(word, part)) add(meant, word);
  }
  return named;
}

/** Whether a word is a name with one letter wrong, or two in a long one, and the first letter right. */
export function isSlipOf(word: string, name: string): boolean {
  if (Math.min(word.length, name.length) < SHORTEST_MISSPELT || word[0] !== name[0]) return false;
  return editDistance(word, name) <= (name.length < TWO_SLIPS_FROM ? 1 : 2);
}

/** Letters to insert, delete or replace (Levenshtein 1966). */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1])));
    row = next;
  }
  return row[b.length]!;
}

/** A greeting or thanks before a name, a name before a mark at the start of a sentence, or one after a comma. */
const ADDRESS = [
  /(?<![\p{L}\p{N}])(?:hey|hi|hello|hallo|hola|thanks|thank you|morning|afternoon|evening|dear)[ ,]+(\p{L}\p{Ll}+)/giu,
  /(?:^|[.!?,] )(\p{Lu}\p{Ll}+)[!?.]/gu,
  /, (\p{Lu}\p{Ll}+)[!?.,]/gu,
];

/** Names somebody is addressed by in a text, lower case, each once. */
export const addressedIn = (text: string): string[] =>
  [...new Set(ADDRESS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!.toLowerCase())))];

/** One memory that holds a name: who spoke, what was said, and who else speaks in that conversation. */
export interface Mention {
  name: string;
  text: string;
  others: readonly string[];
}

/** A name must be used this often, and this share of it for the same person. */
const LEAST_ADDRESSES = 3;
const LEAST_SHARE = 0.9;

/** Who is called by which name: in a conversation of two, whoever is addressed is the other one. */
export function calledNames(mentions: readonly Mention[]): CalledNames {
  const counts = new Map<string, Map<string, number>>();
  for (const { name, text, others } of mentions) {
    if (others.length !== 1 || !addressedIn(text).includes(name)) continue;
    const of = counts.get(name) ?? new Map<string, number>();
    of.set(others[0]!, (of.get(others[0]!) ?? 0) + 1);
    counts.set(name, of);
  }
  const called = new Map<string, string | null>(mentions.map(({ name }) => [name, null]));
  for (const [name, of] of counts) {
    const [speaker, most] = [...of].reduce((a, b) => (b[1] > a[1] ? b : a));
    const all = [...of.values()].reduce((sum, n) => sum + n, 0);
    if (most >= LEAST_ADDRESSES && most / all >= LEAST_SHARE) called.set(name, speaker);
  }
  return called;
}
