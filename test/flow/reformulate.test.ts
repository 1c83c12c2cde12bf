import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tempVault, type TempVault } from '../support/temp-vault.ts';

const FILLER = Array.from({ length: 30 }, (_, i) => ({ text: `Note ${i}: the market opened early and the weather stayed ${['mild', 'cold', 'windy'][i % 3]}.` }));

async function filled(): Promise<TempVault> {
  const vault = await tempVault();
  await vault.client.memories.rememberMany({ memories: [
    { text: 'The pottery course begins in September.' }, { text: 'My bicycle stands in the cellar.' }, ...FILLER,
    { text: 'The pottery of the office is locked away.', scope: { project: 'office' } },
  ] });
  return vault;
}

test('RECALL-REFORMULATE: a misspelt question is asked once more as it was meant, and everything of it is told', async () => {
  await using vault = await filled();
  const { client } = vault;
  const query = 'when is the pottary';
  const { items, trace } = await client.recall({ query, explain: true });
  assert.equal(items[0]!.memory.text, 'The pottery course begins in September.');
  assert.equal(trace!.quality!.tier, 'poor');
  const { queries, quality, used } = trace!.reformulated!;
  assert.ok(used && quality.tier !== 'poor' && queries.length <= 3 && queries.some(({ text, by }) => by === 'broaden' && text.includes('pottery')));
  assert.ok(trace!.ms['again']! > 0 && trace!.terms.includes('pottery'));
  assert.ok(trace!.candidates.every(({ keyFact }) => !keyFact.includes('office')), 'from the same place');
  await client.settings.set({ 'recall.reformulate': false });
  const plain = (await client.recall({ query, explain: true })).trace!;
  assert.deepEqual([plain.reformulated, plain.quality], [null, trace!.quality]);
});

test('RECALL-REFORMULATE: what is no tier better changes nothing, to the bit', async () => {
  await using vault = await filled();
  const { client } = vault;
  const query = 'who sang opera at the wedding and where did the orchestra rehearse';
  const on = await client.recall({ query, explain: true });
  assert.deepEqual([on.trace!.quality!.tier, on.trace!.reformulated!.used], ['poor', false]);
  await client.settings.set({ 'recall.reformulate': false });
  const off = await client.recall({ query, explain: true });
  assert.deepEqual(on.items, off.items);
  assert.deepEqual(on.trace!.candidates, off.trace!.candidates);
});

test('RECALL-QUALITY: the tier follows what is found, and is not told where nothing was weighed', async () => {
  await using vault = await filled();
  const { client } = vault;
  const quality = async (query: string) => (await client.recall({ query, explain: true })).trace!.quality;
  assert.equal((await quality('when does the pottery course begin'))!.tier, 'good');
  assert.equal((await quality('who conducted the opera orchestra'))!.tier, 'poor');
  await client.settings.set({ 'recall.rerank': 'none' });
  assert.equal(await quality('when does the pottery course begin'), null);
});
