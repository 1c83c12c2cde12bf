import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clusters, nearest } from '../../bench/clusters.ts';
import { CANDIDATES, chooseForm, codeScore, createFrame, encodeBits, hasKernel, INT8_MOST_VECTORS, meanOf, mergeParts, ONE_BIT_LEAST_DIMENSIONS, packBits, partsFor, quantise, RESCORED, rescoreHits, SCANNED_BY_ONE, searchCodes, SpaceCodes, State, unpackBits, type CodesQuery, type Form, type ScanHit } from './index.ts';
import { bufferOf, entriesAt, entrySize, Header, Word } from './entry.ts';
import { turn } from './frame.ts';
import { halfSteps, stepsOf } from './planes.ts';
import { bitQuery, levelsOf } from './query.ts';
import { seeded } from '../../bench/seeded.ts';

const form = fc.constantFrom<Form>('int8', 'one-bit');
/** Odd lengths, powers of two and all between; long ones too, but not in every run. */
const dimensions = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 70 }) }, { weight: 2, arbitrary: fc.integer({ min: 71, max: 1024 }) }, { weight: 1, arbitrary: fc.constantFrom(16, 128, 384, 1024) });
const state = fc.constantFrom<number>(State.live, State.live, State.past, State.dead);

interface Entry {
  scope: number;
  state: number;
  vector: Float32Array;
}
type Step =
  | { do: 'put'; id: number; scope: number; state: number; twinOf: number | null }
  | { do: 'change'; id: number; scope: number; state: number }
  | { do: 'remove'; id: number };
const id = fc.integer({ min: 1, max: 120 });
const scope = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(1000, 2 ** 29 - 1));
const step: fc.Arbitrary<Step> = fc.oneof(
  // Equal vectors under several ids, so that ties are common.
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), id, scope, state, twinOf: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change' as const), id, scope, state }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
);
const asked = fc.record({
  k: fc.integer({ min: 0, max: 150 }), scopes: fc.option(fc.uniqueArray(scope, { maxLength: 6 }), { nil: null }), past: fc.boolean(), candidates: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
});

function vectorsOf(seed: number, length: number): () => Float32Array {
  const random = seeded(seed);
  return () => Float32Array.from({ length }, () => random() * 2 - 1);
}

/** Plays the steps on a table and on a plain map. */
function play(codes: SpaceCodes, steps: readonly Step[], next: () => Float32Array): Map<number, Entry> {
  const known = new Map<number, Entry>();
  const twins = Array.from({ length: 4 }, next);
  for (const one of steps) {
    if (one.do === 'remove') {
      codes.remove(one.id);
      known.delete(one.id);
    } else if (one.do === 'change') {
      codes.change(one.id, one.scope, one.state);
      const entry = known.get(one.id);
      if (entry) known.set(one.id, { ...entry, scope: one.scope, state: one.state });
    } else {
      const vector = one.twinOf === null ? next() : twins[one.twinOf]!;
      codes.put(one.id, one.scope, one.state, codes.encode(vector));
      known.set(one.id, { scope: one.scope, state: one.state, vector });
    }
  }
  return known;
}

const mayBeSeen = (entry: Entry, query: CodesQuery): boolean =>
  (entry.state === State.live || (entry.state === State.past && query.past)) && (query.scopes === null || query.scopes.includes(entry.scope));

