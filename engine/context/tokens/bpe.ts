/** What a byte-pair encoding is made of: its tokens by rank, and how a text is cut before merging. */
export interface EncodingData {
  /** Index is the rank; tokens that are no valid UTF-8 come as bytes. */
  ranks: readonly (string | readonly number[])[];
  /** Global and Unicode-aware. */
  split: RegExp;
}

/** Longest piece whose count is remembered; longer ones are rare and would crowd out words. */
const MOST_CACHED_PIECE = 32;
const MOST_PIECES = 20_000;
/** A heap entry is rank × 2³² + position, which a double holds exactly. */
const RANK = 2 ** 32;

/**
 * Exact byte-pair counting. Special tokens such as `<|endoftext|>` are ordinary text here. Merging
 * takes n log n steps by a heap; the usual scan for the best pair takes n², which a run of 200,000
 * letters without a space turns into minutes.
 */
export class Bpe {
  readonly #ranks = new Map<string, number>();
  readonly #split: RegExp;
  readonly #longest: number;
  readonly #pieces = new Map<string, number>();

  constructor(data: EncodingData) {
    let longest = 1;
    data.ranks.forEach((token, rank) => {
      const bytes = typeof token === 'string' ? bytesOf(token) : String.fromCharCode(...token);
      longest = Math.max(longest, bytes.length);
      this.#ranks.set(bytes, rank);
    });
    this.#longest = longest;
    this.#split = data.split;
  }

  /** Tokens of a text. Half surrogate pairs count as U+FFFD, as they would be sent. */
  count(text: string): number {
    let tokens = 0;
    for (const [piece] of text.matchAll(this.#split)) tokens += this.countPiece(piece);
    return tokens;
  }

  /** The pieces a text is cut into before merging; their counts add up to the count of the text. */
  *pieces(text: string): Generator<string> {
    for (const [piece] of text.matchAll(this.#split)) yield piece;
  }

  countPiece(piece: string): number {
    const known = this.#pieces.get(piece);
    if (known !== undefined) return known;
    const bytes = bytesOf(piece);
    const tokens = this.#ranks.has(bytes) ? 1 : this.#merge(bytes);
    if (piece.length <= MOST_CACHED_PIECE) {
      if (this.#pieces.size >= MOST_PIECES) this.#pieces.clear();
      this.#pieces.set(piece, tokens);
    }
    return tokens;
  }

  /** Forgets the pieces it has seen; they are words of texts. */
  clear(): void {
    this.#pieces.clear();
  }

  /** Merges the pair of lowest rank, leftmost first, until none is a token; returns how many parts are left. */
  #merge(bytes: string): number {
    const n = bytes.length;
    const next = new Int32Array(n + 1);
    const previous = new Int32Array(n + 1);
    const rankAt = new Float64Array(n).fill(Infinity);
    for (let i = 0; i <= n; i++) {
      next[i] = i + 1;
      previous[i] = i - 1;
    }
    const heap: number[] = [];
    const look = (at: number): void => {
      const middle = next[at]!;
      const end = middle < n ? next[middle]! : 0;
      const rank = middle < n && end - at <= this.#longest ? this.#ranks.get(bytes.slice(at, end)) : undefined;
      rankAt[at] = rank ?? Infinity;
      if (rank !== undefined) push(heap, rank * RANK + at);
    };
    for (let i = 0; i + 1 < n; i++) look(i);
    let parts = n;
    while (heap.length > 0) {
      const top = pop(heap);
      const at = top % RANK;
      // An entry that no longer describes its pair was overtaken by a merge beside it.
      if (rankAt[at] !== Math.floor(top / RANK)) continue;
      const gone = next[at]!;
      next[at] = next[gone]!;
      previous[next[at]!] = at;
      rankAt[gone] = Infinity;
      parts -= 1;
      look(at);
      if (previous[at]! >= 0) look(previous[at]!);
    }
    return parts;
  }
}

const encoder = new TextEncoder();
const ASCII_ONLY = /^[\0-\x7f]*$/;
const CHUNK = 8192;

/** UTF-8 bytes as a string of code units below 256, so that bytes can be cut and looked up. */
function bytesOf(text: string): string {
  if (ASCII_ONLY.test(text)) return text;
  const bytes = encoder.encode(text);
  let out = '';
  for (let i = 0; i < bytes.length; i += CHUNK) out += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return out;
}

function push(heap: number[], value: number): void {
  let at = heap.length;
  heap.push(value);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]! <= value) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = value;
}

function pop(heap: number[]): number {
  const top = heap[0]!;
  const last = heap.pop()!;
  if (heap.length === 0) return top;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child += 1;
    if (heap[child]! >= last) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return top;
}
