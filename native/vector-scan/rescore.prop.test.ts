import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codeScore, quantise, rescoreHits, rescoreUntilSure, type Code } from './index.ts';

const DIMENSIONS = 8;
const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }).map((values) => Float32Array.from(values));

test('VECTOR-ONE-BIT: scoring again stops early only where the first places are right, and keeps every hit once', () => {
  let spared = 0;
  fc.assert(fc.property(fc.array(vector, { minLength: 250, maxLength: 400 }), vector, fc.integer({ min: 1, max: 20 }), fc.double({ min: 0, max: 0.5, noNaN: true }), (vectors, asked, k, noise) => {
    const codes = new Map(vectors.map((one, i): [number, Code] => [i, quantise(one)]));
    const scoreOf = (id: number) => codeScore(asked, codes.get(id)!);
    const all = rescoreHits(vectors.map((_, id) => ({ id, score: 0 })), scoreOf);
    // Estimates off by at most `noise`, in a pattern the first hundred show already.
    const estimates = all.map(({ id, score }) => ({ id, score: score + noise * Math.sin(id * 12.9898) })).sort((a, b) => b.score - a.score || a.id - b.id);
    let read = 0;
    const hits = rescoreUntilSure(estimates, k, (id) => (read++, scoreOf(id)));
    spared += estimates.length - read;
    assert.deepEqual(hits.map(({ id }) => id).toSorted((a, b) => a - b), estimates.map(({ id }) => id).toSorted((a, b) => a - b));
    const worst = all[Math.min(k, all.length) - 1]!.score;
    for (const { id } of hits.slice(0, k)) assert.ok(all.find((hit) => hit.id === id)!.score >= worst - 1e-6, 'a hit that is not among the first');
  }), { numRuns: 60 });
  assert.ok(spared > 0, 'nothing was ever spared');
});
