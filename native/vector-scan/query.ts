import { EngramError } from '../../contract/index.ts';
import { turn, type Frame } from './frame.ts';
import { HIGHEST_SCOPE } from './entry.ts';
import { checkVector } from './vector-check.ts';

/** A memory by its number, and how near it is: larger is nearer. */
export interface ScanHit {
  id: number;
  score: number;
}

/** One of several stretches of a table that threads scan side by side. */
export interface Part {
  /** 0..of−1 */
  index: number;
  /** 1.. */
  of: number;
}
export const WHOLE: Part = { index: 0, of: 1 };

/** What is asked of the codes of a space. */
export interface CodesQuery {
  vector: Float32Array;
  /** Hits wanted at most. */
  k: number;
  /** Scope numbers that may be seen; null sees all. */
  scopes: readonly number[] | null;
  past: boolean;
  /** One-bit codes: how many of the nearest by Hamming distance are scored. */
  candidates?: number;
  /** Only this part of the table; the hits of all parts together are those of the table. */
  part?: Part;
}

/** More than 2,000 of a million find no more of the true ten among the first 200 hits (measured with the data of bench/vectors.ts). */
export const CANDIDATES = 2000;
/** Candidates per hit wanted, when that is more. */
export const CANDIDATES_PER_HIT = 10;

/** Largest level of a query component. */
const HIGHEST_LEVEL = 32_767;
/** Largest sum of levels: times 128, the largest int8, it stays below 2^31, with room for rounding. */
const HIGHEST_LEVEL_SUM = 16_770_000;

/** A query in whole numbers, so that every way of adding up gives the same sum: `levels[i] * step ≈ vector[i]`. */
export interface Levels {
  levels: Int16Array;
  step: number;
}

/** As fine as int16 levels and an int32 sum allow; the codes, not the query, limit the precision. */
export function levelsOf(vector: Float32Array): Levels {
  let most = 0;
  let sum = 0;
  for (const x of vector) {
    most = Math.max(most, Math.abs(x));
    sum += Math.abs(x);
  }
  const step = Math.max(most / HIGHEST_LEVEL, sum / HIGHEST_LEVEL_SUM);
  return { levels: step > 0 ? Int16Array.from(vector, (x) => Math.round(x / step)) : new Int16Array(vector.length), step };
}

/** A query as one-bit codes are asked. */
export interface BitQuery {
  bits: Uint8Array;
  /** Per code byte and value 0..255, the sum of ±levels over its eight dimensions. */
  table: Int32Array;
  /** Float32: what a level is worth. */
  step: number;
  /** (q−c)·c, the same for every code; added to the scores at the end. */
  base: number;
}

export function bitQuery(frame: Frame, vector: Float32Array): BitQuery {
  const turned = turn(frame, vector);
  const { levels, step } = levelsOf(turned);
  const bytes = Math.ceil(vector.length / 8);
  const bits = new Uint8Array(bytes);
  const table = new Int32Array(bytes * 256);
  for (let i = 0; i < turned.length; i++) if (turned[i]! > 0) bits[i >> 3]! |= 1 << (i & 7);
  for (let byte = 0; byte < bytes; byte++) {
    const at = byte * 256;
    for (let i = 0; i < 8; i++) table[at] = table[at]! - (levels[byte * 8 + i] ?? 0);
    // Each value differs by its highest bit from one already known.
    for (let i = 0; i < 8; i++) {
      const twice = 2 * (levels[byte * 8 + i] ?? 0);
      for (let low = 0; low < 1 << i; low++) table[at + (1 << i) + low] = table[at + low]! + twice;
    }
  }
  const base = vector.reduce((sum, x, i) => sum + (x - frame.mean[i]!) * frame.mean[i]!, 0);
  return { bits, table, step: Math.fround(step), base };
}

/** Throws DIMENSION_MISMATCH or INVALID_INPUT. */
export function checkQuery(query: CodesQuery, dimensions: number): void {
  checkVector(query.vector, dimensions);
  const { index, of } = query.part ?? WHOLE;
  if (of < 1 || index >= of) throw new EngramError('INVALID_INPUT', { detail: 'a part that does not exist' });
  for (const [name, value] of [['k', query.k], ['candidates', query.candidates ?? 0], ['a part', index], ['parts', of]] as const)
    if (!Number.isInteger(value) || value < 0) throw new EngramError('INVALID_INPUT', { detail: `${name} is not a count` });
  if (query.scopes?.some((scope) => !Number.isInteger(scope) || scope < 0 || scope > HIGHEST_SCOPE)) throw new EngramError('INVALID_INPUT', { detail: 'a scope is not a scope number' });
}
