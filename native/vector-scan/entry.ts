import type { Form } from './form.ts';
import { PLANES } from './planes.ts';
import type { SharedMemory } from './webassembly.ts';

/**
 * The codes of one space in shared memory.
 *
 * Header, int32 words: entries so far · dimensions · form · scans under way · number of the table ·
 * rest zero, 64 bytes. One-bit codes: then the mean as float32, padded to 64 bytes. Then blocks of 1,024
 * entries. An entry is a head and a code. The head:
 * memory number (int32) · place (int32) · scale (float32) · offset (float32).
 * The place holds scope and state in one word, so that a change of both is never seen by half.
 * int8: each head before its code. One-bit: first the signs of all entries of the block, then each head with
 * its finer planes, because a scan takes as long as what it reads, and it reads the signs of all entries and
 * the heads of few.
 */
export const HEADER_SIZE = 64;
export const HEAD_SIZE = 16;
export const Header = { count: 0, dimensions: 1, form: 2, scans: 3, key: 4 } as const;
export const Word = { id: 0, place: 1, scale: 2, offset: 3 } as const;

export const STATE_BITS = 2;
export const STATE_MASK = 2 ** STATE_BITS - 1;
export const HIGHEST_SCOPE = 2 ** (31 - STATE_BITS) - 1;
export const HIGHEST_ID = 2 ** 31 - 1;
export const placeOf = (scope: number, state: number): number => (scope << STATE_BITS) | state;

/** Numbers of the forms in the header; 0 is a wiped table. */
const forms: readonly (Form | null)[] = [null, 'int8', 'one-bit'];
export const formNumber = (form: Form): number => forms.indexOf(form);
export const formOf = (number: number): Form | null => forms[number] ?? null;

const padded = (size: number, to: number): number => Math.ceil(size / to) * to;

export interface Shape {
  form: Form;
  dimensions: number;
}
/** Bytes of what is scanned of a code, padded to 16: int8 levels, or signs. */
export const codeSize = ({ form, dimensions }: Shape): number => padded(form === 'int8' ? dimensions : Math.ceil(dimensions / 8), 16);
/** Bytes of one plane, a bit per dimension. */
export const planeSize = ({ dimensions }: Pick<Shape, 'dimensions'>): number => Math.ceil(dimensions / 8);
/** Bytes from one entry to the next where they are scanned. */
export const scannedSize = (shape: Shape): number => (shape.form === 'int8' ? HEAD_SIZE : 0) + codeSize(shape);
/** Bytes of an entry behind the scanned part of its block. */
export const behindSize = (shape: Shape): number => (shape.form === 'int8' ? 0 : padded(HEAD_SIZE + (PLANES - 1) * planeSize(shape), 4));
/** Bytes of a whole entry. */
export const entrySize = (shape: Shape): number => scannedSize(shape) + behindSize(shape);

/** Entries of a block. */
export const BLOCK = 1024;
export const blockSize = (shape: Shape): number => BLOCK * entrySize(shape);
/** Where the blocks begin. */
export const entriesAt = ({ form, dimensions }: Shape): number => HEADER_SIZE + (form === 'int8' ? 0 : padded(dimensions * 4, 64));
const blockAt = (shape: Shape, entry: number): number => entriesAt(shape) + Math.floor(entry / BLOCK) * blockSize(shape);
/** Where a scan meets an entry; of their number, where it ends. */
export const entryAt = (shape: Shape, entry: number): number => blockAt(shape, entry) + (entry % BLOCK) * scannedSize(shape);
export const codeAt = (shape: Shape, entry: number): number => entryAt(shape, entry) + (shape.form === 'int8' ? HEAD_SIZE : 0);
export const headAt = (shape: Shape, entry: number): number =>
  shape.form === 'int8' ? entryAt(shape, entry) : blockAt(shape, entry) + BLOCK * scannedSize(shape) + (entry % BLOCK) * behindSize(shape);
/** Where the finer planes of an entry lie. */
export const finerAt = (shape: Shape, entry: number): number => headAt(shape, entry) + HEAD_SIZE;
/** Bytes that hold so many entries. */
export const sizeFor = (shape: Shape, entries: number): number => entriesAt(shape) + Math.ceil(entries / BLOCK) * blockSize(shape);

/** What reader threads are given: memory a kernel can import, or a plain array where there is none. */
export type SharedCodes = SharedMemory | SharedArrayBuffer;
export const bufferOf = (shared: SharedCodes): SharedArrayBuffer => (shared instanceof SharedArrayBuffer ? shared : shared.buffer);

/** Dead entries are skipped; `past` ones answer only queries that ask for the past. */
export const State = { dead: 0, live: 1, past: 2 } as const;
