import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scopedForMaintenance, scopedTo } from '../../security/access/index.ts';
import { bareMemory, createBareVault, undetected } from '../support/bare-vault.ts';
import { person, tempDir } from '../support/temp-vault.ts';
import { createIds } from '../../engine/kernel/index.ts';

const WORDS = ['Farida', 'farida', 'Paauw', 'paauw', 'Tent', 'house', 'Müller', 'it', 'Dr', 'Booked'];

test('RECALL-TIES: memories are tied by the names both write with a capital, as a plain search would tie them, within what the reader may see', async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(fc.record({ words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }), project: fc.boolean() }), { minLength: 1, maxLength: 12 }), fc.subarray(['house', 'tent', 'farida']),
    async (rows, except) => {
      using folder = tempDir();
      const { vault } = await createBareVault(`${folder.path}/v`);
      try {
        const newId = createIds();
        // A number makes each text its own, so that none is merged.
        const texts = rows.map(({ words }, i) => `${words.join(' ')} ${i}`);
        const memories = rows.map(({ project }, i) => bareMemory(vault, newId<string>(i + 1), texts[i]!, { ...(project && { scope: { project: 'p' } }) }, undetected));
        const stored = await vault.write('storeMemories', { memories, space: 0, now: 1, actor: 'test' });
        const ids = stored.map(({ row }) => row);
        const fold = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
        const namesOf = (i: number) => [...new Set(rows[i]!.words.filter((word) => /^\p{Lu}/u.test(word) && word.length > 2))];
        for (const inside of [false, true]) {
          const view = inside ? scopedTo({}, person, {}) : scopedForMaintenance({});
          const seen = rows.flatMap(({ project }, i) => (inside && project ? [] : [i]));
          const expected = seen.flatMap((from) => namesOf(from).flatMap((name) => {
            if (except.includes(fold(name))) return [];
            const holders = seen.filter((to) => namesOf(to).includes(name));
            return holders.filter((to) => to !== from).map((to) => `${ids[from]} ${ids[to]} ${fold(name)} ${holders.length}`);
          }));
          const found = await vault.read('sharedNames', { ...view, ids: seen.map((i) => ids[i]!), except, past: false });
          assert.deepEqual(found.map(({ from, to, name, documents }) => `${from} ${to} ${name} ${documents}`).toSorted(), expected.toSorted());
        }
      } finally {
        await vault.close();
      }
    }), { numRuns: 12 });
});
