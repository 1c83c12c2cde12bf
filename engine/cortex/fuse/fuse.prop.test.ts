import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { diversify, fuseByRank, poolOf, type RankedList } from './index.ts';

const list = fc.record({
  signal: fc.constantFrom('words', 'vectors', 'graph'), weight: fc.double({ min: 0, max: 3, noNaN: true }),
  items: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }).map((ids) => ids.map((id, i) => ({ id, score: 1 / (i + 1) }))),
});

test('fusion: the score is the sum of weight over k plus rank, as defined', () => {
  fc.assert(fc.property(fc.array(list, { maxLength: 4 }), fc.integer({ min: 1, max: 80 }), (lists, k) => {
    const fused = fuseByRank(lists, k);
    const expected = (id: number) => lists.reduce((sum, l) => {
      const rank = l.items.findIndex((item) => item.id === id);
      return rank < 0 || l.weight <= 0 ? sum : sum + l.weight / (k + rank + 1);
    }, 0);
    for (const item of fused) assert.ok(Math.abs(item.score - expected(item.id)) < 1e-12);
    assert.deepEqual(fused.map((f) => f.score), fused.map((f) => f.score).toSorted((a, b) => b - a));
    const named = new Set(lists.filter((l) => l.weight > 0).flatMap((l) => l.items.map((item) => item.id)));
    assert.deepEqual(new Set(fused.map((f) => f.id)), named);
  }));
});

test('fusion: the pool holds the first of the fused order and the best of every list, each once and in that order', () => {
  fc.assert(fc.property(fc.array(list, { maxLength: 4 }), fc.nat(20), fc.nat(6), (lists, size, seats) => {
    const fused = fuseByRank(lists);
    const found = poolOf(fused, lists, size, seats);
    const pool = found.map(({ id }) => id);
    const wanted = new Set([...fused.slice(0, size).map(({ id }) => id), ...lists.filter((l) => l.weight > 0).flatMap((l) => l.items.slice(0, seats).map(({ id }) => id))]);
    assert.deepEqual(pool, fused.map(({ id }) => id).filter((id) => wanted.has(id)));
    for (const { id, score, signals } of found) {
      assert.equal(score, fused.find((item) => item.id === id)!.score);
      assert.deepEqual(signals, lists.filter((l) => l.weight > 0).flatMap(({ signal, items }) => items.flatMap((item, i) => (item.id === id ? [{ signal, rank: i + 1, score: item.score }] : []))));
    }
  }));
});

test('fusion: a single result keeps its place at the top', () => {
  const one: RankedList = { signal: 'words', weight: 1, items: [{ id: 7, score: 0.0001 }] };
  assert.equal(fuseByRank([one])[0]!.id, 7);
});

/** The slow twin: every item is compared with every pick. */
function slowly(items: readonly { id: number; score: number }[], vectors: ReadonlyMap<number, Float32Array>, lambda: number): number[] {
  const left = [...items];
  const picked: number[] = [];
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  while (left.length > 0) {
    const values = left.map(({ id, score }) => lambda * (score / items[0]!.score) - (1 - lambda) * Math.max(0, ...picked.flatMap((other) => {
      const [a, b] = [vectors.get(id), vectors.get(other)];
      return a && b ? [dot(b, a)] : [];
    })));
    picked.push(...left.splice(values.indexOf(Math.max(...values)), 1).map(({ id }) => id));
  }
  return picked;
}

test('diversity: the order is that of comparing everything with everything', () => {
  // Whole numbers, so that sums are exact in any order and equal values are equal.
  const vector = fc.array(fc.integer({ min: -2, max: 3 }), { minLength: 4, maxLength: 4 }).map((v) => Float32Array.from(v));
  fc.assert(fc.property(fc.array(fc.option(vector), { minLength: 3, maxLength: 20 }), fc.constantFrom(0, 0.25, 0.5, 0.75), fc.array(fc.nat(4), { minLength: 20, maxLength: 20 }), (vectors, lambda, scores) => {
    const sorted = scores.toSorted((a, b) => b - a).map((score) => score + 1);
    const items = vectors.map((_, id) => ({ id, score: sorted[id]! }));
    const known = new Map(vectors.flatMap((v, id) => (v ? [[id, v] as const] : [])));
    assert.deepEqual(diversify(items, known, lambda).map(({ id }) => id), slowly(items, known, lambda));
  }), { numRuns: 500 });
});

test('diversity: nothing is lost, lambda 1 changes nothing, and the first picks are those of the whole', () => {
  const vector = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }).map((v) => Float32Array.from(v));
  fc.assert(fc.property(fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 50 }), vector), { selector: ([id]) => id, maxLength: 15 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(15), (entries, lambda, picks) => {
    const items = entries.map(([id], i) => ({ id, score: 1 / (i + 1) }));
    const vectors = new Map(entries);
    assert.deepEqual(diversify(items, vectors, lambda).map((i) => i.id).toSorted(), items.map((i) => i.id).toSorted());
    assert.deepEqual(diversify(items, vectors, 1), items);
    const whole = diversify(items, vectors, lambda);
    const part = diversify(items, vectors, lambda, picks);
    const first = new Set(whole.slice(0, picks));
    assert.deepEqual(part, [...whole.slice(0, picks), ...items.filter((item) => !first.has(item))]);
  }));
});

test('diversity: a copy of the best moves behind something new', () => {
  const same = Float32Array.of(1, 0);
  const other = Float32Array.of(0, 1);
  const items = [{ id: 1, score: 1 }, { id: 2, score: 0.95 }, { id: 3, score: 0.9 }];
  const order = diversify(items, new Map([[1, same], [2, same], [3, other]]), 0.7).map((i) => i.id);
  assert.deepEqual(order, [1, 3, 2]);
});
