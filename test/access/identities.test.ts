import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineClient } from '../../engine/serve/index.ts';
import { startServer } from '../../sidecar/http/index.ts';
import { connect, failureOf } from '../../sidecar/client/index.ts';
import { PASSPHRASE, tempDir, tempVault } from '../support/temp-vault.ts';

const code = (work: Promise<unknown>) => work.then(() => 'accepted', (error: unknown) => failureOf(error).code);
const DAY_MS = 86_400_000;

test('ACCESS-TOKEN: a token opens its own scope over REST and WebSocket, nothing else, and nothing once it is revoked', async () => {
  await using vault = await tempVault();
  using pages = tempDir();
  const server = await startServer({ router: vault.engine.router, identify: vault.engine.identify, pages: pages.path, version: '0' });
  try {
    await vault.client.memories.remember({ text: 'The boat is called Ilse.', scope: { project: 'sea' } });
    await vault.client.memories.remember({ text: 'The hut is called Anna.', scope: { project: 'hills' } });
    const { identity, token } = await vault.client.access.grant({ name: 'harbour', scope: { project: 'sea' } });
    assert.match(token, /^[\w-]{43}$/);
    assert.ok(!JSON.stringify(await vault.client.access.list()).includes(token));
    const rest = async (path: string, body: unknown, method = 'POST') => {
      const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, { method, headers: { authorization: `Bearer ${token}`, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) }, ...(method === 'GET' ? {} : { body: JSON.stringify(body) }) });
      return { status: answer.status, body: (await answer.json()) as { items?: { memory: { text: string } }[]; code?: string } };
    };
    assert.deepEqual((await rest('/recall', { query: 'what is it called' })).body.items?.map((item) => item.memory.text), ['The boat is called Ilse.']);
    assert.equal((await rest('/recall', { query: 'what is it called', scope: { project: 'hills' } })).body.code, 'ACCESS_DENIED');
    assert.equal((await rest('/memories', { text: 'written without the right' })).body.code, 'ACCESS_DENIED');
    for (const [path, method] of [['/access', 'GET'], ['/vault/doctor', 'GET'], ['/vault/audit', 'GET'], ['/settings', 'GET'], ['/chat/sessions', 'GET']] as const)
      assert.ok(['ACCESS_DENIED', 'NOT_FOUND'].includes((await rest(path, {}, method)).body.code ?? ''), path);
    // Who brings a token is nobody else by claiming to be.
    const socket = await connect({ port: server.port, bearer: token, claim: { name: 'person', scope: {}, canWrite: true } });
    assert.equal(await code(socket.client.memories.remember({ text: 'written by a claim' })), 'ACCESS_DENIED');
    await vault.client.access.change({ id: identity.id, canWrite: true });
    const { id } = await socket.client.memories.remember({ text: 'The anchor weighs nine kilos.' });
    const stored = await vault.client.memories.get({ id });
    assert.deepEqual([stored.origin, stored.source, stored.trusted, stored.scope], ['client', 'harbour', false, { project: 'sea' }]);
    await vault.client.access.revoke({ id: identity.id });
    assert.equal(await code(socket.client.recall({ query: 'what is it called' })), 'ACCESS_DENIED');
    await socket.close();
    assert.equal((await rest('/recall', { query: 'what is it called' })).status, 401);
    await assert.rejects(connect({ port: server.port, bearer: token }));
  } finally {
    await server.close();
  }
});

test('ACCESS-TOKEN: what a program says of itself makes a row the person can change; the row stands above the claim', async () => {
  await using vault = await tempVault();
  const claim = (scope: object, canWrite = true) => vault.engine.client({ kind: 'client', name: 'editor', scope, canWrite, local: false });
  await claim({ project: 'a' }).memories.remember({ text: 'Tabs are four wide.' });
  await claim({ project: 'b' }).recall({ query: 'tabs' });
  const rows = await vault.client.access.list();
  assert.deepEqual(rows.map((row) => [row.name, row.scope, row.canWrite, row.hasToken]), [['editor · a', { project: 'a' }, true, false], ['editor · b', { project: 'b' }, true, false]]);
  assert.ok(rows.every((row) => row.lastSeenAt !== null));
  await vault.client.access.change({ id: rows[0]!.id, canWrite: false });
  assert.equal(await code(claim({ project: 'a' }).memories.remember({ text: 'Tabs are two wide.' })), 'ACCESS_DENIED');
  await vault.client.access.revoke({ id: rows[0]!.id });
  assert.equal(await code(claim({ project: 'a' }).recall({ query: 'tabs' })), 'ACCESS_DENIED');
  assert.equal(await code(claim({ project: 'b' }).recall({ query: 'tabs' })), 'accepted');
  // A name that has a token is not to be had by saying it.
  await vault.client.access.grant({ name: 'deploy' });
  assert.equal(await code(vault.engine.client({ kind: 'client', name: 'deploy', scope: {}, canWrite: true, local: false }).recall({ query: 'x' })), 'ACCESS_DENIED');
});