/** What a full sort of the visible entries answers; all of them are candidates. */
function slowly(codes: SpaceCodes, known: Map<number, Entry>, query: CodesQuery): ScanHit[] {
  const levels = levelsOf(query.vector);
  const bits = codes.frame && bitQuery(codes.frame, query.vector);
  const scored = [...known].filter(([, entry]) => mayBeSeen(entry, query)).map(([number, { vector }]) => {
    if (codes.frame && bits) {
      const code = encodeBits(codes.frame, vector);
      const turned = levelsOf(turn(codes.frame, query.vector));
      const steps = stepsOf(turn(codes.frame, vector));
      const sum = turned.levels.reduce((all, level, i) => all + halfSteps(steps[i]!) * level, 0);
      return { id: number, score: Math.fround(Math.fround(Math.fround(Math.fround(sum) * code.scale) * Math.fround(turned.step)) + code.offset) };
    }
    const code = quantise(vector);
    return { id: number, score: Math.fround(Math.fround(levels.levels.reduce((all, level, i) => all + level * code.code[i]!, 0)) * Math.fround(code.scale)) };
  });
  return scored.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, query.k)
    .map((hit) => ({ id: hit.id, score: bits ? hit.score + bits.base : hit.score * levels.step }));
}

test('VECTOR-SIMD: kernel, TypeScript twin and a full sort give the same hits in the same order, after any puts, changes and removals', () => {
  fc.assert(fc.property(form, dimensions, fc.array(step, { maxLength: 300, size: 'max' }), asked, fc.integer(), fc.constantFrom<'wasm' | 'array'>('wasm', 'wasm', 'array'), (kind, length, steps, ask, seed, memory) => {
    assert.ok(hasKernel({ form: kind, dimensions: length }), 'this engine runs the kernel');
    const next = vectorsOf(seed, length);
    const codes = new SpaceCodes({ form: kind, dimensions: length, mean: next(), memory });
    const known = play(codes, steps, next);
    const query = { ...ask, vector: next() };
    assert.equal(codes.count, known.size);
    const fast = searchCodes(codes.shared, query);
    assert.deepEqual(fast, searchCodes(codes.shared, query, 'plain'));
    // Everybody is a candidate, so only the scores decide.
    const whole = { ...query, candidates: 1000 };
    assert.deepEqual(searchCodes(codes.shared, whole), slowly(codes, known, whole));
    assert.ok(fast.every((hit) => mayBeSeen(known.get(hit.id)!, query)));
  }), { numRuns: 300 });
});

test('VECTOR-SIMD: with many entries and few candidates the kernel cuts the same ones as its twin', () => {
  fc.assert(fc.property(fc.constantFrom(3, 9, 40, 130, 257), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 400 }), fc.integer(), (length, k, candidates, seed) => {
    const next = vectorsOf(seed, length);
    const codes = new SpaceCodes({ form: 'one-bit', dimensions: length });
    // A few signs only: distances tie by the hundred.
    for (let i = 1; i <= 3000; i++) codes.put((i * 7919) % 3001, i % 3, State.live, codes.encode(next()));
    const query = { vector: next(), k, candidates, scopes: seed % 2 ? [0, 2] : null, past: false };
    const hits = searchCodes(codes.shared, query);
    assert.equal(hits.length, k);
    assert.deepEqual(hits, searchCodes(codes.shared, query, 'plain'));
  }), { numRuns: 40 });
});

test('VECTOR-SIMD: what the parts of a table hold together is what the table holds, by kernel and twin', () => {
  fc.assert(fc.property(form, fc.integer({ min: 1, max: 6000 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 60 }), fc.integer(), (kind, count, of, k, seed) => {
    const next = vectorsOf(seed, 24);
    const codes = new SpaceCodes({ form: kind, dimensions: 24 });
    for (let i = 1; i <= count; i++) codes.put(i, i % 3, i % 7 === 0 ? State.past : State.live, codes.encode(next()));
    // Everybody is a candidate of every part, so only the scores decide.
    const query = { vector: next(), k, candidates: CANDIDATES * count, scopes: seed % 2 ? [0, 2] : null, past: false };
    const parts = Array.from({ length: of }, (_, index) => ({ ...query, part: { index, of } }));
    const found = parts.map((part) => searchCodes(codes.shared, part));
    assert.deepEqual(mergeParts(found, k), searchCodes(codes.shared, query));
    assert.deepEqual(found, parts.map((part) => searchCodes(codes.shared, part, 'plain')));
  }), { numRuns: 60 });
});

