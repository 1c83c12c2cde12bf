import { EngramError } from '../../contract/index.ts';

/**
 * The vector scaled to length 1. A vector of zeros stays one: there is no direction to keep.
 * Throws EMBEDDING_FAILED when a number is not finite.
 */
export function normalised(values: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(values);
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (!Number.isFinite(sum)) throw new EngramError('EMBEDDING_FAILED', { detail: 'a vector holds numbers that are not finite' });
  if (sum === 0) return vector;
  const scale = 1 / Math.sqrt(sum);
  return vector.map((value) => value * scale);
}
