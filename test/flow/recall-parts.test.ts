import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits, Signal } from '../../contract/index.ts';
import { tempVault } from '../support/temp-vault.ts';

test('RECALL-CONTEXT: the turns before a question decide what it is, and only as many and as long as the border says', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.remember({ text: 'I vote by post since 2019 because the hall is far away.' });
  const query = 'which one?';
  const alone = await client.recall({ query, explain: true });
  const after = await client.recall({ query, context: ['Do I vote by post or at the hall?', 'By post, since 2019.'], explain: true });
  assert.equal(alone.trace!.gate.decision, 'ask');
  assert.notEqual(after.trace!.gate.decision, 'ask');
  await client.recall({ query, context: [''] });
  for (const context of [Array(limits.contextTurns + 1).fill('turn'), ['x'.repeat(limits.queryChars + 1)], [5], 'turn'])
    await assert.rejects(client.recall({ query, context: context as string[] }), { code: 'INVALID_INPUT' });
});

test('RECALL-PARTS: at weight 0 a signal places nothing, and the others still do', async () => {
  await using vault = await tempVault();
  const { client, engine } = vault;
  const stored = await client.memories.rememberMany({ memories: [
    { text: 'I rode the pony along the beach.', speaker: 'Ann', session: 's', happenedAt: Date.parse('2025-03-04T10:00:00Z') },
    { text: 'The pony belongs to a farmer.', speaker: 'Ben', session: 's', happenedAt: Date.parse('2025-03-04T10:01:00Z') },
  ] });
  await client.memories.relate({ from: stored[0]!.id, to: stored[1]!.id, type: 'related_to' });
  await engine.settled();
  const used = async () => {
    const { trace } = await client.recall({ query: 'What did Ann say about the pony yesterday?', at: Date.parse('2025-03-05T10:00:00Z'), explain: true });
    return new Set(trace!.candidates.flatMap(({ signals }) => signals.map(({ signal }) => signal)));
  };
  assert.deepEqual(await used(), new Set(Signal.options));
  for (const signal of Signal.options) {
    await client.settings.set({ [`recall.weight.${signal}`]: 0 });
    const left = await used();
    assert.ok(!left.has(signal) && left.size > 0, signal);
    // Who said it is told by the order of the words, so it goes with them.
    assert.equal(left.has('speaker'), signal !== 'words' && signal !== 'speaker', signal);
    await client.settings.reset({ key: `recall.weight.${signal}` });
  }
});

test('RECALL-TIES: the second half of an answer is found by the name that both halves hold', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.rememberMany({ memories: [
    { text: 'The cello was made by Hendrik Paauw.' }, { text: 'Paauw had his workshop in Zutphen until the war.' },
    ...Array.from({ length: 30 }, (_, i) => ({ text: `The neighbours of number ${i} were away in week ${i + 3}.` })),
  ] });
  const { items } = await client.recall({ query: 'where was my cello built', limit: 5 });
  const second = items.find(({ memory }) => memory.text.includes('Zutphen'));
  assert.ok(second !== undefined && second.signals.some(({ signal }) => signal === 'graph'));
  await client.settings.set({ 'recall.weight.graph': 0 });
  const without = await client.recall({ query: 'where was my cello built', limit: 5 });
  assert.ok(without.items.every(({ signals }) => signals.every(({ signal }) => signal !== 'graph')));
});
