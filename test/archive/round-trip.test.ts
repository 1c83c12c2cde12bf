import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Memory, MemoryDetail } from '../../contract/index.ts';
import type { EngineClient } from '../../engine/serve/index.ts';
import { PASSPHRASE, tempDir, tempVault } from '../support/temp-vault.ts';
import { ended, furnish } from './furnished.ts';

const archivePassphrase = 'harbour lantern quietly seven';
const statuses: Memory['status'][] = ['active', 'superseded', 'quarantined', 'forgotten'];

/** Everything that must survive the way into another vault, under the texts instead of the ids. */
async function content(client: EngineClient) {
  const details: MemoryDetail[] = [];
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await client.memories.list({ filter: { status: statuses.slice(0, 3) }, limit: 500, ...(cursor !== undefined && { cursor }) });
    details.push(...await Promise.all(items.map(({ id }) => client.memories.get({ id }))));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  const name = new Map(details.map((m) => [m.id, m.text]));
  const memories = details.map((m) => ({
    text: m.text, kind: m.kind, category: m.category, tier: m.tier, status: m.status, pinned: m.pinned, importance: m.importance, speaker: m.speaker, session: m.session, steps: m.steps,
    happenedAt: m.happenedAt, validFrom: m.validFrom, validTo: m.validTo, createdAt: m.createdAt, version: m.version,
    versions: m.versions.map(({ version, text, changedAt, reason }) => ({ version, text, changedAt, reason })),
    edges: m.edges.map((e) => `${name.get(e.from)} ${e.type} ${name.get(e.to)} ${e.weight}`).sort(),
  })).sort((a, b) => (a.text < b.text ? -1 : 1));
  const sessions = await Promise.all((await client.chat.sessions()).map(async (s) => {
    const messages = await client.chat.messages({ id: s.id });
    const place = new Map(messages.map((m, i) => [m.id, i]));
    return {
      title: s.title, createdAt: s.createdAt, updatedAt: s.updatedAt, leaf: s.leaf === null ? null : place.get(s.leaf),
      messages: messages.map((m) => ({ role: m.role, text: m.text, status: m.status, model: m.model, createdAt: m.createdAt, parent: m.parent === null ? null : place.get(m.parent) })),
    };
  }));
  return { memories, sessions };
}

test('ARCHIVE-ROUND-TRIP: an archive comes back whole in another vault, and one undo takes all of it away again', async (t) => {
  using folder = tempDir();
  const path = join(folder.path, 'all.age');
  await using one = await tempVault();
  const held = await furnish(one.client);
  const exported = await ended(one.client, (await one.client.transfer.export({ path, format: 'archive', passphrase: PASSPHRASE, archivePassphrase })).job);
  assert.equal(exported.state, 'done', JSON.stringify(exported.error));
  const before = await content(one.client);

  await using two = await tempVault();
  const { client } = two;
  const report = await client.transfer.verify({ source: { path }, archivePassphrase });
  assert.deepEqual([report.whole, report.conversations, report.agents, report.settings, report.skipped], [true, 1, 1, 1, []]);
  assert.equal(report.memories.episodic + report.memories.semantic + report.memories.procedural, exported.result!.memories);
  assert.deepEqual([report.bytes, report.sha256], [exported.result!.bytes, exported.result!.sha256]);
  assert.deepEqual(await content(client), { memories: [], sessions: [] });

  const job = await ended(client, (await client.transfer.import({ source: { path }, options: { approve: true, archivePassphrase } })).job);
  assert.equal(job.state, 'done', JSON.stringify(job.error));
  t.diagnostic(JSON.stringify(job.result));
  const after = await content(client);
  assert.deepEqual(after.sessions, before.sessions);
  for (const [i, memory] of before.memories.entries()) assert.deepEqual(after.memories[i], memory);
  assert.equal(after.memories.length, before.memories.length);
  assert.ok(!JSON.stringify(after).includes(held.forgotten));
  const { items } = await client.memories.list({ filter: { status: statuses }, limit: 500 });
  assert.ok(items.every((m) => m.origin === 'imported' && m.trust <= 0.5 && Object.keys(m.scope).length === 0 && m.uses === 0));
  assert.equal((await client.settings.get())['recall.limit'], 12, 'settings of a file are not applied');
  assert.deepEqual(await client.agents.list(), [], 'nor are instructions of agents');
  assert.deepEqual((await client.recall({ query: 'where do I live' })).items.map((item) => item.memory.text).filter((text) => text.startsWith('I live')), ['I live in Porto.']);

  assert.equal((await client.jobs.undo({ id: job.id })).state, 'undone');
  assert.deepEqual(await content(client), { memories: [], sessions: [] });
});

