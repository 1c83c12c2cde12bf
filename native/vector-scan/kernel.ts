import { f32, FunctionBody, flow, i32, ModuleBuilder, v128, ValueType, type Code, type Variable } from './assembler.ts';
import { behindSize, BLOCK, blockSize, codeSize, entriesAt, HEAD_SIZE, planeSize, scannedSize, STATE_BITS, STATE_MASK, Word, type Shape } from './entry.ts';
import { PLANE_WEIGHTS } from './planes.ts';
import { MOST_PAGES, scratchPages } from './webassembly.ts';

/** Memory 0: the codes, shared by all threads. Memory 1: this thread's query and hits. */
const CODES = 0;
const SCRATCH = 1;
const VECTOR = 16;
/** (score, id) and (address, distance). */
export const HIT_SIZE = 8;
export const CANDIDATE_SIZE = 8;
/** Marks a free slot in the table of scopes; no scope has this number. */
export const FREE_SLOT = -1;
/** Spreads scope numbers over their table (2^32 divided by the golden ratio). */
export const SCOPE_HASH = 0x9e37_79b1 | 0;
/** Sixteen counts of at most 8 bits each fit a byte this often. */
const POPCOUNTS_PER_BYTE = 31;

/** Where a thread's memory holds what; all but the last three depend on the shape only. */
export interface ScratchPlan {
  query: number;
  /** Sums per code byte and value (one-bit). */
  table: number;
  /** Candidates per distance (one-bit). */
  histogram: number;
  end: number;
}

/** The query: int16 levels, or its bits. */
export function scratchPlan(shape: Shape): ScratchPlan {
  const size = codeSize(shape);
  if (shape.form === 'int8') return { query: 0, table: 0, histogram: 0, end: 2 * size };
  const table = size;
  const histogram = table + size * 256 * 4;
  return { query: 0, table, histogram, end: histogram + (shape.dimensions + 1) * 4 };
}

/** Numbers the `scan` of a kernel is called with, in this order. */
export const scanArguments = ['start', 'end', 'k', 'hits', 'mostState', 'scopes', 'scopeMask', 'step', 'candidates', 'wanted', 'room'] as const;
export type ScanArguments = Record<(typeof scanArguments)[number], number>;

type Each = (...work: Code[]) => Code;
type Given = Record<(typeof scanArguments)[number], Variable>;

/**
 * A module for codes of one shape. `scan` looks at every entry from address `start`, where a block begins, to `end`, skips those that
 * must not be seen, and leaves the best `k` at `hits` as (score float32, id int32), in no order; it
 * returns how many. Equal scores go to the lower id. Unrolled for the dimensions at hand.
 */
export function buildKernel(shape: Shape): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder([
    { name: 'codes', shared: true, pages: 1, mostPages: MOST_PAGES },
    { name: 'scratch', shared: false, pages: 1, mostPages: scratchPages },
  ]);
  const heap = addHeap(module);
  const body = new FunctionBody(ValueType.i32);
  const given = Object.fromEntries(scanArguments.map((name) => [name, body.parameter(name === 'step' ? ValueType.f32 : ValueType.i32)])) as Given;
  const entry = body.local(ValueType.i32);
  const place = body.local(ValueType.i32);
  const start = [...heap.reset(given.hits.get, given.k.get), ...entry.set(given.start.get)];
  const behind = BLOCK * behindSize(shape);
  const blockEnd = body.local(ValueType.i32);
  if (behind > 0) start.push(...blockEnd.set(i32.add(given.start.get, i32.const(BLOCK * scannedSize(shape)))));
  const pastBehind = behind === 0 ? [] : [flow.when(i32.eq(entry.get, blockEnd.get),
    entry.set(i32.add(entry.get, i32.const(behind))), blockEnd.set(i32.add(blockEnd.get, i32.const(blockSize(shape)))))];
  const each = (...work: Code[]): Code => flow.loop(flow.when(i32.ltU(entry.get, given.end.get),
    flow.block(...work),
    entry.set(i32.add(entry.get, i32.const(scannedSize(shape)))), ...pastBehind, flow.to(1)));
  body.code = [...start, ...(shape.form === 'int8' ? int8Scan(shape, body, given, entry, place, each, heap) : bitScan(shape, body, given, entry, place, each, heap)), ...heap.size.get];
  module.function('scan', body);
  return module.build();
}

const placeAt = (head: Variable): Code => i32.atomicLoad(CODES, head.get, Word.place * 4);

