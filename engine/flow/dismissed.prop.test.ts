import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isNear, NEAR_QUESTION, type AskedQuestion } from './dismissed.ts';

const asked: fc.Arbitrary<AskedQuestion> = fc.record({
  vector: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }).map((v) => Float32Array.from(v, (x) => x / (Math.hypot(...v) || 1))),
  speakers: fc.uniqueArray(fc.constantFrom('Ada', 'Bo', 'Cleo')),
});

test('NEGATIVE-RECALL: two questions are near when they name the same people and lie within the bar, either way round', () => {
  fc.assert(fc.property(asked, asked, (one, other) => {
    const cosine = one.vector.reduce((sum, x, i) => sum + x * other.vector[i]!, 0);
    fc.pre(Math.abs(cosine - NEAR_QUESTION) > 1e-6);
    const same = JSON.stringify([...one.speakers].sort()) === JSON.stringify([...other.speakers].sort());
    assert.equal(isNear(one, other), same && cosine > NEAR_QUESTION);
    assert.equal(isNear(one, other), isNear(other, one));
  }), { numRuns: 2000 });
});
