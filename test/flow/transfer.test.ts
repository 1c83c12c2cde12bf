import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ImportOptions, Job, JobId } from '../../contract/index.ts';
import type { EngineClient } from '../../engine/serve/index.ts';
import { PASSPHRASE, tempDir, tempVault } from '../support/temp-vault.ts';

async function ended(client: EngineClient, job: JobId): Promise<Job> {
  while (true) {
    const state = await client.jobs.get({ id: job });
    if (!['waiting', 'running'].includes(state.state)) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function uploaded(client: EngineClient, name: string, content: string | Buffer) {
  const bytes = Buffer.from(content);
  const half = Math.ceil(bytes.length / 2);
  const { upload } = await client.transfer.upload({ name, offset: 0, chunk: bytes.subarray(0, half).toString('base64') });
  assert.equal((await client.transfer.upload({ upload, name, offset: half, chunk: bytes.subarray(half).toString('base64') })).bytes, bytes.length);
  return { upload };
}

const chatgpt = JSON.stringify([{
  id: 'c1', title: 'Moving', create_time: 1_700_000_000.5, current_node: 'n4',
  mapping: {
    root: { id: 'root', parent: null, children: ['n1'], message: null },
    n1: { id: 'n1', parent: 'root', children: ['n2', 'n3'], message: { author: { role: 'user' }, create_time: 1_700_000_001, content: { content_type: 'text', parts: ['I live in Lisbon. I prefer trains.'] } } },
    n2: { id: 'n2', parent: 'n1', children: [], message: { author: { role: 'assistant' }, create_time: 1_700_000_002, content: { content_type: 'text', parts: ['Noted.'] } } },
    n3: { id: 'n3', parent: 'n1', children: ['n4'], message: { author: { role: 'assistant' }, create_time: 1_700_000_003, content: { content_type: 'text', parts: ['Lovely!'] } } },
    n4: { id: 'n4', parent: 'n3', children: [], message: { author: { role: 'user' }, create_time: 1_700_000_004, content: { content_type: 'text', parts: ['I work at Globex.'] } } },
  },
}]);

async function importFile(client: EngineClient, name: string, content: string, options?: ImportOptions): Promise<Job> {
  const source = await uploaded(client, name, content);
  return ended(client, (await client.transfer.import({ source, options })).job);
}

test('IMPORT-PREVIEW: the dry run says what would come, and stores nothing', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.remember({ text: 'I prefer trains.' });
  const preview = await client.transfer.preview({ source: await uploaded(client, 'conversations.json', chatgpt) });
  assert.deepEqual([preview.format, preview.conversations, preview.messages, preview.memories, preview.duplicates], ['chatgpt', 1, 4, 3, 1]);
  assert.equal(preview.from, 1_700_000_001_000);
  assert.equal((await client.memories.list({})).total, 1);
  await assert.rejects(client.transfer.preview({ source: await uploaded(client, 'x.bin', 'no format at all') }), { code: 'IMPORT_UNREADABLE' });
});

test('IMPORT-QUARANTINE: what a file brings is not recalled before it is approved, and one undo takes all of it back', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const job = await importFile(client, 'conversations.json', chatgpt);
  assert.deepEqual([job.state, job.undoable, job.result!.memories, job.result!.conversations], ['done', true, 3, 1]);
  assert.deepEqual((await client.recall({ query: 'where do I live' })).items, []);
  const [session] = await client.chat.sessions();
  const messages = await client.chat.messages({ id: session!.id });
  assert.equal(messages.length, 4);
  assert.equal(messages.filter((m) => m.parent === messages[0]!.id).length, 2, 'branches are kept');
  assert.equal((await client.memories.approve({ job: job.id })).approved, 3);
  const [found] = (await client.recall({ query: 'where do I live' })).items;
  assert.deepEqual([found!.memory.text, found!.memory.origin, found!.memory.trust], ['I live in Lisbon.', 'imported', 0.5]);
  assert.equal((await client.jobs.undo({ id: job.id })).state, 'undone');
  assert.deepEqual([(await client.memories.list({})).total, (await client.chat.sessions()).length], [0, 0]);
  await assert.rejects(client.jobs.undo({ id: job.id }), { code: 'CONFLICT' });
});