test('VECTOR-SIMD: only large tables are scanned in parts, and only by threads that are idle', () => {
  assert.deepEqual([0, 1, 2, 8].map((idle) => partsFor(SCANNED_BY_ONE, idle)), [1, 1, 1, 1]);
  assert.deepEqual([0, 1, 2, 8].map((idle) => partsFor(SCANNED_BY_ONE + 1, idle)), [1, 1, 2, 2]);
});

test('VECTOR-SIMD: the largest query against the largest codes does not overflow', () => {
  for (const length of [1, 1024, 8192]) {
    const codes = new SpaceCodes({ form: 'int8', dimensions: length });
    codes.put(1, 1, State.live, { scale: 1 / 128, code: new Int8Array(length).fill(-128) });
    codes.put(2, 1, State.live, { scale: 1 / 128, code: new Int8Array(length).fill(127) });
    const [best, worst] = searchCodes(codes.shared, { vector: new Float32Array(length).fill(-1e6), k: 2, scopes: null, past: false });
    assert.equal(best!.id, 1);
    assert.ok(Math.abs(best!.score / (length * 1e6) - 1) < 1e-3, `${best!.score}`);
    assert.ok(Math.abs(worst!.score / (length * 1e6) + 127 / 128) < 1e-3, `${worst!.score}`);
    const planes = new SpaceCodes({ form: 'one-bit', dimensions: length });
    const vector = new Float32Array(length).fill(1e6);
    planes.put(1, 1, State.live, planes.encode(vector));
    const [hit] = searchCodes(planes.shared, { vector, k: 1, scopes: null, past: false });
    assert.ok(Math.abs(hit!.score / (length * 1e12) - 1) < 0.05, `${length}: ${hit!.score}`);
  }
});

for (const memory of ['wasm', 'array'] as const) {
  test(`VECTOR-SIMD: growth keeps every entry, freed entries are used again, and a wipe leaves none (${memory})`, () => {
    const shape = { form: 'one-bit', dimensions: 96 } as const;
    const codes = new SpaceCodes({ ...shape, memory });
    const next = vectorsOf(5, 96);
    const first = codes.shared;
    for (let i = 1; i <= 5000; i++) codes.put(i, 1, State.live, codes.encode(next()));
    const ask = { vector: next(), k: 5000, scopes: [1], past: false };
    assert.equal(new Set(searchCodes(codes.shared, ask).map((hit) => hit.id)).size, 5000);
    assert.equal(codes.shared === first, memory === 'wasm', 'reserved memory grows where it lies');
    const { bytes } = codes;
    for (let i = 1; i <= 5000; i++) codes.put(i, 2, State.live, codes.encode(next()));
    for (let i = 1; i <= 5000; i += 2) codes.remove(i);
    assert.deepEqual(searchCodes(codes.shared, ask), []);
    assert.equal(searchCodes(codes.shared, { ...ask, scopes: [2] }).length, 2500);
    assert.equal(codes.bytes, bytes + entrySize(shape), 'one entry more, for the first replacement');
    const shared = [codes.shared, first];
    codes.wipe();
    for (const one of shared) assert.ok(new Uint8Array(bufferOf(one)).every((byte) => byte === 0));
    codes.put(1, 1, State.live, codes.encode(next()));
    assert.deepEqual([codes.count, searchCodes(codes.shared, ask)], [0, []]);
  });
}

test('VECTOR-SIMD: an entry is not used again while a scan is under way', () => {
  const shape = { form: 'int8', dimensions: 4 } as const;
  const codes = new SpaceCodes(shape);
  const code = codes.encode(Float32Array.of(1, 0, 0, 0));
  codes.put(1, 1, State.live, code);
  const header = new Int32Array(bufferOf(codes.shared));
  Atomics.add(header, Header.scans, 1);
  codes.remove(1);
  codes.put(2, 1, State.live, code);
  assert.equal(header[entriesAt(shape) / 4 + Word.id], 1, 'the scan under way may still read it');
  Atomics.sub(header, Header.scans, 1);
  codes.put(3, 1, State.live, code);
  assert.equal(header[entriesAt(shape) / 4 + Word.id], 3);
});

