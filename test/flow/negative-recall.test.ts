import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { MemoryId, Scope } from '../../contract/index.ts';
import type { EngineClient } from '../../engine/serve/index.ts';
import { bareMemory, createBareVault } from '../support/bare-vault.ts';
import { tempDir, tempVault, type TempVault } from '../support/temp-vault.ts';

const DAY = 86_400_000;
const QUESTION = 'Which editor do I use?';
const NEAR = ['Which editor do I use?', 'which editor am I using', 'What editor do I use now?'];
const FAR = ['Which tools did I know in the past?', 'What did I learn at university?', 'Tell me about vim.'];

interface Known { vault: TempVault; client: EngineClient; vim: MemoryId; helix: MemoryId; pass(ms: number): void }

async function known(work: (needs: Known) => Promise<void>): Promise<void> {
  let ahead = 0;
  await using vault = await tempVault({ clock: { now: () => Date.now() + ahead } });
  const { client } = vault;
  // The clock of these tests runs ahead by months.
  await client.settings.set({ 'security.autoLockMinutes': 0 });
  const [vim, helix] = await client.memories.rememberMany({ memories: [
    { text: 'I learned the editor vim at university, one of the tools I know from the past.', category: 'general' }, { text: 'My editor is Helix.', category: 'general' }, { text: 'The kiln is blue.' },
  ] });
  await work({ vault, client, vim: vim!.id, helix: helix!.id, pass: (ms) => { ahead += ms; } });
}

const found = async (client: EngineClient, query: string, id: MemoryId, scope?: Scope) => (await client.recall({ query, ...(scope && { scope }) })).items.some(({ memory }) => memory.id === id);

test('NEGATIVE-RECALL: a memory stays out of answers to questions near the one it was called beside the point for, and out of no other', () => known(async ({ client, vim, helix }) => {
  for (const query of [...NEAR, ...FAR]) assert.ok(await found(client, query, vim), query);
  const before = await client.memories.get({ id: vim });
  const after = await client.memories.feedback({ id: vim, verdict: 'not_relevant', query: QUESTION });
  assert.deepEqual([after.trust, after.importance], [before.trust, before.importance]);
  for (const query of NEAR) {
    assert.ok(!await found(client, query, vim), query);
    assert.ok(await found(client, query, helix), query);
  }
  for (const query of FAR) assert.ok(await found(client, query, vim), query);
  const { trace } = await client.recall({ query: QUESTION, explain: true });
  const row = trace!.candidates.find(({ id }) => id === vim)!;
  assert.deepEqual([row.verdict, /not relevant/.test(row.reason)], ['dismissed', true]);
  assert.deepEqual((await client.memories.dismissals({ id: vim })).map(({ query }) => query), [QUESTION]);
}));

test('NEGATIVE-RECALL: it is taken back for one question or for all, ends with a new text, and is not believed beyond 90 days', () => known(async ({ client, vim, pass }) => {
  const dismiss = (query: string) => client.memories.feedback({ id: vim, verdict: 'not_relevant', query });
  await dismiss(QUESTION);
  await dismiss('What did I learn at university?');
  assert.deepEqual(await client.memories.undismiss({ id: vim, query: QUESTION }), { taken: 1 });
  assert.deepEqual([await found(client, QUESTION, vim), await found(client, 'What did I learn at university?', vim)], [true, false]);
  assert.deepEqual(await client.memories.undismiss({ id: vim }), { taken: 1 });
  assert.deepEqual(await client.memories.undismiss({ id: vim }), { taken: 0 });
  await dismiss(QUESTION);
  await client.memories.update({ id: vim, text: 'I learned the editor vim at school, one of the tools I know from the past.' });
  assert.ok(await found(client, QUESTION, vim));
  await dismiss(QUESTION);
  pass(89 * DAY);
  assert.ok(!await found(client, QUESTION, vim));
  pass(2 * DAY);
  assert.ok(await found(client, QUESTION, vim));
  assert.deepEqual(await client.memories.dismissals({ id: vim }), []);
  for (const verdict of ['helpful', 'wrong'] as const) await assert.rejects(client.memories.feedback({ id: vim, verdict, query: QUESTION }), { code: 'INVALID_INPUT' });
}));

test('NEGATIVE-RECALL: whom a question names decides, too', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const said = (speaker: string, text: string) => ({ text, speaker, session: 's' });
  const [tea] = await client.memories.rememberMany({ memories: [said('Elise', 'I like to drink mint tea.'), said('Emi', 'I like to drink cocoa.'), said('Emi', 'Rain came early.')] });
  await client.memories.feedback({ id: tea!.id, verdict: 'not_relevant', query: 'What does Emi like to drink?' });
  assert.ok(!await found(client, 'What does Emi like to drink?', tea!.id));
  assert.ok(await found(client, 'What does Elise like to drink?', tea!.id));
});

