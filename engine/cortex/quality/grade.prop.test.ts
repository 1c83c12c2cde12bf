import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GRADED, gradeOf, isBetter, type Wanted } from './grade.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const wanted: fc.Arbitrary<Wanted> = fc.record({ worth: fc.double({ min: 0.01, max: 9, noNaN: true }), heldBy: fc.array(fc.boolean(), { maxLength: 9 }) });
const asked = fc.array(wanted, { maxLength: 6 });

test('RECALL-QUALITY: coverage is the share of worth that the first results hold, counted term by term', () => {
  fc.assert(fc.property(unit, asked, (best, terms) => {
    let [held, all] = [0, 0];
    for (const { worth, heldBy } of terms) {
      all += worth;
      if (heldBy.some((has, i) => has && i < GRADED)) held += worth;
    }
    const grade = gradeOf(best, terms);
    assert.ok(Math.abs(grade.coverage - (all === 0 ? 1 : held / all)) < 1e-9 && grade.coverage <= 1);
    assert.equal(grade.best, best);
  }));
});

test('RECALL-QUALITY: a better first result or one more term that is held never lowers the tier, and no tier is above itself', () => {
  fc.assert(fc.property(unit, unit, asked, fc.nat(5), (a, b, terms, which) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const more = terms.map((term, i) => (i === which ? { ...term, heldBy: [true] } : term));
    assert.ok(!isBetter(gradeOf(low, terms), gradeOf(high, terms)));
    assert.ok(!isBetter(gradeOf(low, terms), gradeOf(low, more)));
    assert.ok(!isBetter(gradeOf(low, terms), gradeOf(low, terms)));
  }), { numRuns: 1000 });
});
