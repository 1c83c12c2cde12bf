import { EngramError } from '../../contract/index.ts';
import {
  BLOCK, bufferOf, codeAt, codeSize, entriesAt, entrySize, finerAt, formNumber, headAt, Header, HEADER_SIZE, HIGHEST_ID, HIGHEST_SCOPE, placeOf, planeSize, sizeFor, State, Word, type Shape, type SharedCodes,
} from './entry.ts';
import { EntryNumbers } from './entry-numbers.ts';
import type { Form } from './form.ts';
import { createFrame, type Frame } from './frame.ts';
import { dequantise, quantise, type Code } from './int8.ts';
import { encodeBits, type BitCode } from './one-bit.ts';
import { PLANES } from './planes.ts';
import { checkVector, MOST_DIMENSIONS } from './vector-check.ts';
import { isSharedMemory, MOST_PAGES, PAGE_SIZE, reserveShared } from './webassembly.ts';

export interface SpaceCodesOptions {
  form: Form;
  /** 1..8192 */
  dimensions: number;
  /** One-bit codes: the mean they are centred on (`meanOf` some thousands of vectors); zeros when left out. */
  mean?: Float32Array;
  /** `array` does without WebAssembly memory, as on a machine that has none. */
  memory?: 'wasm' | 'array';
}

/**
 * The codes of one space in shared memory. One thread writes; any number of threads search at the same
 * time (`searchCodes`), and see puts, changes and removals at once: an entry is complete before the
 * word that shows it is written. The memory grows where it lies, inside address space reserved at the
 * start; a plain array is replaced by one of twice its size, and scans under way end on the old one.
 * Entries that were freed are used again once no scan is under way.
 */
export class SpaceCodes {
  readonly form: Form;
  readonly dimensions: number;
  /** How one-bit codes are taken; null for int8. */
  readonly frame: Frame | null;
  readonly #shape: Shape;
  #shared: SharedCodes;
  #ints!: Int32Array;
  #floats!: Float32Array;
  #bytes!: Uint8Array;
  /** Outgrown arrays, kept so that they can be overwritten on lock. */
  readonly #outgrown: SharedArrayBuffer[] = [];
  readonly #entries = new EntryNumbers();
  /** Entries whose memory was removed or moved, and which a scan may still be reading. */
  #freed: number[] = [];
  #free: number[] = [];
  #wiped = false;

  /** Throws DIMENSION_MISMATCH for dimensions outside 1..8192 or a mean of another length. */
  constructor({ form, dimensions, mean, memory = 'wasm' }: SpaceCodesOptions) {
    if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MOST_DIMENSIONS) throw new EngramError('DIMENSION_MISMATCH', { detail: `${dimensions} dimensions` });
    if (mean) checkVector(mean, dimensions);
    this.form = form;
    this.dimensions = dimensions;
    this.frame = form === 'one-bit' ? createFrame(mean ?? new Float32Array(dimensions)) : null;
    this.#shape = { form, dimensions };
    const size = sizeFor(this.#shape, BLOCK);
    const reserved = memory === 'wasm' ? reserveShared(Math.ceil(size / PAGE_SIZE)) : null;
    this.#shared = reserved ?? new SharedArrayBuffer(size);
    this.#look();
    this.#ints[Header.dimensions] = dimensions;
    this.#ints[Header.key] = crypto.getRandomValues(new Int32Array(1))[0]!;
    if (this.frame) this.#floats.set(this.frame.mean, HEADER_SIZE / 4);
    this.#ints[Header.form] = formNumber(form);
  }

  /** What reader threads are sent. After growth of a plain array it is another one: send it with every query. */
  get shared(): SharedCodes {
    return this.#shared;
  }

  get count(): number {
    return this.#entries.size;
  }

  has(id: number): boolean {
    return this.#entries.has(id);
  }

  /** Memories that have a code. */
  members(): IterableIterator<number> {
    return this.#entries.keys();
  }

