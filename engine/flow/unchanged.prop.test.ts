import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Vault } from '../vault/index.ts';
import { unchanged } from './unchanged.ts';

const step = fc.oneof(fc.constant({ do: 'write' as const }), fc.record({ do: fc.constant('read' as const), key: fc.nat(100), fails: fc.boolean() }));

test('RECALL-UNCHANGED: an answer is what a read would say now, is kept until something is written, and a failure is never kept', async () => {
  let spared = 0;
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 200, size: 'max' }), async (steps) => {
    const vault = { changes: 0 } as { changes: number };
    let reads = 0;
    for (const one of steps) {
      if (one.do === 'write') {
        vault.changes++;
        continue;
      }
      const truth = `${one.key} at ${vault.changes}`;
      const before = reads;
      const answer = await unchanged(vault as Vault, `${one.key}`, async () => {
        reads++;
        if (one.fails) throw new Error('away');
        return truth;
      }).catch(() => 'failed');
      assert.ok(answer === truth || (one.fails && reads === before + 1));
      if (reads === before) spared++;
    }
  }), { numRuns: 300 });
  assert.ok(spared > 0, 'nothing was ever spared');
});
