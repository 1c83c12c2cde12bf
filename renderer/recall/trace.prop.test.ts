import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Clue, Signal, Verdict, type RecallTrace, type TraceRow } from '../../contract/index.ts';
import { barsOf } from './bars.ts';
import { fallOf, nth, said } from './fall.ts';
import { changed, compare, scoreOf, weigh, type Weights } from './replay.ts';
import { cutByVerdict, foundBySignal, keptOf, movedByVariety, msByStage, stages } from './stages.ts';

const number = fc.double({ min: -6, max: 6, noNaN: true });
const weights: fc.Arbitrary<Weights> = fc.tuple(...Clue.options.map(() => number)).map((values) => Object.fromEntries(Clue.options.map((clue, i) => [clue, values[i]!])) as Weights);
const clues = fc.dictionary(fc.constantFrom(...Clue.options), number.filter((value) => value !== 0)) as fc.Arbitrary<NonNullable<TraceRow['clues']>>;
const signals = fc.uniqueArray(fc.record({ signal: fc.constantFrom(...Signal.options), rank: fc.integer({ min: 1, max: 300 }), score: number }), { selector: ({ signal }) => signal, maxLength: 5 });
const row = fc.record({ id: fc.uuid(), keyFact: fc.string(), clues, signals, verdict: fc.constantFrom(...Verdict.options), reason: fc.constant('Because.') });

/** Twin of the engine's sum, term by term, as the contract tells it. */
function told(own: NonNullable<TraceRow['clues']>, each: Weights, middle: number): number {
  let sum = 0;
  for (const clue of Clue.options) if (own[clue] !== undefined) sum += own[clue] * each[clue];
  return 1 / (1 + Math.exp(middle - sum));
}

/** A trace as the engine tells it: rows that are scored by its own weights, in any order. */
const trace: fc.Arbitrary<RecallTrace & { reranking: NonNullable<RecallTrace['reranking']> }> = fc
  .record({ weights, middle: number, rows: fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 }) })
  .map(({ weights: own, middle, rows }) => ({
    gate: { decision: 'retrieve', reason: 'A question.' }, momentum: null, preload: null, terms: [], droppedTerms: [], time: null, weights: {}, reranking: { weights: own, middle }, crossEncoder: null, quality: null, reformulated: null, ms: {},
    candidates: rows.map((each) => ({ ...each, score: told(each.clues, own, middle) })) as TraceRow[],
  }));

test('TRACE-PANEL: a replay with the trace\'s own weights reproduces every score, to the bit', () => {
  fc.assert(fc.property(trace, (one) => {
    for (const { clues: own, score } of one.candidates) assert.equal(scoreOf(own!, one.reranking.weights, one.reranking.middle), score);
    assert.deepEqual(weigh(one, one.reranking.weights), weigh(one, null));
    assert.equal(changed(one.reranking.weights, {}), null);
    assert.equal(changed(one.reranking.weights, { ...one.reranking.weights }), null);
  }));
});

test('TRACE-PANEL: at any weights the order is by score, nobody is lost, and scores lie within 0..1', () => {
  fc.assert(fc.property(trace, weights, (one, other) => {
    const order = weigh(one, other);
    assert.deepEqual(order.map(({ row: { id } }) => id).sort(), one.candidates.map(({ id }) => id).sort());
    order.forEach(({ score, place, row: { clues: own } }, i) => {
      assert.equal(place, i + 1);
      assert.ok(score >= 0 && score <= 1);
      assert.equal(score, told(own!, other, one.reranking.middle));
      if (i > 0) assert.ok(order[i - 1]!.score >= score);
    });
  }));
});

test('TRACE-PANEL: what was not weighed by clues keeps its score at any weights', () => {
  fc.assert(fc.property(trace, weights, (one, other) => {
    const plain: RecallTrace = { ...one, reranking: null, candidates: one.candidates.map((each) => ({ ...each, clues: null })) };
    assert.deepEqual(weigh(plain, other), weigh(plain, null));
    assert.ok(plain.candidates.every(({ clues: own }) => barsOf(own, other).length === 0));
  }));
});

test('TRACE-PANEL: the bars add up to the sum behind the score, largest first, and none is empty', () => {
  fc.assert(fc.property(clues, weights, number, (own, each, middle) => {
    const bars = barsOf(own, each);
    const sum = bars.reduce((total, { amount }) => total + amount, 0);
    assert.ok(Math.abs(1 / (1 + Math.exp(middle - sum)) - scoreOf(own, each, middle)) < 1e-9);
    bars.forEach(({ clue, value, weight, amount }, i) => {
      assert.ok(amount !== 0 && amount === value * weight && value === own[clue] && weight === each[clue]);
      if (i > 0) assert.ok(Math.abs(bars[i - 1]!.amount) >= Math.abs(amount));
    });
    assert.equal(bars.length, Clue.options.filter((clue) => (own[clue] ?? 0) * each[clue] !== 0).length);
  }));
});

