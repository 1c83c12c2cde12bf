import type { Form } from './form.ts';
import { PLANES } from './planes.ts';
import type { SharedMemory } from './webassembly.ts';

/**
 * The codes of one space in shared memory.
 *
 * Header, int32 words: entries so far · dimensions · form · scans under way · number of the table ·
 * rest zero, 64 bytes. One-bit codes: then the mean as float32, padded to 64 bytes. Then blocks of 1,024
 * entries, fixed stride:
 * memory number (int32) · place (int32) · scale (float32) · offset (float32) · code, padded to 16.
 * The place holds scope and state in one word, so that a change of both is never seen by half.
 * One-bit codes: after the entries of a block their finer planes, so that a scan of the signs reads nothing else.
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
/** Bytes of a code with its padding. */
export const codeSize = ({ form, dimensions }: Shape): number => padded(form === 'int8' ? dimensions : Math.ceil(dimensions / 8), 16);
export const entrySize = (shape: Shape): number => HEAD_SIZE + codeSize(shape);
/** Bytes of one plane, a bit per dimension. */
export const planeSize = ({ dimensions }: Pick<Shape, 'dimensions'>): number => Math.ceil(dimensions / 8);
/** Bytes of the planes that stand behind the entries of a block. */
export const finerSize = (shape: Shape): number => (shape.form === 'int8' ? 0 : (PLANES - 1) * planeSize(shape));

/** Entries of a block. */
export const BLOCK = 1024;
export const blockSize = (shape: Shape): number => BLOCK * (entrySize(shape) + finerSize(shape));
/** Where the blocks begin. */
export const entriesAt = ({ form, dimensions }: Shape): number => HEADER_SIZE + (form === 'int8' ? 0 : padded(dimensions * 4, 64));
/** Where an entry lies; of their number, where they end. */
export const entryAt = (shape: Shape, entry: number): number => entriesAt(shape) + Math.floor(entry / BLOCK) * blockSize(shape) + (entry % BLOCK) * entrySize(shape);
/** Where the finer planes of an entry lie. */
export const finerAt = (shape: Shape, entry: number): number =>
  entriesAt(shape) + Math.floor(entry / BLOCK) * blockSize(shape) + BLOCK * entrySize(shape) + (entry % BLOCK) * finerSize(shape);
/** Bytes that hold so many entries. */
export const sizeFor = (shape: Shape, entries: number): number => entriesAt(shape) + Math.ceil(entries / BLOCK) * blockSize(shape);

/** What reader threads are given: memory a kernel can import, or a plain array where there is none. */
export type SharedCodes = SharedMemory | SharedArrayBuffer;
export const bufferOf = (shared: SharedCodes): SharedArrayBuffer => (shared instanceof SharedArrayBuffer ? shared : shared.buffer);

/** Dead entries are skipped; `past` ones answer only queries that ask for the past. */
export const State = { dead: 0, live: 1, past: 2 } as const;