test('ARCHIVE-ROUND-TRIP: without approval all of it waits, and what was superseded is history again once its successor is approved', async () => {
  using folder = tempDir();
  const path = join(folder.path, 'all.age');
  await using one = await tempVault();
  await one.client.memories.remember({ text: 'I live in Lisbon.', kind: 'semantic', happenedAt: 1_700_000_000_000 });
  await one.client.memories.remember({ text: 'I live in Porto.', kind: 'semantic', happenedAt: 1_700_000_001_000 });
  await one.client.memories.remember({ text: 'I live in Faro.', kind: 'semantic', happenedAt: 1_700_000_002_000 });
  await ended(one.client, (await one.client.transfer.export({ path, format: 'archive', passphrase: PASSPHRASE, archivePassphrase })).job);
  const states = async (client: EngineClient) => {
    const { items } = await client.memories.list({ filter: { status: statuses }, sort: 'oldest' });
    return items.map((m) => `${m.text.slice(10, -1)} ${m.status}`);
  };
  for (const order of [[0, 1, 2], [2, 1, 0], [0, 2, 1]]) {
    await using two = await tempVault();
    const job = await ended(two.client, (await two.client.transfer.import({ source: { path }, options: { archivePassphrase } })).job);
    assert.equal(job.state, 'done');
    assert.deepEqual(await states(two.client), ['Lisbon quarantined', 'Porto quarantined', 'Faro quarantined']);
    const { items } = await two.client.memories.list({ filter: { status: statuses }, sort: 'oldest' });
    for (const i of order) await two.client.memories.approve({ ids: [items[i]!.id] });
    assert.deepEqual(await states(two.client), ['Lisbon superseded', 'Porto superseded', 'Faro active'], order.join());
    assert.deepEqual((await two.client.recall({ query: 'where do I live' })).items.map((item) => item.memory.text), ['I live in Faro.']);
  }
});

test('ARCHIVE-ROUND-TRIP: the passphrase is asked for, kept nowhere, and asked for again when an import is resumed', async () => {
  using folder = tempDir();
  const path = join(folder.path, 'many.age');
  await using one = await tempVault();
  const memories = Array.from({ length: 1500 }, (_, i) => ({ text: `Fact number ${i} of the archive.`, kind: 'semantic' as const, ...(i % 3 === 0 && { session: `s${i % 30}` }) }));
  for (let i = 0; i < memories.length; i += 1000) await one.client.memories.rememberMany({ memories: memories.slice(i, i + 1000) });
  await ended(one.client, (await one.client.transfer.export({ path, format: 'archive', passphrase: PASSPHRASE, archivePassphrase })).job);
  const before = await content(one.client);

  await using two = await tempVault();
  const { client } = two;
  for (const options of [undefined, { archivePassphrase: 'something else entirely' }]) await assert.rejects(client.transfer.preview({ source: { path }, ...(options && { options }) }), { code: 'WRONG_PASSPHRASE' });
  await assert.rejects(client.transfer.import({ source: { path } }), { code: 'WRONG_PASSPHRASE' });
  assert.deepEqual(await client.jobs.list(), [], 'no job is made without it');
  const { job } = await client.transfer.import({ source: { path }, options: { approve: true, archivePassphrase } });
  while ((await client.jobs.get({ id: job })).done === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal((await client.jobs.cancel({ id: job })).state, 'cancelled');
  await assert.rejects(client.jobs.resume({ id: job }), { code: 'WRONG_PASSPHRASE' });
  await client.vault.lock();
  await client.vault.unlock({ passphrase: PASSPHRASE });
  await client.jobs.resume({ id: job, archivePassphrase });
  const done = await ended(client, job);
  assert.deepEqual([done.state, done.done, done.total], ['done', 1501, 1501]);
  const after = await content(client);
  assert.equal(after.memories.length, 1500);
  assert.deepEqual(after.memories, before.memories, 'with the relations between what came before and after the stop');
});

test('EXPORT-CLEAN: an export that fails or is stopped leaves no file, and never writes over one', async () => {
  using folder = tempDir();
  await using vault = await tempVault();
  const { client } = vault;
  for (let i = 0; i < 3; i++) await client.memories.rememberMany({ memories: Array.from({ length: 1000 }, (_, n) => ({ text: `Note ${i} ${n} to write out.` })) });
  for (const format of ['archive', 'engram', 'markdown'] as const) {
    const path = join(folder.path, `out-${format}`);
    const input = { path, format, passphrase: PASSPHRASE, ...(format === 'archive' && { archivePassphrase }) };
    const { job } = await client.transfer.export(input);
    assert.equal((await client.jobs.cancel({ id: job })).state, 'cancelled', format);
    assert.throws(() => readFileSync(path), { code: 'ENOENT' }, format);
    writeFileSync(path, 'mine');
    assert.equal((await ended(client, (await client.transfer.export(input)).job)).error?.code, 'CONFLICT');
    assert.equal(readFileSync(path, 'utf8'), 'mine');
    assert.equal((await ended(client, (await client.transfer.export({ ...input, path: join(folder.path, 'nowhere', 'x') })).job)).error?.code, 'NOT_FOUND');
  }
  for (const input of [{ format: 'archive' as const }, { format: 'engram' as const, archivePassphrase }]) await assert.rejects(client.transfer.export({ path: join(folder.path, 'x'), passphrase: PASSPHRASE, ...input }), { code: 'INVALID_INPUT' });
  await assert.rejects(client.transfer.export({ path: join(folder.path, 'x'), format: 'archive', archivePassphrase }), { code: 'WRONG_PASSPHRASE' });
  await assert.rejects(client.transfer.export({ path: join(folder.path, 'x'), format: 'archive', passphrase: PASSPHRASE, archivePassphrase: 'password1234' }), { code: 'WEAK_PASSPHRASE' });
});