test('NEGATIVE-RECALL: nobody hides a memory from anybody else, whatever they are called, and rights and scope hold', () => known(async ({ vault, client, vim }) => {
  const other = (name: string, scope: Scope = {}, canWrite = true) => vault.engine.client({ kind: 'client', name, scope, canWrite, local: false });
  const [bot, cat, namesake] = [other('bot'), other('cat'), other('person')];
  await bot.memories.feedback({ id: vim, verdict: 'not_relevant', query: QUESTION });
  await namesake.memories.feedback({ id: vim, verdict: 'not_relevant', query: QUESTION });
  assert.deepEqual([await found(bot, QUESTION, vim), await found(namesake, QUESTION, vim), await found(cat, QUESTION, vim), await found(client, QUESTION, vim)], [false, false, true, true]);
  assert.deepEqual(await client.memories.dismissals({ id: vim }), [], 'a question is known to whoever asked it');
  assert.deepEqual(await client.memories.undismiss({ id: vim }), { taken: 0 });
  await client.memories.feedback({ id: vim, verdict: 'not_relevant', query: QUESTION });
  assert.ok(await found(cat, QUESTION, vim));
  const hidden = (await client.memories.remember({ text: 'The office editor is Emacs.', scope: { project: 'office' } })).id;
  await assert.rejects(bot.memories.feedback({ id: hidden, verdict: 'not_relevant', query: QUESTION }), { code: 'NOT_FOUND' });
  await assert.rejects(bot.memories.dismissals({ id: hidden }), { code: 'NOT_FOUND' });
  await assert.rejects(bot.memories.undismiss({ id: hidden }), { code: 'NOT_FOUND' });
  await assert.rejects(other('reader', {}, false).memories.feedback({ id: vim, verdict: 'not_relevant', query: QUESTION }), { code: 'ACCESS_DENIED' });
  await assert.rejects(other('reader', {}, false).memories.undismiss({ id: vim }), { code: 'ACCESS_DENIED' });
}));

test('NEGATIVE-RECALL: the question lies in the vault sealed, goes with the memory, and only so many are kept', () => known(async ({ vault, client, vim, helix }) => {
  for (let i = 0; i < 25; i++) await client.memories.feedback({ id: vim, verdict: 'not_relevant', query: `Which zeppelin number ${i} do I fly?` });
  const kept = await client.memories.dismissals({ id: vim });
  assert.deepEqual([kept.length, kept[0]!.query], [20, 'Which zeppelin number 24 do I fly?']);
  await client.memories.feedback({ id: helix, verdict: 'not_relevant', query: 'Which zeppelin do I fly?' });
  await client.memories.erase({ id: vim });
  await assert.rejects(client.memories.dismissals({ id: vim }), { code: 'NOT_FOUND' });
  assert.equal((await client.memories.dismissals({ id: helix })).length, 1);
  const audit = JSON.stringify(await client.vault.audit({ limit: 100 }));
  assert.ok(audit.includes('feedback_not_relevant') && !audit.includes('zeppelin'));
  const file = readFileSync(join(vault.dir, 'vault.db'));
  assert.ok(!file.includes('zeppelin'));
}));

test('NEGATIVE-RECALL: erasing takes the sealed questions out of their table, and what is sealed opens in its own row only', async () => {
  using folder = tempDir();
  const { vault } = await createBareVault(`${folder.path}/v`, 1);
  const id = '01K00000000000000000000001';
  await vault.write('storeMemories', { memories: [bareMemory(vault, id, 'The kiln is blue.')], space: 0, now: 1, actor: 'test' });
  const cipher = vault.sealDismissal('a', Buffer.from('where is the zeppelin'));
  assert.ok(!Buffer.from(cipher).includes('zeppelin'));
  assert.equal(Buffer.from(vault.openDismissal('a', cipher)).toString(), 'where is the zeppelin');
  assert.throws(() => vault.openDismissal('b', cipher), { code: 'ENCRYPTION_FAILED' });
  await vault.write('dismissMemory', { id: 'a', memory: id, sayer: 'person', actor: 'person', cipher, now: 5 });
  const all = () => vault.read('dismissalsOf', { memories: [1], sayer: 'person', since: 0 });
  assert.deepEqual((await all()).map((row) => [row.id, row.memory, row.said_at]), [['a', 1, 5]]);
  assert.deepEqual(await vault.read('dismissalsOf', { memories: [1], sayer: 'client person', since: 0 }), []);
  await vault.write('eraseMemories', { ids: [id], texts: null, actor: 'person', now: 6 });
  assert.deepEqual(await all(), []);
  await vault.close();
});