const RECALL_K = 10;
const QUESTIONS = 20;

for (const count of [1000, 10_000, 100_000]) {
  test(`VECTOR-SIMD: of the true ten among ${count} clustered vectors both forms find at least 0.99 after scoring again`, (t) => {
    const data = clusters(count, 256, 3);
    const questions = Array.from({ length: QUESTIONS }, data.question);
    const truth = questions.map((vector) => new Set(nearest(data, vector, RECALL_K).map((i) => i + 1)));
    const mean = meanOf(Array.from({ length: 1000 }, (_, i) => data.at(i)), 256);

    /** Share of the true ten among the first ten: alone, and after scoring `depth` hits again with int8 codes or exact vectors. */
    function recallOf(kind: Form, depth: number): { alone: number; int8: number; exact: number } {
      const codes = new SpaceCodes({ form: kind, dimensions: 256, mean });
      for (let i = 0; i < count; i++) codes.put(i + 1, 1, State.live, codes.encode(data.at(i)));
      const found = { alone: 0, int8: 0, exact: 0 };
      questions.forEach((vector, n) => {
        const share = (hits: readonly ScanHit[]) => hits.slice(0, RECALL_K).filter((hit) => truth[n]!.has(hit.id)).length / RECALL_K / QUESTIONS;
        const hits = searchCodes(codes.shared, { vector, k: depth, scopes: null, past: false });
        found.alone += share(hits);
        found.int8 += share(rescoreHits(hits, (number) => codeScore(vector, quantise(data.at(number - 1)))));
        found.exact += share(hits.map((hit) => ({ id: hit.id, score: data.at(hit.id - 1).reduce((sum, x, i) => sum + x * vector[i]!, 0) })).sort((a, b) => b.score - a.score));
      });
      return found;
    }

    const int8 = recallOf('int8', RESCORED);
    const bits = recallOf('one-bit', RESCORED);
    t.diagnostic(JSON.stringify({ int8, bits }));
    assert.ok(int8.exact >= 0.99, `int8 ${int8.exact}`);
    assert.ok(int8.alone >= 0.97, `int8 alone ${int8.alone}`);
    assert.ok(bits.exact >= 0.99, `one-bit ${bits.exact}`);
    assert.ok(bits.int8 >= 0.97, `one-bit, int8 again ${bits.int8}`);
  });
}

test('VECTOR-SIMD: the frame turns without changing lengths or angles, and one-bit codes survive storing', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 600 }), fc.integer(), (length, seed) => {
    const next = vectorsOf(seed, length);
    const frame = createFrame(new Float32Array(length));
    const [a, b] = [next(), next()];
    const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
    for (const [x, y] of [[a, a], [a, b]] as const) assert.ok(Math.abs(dot(turn(frame, x), turn(frame, y)) - dot(x, y)) < 1e-4 * length);
    const code = encodeBits(createFrame(b), a);
    assert.deepEqual(unpackBits(packBits(code)), code);
  }));
});

