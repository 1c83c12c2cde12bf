import type { Reference } from '../cortex/gate/index.ts';

/** A turn taken in: its words and their vectors, all of one space that averages words. */
export interface Heard {
  text: string;
  reference: Reference;
  /** Of the content words together, as the model gives it; the zero vector without any. */
  vector: Float32Array;
  /** The same without what all words have in common ({@link apart}). */
  apart: Float32Array;
  /** One for each content word that is no number, in the order of {@link wordsToHear}; apart from what all words have in common. */
  words: readonly { word: string; vector: Float32Array }[];
  /** The share of each field of life in it. */
  domains: readonly number[];
  /** How near it is to each finer field, less the mean of all. */
  profile: Float32Array;
  /** The same of the words that name the subject only; `size` says how many they are. */
  subject: { vector: Float32Array; domains: readonly number[]; size: number };
}

/** A vector of what the turns speak of together; a turn counts by its words. Empty without turns. */
export function wholeOf(turns: readonly Heard[], vectorOf: (turn: Heard) => Float32Array): Float32Array {
  const vectors = turns.map(vectorOf);
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  turns.forEach(({ words }, t) => vectors[t]!.forEach((x, i) => (sum[i]! += Math.sqrt(words.length) * x)));
  return sum;
}
