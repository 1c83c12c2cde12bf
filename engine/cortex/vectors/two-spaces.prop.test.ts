import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeSpaces } from './index.ts';

const list = fc.uniqueArray(fc.nat(60), { maxLength: 25 }).chain((ids) =>
  fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: ids.length, maxLength: ids.length }).map((scores) => {
    const sorted = scores.toSorted((a, b) => b - a);
    return ids.map((id, i) => ({ id, score: sorted[i]! }));
  }));

test('VECTOR-MIGRATION: one list of two spaces holds every memory once, keeps the order of each space, and is ordered by its scores', () => {
  fc.assert(fc.property(list, list, fc.double({ min: 0, max: 1, noNaN: true }), (now, before, coverage) => {
    const held = new Set(now.map(({ id }) => id));
    const merged = mergeSpaces(now, before, (id) => held.has(id), coverage);
    assert.deepEqual(merged.map(({ id }) => id).toSorted((a, b) => a - b), [...new Set([...now, ...before].map(({ id }) => id))].sort((a, b) => a - b));
    assert.deepEqual(merged.filter(({ id }) => held.has(id)), now);
    assert.deepEqual(merged.filter(({ id }) => !held.has(id)).map(({ id }) => id), before.filter(({ id }) => !held.has(id)).map(({ id }) => id));
    for (let i = 1; i < merged.length; i++) assert.ok(merged[i - 1]!.score >= merged[i]!.score - 1e-12);
  }));
});

test('VECTOR-MIGRATION: at the start the old space answers alone, at the end the new one', () => {
  const now = [1, 2, 3].map((id, i) => ({ id, score: 0.9 - i / 10 }));
  const before = [4, 1, 5, 2, 3].map((id, i) => ({ id, score: 0.8 - i / 10 }));
  assert.deepEqual(mergeSpaces([], before, () => false, 0), before);
  assert.deepEqual(mergeSpaces(now, before, () => true, 1), now);
  // Half of all have moved: the first of them stands where the second of all would.
  assert.deepEqual(mergeSpaces(now, before, (id) => id <= 3, 0.5).map(({ id }) => id), [4, 1, 5, 2, 3]);
});