test('TRACE-PANEL: a trial tells who enters and who leaves the first, never a repeat or a command', () => {
  fc.assert(fc.property(trace, weights, fc.nat(6), (one, other, count) => {
    const own = weigh(one, null);
    const { first, entered, left } = compare(own, weigh(one, other), count);
    assert.equal(entered.size, left.length);
    assert.ok(first.length <= count);
    for (const { row: { id, verdict } } of [...first, ...left]) assert.ok(verdict !== 'duplicate' && verdict !== 'quarantined' && verdict !== 'dismissed', id);
    const before = first.filter(({ row: { id } }) => !entered.has(id)).map(({ row: { id } }) => id);
    const expected = own.filter(({ row: { verdict } }) => verdict !== 'duplicate' && verdict !== 'quarantined' && verdict !== 'dismissed').slice(0, count).map(({ row: { id } }) => id);
    assert.deepEqual([...before, ...left.map(({ row: { id } }) => id)].sort(), expected.sort());
    const same = compare(own, own, count);
    assert.equal(same.entered.size + same.left.length, 0);
  }));
});

test('TRACE-PANEL: every candidate stands in one of cut and kept, and in the list of every signal that found it', () => {
  fc.assert(fc.property(trace, ({ candidates }) => {
    const all = [...keptOf(candidates), ...cutByVerdict(candidates).flatMap(({ rows }) => rows)];
    assert.deepEqual(all.map(({ id }) => id).sort(), candidates.map(({ id }) => id).sort());
    for (const { verdict, rows } of cutByVerdict(candidates)) {
      assert.ok(rows.every((each) => each.verdict === verdict));
      assert.deepEqual(rows.map(({ score }) => score), rows.map(({ score }) => score).toSorted((a, b) => b - a));
    }
    const found = foundBySignal(candidates);
    assert.equal(found.reduce((sum, { rows }) => sum + rows.length, 0), candidates.reduce((sum, each) => sum + each.signals.length, 0));
    for (const { signal, rows } of found) {
      assert.deepEqual(rows.map(({ rank }) => rank), rows.map(({ rank }) => rank).toSorted((a, b) => a - b));
      for (const { row: each, rank, score } of rows) assert.ok(each.signals.some((its) => its.signal === signal && its.rank === rank && its.score === score));
    }
  }));
});

test('TRACE-PANEL: variety moves as many places up as down, and none where the order is by score', () => {
  fc.assert(fc.property(trace, ({ candidates }) => {
    assert.equal([...movedByVariety(candidates).values()].reduce((sum, moved) => sum + moved, 0), 0);
    const sorted = candidates.toSorted((a, b) => b.score - a.score);
    assert.ok([...movedByVariety(sorted).values()].every((moved) => moved === 0));
  }));
});

test('TRACE-PANEL: where a memory fell agrees with its verdict, and says so', () => {
  fc.assert(fc.property(trace, fc.uuid(), (one, stranger) => {
    for (const { id, verdict, score } of one.candidates) {
      const fall = fallOf(one, id);
      assert.ok(said(fall).length > 0);
      if (verdict === 'kept') {
        assert.ok(fall.stage === 'kept' && keptOf(one.candidates)[fall.at - 1]!.id === id && fall.kept === keptOf(one.candidates).length);
      } else if (fall.stage === 'limit') {
        assert.equal(verdict, 'below_limit');
        const lowest = keptOf(one.candidates).reduce((low, each) => Math.min(low, each.score), Infinity);
        assert.equal(fall.gap, lowest - score);
      } else {
        assert.equal(fall.stage, 'filtered');
        assert.ok(said(fall).includes('Because.'));
      }
      assert.equal(fallOf({ ...one, gate: { decision: 'skip', reason: 'Thanks.' } }, id).stage, 'gate');
    }
    if (!one.candidates.some(({ id }) => id === stranger)) assert.deepEqual(fallOf(one, stranger), { stage: 'found', weighed: one.candidates.length });
  }));
});

test('TRACE-PANEL: no millisecond is lost between the columns, whatever the engine calls its steps', () => {
  const step = fc.oneof(fc.constantFrom('gate', 'channels', 'fuse', 'rows', 'rerank', 'diversity', 'fit', 'toString', '__proto__'), fc.string());
  fc.assert(fc.property(fc.dictionary(step, fc.nat(1000)), (ms) => {
    const sums = msByStage(ms);
    assert.equal(Object.values(sums).reduce((sum, value) => sum + value, 0), Object.values(ms).reduce((sum, value) => sum + value, 0));
  }));
  const known = msByStage({ gate: 1, channels: 2, fuse: 3, rows: 4, rerank: 5, diversity: 6, fit: 7 });
  assert.deepEqual(stages.map((stage) => known[stage]), [1, 2, 12, 6, 7]);
  assert.equal(known.other, 0);
});

test('TRACE-PANEL: places are counted as people count them', () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 113].map(nth), ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '101st', '111th', '113th']);
});