test('VECTOR-SIMD: what is no vector, query or code of the space is refused', () => {
  const DIMENSIONS = 20;
  const good = new Float32Array(DIMENSIONS).fill(0.5);
  for (const kind of ['int8', 'one-bit'] as const) {
    const codes = new SpaceCodes({ form: kind, dimensions: DIMENSIONS });
    codes.put(1, 1, State.live, codes.encode(good));
    const query = { vector: good, k: 5, scopes: null, past: false };
    const bad = (x: number) => good.map((value, i) => (i === 7 ? x : value));
    for (const x of [NaN, Infinity, -Infinity, 3e38]) {
      assert.throws(() => searchCodes(codes.shared, { ...query, vector: bad(x) }), { code: 'INVALID_INPUT' });
      assert.throws(() => codes.encode(bad(x)), { code: 'INVALID_INPUT' });
    }
    for (const length of [0, DIMENSIONS - 1, DIMENSIONS + 1]) {
      assert.throws(() => searchCodes(codes.shared, { ...query, vector: new Float32Array(length) }), { code: 'DIMENSION_MISMATCH' });
      assert.throws(() => codes.encode(new Float32Array(length)), { code: 'DIMENSION_MISMATCH' });
      assert.throws(() => codes.put(2, 1, State.live, kind === 'int8' ? { scale: 1, code: new Int8Array(length) } : { scale: 1, offset: 0, bits: new Uint8Array(length) }), { code: 'DIMENSION_MISMATCH' });
    }
    for (const part of [{ index: 0, of: 0 }, { index: 1, of: 1 }, { index: -1, of: 2 }, { index: 0.5, of: 2 }, { index: 0, of: NaN }]) assert.throws(() => searchCodes(codes.shared, { ...query, part }), { code: 'INVALID_INPUT' });
    for (const k of [-1, 1.5, NaN, Infinity]) assert.throws(() => searchCodes(codes.shared, { ...query, k }), { code: 'INVALID_INPUT' });
    for (const wrong of [-1, 2 ** 29, 0.5, NaN]) {
      assert.throws(() => searchCodes(codes.shared, { ...query, scopes: [wrong] }), { code: 'INVALID_INPUT' });
      assert.throws(() => codes.put(2, wrong, State.live, codes.encode(good)), { code: 'INVALID_INPUT' });
      assert.throws(() => codes.change(1, wrong, State.live), { code: 'INVALID_INPUT' });
    }
    for (const wrong of [-1, 2 ** 31, 0.5]) assert.throws(() => codes.put(wrong, 1, State.live, codes.encode(good)), { code: 'INVALID_INPUT' });
    assert.throws(() => codes.put(2, 1, State.live, { ...codes.encode(good), scale: NaN }), { code: 'INVALID_INPUT' });
    assert.deepEqual(searchCodes(codes.shared, query).map((hit) => hit.id), [1], 'what was refused left no trace');
  }
  assert.throws(() => new SpaceCodes({ form: 'int8', dimensions: 0 }), { code: 'DIMENSION_MISMATCH' });
  assert.throws(() => new SpaceCodes({ form: 'one-bit', dimensions: 4, mean: Float32Array.of(0, 0, 0, NaN) }), { code: 'INVALID_INPUT' });
});

test('VECTOR-SIMD: the form follows size and dimensions, and does not swing at the limit', () => {
  assert.equal(chooseForm(INT8_MOST_VECTORS, 384), 'int8');
  assert.equal(chooseForm(INT8_MOST_VECTORS + 1, 384), 'one-bit');
  assert.equal(chooseForm(INT8_MOST_VECTORS - 1, 384, 'one-bit'), 'one-bit');
  assert.equal(chooseForm(INT8_MOST_VECTORS / 2, 384, 'one-bit'), 'int8');
  assert.equal(chooseForm(10_000_000, ONE_BIT_LEAST_DIMENSIONS - 1), 'int8');
  assert.equal(chooseForm(10_000_000, ONE_BIT_LEAST_DIMENSIONS, 'int8'), 'one-bit');
});

test('VECTOR-SIMD: an int8 code is within half a step of its vector', () => {
  const vector = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }).map((values) => Float32Array.from(values));
  fc.assert(fc.property(vector, (v) => {
    const { scale, code } = quantise(v);
    v.forEach((x, i) => assert.ok(Math.abs(x - code[i]! * scale) <= scale / 2 + 1e-7));
  }));
});
