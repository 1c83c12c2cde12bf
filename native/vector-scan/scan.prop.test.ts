import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CodeTable, quantise, scanCodes, State } from './index.ts';

const DIMENSIONS = 8;
const vector = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }).map((v) => Float32Array.from(v));
const entry = fc.record({ id: fc.integer({ min: 1, max: 40 }), scope: fc.integer({ min: 1, max: 4 }), state: fc.constantFrom(State.live, State.past), vector });

/** What a full sort over the same codes would answer. */
function slowly(entries: Map<number, { scope: number; state: number; vector: Float32Array }>, query: { vector: Float32Array; k: number; scopes: number[] | null; past: boolean }) {
  return [...entries].filter(([, e]) => (query.past || e.state === State.live) && (!query.scopes || query.scopes.includes(e.scope))).map(([id, e]) => {
    const { scale, code } = quantise(e.vector);
    let sum = 0;
    for (let d = 0; d < DIMENSIONS; d++) sum += query.vector[d]! * code[d]!;
    return { id, score: sum * Math.fround(scale) };
  }).sort((a, b) => b.score - a.score || a.id - b.id).slice(0, query.k);
}

test('vector-scan: the scan answers what a full sort answers, after any puts, changes and removals', () => {
  fc.assert(fc.property(
    fc.array(entry, { maxLength: 60 }), fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 10 }), vector,
    fc.integer({ min: 1, max: 20 }), fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 4 })), { nil: null }), fc.boolean(),
    (entries, removed, query, k, scopes, past) => {
      const table = new CodeTable(DIMENSIONS);
      const twin = new Map<number, { scope: number; state: number; vector: Float32Array }>();
      for (const e of entries) {
        table.put(e.id, e.scope, e.state, quantise(e.vector));
        twin.set(e.id, e);
      }
      for (const id of removed) {
        table.remove(id);
        twin.delete(id);
      }
      assert.equal(table.count, twin.size);
      const ask = { vector: query, k, scopes, past };
      const scores = (hits: { score: number }[]) => hits.map((hit) => hit.score);
      assert.deepEqual(scores(scanCodes(table.buffer, ask)), scores(slowly(twin, ask)));
    }));
});

test('vector-scan: a table that outgrows its memory keeps every entry, and a wipe leaves none', () => {
  const table = new CodeTable(DIMENSIONS);
  const one = (i: number) => Float32Array.from({ length: DIMENSIONS }, (_, d) => Math.sin(i * 7 + d));
  for (let i = 1; i <= 5000; i++) table.put(i, 1, State.live, quantise(one(i)));
  const hits = scanCodes(table.buffer, { vector: one(4321), k: 5000, scopes: null, past: false });
  assert.equal(hits.length, 5000);
  const { buffer } = table;
  table.wipe();
  assert.ok(new Uint8Array(buffer).every((byte) => byte === 0));
});

test('vector-scan: a code is within half a step of its vector', () => {
  fc.assert(fc.property(vector, (v) => {
    const { scale, code } = quantise(v);
    v.forEach((x, i) => assert.ok(Math.abs(x - code[i]! * scale) <= scale / 2 + 1e-7));
  }));
});