  /** What the int8 code of a memory tells of its vector; undefined without one, and of one-bit codes. */
  vectorOf(id: number): Float32Array | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined || this.form !== 'int8') return undefined;
    const code = new Int8Array(this.#bytes.buffer, codeAt(this.#shape, entry), this.dimensions);
    return dequantise({ scale: this.#floats[this.#headOf(entry) + Word.scale]!, code });
  }

  /** Bytes in use, freed entries included. */
  get bytes(): number {
    return entriesAt(this.#shape) + this.#length * entrySize(this.#shape);
  }

  /** Throws DIMENSION_MISMATCH or INVALID_INPUT. */
  encode(vector: Float32Array): Code | BitCode {
    if (this.frame) return encodeBits(this.frame, vector);
    checkVector(vector, this.dimensions);
    return quantise(vector);
  }

  /** Adds or replaces the code of a memory. Throws DIMENSION_MISMATCH, INVALID_INPUT, or RAM_PRESSURE beyond 4 GiB. */
  put(id: number, scope: number, state: number, code: Code | BitCode): void {
    if (this.#wiped) return;
    const bytes = this.#check(id, scope, code);
    const entry = this.#free.pop() ?? this.#reclaim() ?? this.#append();
    const head = this.#headOf(entry);
    this.#ints[head + Word.id] = id;
    this.#floats[head + Word.scale] = code.scale;
    this.#floats[head + Word.offset] = 'bits' in code ? code.offset : 0;
    const first = this.frame ? planeSize(this.#shape) : bytes.length;
    this.#bytes.set(bytes.subarray(0, first), codeAt(this.#shape, entry));
    if (this.frame) this.#bytes.set(bytes.subarray(first), finerAt(this.#shape, entry));
    const old = this.#entries.get(id);
    if (old !== undefined) this.#clear(old);
    this.#entries.set(id, entry);
    Atomics.store(this.#ints, head + Word.place, placeOf(scope, state));
    if (entry === this.#length) Atomics.store(this.#ints, Header.count, entry + 1);
  }

  /** A change of status or scope, in place. Unknown ids are ignored. */
  change(id: number, scope: number, state: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    checkScope(scope);
    Atomics.store(this.#ints, this.#headOf(entry) + Word.place, placeOf(scope, state));
  }

  /** Takes a memory out and overwrites its code. Unknown ids are ignored. */
  remove(id: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#clear(entry);
    this.#entries.delete(id);
  }

  /** Overwrites everything, for lock. Searches find nothing from then on, and puts are ignored. */
  wipe(): void {
    this.#wiped = true;
    new Uint8Array(bufferOf(this.#shared)).fill(0);
    for (const buffer of this.#outgrown.splice(0)) new Uint8Array(buffer).fill(0);
    this.#entries.clear();
    this.#free = [];
    this.#freed = [];
  }

  get #length(): number {
    return this.#ints[Header.count]!;
  }

  /** The word its head begins at. */
  #headOf(entry: number): number {
    return headAt(this.#shape, entry) / 4;
  }

  #check(id: number, scope: number, code: Code | BitCode): Uint8Array | Int8Array {
    if (!Number.isInteger(id) || id < 0 || id > HIGHEST_ID) throw new EngramError('INVALID_INPUT', { detail: 'an id that is no memory number' });
    checkScope(scope);
    const bytes = 'bits' in code ? code.bits : code.code;
    if ('bits' in code !== (this.form === 'one-bit') || bytes.length !== (this.frame ? PLANES * planeSize(this.#shape) : this.dimensions))
      throw new EngramError('DIMENSION_MISMATCH', { detail: `a code of ${bytes.length} bytes` });
    if (!Number.isFinite(code.scale) || ('bits' in code && !Number.isFinite(code.offset))) throw new EngramError('INVALID_INPUT', { detail: 'a code whose scale is no number' });
    return bytes;
  }

  #clear(entry: number): void {
    const head = this.#headOf(entry);
    Atomics.store(this.#ints, head + Word.place, placeOf(0, State.dead));
    for (const [from, size] of [[codeAt(this.#shape, entry), codeSize(this.#shape)], [finerAt(this.#shape, entry), this.frame ? (PLANES - 1) * planeSize(this.#shape) : 0]] as const)
      this.#bytes.fill(0, from, from + size);
    this.#freed.push(entry);
  }

  /** A freed entry that no scan can be reading. */
  #reclaim(): number | undefined {
    if (this.#freed.length === 0 || Atomics.load(this.#ints, Header.scans) > 0) return undefined;
    [this.#free, this.#freed] = [this.#freed, []];
    return this.#free.pop();
  }

  #append(): number {
    const entry = this.#length;
    const needed = sizeFor(this.#shape, entry + 1);
    if (needed > this.#bytes.length) this.#grow(needed);
    return entry;
  }

  /** To twice the size; throws RAM_PRESSURE when there is no more. */
  #grow(needed: number): void {
    const now = this.#bytes.length;
    try {
      if (isSharedMemory(this.#shared)) {
        const pages = Math.min(Math.ceil((2 * now) / PAGE_SIZE), MOST_PAGES);
        this.#shared.grow(Math.max(pages, Math.ceil(needed / PAGE_SIZE)) - now / PAGE_SIZE);
      } else {
        const next = new SharedArrayBuffer(2 * now);
        new Uint8Array(next).set(this.#bytes);
        this.#outgrown.push(this.#shared);
        this.#shared = next;
      }
    } catch (error) {
      throw new EngramError('RAM_PRESSURE', { detail: 'no room for more codes' }, { cause: error });
    }
    this.#look();
    // Scans under way were copied with the header, but they end on the array they began on.
    if (!isSharedMemory(this.#shared)) Atomics.store(this.#ints, Header.scans, 0);
  }

  #look(): void {
    const buffer = bufferOf(this.#shared);
    this.#ints = new Int32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
    this.#floats = new Float32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
    this.#bytes = new Uint8Array(buffer);
  }
}

function checkScope(scope: number): void {
  if (!Number.isInteger(scope) || scope < 0 || scope > HIGHEST_SCOPE) throw new EngramError('INVALID_INPUT', { detail: 'a scope that is no scope number' });
}
