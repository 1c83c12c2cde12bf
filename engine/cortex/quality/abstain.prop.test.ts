import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OTHER_PERSON_BAR, toldOfAnother, type Telling } from './abstain.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const telling = fc.record({ coverage: unit, reply: unit, speaker: fc.constantFrom(0, 1) });

/** The definition, pair by pair: somebody else's memory beats every one of the person named. */
function slowly(candidates: readonly Telling[]): boolean {
  const strength = (one: Telling) => Math.max(one.coverage, 0.8 * one.reply);
  const named = candidates.filter(({ speaker }) => speaker === 1);
  return named.length > 0 && candidates.some((other) => other.speaker === 0 && named.every((own) => strength(other) - strength(own) > OTHER_PERSON_BAR));
}

test('RECALL-ABSTAIN: withheld exactly when somebody else matches better than every memory of the person named', () => {
  fc.assert(fc.property(fc.array(telling, { maxLength: 12 }), (candidates) => assert.equal(toldOfAnother(candidates), slowly(candidates))), { numRuns: 2000 });
});

test('RECALL-ABSTAIN: without a name nothing is withheld, and a better match of the person named never makes it so', () => {
  fc.assert(fc.property(fc.array(telling, { maxLength: 12 }), telling, (candidates, more) => {
    assert.equal(toldOfAnother(candidates.map((one) => ({ ...one, speaker: 0 }))), false);
    if (candidates.some(({ speaker }) => speaker === 1) && !toldOfAnother(candidates)) assert.equal(toldOfAnother([...candidates, { ...more, speaker: 1 }]), false);
  }));
});