/** Leaves the innermost block when the entry must not be seen. */
function visible(body: FunctionBody, given: Given, head: Variable, place: Variable): Code[] {
  const scope = body.local(ValueType.i32);
  const slot = body.local(ValueType.i32);
  const found = body.local(ValueType.i32);
  return [
    // Atomic, so that the code is read after the word that shows it.
    place.set(placeAt(head)),
    // Dead is 0 and wraps around to a large number.
    flow.toWhen(0, i32.geU(i32.sub(i32.and(place.get, i32.const(STATE_MASK)), i32.const(1)), given.mostState.get)),
    flow.when(i32.geS(given.scopeMask.get, i32.const(0)),
      scope.set(i32.shrU(place.get, i32.const(STATE_BITS))),
      slot.set(i32.mul(scope.get, i32.const(SCOPE_HASH))),
      flow.loop(
        found.set(i32.load(SCRATCH, i32.add(given.scopes.get, i32.shl(slot.tee(i32.and(slot.get, given.scopeMask.get)), i32.const(2))))),
        flow.toWhen(2, i32.eq(found.get, i32.const(FREE_SLOT))),
        flow.when(i32.ne(found.get, scope.get), slot.set(i32.add(slot.get, i32.const(1))), flow.to(1)))),
  ];
}

interface Heap {
  size: Variable;
  reset: (hits: Code, k: Code) => Code;
  /** Takes the entry in when it belongs to the best and was not removed or moved meanwhile; cheap for those that do not. */
  offer: (score: Variable, head: Variable, place: Variable) => Code;
}

/** The best k so far, the worst of them on top. */
function addHeap(module: ModuleBuilder): Heap {
  const hits = module.global('i32');
  const k = module.global('i32');
  const size = module.global('i32');
  const worst = module.global('f32');
  const at = (index: Code): Code => i32.add(hits.get, i32.shl(index, i32.const(3)));

  /** (score a, id a) is worse than what lies at an address. */
  const worse = new FunctionBody(ValueType.i32);
  {
    const [score, id, other] = [worse.parameter(ValueType.f32), worse.parameter(ValueType.i32), worse.parameter(ValueType.i32)];
    const there = worse.local(ValueType.f32);
    worse.code = i32.or(
      f32.lt(score.get, there.tee(f32.load(SCRATCH, other.get))),
      i32.and(f32.eq(score.get, there.get), i32.gtS(id.get, i32.load(SCRATCH, other.get, 4))));
  }
  const isWorse = module.function(null, worse);

  const offer = new FunctionBody();
  const [score, id] = [offer.parameter(ValueType.f32), offer.parameter(ValueType.i32)];
  const [index, next, from] = [offer.local(ValueType.i32), offer.local(ValueType.i32), offer.local(ValueType.i32)];
  const put = (to: Code): Code => [...f32.store(SCRATCH, at(to), score.get), ...i32.store(SCRATCH, at(to), id.get, 4)];
  const move = (to: Code, source: Code): Code => [
    ...f32.store(SCRATCH, at(to), f32.load(SCRATCH, source)), ...i32.store(SCRATCH, at(to), i32.load(SCRATCH, source, 4), 4)];
  const isWorseThan = (address: Code): Code => isWorse(score.get, id.get, address);
  const worseAt = (address: Code, than: Code): Code => isWorse(f32.load(SCRATCH, address), i32.load(SCRATCH, address, 4), than);
  const noteWorst = worst.set(f32.load(SCRATCH, hits.get));
  offer.code = [
    flow.when(i32.ltS(size.get, k.get),
      index.set(size.get),
      size.set(i32.add(size.get, i32.const(1))),
      flow.block(flow.loop(
        flow.toWhen(1, i32.eqz(index.get)),
        next.set(i32.shrU(i32.sub(index.get, i32.const(1)), i32.const(1))),
        flow.toWhen(1, i32.eqz(isWorseThan(at(next.get)))),
        move(index.get, at(next.get)),
        index.set(next.get),
        flow.to(0))),
      put(index.get),
      flow.when(i32.eq(size.get, k.get), noteWorst),
      flow.leave),
    flow.when(isWorseThan(hits.get), flow.leave),
    index.set(i32.const(0)),
    flow.block(flow.loop(
      next.set(i32.add(i32.shl(index.get, i32.const(1)), i32.const(1))),
      flow.toWhen(1, i32.geS(next.get, size.get)),
      from.set(at(next.get)),
      flow.when(i32.ltS(i32.add(next.get, i32.const(1)), size.get),
        flow.when(worseAt(i32.add(from.get, i32.const(HIT_SIZE)), from.get),
          next.set(i32.add(next.get, i32.const(1))),
          from.set(i32.add(from.get, i32.const(HIT_SIZE))))),
      // The smaller child is no worse than the newcomer: here is its place.
      flow.toWhen(1, i32.eqz(worseAt(from.get, hitOf(put, index, at)))),
      move(index.get, from.get),
      index.set(next.get),
      flow.to(0))),
    put(index.get),
    noteWorst,
  ].flat();
  const call = module.function(null, offer);
  return {
    size,
    reset: (hitsAt, most) => [...hits.set(hitsAt), ...k.set(most), ...size.set(i32.const(0)), ...worst.set(f32.const(-Infinity))],
    offer: (value, head, place) => flow.when(i32.eqz(f32.lt(value.get, worst.get)),
      flow.when(i32.eq(placeAt(head), place.get), call(value.get, i32.load(CODES, head.get, Word.id * 4)))),
  };
}

