import { ENTRY_HEAD_BYTES, HEADER_BYTES, State, strideOf, type Code } from './layout.ts';

const FIRST_ENTRIES = 1024;
const MOST_BYTES = 2 ** 31 - 65_536;

/**
 * Codes of one vector space in growable shared memory. One thread appends; any number of threads
 * scan at the same time, because an entry is complete before the count that shows it is raised.
 */
export class CodeTable {
  readonly dimensions: number;
  readonly buffer: SharedArrayBuffer;
  readonly #stride: number;
  readonly #places = new Map<number, number>();

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#stride = strideOf(dimensions);
    this.buffer = new SharedArrayBuffer(HEADER_BYTES + FIRST_ENTRIES * this.#stride, { maxByteLength: MOST_BYTES });
    new Int32Array(this.buffer, 0, 2)[1] = dimensions;
  }

  get count(): number {
    return this.#places.size;
  }

  get bytes(): number {
    return this.buffer.byteLength;
  }

  /** Adds or replaces the code of a memory. */
  put(id: number, scope: number, state: number, code: Code): void {
    const known = this.#places.get(id);
    if (known !== undefined) this.#mark(known, State.dead);
    const header = new Int32Array(this.buffer, 0, 1);
    const index = Atomics.load(header, 0);
    const at = HEADER_BYTES + index * this.#stride;
    if (at + this.#stride > this.buffer.byteLength)
      this.buffer.grow(Math.min(MOST_BYTES, HEADER_BYTES + Math.ceil((index + 1) * 1.5) * this.#stride));
    const ints = new Int32Array(this.buffer, at, 3);
    ints[0] = id;
    ints[1] = scope;
    ints[2] = state;
    new Float32Array(this.buffer, at + 12, 1)[0] = code.scale;
    new Int8Array(this.buffer, at + ENTRY_HEAD_BYTES, this.dimensions).set(code.code);
    this.#places.set(id, index);
    Atomics.store(header, 0, index + 1);
  }

  /** A change of status or scope, in place. Unknown ids are ignored. */
  change(id: number, scope: number, state: number): void {
    const index = this.#places.get(id);
    if (index === undefined) return;
    const ints = new Int32Array(this.buffer, HEADER_BYTES + index * this.#stride, 3);
    ints[1] = scope;
    Atomics.store(ints, 2, state);
  }

  /** Takes a memory out and overwrites its code. */
  remove(id: number): void {
    const index = this.#places.get(id);
    if (index === undefined) return;
    this.#mark(index, State.dead);
    new Int8Array(this.buffer, HEADER_BYTES + index * this.#stride + ENTRY_HEAD_BYTES, this.dimensions).fill(0);
    this.#places.delete(id);
  }

  /** Overwrites everything; for lock. */
  wipe(): void {
    new Uint8Array(this.buffer).fill(0);
    this.#places.clear();
  }

  #mark(index: number, state: number): void {
    Atomics.store(new Int32Array(this.buffer, HEADER_BYTES + index * this.#stride, 3), 2, state);
  }
}
