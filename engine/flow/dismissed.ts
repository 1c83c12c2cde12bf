import { innerProduct } from '../cortex/index.ts';

/** When two questions are alike enough for "not relevant here" to hold for both. Pure. */

const DAY_MS = 86_400_000;
/** It is believed this long, in milliseconds (§7). */
export const DISMISSED_WITHIN_MS = 90 * DAY_MS;
/**
 * Least cosine of two such questions under the built-in model. Of questions of one conversation that no memory
 * answers together 1.4 % reach it (0.1 % in our own sets), of those that one memory answers a third.
 */
export const NEAR_QUESTION = 0.75;

export interface AskedQuestion {
  /** Of length one. */
  vector: Float32Array;
  /** Whom it names, as they are stored. */
  speakers: readonly string[];
}

/** Two questions are near when they mean about the same and name the same people: what is beside the point for one person may be the answer for another. */
export function isNear(one: AskedQuestion, other: AskedQuestion): boolean {
  const names = new Set(one.speakers);
  if (names.size !== new Set(other.speakers).size || !other.speakers.every((name) => names.has(name))) return false;
  return innerProduct(one.vector, other.vector) >= NEAR_QUESTION;
}