test('ACCESS-BUDGET: buckets run dry, say how long, fill with time, and a restart does not refill them', async () => {
  let now = Date.UTC(2026, 0, 5);
  await using vault = await tempVault({ clock: { now: () => now } });
  const client = () => vault.engine.client({ kind: 'client', name: 'eager', scope: {}, canWrite: true, local: false });
  const drain = async (ask: (c: EngineClient) => Promise<unknown>) => {
    for (let n = 0; n < 500; n++) {
      const error = await ask(client()).then(() => null, failureOf);
      if (error === null) continue;
      assert.equal(error.code, 'RATE_LIMITED');
      assert.ok((error.data.retryAfterMs ?? 0) > 0);
      return n;
    }
    return assert.fail('never dry');
  };
  assert.equal(await drain((c) => c.memories.facets({})), 120);
  assert.equal(await drain((c) => c.memories.remember({ text: `a thought at ${Math.random()}` })), 60);
  await vault.client.vault.lock();
  await vault.client.vault.unlock({ passphrase: PASSPHRASE });
  assert.equal(await code(client().memories.facets({})), 'RATE_LIMITED');
  now += 3_500;
  assert.equal(await drain((c) => c.memories.facets({})), 3);
  // A clock that goes back fills nothing.
  now -= DAY_MS;
  assert.equal(await code(client().memories.facets({})), 'RATE_LIMITED');
});

test('ACCESS-BUDGET: only so many different memories a day; the same one again costs nothing', async () => {
  let now = Date.UTC(2026, 0, 5, 12);
  await using vault = await tempVault({ clock: { now: () => now } });
  // A day passes below, and the vault is to stay open.
  await vault.client.settings.set({ 'security.autoLockMinutes': 0 });
  await vault.client.memories.rememberMany({ memories: Array.from({ length: 30 }, (_, i) => ({ text: `The lamp number ${i} is in the attic` })) });
  const { identity, token } = await vault.client.access.grant({ name: 'curious', rowsPerDay: 12 });
  const client = vault.engine.client((await vault.engine.identify(token))!);
  for (let i = 0; i < 3; i++) assert.equal((await client.memories.list({ limit: 10 })).items.length, 10);
  assert.equal((await vault.client.access.list())[0]!.rowsToday, 10);
  assert.equal(await code(client.memories.list({ limit: 20 })), 'RATE_LIMITED');
  assert.equal((await client.memories.list({ limit: 10 })).items.length, 10, 'what was refused was not counted');
  now += DAY_MS;
  assert.equal(await code(client.memories.list({ limit: 12 })), 'accepted');
  assert.equal(identity.rowsPerDay, 12);
});

test('ACCESS-SCORES: a client sees coarse steps and no trace, the same for the same question', async () => {
  await using vault = await tempVault();
  await vault.client.memories.rememberMany({ memories: Array.from({ length: 30 }, (_, i) => ({ text: `The lamp ${'very '.repeat(i % 5)}number ${i} is in the attic` })) });
  const client = vault.engine.client({ kind: 'client', name: 'watcher', scope: {}, canWrite: false, local: false });
  const ask = async () => (await client.recall({ query: 'lamp number 3 attic', explain: true, limit: 20 }));
  const first = await ask();
  assert.equal(first.trace, null);
  assert.ok(first.items.length > 10 && first.items.every((item) => item.signals.length === 0 && [0.25, 0.5, 0.75, 1].includes(item.score)));
  assert.deepEqual((await ask()).items.map((item) => item.score), first.items.map((item) => item.score));
});
