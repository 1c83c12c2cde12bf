import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Origin } from '../../contract/index.ts';
import { coarseScore, corroborated, isTrusted, mayRaise, needsPerson, scoresFor, startingTrust, take, fullBucket, buckets, type BucketName } from './index.ts';

const CHAINS = 10_000;
const foreign = Origin.options.filter((origin) => origin !== 'person' && origin !== 'inferred');

test(`POISON-TRUST: through ${CHAINS} random chains of deriving, repeating and judging, what a tool said is never trusted without the person`, () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('derive' as const), origin: fc.constantFrom(...Origin.options), others: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('repeat' as const), origin: fc.constantFrom(...foreign) }),
    fc.record({ kind: fc.constant('judge' as const) }),
  );
  fc.assert(fc.property(fc.constantFrom(...foreign), fc.array(step, { minLength: 1, maxLength: 20 }), (from, steps) => {
    let trust = startingTrust(from, []);
    const client = { kind: 'client', name: 'x', scope: {}, canWrite: true, local: false } as const;
    for (const one of steps) {
      const before = trust;
      if (one.kind === 'derive') trust = startingTrust(one.origin, [trust, ...one.others]);
      if (one.kind === 'repeat') trust = corroborated(trust, { origin: one.origin, trust: startingTrust(one.origin, []) });
      if (one.kind === 'judge') assert.equal(mayRaise(client), false);
      assert.ok(trust <= before && trust >= 0);
      assert.ok(!isTrusted(trust) && needsPerson('erase', [trust]));
    }
  }), { numRuns: CHAINS });
});

test('POISON-TRUST: the person\'s own word lifts a memory, and their own memories start trusted', () => {
  fc.assert(fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (trust) => {
    const lifted = corroborated(trust, { origin: 'person', trust: startingTrust('person', []) });
    assert.ok(lifted >= trust && lifted <= 1 && isTrusted(lifted));
  }));
  assert.ok(!needsPerson('send', [0.1, startingTrust('person', [])]));
  assert.ok(needsPerson('send', []));
});

test('ACCESS-SCORES: a step never rises with the rank, is never 0 for a hit, and the person sees all', () => {
  fc.assert(fc.property(fc.array(fc.double({ min: 1e-9, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }), (raw) => {
    const scores = raw.sort((a, b) => b - a);
    const seen = scoresFor({ kind: 'client', name: 'x', scope: {}, canWrite: false, local: false }, scores);
    seen.forEach((step, i) => assert.ok([0.25, 0.5, 0.75, 1].includes(step) && (i === 0 || step <= seen[i - 1]!)));
    assert.deepEqual(scoresFor({ kind: 'person', local: true }, scores), scores);
  }));
  assert.equal(coarseScore(0, 0), 0);
});

test('ACCESS-BUDGET: over any times a bucket gives no more than it holds and what has flowed in', () => {
  fc.assert(fc.property(fc.constantFrom<BucketName>('read', 'write'), fc.array(fc.integer({ min: -5000, max: 60_000 }), { minLength: 1, maxLength: 300 }), (name, steps) => {
    let now = 1_000_000;
    let state = fullBucket(name, now);
    let taken = 0;
    let latest = now;
    for (const step of steps) {
      now += step;
      latest = Math.max(latest, now);
      const { next, waitMs } = take(name, state, 1, now);
      if (waitMs === 0) taken++;
      else assert.ok(take(name, next, 1, Math.max(now, next.at) + waitMs).waitMs === 0, 'the time told is enough');
      state = next;
      assert.ok(state.level >= 0 && state.level <= buckets[name].size);
    }
    assert.ok(taken <= buckets[name].size + (latest - 1_000_000) * buckets[name].perMs + 1);
  }));
});
