import { checkVector } from './vector-check.ts';

/**
 * Where one-bit codes are taken: vectors are centred on the mean of their space and turned by a fixed
 * orthogonal transform, which spreads outlying dimensions over all of them. Without both, text vectors
 * (which lie in a narrow cone) share most of their signs.
 */
export interface Frame {
  readonly mean: Float32Array;
  /** ±1 per dimension and round. */
  readonly flips: Float32Array;
}

/** Counts up when the transform or the planes change; codes of another version must be made anew. */
export const FRAME_VERSION = 2;
/** Rounds of sign flips and a Hadamard transform, over the leading and the trailing dimensions in turn. */
const ROUNDS = 4;
const SEED = 0x5eed_c0de;

export function createFrame(mean: Float32Array): Frame {
  checkVector(mean, mean.length);
  const flips = new Float32Array(ROUNDS * mean.length);
  let state = SEED;
  for (let i = 0; i < flips.length; i++) {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    flips[i] = state & 1 ? 1 : -1;
  }
  return { mean: Float32Array.from(mean), flips };
}

/** Mean of the vectors, for a frame; some thousands of a space are enough. Zeros when there are none. */
export function meanOf(vectors: Iterable<Float32Array>, dimensions: number): Float32Array {
  const sum = new Float64Array(dimensions);
  let count = 0;
  for (const vector of vectors) {
    checkVector(vector, dimensions);
    for (let i = 0; i < dimensions; i++) sum[i]! += vector[i]!;
    count++;
  }
  return Float32Array.from(sum, (x) => (count === 0 ? 0 : x / count));
}

/**
 * The vector seen from the frame: centred, then turned. Lengths and angles of centred vectors stay as
 * they are. Powers of two are transformed in one piece; other lengths as two overlapping pieces.
 */
export function turn(frame: Frame, vector: Float32Array): Float32Array {
  const { mean, flips } = frame;
  const n = mean.length;
  const out = new Float32Array(n);
  for (let i = 0; i < n; i++) out[i] = vector[i]! - mean[i]!;
  const piece = 2 ** Math.floor(Math.log2(n));
  const norm = Math.fround(1 / Math.sqrt(piece));
  for (let round = 0; round < ROUNDS; round++) {
    const from = round % 2 === 0 ? 0 : n - piece;
    for (let i = 0; i < n; i++) out[i] = out[i]! * flips[round * n + i]!;
    hadamard(out, from, piece);
    for (let i = from; i < from + piece; i++) out[i] = out[i]! * norm;
  }
  return out;
}

/** Fast Walsh-Hadamard transform of `length` (a power of two) values, in place, without its norm. Two levels in one pass. */
function hadamard(values: Float32Array, from: number, length: number): void {
  const end = from + length;
  let half = 1;
  for (; 2 * half < length; half *= 4)
    for (let start = from; start < end; start += 4 * half)
      for (let i = start; i < start + half; i++) {
        const a = values[i]!;
        const b = values[i + half]!;
        const c = values[i + 2 * half]!;
        const d = values[i + 3 * half]!;
        const sums = a + b;
        const differences = a - b;
        values[i] = sums + (c + d);
        values[i + half] = differences + (c - d);
        values[i + 2 * half] = sums - (c + d);
        values[i + 3 * half] = differences - (c - d);
      }
  if (half < length)
    for (let i = from; i < from + half; i++) {
      const a = values[i]!;
      const b = values[i + half]!;
      values[i] = a + b;
      values[i + half] = a - b;
    }
}
