import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits, type ErrorData } from '../../contract/index.ts';
import { createIds } from '../../engine/kernel/index.ts';
import { bareMemory, createBareVault } from '../support/bare-vault.ts';
import { tempDir, tempVault } from '../support/temp-vault.ts';

const broken: [name: string, text: string, code: string][] = [
  ['ten megabytes', 'x'.repeat(10_000_000), 'CONTENT_TOO_LARGE'],
  ['one byte too many', 'x'.repeat(limits.memoryBytes + 1), 'CONTENT_TOO_LARGE'],
  ['few characters of many bytes', '漢'.repeat(limits.memoryBytes / 3 + 1), 'CONTENT_TOO_LARGE'],
  ['nothing', '', 'INVALID_INPUT'],
  ['only spaces', ' \n\t ', 'INVALID_INPUT'],
  ['a NUL', 'a\0b', 'INVALID_INPUT'],
  ['half of a pair', 'a\uD83D', 'INVALID_INPUT'],
];

test('LIMITS-TEXT: empty, oversized and broken texts are refused with the limit, by every call that takes a text', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const { id } = await client.memories.remember({ text: 'A good one.' });
  const roads: [string, (text: string) => Promise<unknown>][] = [
    ['remember', (text) => client.memories.remember({ text })],
    ['rememberMany', (text) => client.memories.rememberMany({ memories: [{ text: 'fine' }, { text }] })],
    ['update', (text) => client.memories.update({ id, text })],
  ];
  for (const [road, call] of roads)
    for (const [name, text, code] of broken)
      await assert.rejects(call(text), (error: { code: string; data: ErrorData }) => {
        assert.equal(error.code, code, `${road}: ${name}`);
        assert.ok(JSON.stringify(error.data).includes(`${limits.memoryBytes} bytes`), `${road}: ${name} names the limit`);
        return true;
      });
  assert.equal((await client.memories.list({})).total, 1);
  const largest = 'y'.repeat(limits.memoryBytes);
  const stored = await client.memories.remember({ text: largest });
  assert.equal((await client.memories.get({ id: stored.id })).text, largest);
});

test('WRITE-QUEUE: thousands of writers at once all get their turn, in groups', async () => {
  using folder = tempDir();
  const { vault } = await createBareVault(`${folder.path}/v`);
  const newId = createIds();
  const COUNT = 4000;
  const rows = await Promise.all(Array.from({ length: COUNT }, (_, i) => vault.write('storeMemories', {
    memories: [bareMemory(vault, newId<string>(i), `row ${i}`)], space: 0, now: i, actor: 'test',
  })));
  assert.equal(new Set(rows.map(([row]) => row!.row)).size, COUNT);
  assert.equal((await vault.read('countByStatus')).active, COUNT);
  const failed = vault.write('forgetMemory', { id: 'nothing', actor: 'test', now: 1 });
  const good = vault.write('storeMemories', { memories: [bareMemory(vault, newId<string>(1), 'beside a failing one')], space: 0, now: 1, actor: 'test' });
  await assert.rejects(failed, { code: 'NOT_FOUND' });
  assert.equal((await good)[0]!.result.outcome, 'stored');
  await vault.close();
  await assert.rejects(vault.write('interruptJobs'), { code: 'VAULT_LOCKED' });
});

test('SPACE-MISMATCH: a vector of another length is an error, never a wrong score', async () => {
  using folder = tempDir();
  const { vault } = await createBareVault(`${folder.path}/v`);
  const space = await vault.write('ensureSpace', { name: 'small', dimensions: 4, metric: 'cosine' });
  const store = (vector: Float32Array) => vault.write('storeMemories', {
    memories: [bareMemory(vault, createIds()<string>(1), 'a text', { vector })], space, now: 1, actor: 'test',
  });
  await assert.rejects(store(new Float32Array(5)), { code: 'DIMENSION_MISMATCH' });
  assert.equal((await vault.read('countByStatus')).active, 0);
  assert.equal((await store(new Float32Array(4)))[0]!.result.outcome, 'stored');
  await assert.rejects(vault.write('ensureSpace', { name: 'small', dimensions: 8, metric: 'cosine' }), { code: 'DIMENSION_MISMATCH' });
  await vault.close();
});