/** Writes the newcomer where the gap is, so that it can be compared by address, and gives that address. */
const hitOf = (put: (to: Code) => Code, index: Variable, at: (index: Code) => Code): Code => [...put(index.get), ...at(index.get)];

/** Sum of the four lanes. */
function lanesSum(vector: Variable): Code {
  const lane = (i: number): Code => v128.lane32(vector.get, i);
  return i32.add(i32.add(lane(0), lane(1)), i32.add(lane(2), lane(3)));
}

/** Score: (Σ levels · code) as float32, times the scale of the code. */
function int8Scan(shape: Shape, body: FunctionBody, given: Given, entry: Variable, place: Variable, each: Each, heap: Heap): Code {
  const { query } = scratchPlan(shape);
  const score = body.local(ValueType.f32);
  // Two sums, so that one addition does not wait for the other.
  const sums = [body.local(ValueType.v128), body.local(ValueType.v128)] as const;
  const zero = body.local(ValueType.i32);
  const steps = Array.from({ length: codeSize(shape) / 8 }, (_, i) => {
    const product = v128.dot16(v128.loadWidened(CODES, entry.get, HEAD_SIZE + i * 8), v128.load(SCRATCH, zero.get, query + i * VECTOR));
    const sum = sums[i % 2]!;
    return sum.set(i < 2 ? product : v128.add32(sum.get, product));
  });
  return each(
    ...visible(body, given, entry, place),
    ...steps,
    sums[0].set(v128.add32(sums[0].get, sums[1].get)),
    score.set(f32.mul(f32.fromI32(lanesSum(sums[0])), f32.load(CODES, entry.get, Word.scale * 4))),
    heap.offer(score, entry, place));
}

