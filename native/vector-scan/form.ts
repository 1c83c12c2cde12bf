/** How the codes of a space are kept in memory: a byte or a bit per dimension. */
export type Form = 'int8' | 'one-bit';

/** Up to here a scan of int8 codes takes a few milliseconds (3 at 384 dimensions), and needs no second stage. */
export const INT8_MOST_VECTORS = 100_000;
/** With fewer dimensions one bit of each says too little: too many neighbours share a distance. */
export const ONE_BIT_LEAST_DIMENSIONS = 256;
/** One-bit codes go back to int8 only below this share of the limit, so that a vault near it does not swing. */
export const RETURN_SHARE = 0.5;

/**
 * Which form suits `count` vectors (measured in bench/vectors.ts). `current` is the form in use now;
 * changing it means making all codes anew.
 */
export function chooseForm(count: number, dimensions: number, current: Form = 'int8'): Form {
  if (dimensions < ONE_BIT_LEAST_DIMENSIONS) return 'int8';
  const most = current === 'one-bit' ? INT8_MOST_VECTORS * RETURN_SHARE : INT8_MOST_VECTORS;
  return count > most ? 'one-bit' : 'int8';
}

/** Hits to score again with exact vectors, so that the first ten are right: of a million the first 64 hold them, in either form (bench/vectors.ts). */
export const RESCORED = 64;
