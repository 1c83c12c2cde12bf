import { ENTRY_HEAD_BYTES, HEADER_BYTES, State, strideOf, type Code } from './layout.ts';

const FIRST_ENTRIES = 1024;

/**
 * Codes of one vector space in shared memory. One thread appends; any number of threads scan at the
 * same time, because an entry is complete before the count that shows it is raised. When the memory
 * is full a larger one takes its place (growable buffers scan ten times slower); scans under way
 * end on the old one.
 */
export class CodeTable {
  readonly dimensions: number;
  #buffer: SharedArrayBuffer;
  /** Outgrown memory, kept so that it can be overwritten on lock. */
  readonly #outgrown: SharedArrayBuffer[] = [];
  readonly #stride: number;
  readonly #places = new Map<number, number>();

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#stride = strideOf(dimensions);
    this.#buffer = new SharedArrayBuffer(HEADER_BYTES + FIRST_ENTRIES * this.#stride);
    new Int32Array(this.#buffer, 0, 2)[1] = dimensions;
  }

  get buffer(): SharedArrayBuffer {
    return this.#buffer;
  }

  get count(): number {
    return this.#places.size;
  }

  get bytes(): number {
    return this.#buffer.byteLength;
  }

  /** Adds or replaces the code of a memory. */
  put(id: number, scope: number, state: number, code: Code): void {
    const known = this.#places.get(id);
    if (known !== undefined) this.#mark(known, State.dead);
    const index = Atomics.load(new Int32Array(this.#buffer, 0, 1), 0);
    const at = HEADER_BYTES + index * this.#stride;
    if (at + this.#stride > this.#buffer.byteLength) this.#grow(index * 2);
    const ints = new Int32Array(this.#buffer, at, 3);
    ints[0] = id;
    ints[1] = scope;
    ints[2] = state;
    new Float32Array(this.#buffer, at + 12, 1)[0] = code.scale;
    new Int8Array(this.#buffer, at + ENTRY_HEAD_BYTES, this.dimensions).set(code.code);
    this.#places.set(id, index);
    Atomics.store(new Int32Array(this.#buffer, 0, 1), 0, index + 1);
  }

  /** A change of status or scope, in place. Unknown ids are ignored. */
  change(id: number, scope: number, state: number): void {
    const index = this.#places.get(id);
    if (index === undefined) return;
    const ints = new Int32Array(this.#buffer, HEADER_BYTES + index * this.#stride, 3);
    ints[1] = scope;
    Atomics.store(ints, 2, state);
  }

  /** Takes a memory out and overwrites its code. */
  remove(id: number): void {
    const index = this.#places.get(id);
    if (index === undefined) return;
    this.#mark(index, State.dead);
    new Int8Array(this.#buffer, HEADER_BYTES + index * this.#stride + ENTRY_HEAD_BYTES, this.dimensions).fill(0);
    this.#places.delete(id);
  }

  #grow(entries: number): void {
    const next = new SharedArrayBuffer(HEADER_BYTES + entries * this.#stride);
    new Uint8Array(next).set(new Uint8Array(this.#buffer));
    this.#outgrown.push(this.#buffer);
    this.#buffer = next;
  }

  /** Overwrites everything; for lock. */
  wipe(): void {
    for (const buffer of [this.#buffer, ...this.#outgrown.splice(0)]) new Uint8Array(buffer).fill(0);
    this.#places.clear();
  }

  #mark(index: number, state: number): void {
    Atomics.store(new Int32Array(this.#buffer, HEADER_BYTES + index * this.#stride, 3), 2, state);
  }
}