/** Hamming distance to every visible code keeps the nearest candidates; those are scored with the levels of the query. */
function bitScan(shape: Shape, body: FunctionBody, given: Given, entry: Variable, place: Variable, each: Each, heap: Heap): Code {
  const plan = scratchPlan(shape);
  const size = codeSize(shape);
  const zero = body.local(ValueType.i32);
  const vectors = size / VECTOR;
  const query = Array.from({ length: vectors }, () => body.local(ValueType.v128));
  const [bytes, total] = [body.local(ValueType.v128), body.local(ValueType.v128)];
  const [distance, limit, held] = [body.local(ValueType.i32), body.local(ValueType.i32), body.local(ValueType.i32)];
  const [read, ties, index] = [body.local(ValueType.i32), body.local(ValueType.i32), body.local(ValueType.i32)];
  const score = body.local(ValueType.f32);

  const distanceOf: Code[] = [];
  for (let first = 0; first < vectors; first += POPCOUNTS_PER_BYTE) {
    for (let i = first; i < Math.min(vectors, first + POPCOUNTS_PER_BYTE); i++) {
      const counts = v128.popcount8(v128.xor(v128.load(CODES, entry.get, i * VECTOR), query[i]!.get));
      distanceOf.push(bytes.set(i === first ? counts : v128.add8(bytes.get, counts)));
    }
    const wide = v128.pairs16to32(v128.pairs8to16(bytes.get));
    distanceOf.push(total.set(first === 0 ? wide : v128.add32(total.get, wide)));
  }

  const bucket = (at: Code): Code => i32.add(i32.const(plan.histogram), i32.shl(at, i32.const(2)));
  const candidate = (at: Code): Code => i32.add(given.candidates.get, i32.shl(at, i32.const(3)));
  /** Keeps the `wanted` nearest: all below a distance, and the first found at it. From then on only nearer ones come in. */
  const keepNearest: Code[] = [
    limit.set(i32.const(-1)),
    ties.set(given.wanted.get),
    flow.loop(
      limit.set(i32.add(limit.get, i32.const(1))),
      index.set(i32.load(SCRATCH, bucket(limit.get))),
      flow.when(i32.ltS(index.get, ties.get), ties.set(i32.sub(ties.get, index.get)), flow.to(1))),
    i32.store(SCRATCH, bucket(limit.get), ties.get),
    read.set(i32.const(0)),
    index.set(i32.const(0)),
    flow.loop(flow.when(i32.ltS(read.get, held.get),
      flow.block(
        distance.set(i32.load(SCRATCH, candidate(read.get), 4)),
        flow.toWhen(0, i32.gtS(distance.get, limit.get)),
        flow.when(i32.eq(distance.get, limit.get),
          flow.toWhen(1, i32.eqz(ties.get)),
          ties.set(i32.sub(ties.get, i32.const(1)))),
        i32.store(SCRATCH, candidate(index.get), i32.load(SCRATCH, candidate(read.get))),
        i32.store(SCRATCH, candidate(index.get), distance.get, 4),
        index.set(i32.add(index.get, i32.const(1)))),
      read.set(i32.add(read.get, i32.const(1))),
      flow.to(1))),
    held.set(given.wanted.get),
  ];

  const head = body.local(ValueType.i32);
  const inBlock = body.local(ValueType.i32);
  const fromStart = (): Code => i32.sub(entry.get, i32.const(entriesAt(shape)));
  const findHead: Code[] = [
    head.set(i32.mul(i32.divU(fromStart(), i32.const(blockSize(shape))), i32.const(blockSize(shape)))),
    inBlock.set(i32.divU(i32.sub(fromStart(), head.get), i32.const(scannedSize(shape)))),
    head.set(i32.add(head.get, i32.add(i32.const(entriesAt(shape) + BLOCK * scannedSize(shape)), i32.mul(inBlock.get, i32.const(behindSize(shape)))))),
  ];
  const planeSum = (plane: number): Code => Array.from({ length: planeSize(shape) }, (_, byte) => {
    const code = plane === 0 ? i32.load8(CODES, entry.get, byte) : i32.load8(CODES, head.get, HEAD_SIZE + (plane - 1) * planeSize(shape) + byte);
    return i32.load(SCRATCH, i32.shl(code, i32.const(2)), plan.table + byte * 1024);
  }).reduce((sum, one) => i32.add(sum, one));
  const whole = PLANE_WEIGHTS.map((weight, plane) => i32.mul(planeSum(plane), i32.const(weight))).reduce((sum, one) => i32.add(sum, one));
  const estimate = f32.add(
    f32.mul(f32.mul(f32.fromI32(whole), f32.load(CODES, head.get, Word.scale * 4)), given.step.get),
    f32.load(CODES, head.get, Word.offset * 4));

  return [
    ...query.map((part, i) => part.set(v128.load(SCRATCH, zero.get, plan.query + i * VECTOR))),
    limit.set(i32.const(shape.dimensions + 1)),
    each(
      ...distanceOf,
      // Few are near enough, so it is asked of few whether they may be seen; those that are kept are asked again before they are scored.
      flow.toWhen(0, i32.geS(distance.tee(lanesSum(total)), limit.get)),
      ...findHead,
      ...visible(body, given, head, place),
      i32.store(SCRATCH, candidate(held.get), entry.get),
      i32.store(SCRATCH, candidate(held.get), distance.get, 4),
      i32.store(SCRATCH, bucket(distance.get), i32.add(i32.load(SCRATCH, bucket(distance.get)), i32.const(1))),
      held.set(i32.add(held.get, i32.const(1))),
      flow.when(i32.eq(held.get, given.room.get), ...keepNearest)),
    flow.when(i32.gtS(held.get, given.wanted.get), ...keepNearest),
    index.set(i32.const(0)),
    flow.loop(flow.when(i32.ltS(index.get, held.get),
      entry.set(i32.load(SCRATCH, candidate(index.get))),
      flow.block(...findHead, ...visible(body, given, head, place), score.set(estimate), heap.offer(score, head, place)),
      index.set(i32.add(index.get, i32.const(1))),
      flow.to(1))),
  ].flat();
}
