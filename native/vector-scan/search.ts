import { bufferOf, entryAt, formOf, Header, HEADER_SIZE, type Shape, type SharedCodes } from './entry.ts';
import type { Form } from './form.ts';
import { createFrame, type Frame } from './frame.ts';
import { buildKernel, FREE_SLOT, CANDIDATE_SIZE, HIT_SIZE, scanArguments, scratchPlan, SCOPE_HASH, type ScanArguments } from './kernel.ts';
import { entriesOf } from './part.ts';
import { bitQuery, CANDIDATES, CANDIDATES_PER_HIT, checkQuery, levelsOf, WHOLE, type BitQuery, type CodesQuery, type Levels, type ScanHit } from './query.ts';
import { byRank, scanBitsPlainly, scanInt8Plainly, type RawHit, type Seen, type Stretch } from './twin.ts';
import { compile, createScratch, instantiate, isSharedMemory, PAGE_SIZE, type PrivateMemory, type SharedMemory, type WasmModule } from './webassembly.ts';

/** `plain` uses the TypeScript twin even where the kernel would run. */
export type ScanWith = 'kernel' | 'plain';

/** Room for candidates, per candidate kept: the longer the list, the rarer it is cut. */
const ROOM_PER_CANDIDATE = 1.25;
/** Tables a thread stays ready for: the space in use and the one that takes its place. */
const READY_TABLES = 2;

interface Ready {
  scan: (...numbers: number[]) => number;
  frame: Frame | null;
}

/** By shape; null where this engine cannot run it. */
const modules = new Map<string, WasmModule | null>();
/** By the number of the table: posting memory to a thread makes a new object each time, so objects cannot be compared. */
const ready = new Map<number, Ready>();
let scratch: PrivateMemory | null = null;

/**
 * The best `k` of the visible codes, best first, equal scores by id. The filter is exact: what must not
 * be seen is not scored. Scores estimate inner products; with one-bit codes those of the candidates only.
 * Throws DIMENSION_MISMATCH or INVALID_INPUT. A wiped table has no hits.
 */
export function searchCodes(shared: SharedCodes, query: CodesQuery, using: ScanWith = 'kernel'): ScanHit[] {
  const header = new Int32Array(bufferOf(shared), 0, HEADER_SIZE / 4);
  const form = formOf(header[Header.form]!);
  if (form === null) return [];
  const shape: Shape = { form, dimensions: header[Header.dimensions]! };
  checkQuery(query, shape.dimensions);
  const scopes = query.scopes && new Set(query.scopes);
  if (query.k === 0 || scopes?.size === 0) return [];
  // While a scan is under way, no freed entry is used again; a scan that starts later sees that it is free.
  Atomics.add(header, Header.scans, 1);
  try {
    const stretch = entriesOf(query.part ?? WHOLE, Atomics.load(header, Header.count));
    const count = stretch.to - stretch.from;
    const k = Math.min(query.k, count);
    if (k === 0) return [];
    const seen = { k, scopes, past: query.past };
    const table = tableFor(shared, shape, header[Header.key]!, using);
    if (form === 'int8') {
      const levels = levelsOf(query.vector);
      const hits = table.scan ? runKernel(table.scan, shape, stretch, seen, { levels }) : scanInt8Plainly(shared, shape, stretch, seen, levels);
      return hits.map(({ id, score }) => ({ id, score: score * levels.step }));
    }
    const candidates = (query.candidates ?? CANDIDATES) / (query.part ?? WHOLE).of;
    const wanted = Math.min(Math.max(Math.ceil(candidates), k * CANDIDATES_PER_HIT), count);
    const bits = bitQuery(table.frame!, query.vector);
    const hits = table.scan ? runKernel(table.scan, shape, stretch, seen, { bits, wanted }) : scanBitsPlainly(shared, shape, stretch, seen, bits, wanted);
    return hits.map(({ id, score }) => ({ id, score: score + bits.base }));
  } finally {
    Atomics.sub(header, Header.scans, 1);
  }
}

