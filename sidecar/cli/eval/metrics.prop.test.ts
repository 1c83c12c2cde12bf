import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allAt, anyAt, byGroup, foundAt, ndcgAt, percentile, recallAt, reciprocalRank, type Judged } from './metrics.ts';

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 40 });
const judged: fc.Arbitrary<Judged> = fc
  .record({ ranked: ids, relevant: fc.uniqueArray(fc.integer({ min: 0, max: 60 }).map(String), { minLength: 1, maxLength: 15 }) })
  .map(({ ranked, relevant }) => ({ ranked, relevant: new Set(relevant) }));
const k = fc.integer({ min: 1, max: 50 });

test('EVAL-RETRIEVAL: every measure stays between 0 and 1, and recall never falls with k', () => {
  fc.assert(fc.property(judged, k, (query, at) => {
    for (const value of [recallAt(query, at), ndcgAt(query, at), reciprocalRank(query)]) assert.ok(value >= 0 && value <= 1 + 1e-12);
    assert.ok(recallAt(query, at + 1) >= recallAt(query, at));
  }));
});

test('EVAL-RETRIEVAL: a perfect ranking scores 1, one without a relevant id scores 0', () => {
  fc.assert(fc.property(fc.uniqueArray(fc.integer().map(String), { minLength: 1, maxLength: 20 }), k, (relevant, at) => {
    const perfect = { ranked: relevant, relevant: new Set(relevant) };
    assert.ok(Math.abs(ndcgAt(perfect, at) - 1) < 1e-12);
    assert.equal(recallAt(perfect, relevant.length), 1);
    assert.equal(reciprocalRank(perfect), 1);
    const none = { ranked: relevant.map((id) => `other ${id}`), relevant: new Set(relevant) };
    assert.deepEqual([recallAt(none, at), ndcgAt(none, at), reciprocalRank(none)], [0, 0, 0]);
  }));
});

test('EVAL-RETRIEVAL: moving a relevant id forward never lowers nDCG', () => {
  fc.assert(fc.property(judged, fc.nat(), (query, seed) => {
    const places = query.ranked.flatMap((id, index) => (index > 0 && query.relevant.has(id) ? [index] : []));
    fc.pre(places.length > 0);
    const at = places[seed % places.length]!;
    const better = [...query.ranked];
    [better[at - 1], better[at]] = [better[at]!, better[at - 1]!];
    assert.ok(ndcgAt({ ...query, ranked: better }, 10) >= ndcgAt(query, 10) - 1e-12);
  }));
});

test('EVAL-RETRIEVAL: known values', () => {
  const query = { ranked: ['a', 'x', 'b'], relevant: new Set(['a', 'b', 'c']) };
  assert.equal(foundAt(query, 2), 1);
  assert.equal(recallAt(query, 3), 2 / 3);
  const ideal = 1 + 1 / Math.log2(3) + 1 / 2;
  assert.ok(Math.abs(ndcgAt(query, 10) - 1.5 / ideal) < 1e-12);
  assert.equal(reciprocalRank({ ...query, ranked: ['x', 'b'] }), 0.5);
  assert.deepEqual([percentile([5, 1, 4, 2, 3], 0.5), percentile([5, 1, 4, 2, 3], 0.95), percentile([], 0.5)], [3, 5, 0]);
});

test('EVAL-RETRIEVAL: any and all are what counting one by one says, and the share found lies between them', () => {
  fc.assert(fc.property(judged, k, (query, at) => {
    const head = new Set(query.ranked.filter((_, index) => index < at));
    assert.equal(anyAt(query, at), [...query.relevant].some((id) => head.has(id)) ? 1 : 0);
    assert.equal(allAt(query, at), [...query.relevant].every((id) => head.has(id)) ? 1 : 0);
    assert.ok(allAt(query, at) <= recallAt(query, at) && recallAt(query, at) <= anyAt(query, at));
  }));
});

test('EVAL-LEVELS: judged by session, a session counts once, at its first memory, and memories of their own sessions change nothing', () => {
  fc.assert(fc.property(judged, k, fc.integer({ min: 1, max: 20 }), (query, at, sessions) => {
    const groupOf = (id: string) => `s${Number(id) % sessions}`;
    const grouped = byGroup(query, groupOf);
    const wanted = new Set([...query.relevant].map(groupOf));
    const seen = new Set(query.ranked.slice(0, at).map(groupOf));
    assert.equal(recallAt(grouped, at), [...wanted].filter((group) => seen.has(group)).length / wanted.size);
    assert.ok(reciprocalRank(grouped) >= reciprocalRank(query) && anyAt(grouped, at) >= anyAt(query, at) && ndcgAt(grouped, at) <= 1 + 1e-12);
    const alone = byGroup(query, (id) => `own ${id}`);
    assert.deepEqual([recallAt(alone, at), ndcgAt(alone, at), reciprocalRank(alone)], [recallAt(query, at), ndcgAt(query, at), reciprocalRank(query)]);
  }));
});
