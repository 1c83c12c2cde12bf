import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MemoryId, RecallQuery, Scope } from '../../../contract/index.ts';
import { tempVault } from '../../../test/support/temp-vault.ts';
import { hiddenFrom, widest, whyNot } from './why-not.ts';

const name = fc.option(fc.constantFrom('a', 'b'), { nil: undefined });
const scope: fc.Arbitrary<Scope> = fc.record({ project: name, squad: name, agent: name, channel: name })
  .map((parts) => Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)));

test('RECALL-WHY-NOT: a memory is hidden exactly from a question that lacks one of its scope parts', () => {
  fc.assert(fc.property(scope, scope, (own, from) => {
    const lacking = Object.entries(own).some(([part, value]) => from[part as keyof Scope] !== value);
    assert.equal(hiddenFrom({ scope: own, status: 'active', kind: 'semantic' }, { query: 'q', scope: from }) !== null, lacking);
  }));
});

test('RECALL-WHY-NOT: each stage of a real recall is named as it is', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const remember = async (text: string, more: object = {}) => (await client.memories.remember({ text, ...more })).id;
  const ladder = await remember('The ladder is behind the shed.');
  const other = await remember('The ladder of the neighbour is red.');
  const far = await remember('Quartz melts at a great heat.');
  const hidden = await remember('The ladder of the office is locked away.', { scope: { project: 'office' } });
  const shelved = await remember('The old ladder was thrown away.');
  await client.memories.forget({ id: shelved });
  const why = async (id: MemoryId, query: RecallQuery) => {
    const closed = hiddenFrom(await client.memories.get({ id }), query);
    return closed ?? whyNot(id, await client.recall({ ...query, explain: true }), await client.recall(widest(query)));
  };
  const query: RecallQuery = { query: 'where is the ladder', limit: 1 };
  const { items } = await client.recall({ ...query, limit: 10 });
  const [first, second] = items.map(({ memory }) => memory.id);
  assert.deepEqual([first, second].toSorted(), [ladder, other].toSorted());
  const returned = await why(first!, query);
  assert.ok(typeof returned === 'object' && returned.stage === 'returned' && returned.place === 1 && returned.signals.length > 0);
  const cut = await why(second!, query);
  assert.ok(typeof cut === 'object' && cut.stage === 'below_limit' && cut.place === null && cut.signals.some(({ signal }) => signal === 'words'));
  const budget = await why(second!, { query: query.query, budget: 9 });
  assert.ok(typeof budget === 'object' && budget.stage === 'over_budget', JSON.stringify(budget));
  assert.match(String(await why(hidden, query)), /another project/);
  assert.match(String(await why(shelved, query)), /forgotten/);
  assert.match(String(await why(ladder, { ...query, kinds: ['procedural'] })), /another kind/);
  await client.settings.set({ 'recall.weight.vectors': 0, 'recall.weight.graph': 0 });
  const unfound = await why(far, query);
  assert.ok(typeof unfound === 'object' && unfound.stage === 'not_found' && /No signal placed it among the best \d+/.test(unfound.reason));
});

test('RECALL-WHY-NOT: what was found and fused below the pool is told apart from what was not found', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const stored = await client.memories.rememberMany({ memories: Array.from({ length: 200 }, (_, i) => ({ text: `Kayak trip number ${i} on the river ${'and back '.repeat(i % 17)}with pause ${i * 7}.` })) });
  const query: RecallQuery = { query: 'kayak trip', limit: 5 };
  const [asked, wide] = [await client.recall({ ...query, explain: true }), await client.recall(widest(query))];
  const stages = stored.map(({ id }) => whyNot(id, asked, wide));
  const weighed = new Set(asked.trace!.candidates.map(({ id }) => id));
  assert.equal(stages.filter(({ stage }) => stage === 'returned').length, asked.items.length);
  const below = stages.filter(({ stage }) => stage === 'below_pool');
  assert.ok(below.length > 0);
  for (const { id, signals } of below) assert.ok(!weighed.has(id) && signals.length > 0);
  for (const { id, stage } of stages) assert.equal(weighed.has(id), !['below_pool', 'not_found'].includes(stage), stage);
});