test('IMPORT-RELATIONS: a knowledge graph keeps its relations', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const lines = [
    { type: 'entity', name: 'Ana', entityType: 'person', observations: ['plays the cello'] }, { type: 'entity', name: 'Globex', entityType: 'company', observations: ['makes rockets'] },
    { type: 'relation', from: 'Ana', to: 'Globex', relationType: 'works at' },
  ].map((row) => JSON.stringify(row)).join('\n');
  const job = await importFile(client, 'memory.jsonl', `${lines}\nnot json\n`, { approve: true });
  assert.deepEqual([job.state, job.result!.skipped], ['done', 1]);
  const { items } = await client.memories.list({});
  assert.ok(items.some((m) => m.text.includes('cello')) && items.some((m) => m.text.includes('rockets')));
});

test('EXPORT-ROUND-TRIP: an export asks for the passphrase and comes back with the same memories, relations and chats', async () => {
  using folder = tempDir();
  await using one = await tempVault();
  const at = 1_700_000_000_123;
  const [a, b] = await one.client.memories.rememberMany({ memories: [
    { text: 'The cello is in the attic.', happenedAt: at, importance: 0.9, pinned: true, speaker: 'Ana', session: 's1' }, { text: 'My email is jane@example.com.', happenedAt: at + 1 },
  ] });
  await one.client.memories.relate({ from: a!.id, to: b!.id, type: 'related_to' });
  const { id } = await one.client.chat.open({ title: 'Old talk' });
  for await (const _ of await one.client.chat.send({ session: id, text: 'Where is the cello?' }));
  const path = join(folder.path, 'out.jsonl');
  await assert.rejects(one.client.transfer.export({ path, format: 'engram' }), { code: 'WRONG_PASSPHRASE' });
  assert.equal(existsSync(path), false);
  const done = await ended(one.client, (await one.client.transfer.export({ path, format: 'engram', passphrase: PASSPHRASE })).job);
  assert.deepEqual([done.state, done.result!.memories], ['done', 2]);
  assert.ok(readFileSync(path, 'utf8').startsWith('{"format":"engram","version":1}\n'));
  await using two = await tempVault();
  const back = await ended(two.client, (await two.client.transfer.import({ source: { path }, options: { approve: true } })).job);
  assert.deepEqual([back.state, back.result!.memories, back.result!.conversations, back.result!.relations], ['done', 2, 1, 1]);
  const { items } = await two.client.memories.list({ sort: 'oldest' });
  assert.deepEqual(items.map((m) => [m.text, m.happenedAt, m.tier, m.speaker]), [['The cello is in the attic.', at, 'cleartext', 'Ana'], ['My email is jane@example.com.', at + 1, 'sensitive', null]]);
  assert.equal((await two.client.memories.get({ id: items[0]!.id })).edges.length, 1);
  assert.deepEqual((await two.client.chat.sessions()).map((s) => s.title), ['Old talk']);
  await assert.rejects(async () => ended(one.client, (await one.client.transfer.export({ path, format: 'engram', passphrase: PASSPHRASE })).job)
    .then((job) => { if (job.error) throw Object.assign(new Error(), job.error); }), { code: 'CONFLICT' });
});

test('IMPORT-RESUME: a stopped import goes on where it stopped and stores nothing twice', async () => {
  using folder = tempDir();
  await using vault = await tempVault();
  const { client } = vault;
  const rows = Array.from({ length: 3000 }, (_, i) => JSON.stringify({ type: 'memory', text: `Imported fact number ${i}.`, kind: 'semantic' }));
  const path = join(folder.path, 'many.jsonl');
  const { writeFileSync } = await import('node:fs');
  writeFileSync(path, ['{"format":"engram","version":1}', ...rows].join('\n'));
  const { job } = await client.transfer.import({ source: { path }, options: { approve: true } });
  while ((await client.jobs.get({ id: job })).done === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const stopped = await client.jobs.cancel({ id: job });
  assert.equal(stopped.state, 'cancelled');
  const before = (await client.memories.list({ limit: 1 })).total;
  assert.ok(before > 0 && before < 3000, `${before}`);
  await client.jobs.resume({ id: job });
  assert.deepEqual(await ended(client, job).then((j) => [j.state, j.done]), ['done', 3000]);
  const total = await client.memories.list({ limit: 1 });
  assert.equal(total.total, 3000);
});