/** Null when the table was wiped. */
export const formOfCodes = (shared: SharedCodes): Form | null => formOf(new Int32Array(bufferOf(shared), 0, HEADER_SIZE / 4)[Header.form]!);

/** Whether the kernel runs here for codes of this shape. */
export const hasKernel = (shape: Shape): boolean => moduleFor(shape) !== null;

function moduleFor(shape: Shape): WasmModule | null {
  const name = `${shape.form} ${shape.dimensions}`;
  const known = modules.get(name);
  if (known !== undefined) return known;
  const made = compile(buildKernel(shape));
  modules.set(name, made);
  return made;
}

function tableFor(shared: SharedCodes, shape: Shape, key: number, using: ScanWith): { scan: Ready['scan'] | null; frame: Frame | null } {
  const known = ready.get(key);
  const frame = known?.frame ?? (shape.form === 'one-bit' ? createFrame(new Float32Array(bufferOf(shared), HEADER_SIZE, shape.dimensions).slice()) : null);
  if (using === 'plain' || !isSharedMemory(shared)) return { scan: null, frame };
  if (known) return known;
  const module = moduleFor(shape);
  if (module === null) return { scan: null, frame };
  const made = { scan: start(module, shared), frame };
  if (ready.size >= READY_TABLES) ready.delete(ready.keys().next().value!);
  ready.set(key, made);
  return made;
}

function start(module: WasmModule, codes: SharedMemory): Ready['scan'] {
  scratch ??= createScratch();
  return instantiate(module, { codes, scratch }).scan as Ready['scan'];
}

type KernelQuery = { levels: Levels } | { bits: BitQuery; wanted: number };

/** Lays the query out in this thread's memory, scans, and reads the hits. */
function runKernel(scan: Ready['scan'], shape: Shape, { from, to }: Stretch, seen: Seen, query: KernelQuery): RawHit[] {
  const plan = scratchPlan(shape);
  const wanted = 'wanted' in query ? query.wanted : 0;
  const slots = seen.scopes ? 2 ** Math.ceil(Math.log2(seen.scopes.size * 2)) : 0;
  const scopes = Math.ceil(plan.end / 16) * 16;
  const hits = scopes + slots * 4;
  const candidates = hits + seen.k * HIT_SIZE;
  const room = Math.ceil(wanted * ROOM_PER_CANDIDATE);
  const end = candidates + room * CANDIDATE_SIZE;
  const memory = scratch!;
  if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / PAGE_SIZE));
  const { buffer } = memory;
  new Uint8Array(buffer, 0, end).fill(0);
  if ('levels' in query) new Int16Array(buffer, plan.query).set(query.levels.levels);
  else {
    new Uint8Array(buffer, plan.query).set(query.bits.bits);
    new Int32Array(buffer, plan.table).set(query.bits.table);
  }
  if (seen.scopes) fillSlots(new Int32Array(buffer, scopes, slots), seen.scopes);
  const given: ScanArguments = {
    start: entryAt(shape, from), end: entryAt(shape, to), k: seen.k, hits, mostState: seen.past ? 2 : 1, scopes, scopeMask: slots - 1,
    step: 'bits' in query ? query.bits.step : 0, candidates, wanted, room,
  };
  const found = scan(...scanArguments.map((name) => given[name]));
  const ids = new Int32Array(buffer, hits, found * 2);
  const scores = new Float32Array(buffer, hits, found * 2);
  const rows = Array.from({ length: found }, (_, i) => ({ score: scores[2 * i]!, id: ids[2 * i + 1]! })).sort(byRank);
  // The question is not kept longer than it is asked.
  new Uint8Array(buffer, 0, end).fill(0);
  return rows;
}

/** Open addressing, half full at most: finding a scope takes a step or two however many there are. */
function fillSlots(slots: Int32Array, scopes: ReadonlySet<number>): void {
  slots.fill(FREE_SLOT);
  for (const scope of scopes) {
    let slot = Math.imul(scope, SCOPE_HASH) & (slots.length - 1);
    while (slots[slot] !== FREE_SLOT) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = scope;
  }
}
