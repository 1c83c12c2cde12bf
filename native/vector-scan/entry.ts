import type { Form } from './form.ts';
import type { SharedMemory } from './webassembly.ts';

/**
 * The codes of one space in shared memory.
 *
 * Header, int32 words: entries so far · dimensions · form · scans under way · number of the table ·
 * rest zero, 64 bytes. One-bit codes: then the mean as float32, padded to 64 bytes. Then the entries,
 * fixed stride:
 * memory number (int32) · place (int32) · scale (float32) · offset (float32) · code, padded to 16.
 * The place holds scope and state in one word, so that a change of both is never seen by half.
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
/** Where the entries begin. */
export const entriesAt = ({ form, dimensions }: Shape): number => HEADER_SIZE + (form === 'int8' ? 0 : padded(dimensions * 4, 64));

/** What reader threads are given: memory a kernel can import, or a plain array where there is none. */
export type SharedCodes = SharedMemory | SharedArrayBuffer;
export const bufferOf = (shared: SharedCodes): SharedArrayBuffer => (shared instanceof SharedArrayBuffer ? shared : shared.buffer);

/** Dead entries are skipped; `past` ones answer only queries that ask for the past. */
export const State = { dead: 0, live: 1, past: 2 } as const;
