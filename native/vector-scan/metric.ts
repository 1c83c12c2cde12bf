import { checkVector } from './vector-check.ts';

/** How near two vectors of a space are. */
export type Metric = 'cosine' | 'dot' | 'euclidean' | 'hamming';

/** Length of what is coded: a Euclidean space carries half the squared length in one more dimension. */
export const codedDimensions = (metric: Metric, dimensions: number): number => (metric === 'euclidean' ? dimensions + 1 : dimensions);

/**
 * The vector as it is coded. Every metric becomes an inner product with `asAsked`, so that one kernel
 * and every backend serve all four: cosine by length one, Hamming by signs, Euclidean by
 * q·x − |x|²/2, which orders as −|q−x|² does. Throws INVALID_INPUT.
 */
export function asCoded(metric: Metric, vector: Float32Array): Float32Array {
  checkVector(vector, vector.length);
  if (metric === 'dot') return vector;
  if (metric === 'cosine') return unit(vector);
  if (metric === 'hamming') return signs(vector);
  return extended(vector, -squares(vector) / (2 * weightOf(vector.length)));
}

/** The question as it meets coded vectors. Throws INVALID_INPUT. */
export function asAsked(metric: Metric, vector: Float32Array): Float32Array {
  checkVector(vector, vector.length);
  if (metric === 'dot') return vector;
  if (metric === 'cosine') return unit(vector);
  if (metric === 'hamming') return signs(vector);
  return extended(vector, weightOf(vector.length));
}

/** Exact similarity, larger is nearer: cosine −1..1, dot any, Euclidean 1/(1+distance), Hamming the share of equal signs. */
export function similarity(metric: Metric, a: Float32Array, b: Float32Array): number {
  checkVector(b, a.length);
  if (metric === 'euclidean') {
    let sum = 0;
    for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
    return 1 / (1 + Math.sqrt(sum));
  }
  if (metric === 'hamming') {
    let sum = 0;
    for (let i = 0; i < a.length; i++) sum += a[i]! > 0 === b[i]! > 0 ? 1 : 0;
    return sum / a.length;
  }
  const product = innerProduct(a, b);
  if (metric === 'dot') return product;
  const lengths = Math.sqrt(squares(a) * squares(b));
  return lengths > 0 ? product / lengths : 0;
}

function innerProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const squares = (vector: Float32Array): number => innerProduct(vector, vector);

/** Nearer to one than float32 adds up. */
const UNIT_TOLERANCE = 1e-6;

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(squares(vector));
  return length === 0 || Math.abs(length - 1) < UNIT_TOLERANCE ? vector : vector.map((x) => x / length);
}

const signs = (vector: Float32Array): Float32Array => vector.map((x) => (x > 0 ? 1 : -1));

/** Makes the added value of a vector of length one about as large as its largest others, which int8 levels are shared with. */
const weightOf = (dimensions: number): number => Math.max(1, Math.sqrt(dimensions) / 6);

function extended(vector: Float32Array, last: number): Float32Array {
  const out = new Float32Array(vector.length + 1);
  out.set(vector);
  out[vector.length] = last;
  return out;
}
