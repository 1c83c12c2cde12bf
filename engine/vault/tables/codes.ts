import { EngramError } from '../../../contract/index.ts';
import {
  asCoded, codedDimensions, createFrame, dequantise, encodeBits, FRAME_VERSION, meanOf, packBits, State, unpackBits, type BitCode, type Code, type Form, type Frame, type Metric,
} from '../../../native/vector-scan/index.ts';
import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';

/** Vectors the mean of a space is taken from; some thousands place it well. */
const MEAN_SAMPLE = 10_000;

export const bytesOf = (array: Float32Array | Int8Array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
/** A copy, because the bytes of a row need not lie where floats may. */
export const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(new Uint8Array(bytes).buffer);

export function packCode(code: Code): Buffer {
  const out = Buffer.alloc(4 + code.code.length);
  out.writeFloatLE(code.scale, 0);
  out.set(bytesOf(code.code), 4);
  return out;
}

export function unpackCode(blob: Uint8Array): Code {
  const view = Buffer.from(blob.buffer, blob.byteOffset, blob.length);
  return { scale: view.readFloatLE(0), code: new Int8Array(blob.buffer, blob.byteOffset + 4, blob.length - 4) };
}

/** Codes or vectors of several memories in few arrays: a thousand small objects would cost more on their way between threads than all else. */
export interface CodePage {
  memories: Int32Array;
  scopes: Int32Array;
  states: Uint8Array;
  /** One after the other, of equal length. */
  codes: Uint8Array;
}

/** What is read of a space: codes of either form, exact vectors (float32), or nothing but who is in it. */
export type Stored = Form | 'exact' | 'members';
const columns: Record<Stored, { table: string; column: string }> = {
  int8: { table: 'vector_codes', column: 'e.code' }, 'one-bit': { table: 'bit_codes', column: 'e.bits' }, exact: { table: 'memory_embeddings', column: 'e.exact' }, members: { table: 'vector_codes', column: `x''` },
};

const stateOf = (status: string): number => (status === 'active' ? State.live : State.past);

function pageOf(rows: readonly [memory: number, scope: number, status: string, code: Uint8Array][]): CodePage {
  const size = rows[0]?.[3].length ?? 0;
  const page = { memories: new Int32Array(rows.length), scopes: new Int32Array(rows.length), states: new Uint8Array(rows.length), codes: new Uint8Array(rows.length * size) };
  rows.forEach(([memory, scope, status, code], i) => {
    page.memories[i] = memory;
    page.scopes[i] = scope;
    page.states[i] = stateOf(status);
    page.codes.set(code, i * size);
  });
  return page;
}

/** Codes of a space in order of memory, after a given one; only what can be recalled. */
export function codesAfter(db: ReadableVault, query: { space: number; after: number; limit: number; of: Stored }): CodePage {
  const { table, column } = columns[query.of];
  return pageOf(db.prepare(`
    SELECT e.memory, m.scope, m.status, ${column} FROM ${table} e JOIN memories m ON m.id = e.memory
    WHERE e.space = ? AND e.memory > ? AND m.status IN ('active', 'superseded') ORDER BY e.memory LIMIT ?`)
    .raw().all(query.space, query.after, query.limit) as [number, number, string, Uint8Array][]);
}

/** The same of some memories; those that cannot be recalled are left out. */
export function codesOf(db: ReadableVault, query: { space: number; ids: readonly number[]; of: Stored }): CodePage {
  const { table, column } = columns[query.of];
  return pageOf(db.prepare(`
    SELECT e.memory, m.scope, m.status, ${column} FROM json_each(?) asked JOIN ${table} e ON e.space = ? AND e.memory = asked.value JOIN memories m ON m.id = e.memory
    WHERE m.status IN ('active', 'superseded')`).raw().all(JSON.stringify(query.ids), query.space) as [number, number, string, Uint8Array][]);
}

/** The parts of a page, as views into it. */
export function* itemsOf<Item>(page: CodePage, unpack: (bytes: Uint8Array) => Item): Generator<{ id: number; scope: number; state: number; code: Item }> {
  const size = page.memories.length === 0 ? 0 : page.codes.length / page.memories.length;
  for (let i = 0; i < page.memories.length; i++)
    yield { id: page.memories[i]!, scope: page.scopes[i]!, state: page.states[i]!, code: unpack(page.codes.subarray(i * size, (i + 1) * size)) };
}

export const unpackAs: Record<Form, (bytes: Uint8Array) => Code | BitCode> = { int8: unpackCode, 'one-bit': unpackBits };

export interface SpaceFrame {
  dimensions: number;
  metric: Metric;
  frame: number | null;
  mean: Uint8Array | null;
}

/** While the codes of a space are being made, the version stands negative: a start then looks for those that are missing. */
const isCurrent = (row: Pick<SpaceFrame, 'frame' | 'mean'>): row is { frame: number; mean: Uint8Array } => Math.abs(row.frame ?? 0) === FRAME_VERSION && row.mean !== null;

let known: { mean: Uint8Array; frame: Frame } | null = null;

/** Where a space's one-bit codes are taken; null while it has none, or only such of an older version. */
export function frameOf(row: Pick<SpaceFrame, 'frame' | 'mean'>): Frame | null {
  if (!isCurrent(row)) return null;
  if (!known || Buffer.compare(known.mean, row.mean) !== 0) known = { mean: row.mean, frame: createFrame(floatsOf(row.mean)) };
  return known.frame;
}

/** The mean of a space's frame, and whether every vector has its one-bit code; null while it has no frame. */
export function spaceFrame(db: ReadableVault, query: { space: number }): { mean: Float32Array; whole: boolean } | null {
  const row = get<SpaceFrame>(db, 'SELECT dimensions, metric, frame, mean FROM spaces WHERE id = ?', query.space);
  return row && isCurrent(row) ? { mean: floatsOf(row.mean), whole: row.frame === FRAME_VERSION } : null;
}

/**
 * Makes the frame of a space from its codes, once; from then on every vector gets a one-bit code, too.
 * Codes of an older version of the transform go. Throws NOT_FOUND.
 */
export function beginBits(db: WritableVault, change: { space: number }): Float32Array {
  const row = get<SpaceFrame>(db, 'SELECT dimensions, metric, frame, mean FROM spaces WHERE id = ?', change.space);
  if (!row) throw new EngramError('NOT_FOUND');
  const there = spaceFrame(db, change);
  if (there) return there.mean;
  const { n } = get<{ n: number }>(db, 'SELECT count(*) AS n FROM vector_codes WHERE space = ?', change.space)!;
  const sample = db.prepare('SELECT code FROM vector_codes WHERE space = ? AND memory % ? = 0 LIMIT ?').pluck()
    .iterate(change.space, Math.max(1, Math.floor(n / MEAN_SAMPLE)), MEAN_SAMPLE) as Iterable<Uint8Array>;
  const vectors = function* () {
    for (const code of sample) yield dequantise(unpackCode(code));
  };
  const mean = meanOf(vectors(), codedDimensions(row.metric, row.dimensions));
  run(db, 'DELETE FROM bit_codes WHERE space = ?', change.space);
  run(db, 'UPDATE spaces SET frame = ?, mean = ? WHERE id = ?', -FRAME_VERSION, bytesOf(mean), change.space);
  return mean;
}

/** Gives vectors after a memory their one-bit codes where they lack them. Returns the last memory it looked at; null when none is left. */
export function fillBits(db: WritableVault, change: { space: number; after: number; limit: number }): number | null {
  const space = get<SpaceFrame>(db, 'SELECT dimensions, metric, frame, mean FROM spaces WHERE id = ?', change.space);
  const frame = space && frameOf(space);
  if (!frame) return null;
  const rows = all<{ memory: number; exact: Uint8Array }>(db, `
    SELECT e.memory, e.exact FROM memory_embeddings e WHERE e.space = ? AND e.memory > ?
    AND NOT EXISTS (SELECT 1 FROM bit_codes b WHERE b.space = e.space AND b.memory = e.memory) ORDER BY e.memory LIMIT ?`, change.space, change.after, change.limit);
  for (const { memory, exact } of rows) putBits(db, change.space, memory, frame, asCoded(space.metric, floatsOf(exact)));
  if (rows.length === change.limit) return rows.at(-1)!.memory;
  run(db, 'UPDATE spaces SET frame = ? WHERE id = ?', FRAME_VERSION, change.space);
  return null;
}

/** `coded` as `asCoded` gives it. */
export function putBits(db: WritableVault, space: number, memory: number, frame: Frame, coded: Float32Array): void {
  run(db, 'INSERT INTO bit_codes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET bits = excluded.bits', space, memory, packBits(encodeBits(frame, coded)));
}
