import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { abstention, bars } from './abstention.ts';
import type { Answer } from './measure.ts';

const score = fc.double({ min: 0, max: 1, noNaN: true });
const answer: fc.Arbitrary<Answer> = fc.record({ scores: fc.array(score, { maxLength: 15 }), silent: fc.boolean(), relevant: fc.uniqueArray(fc.nat(20).map(String), { minLength: 1, maxLength: 4 }) })
  .map(({ scores, silent, relevant }) => {
    const scored = scores.toSorted((a, b) => b - a).map((value, i) => ({ id: String(i), score: value }));
    return { id: 'q', category: 'c', ms: 1, scored, silent, ranked: scored.map(({ id }) => id), relevant: new Set(relevant) };
  });
const answers = fc.array(answer, { maxLength: 20 });
const close = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

test('EVAL-ABSTENTION: the curve is what emptying every withheld answer and measuring anew gives', () => {
  fc.assert(fc.property(answers, answers, (answerable, unanswerable) => {
    const { curve, product } = abstention(answerable, unanswerable);
    const recallOf = (list: readonly Answer[]) => {
      let sum = 0;
      for (const { ranked, relevant } of list) for (const id of relevant) if (ranked.slice(0, 10).includes(id)) sum += 1 / relevant.size;
      return list.length === 0 ? 0 : sum / list.length;
    };
    for (const at of curve) {
      const emptied = (list: readonly Answer[]) => list.map((one) => ((one.scored.at(0)?.score ?? -1) >= at.bar ? one : { ...one, scored: [], ranked: [] }));
      const silent = (list: readonly Answer[]) => (list.length === 0 ? 0 : emptied(list).filter(({ ranked }) => ranked.length === 0).length / list.length);
      close(at.withheld, silent(unanswerable));
      close(at.lost, silent(answerable));
      close(at.recall10Loss, recallOf(answerable) - recallOf(emptied(answerable)));
    }
    close(product.withheld, unanswerable.filter(({ scored, silent }) => silent || scored.length === 0).length / Math.max(1, unanswerable.length));
    const kept = answerable.map((one) => (one.silent ? { ...one, scored: [], ranked: [] } : one));
    close(product.recall10Loss, recallOf(answerable) - recallOf(kept));
    close(product.lost, answerable.filter(({ scored, silent }) => silent || scored.length === 0).length / Math.max(1, answerable.length));
  }));
});

test('EVAL-ABSTENTION: a higher bar never withholds less, and the lowest one only what was empty', () => {
  assert.deepEqual([bars[0], bars.at(-1)], [0, 1]);
  fc.assert(fc.property(answers, answers, (answerable, unanswerable) => {
    const { curve, product } = abstention(answerable, unanswerable);
    curve.slice(1).forEach((at, i) => assert.ok(at.withheld >= curve[i]!.withheld && at.lost >= curve[i]!.lost && at.recall10Loss >= curve[i]!.recall10Loss - 1e-12));
    const empty = (list: readonly Answer[]) => list.filter(({ scored }) => scored.length === 0).length / Math.max(1, list.length);
    assert.deepEqual([curve[0]!.withheld, curve[0]!.lost, curve[0]!.recall10Loss], [empty(unanswerable), empty(answerable), 0]);
    assert.ok(product.withheld >= curve[0]!.withheld - 1e-12 && product.lost >= curve[0]!.lost - 1e-12);
  }));
});
