import { EngramError } from '../../contract/index.ts';

/** More than any current embedding model gives (4096). */
export const MOST_DIMENSIONS = 8192;
/** Vectors are of length one or near it; far beyond, products of float32 would overflow. */
export const MOST_COMPONENT = 1e6;

/** Throws DIMENSION_MISMATCH for another length, INVALID_INPUT for a value that is not finite or far too large. */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) throw new EngramError('DIMENSION_MISMATCH', { detail: `${vector.length} instead of ${dimensions}` });
  // The negation also catches NaN.
  for (let i = 0; i < vector.length; i++) if (!(Math.abs(vector[i]!) <= MOST_COMPONENT)) throw new EngramError('INVALID_INPUT', { detail: 'a vector with a value that is not a usable number' });
}
