import { bufferOf, codeAt, codeSize, finerAt, headAt, planeSize, State, STATE_BITS, STATE_MASK, Word, type Shape, type SharedCodes } from './entry.ts';
import { PLANE_WEIGHTS } from './planes.ts';
import type { BitQuery, Levels } from './query.ts';

/** A row of the answer before its score is put in the units of the caller. */
export interface RawHit {
  id: number;
  score: number;
}
export interface Seen {
  k: number;
  scopes: ReadonlySet<number> | null;
  past: boolean;
}

/** Entries `from` up to but without `to`. */
export interface Stretch {
  from: number;
  to: number;
}

/** Best first, equal scores by id. */
export const byRank = (a: RawHit, b: RawHit): number => b.score - a.score || a.id - b.id;

/** Whether the entry whose head lies at a word may be seen. */
function visibility(ints: Int32Array, seen: Seen): (word: number) => boolean {
  const mostState = seen.past ? State.past : State.live;
  return (word) => {
    const place = Atomics.load(ints, word + Word.place);
    const state = place & STATE_MASK;
    return state !== State.dead && state <= mostState && (seen.scopes === null || seen.scopes.has(place >>> STATE_BITS));
  };
}

/** A sorted list of at most k; long lists of poor hits are cut now and then. */
class Best {
  #hits: RawHit[] = [];
  #least = -Infinity;
  readonly #k: number;

  constructor(k: number) {
    this.#k = k;
  }

  wants(score: number): boolean {
    return score >= this.#least;
  }

  offer(id: number, score: number): void {
    this.#hits.push({ id, score });
    if (this.#hits.length >= 2 * this.#k + 64) this.#cut();
  }

  #cut(): void {
    this.#hits = this.#hits.sort(byRank).slice(0, this.#k);
    if (this.#hits.length === this.#k) this.#least = this.#hits.at(-1)!.score;
  }

  ranked(): RawHit[] {
    this.#cut();
    return this.#hits;
  }
}

/** The int8 kernel in plain TypeScript: the same hits with the same scores, for machines without SIMD and as its judge. */
export function scanInt8Plainly(shared: SharedCodes, shape: Shape, { from: first, to }: Stretch, seen: Seen, query: Levels): RawHit[] {
  const buffer = bufferOf(shared);
  const ints = new Int32Array(buffer);
  const floats = new Float32Array(buffer);
  const bytes = new Int8Array(buffer);
  const best = new Best(seen.k);
  const { levels } = query;
  const visible = visibility(ints, seen);
  for (let entry = first; entry < to; entry++) {
    const word = headAt(shape, entry) / 4;
    if (!visible(word)) continue;
    const from = codeAt(shape, entry);
    let sum = 0;
    for (let d = 0; d < levels.length; d++) sum = (sum + Math.imul(levels[d]!, bytes[from + d]!)) | 0;
    const score = Math.fround(Math.fround(sum) * floats[word + Word.scale]!);
    // Asked twice: it may have been removed while it was read.
    if (best.wants(score) && visible(word)) best.offer(ints[word + Word.id]!, score);
  }
  return best.ranked();
}

/** Bits that differ in a 32-bit word. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The one-bit kernel in plain TypeScript. `wanted`: how many of the nearest by Hamming distance are scored. */
export function scanBitsPlainly(shared: SharedCodes, shape: Shape, { from: first, to }: Stretch, seen: Seen, query: BitQuery, wanted: number): RawHit[] {
  const buffer = bufferOf(shared);
  const ints = new Int32Array(buffer);
  const floats = new Float32Array(buffer);
  const bytes = new Uint8Array(buffer);
  const padded = new Uint8Array(codeSize(shape));
  padded.set(query.bits);
  const asked = new Int32Array(padded.buffer);
  // One list per distance keeps the order in which entries lie, which settles who is cut off.
  const near: number[][] = Array.from({ length: shape.dimensions + 1 }, () => []);
  let limit = shape.dimensions + 1;
  let held = 0;
  const visible = visibility(ints, seen);
  for (let entry = first; entry < to; entry++) {
    if (!visible(headAt(shape, entry) / 4)) continue;
    const signs = codeAt(shape, entry) / 4;
    let distance = 0;
    for (let i = 0; i < asked.length; i++) distance += countBits(ints[signs + i]! ^ asked[i]!);
    if (distance >= limit) continue;
    near[distance]!.push(entry);
    // As soon as the nearer lists hold enough, the furthest one is not needed.
    for (held++; held - near[limit - 1]!.length >= wanted; ) {
      held -= near[limit - 1]!.length;
      near[limit - 1] = [];
      limit--;
    }
  }
  const best = new Best(seen.k);
  const { table, step } = query;
  const size = planeSize(shape);
  for (const entry of near.flat().slice(0, wanted)) {
    const word = headAt(shape, entry) / 4;
    const sum = PLANE_WEIGHTS.reduce((whole, weight, plane) => {
      const from = plane === 0 ? codeAt(shape, entry) : finerAt(shape, entry) + (plane - 1) * size;
      let part = 0;
      for (let byte = 0; byte < size; byte++) part += table[byte * 256 + bytes[from + byte]!]!;
      return whole + weight * part;
    }, 0);
    const score = Math.fround(Math.fround(Math.fround(Math.fround(sum) * floats[word + Word.scale]!) * step) + floats[word + Word.offset]!);
    if (best.wants(score) && visible(word)) best.offer(ints[word + Word.id]!, score);
  }
  return best.ranked();
}
