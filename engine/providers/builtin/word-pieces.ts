/** Longest text that is read, in words; the rest adds little to an average. */
const MOST_WORDS = 512;
const SHORTEST_GRAM = 3;
const LONGEST_GRAM = 5;

/** Words of a text in order: lower case, letters and digits. */
export const wordsIn = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS);

/** FNV-1a over UTF-16 units, 32 bits: stable across machines and runs. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return h;
}

/** Buckets of the 3- to 5-letter pieces of a word, with its ends marked (as Bojanowski et al. 2017). */
export function pieceBuckets(word: string, buckets: number): number[] {
  const marked = `<${word.slice(0, 40)}>`;
  const found = new Set<number>();
  for (let n = SHORTEST_GRAM; n <= LONGEST_GRAM; n++)
    for (let i = 0; i + n <= marked.length; i++) found.add(hash(marked.slice(i, i + n)) % buckets);
  return [...found];
}
