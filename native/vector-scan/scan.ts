import { ENTRY_HEAD_BYTES, HEADER_BYTES, State, strideOf } from './layout.ts';

export interface ScanQuery {
  vector: Float32Array;
  k: number;
  /** Scope numbers that may be seen; null sees all. */
  scopes: readonly number[] | null;
  past: boolean;
}
export interface ScanHit {
  id: number;
  score: number;
}

/**
 * Exact scan of the codes: every visible entry is scored by dot product (float query, int8 code)
 * and the best `k` are returned, best first. The pre-filter is exact: invisible entries are not
 * scored at all.
 */
export function scanCodes(table: SharedArrayBuffer, query: ScanQuery): ScanHit[] {
  const dimensions = query.vector.length;
  const ints = new Int32Array(table, 0);
  const floats = new Float32Array(table, 0);
  const bytes = new Int8Array(table);
  const count = Atomics.load(ints, 0);
  const stride = strideOf(dimensions);
  const allowed = query.scopes ? new Set(query.scopes) : null;
  const best = new TopK(query.k);
  for (let i = 0; i < count; i++) {
    const at = HEADER_BYTES + i * stride;
    const word = at >> 2;
    const state = ints[word + 2]!;
    if (state === State.dead || (state === State.past && !query.past)) continue;
    if (allowed && !allowed.has(ints[word + 1]!)) continue;
    let sum = 0;
    const from = at + ENTRY_HEAD_BYTES;
    for (let d = 0; d < dimensions; d++) sum += query.vector[d]! * bytes[from + d]!;
    best.offer(ints[word]!, sum * floats[word + 3]!);
  }
  return best.sorted();
}

/** A bounded min-heap: keeps the k largest. */
class TopK {
  readonly #ids: number[] = [];
  readonly #scores: number[] = [];
  readonly #k: number;

  constructor(k: number) {
    this.#k = k;
  }

  offer(id: number, score: number): void {
    const n = this.#scores.length;
    if (n < this.#k) {
      this.#ids.push(id);
      this.#scores.push(score);
      this.#up(n);
    } else if (n > 0 && score > this.#scores[0]!) {
      this.#ids[0] = id;
      this.#scores[0] = score;
      this.#down();
    }
  }

  #up(start: number): void {
    for (let i = start; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (this.#scores[parent]! <= this.#scores[i]!) return;
      this.#swap(i, parent);
      i = parent;
    }
  }

  #down(): void {
    const n = this.#scores.length;
    for (let i = 0; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2]) if (child < n && this.#scores[child]! < this.#scores[least]!) least = child;
      if (least === i) return;
      this.#swap(i, least);
      i = least;
    }
  }

  #swap(a: number, b: number): void {
    [this.#ids[a], this.#ids[b]] = [this.#ids[b]!, this.#ids[a]!];
    [this.#scores[a], this.#scores[b]] = [this.#scores[b]!, this.#scores[a]!];
  }

  sorted(): ScanHit[] {
    return this.#ids.map((id, i) => ({ id, score: this.#scores[i]! })).sort((a, b) => b.score - a.score || a.id - b.id);
  }
}
