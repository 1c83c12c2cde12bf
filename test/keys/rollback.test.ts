import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createEngine, type EngineClient } from '../../engine/serve/index.ts';
import { BUCKET_BYTES } from '../../security/padding/index.ts';
import { _memoryKeychain } from '../../native/keychain/keychain.ts';
import { failureOf } from '../../sidecar/client/index.ts';
import { PASSPHRASE, person, tempDir } from '../support/temp-vault.ts';

const PAGE_BYTES = 8192;
const note = (i: number) => `Note number ${i} about the garden, the boat and the weather of that day.`;

/** A closed vault with an older state of its file beside it. */
async function twoStates(keychain: ReturnType<typeof _memoryKeychain> | false) {
  const folder = tempDir();
  const dir = join(folder.path, 'vault');
  const engine = await createEngine({ dir, host: 'cli', kdf: 'floor', keychain });
  const client = engine.client(person);
  await client.vault.create({ passphrase: PASSPHRASE, ...(keychain && { keychain: true }) });
  await client.memories.rememberMany({ memories: Array.from({ length: 60 }, (_, i) => ({ text: note(i) })) });
  await client.vault.lock();
  const file = join(dir, 'vault.db');
  const old = readFileSync(file);
  await client.vault.unlock({ passphrase: PASSPHRASE });
  const { items } = await client.memories.list({ limit: 1 });
  await client.memories.erase({ id: items[0]!.id });
  await client.vault.lock();
  const fresh = readFileSync(file);
  return { file, dir, client, old, fresh, [Symbol.asyncDispose]: async () => { await engine.close(); folder[Symbol.dispose](); } };
}

async function opened(client: EngineClient): Promise<string> {
  const { state, readOnly } = await client.vault.unlock({ passphrase: PASSPHRASE });
  const refused = state === 'readonly' ? await client.memories.remember({ text: 'anything' }).then(() => 'written', (error: unknown) => failureOf(error).code) : null;
  await client.vault.lock();
  return [state, readOnly, refused].join(' ');
}

for (const [where, keychain] of [['in the keychain', true], ['beside the vault', false]] as const)
  test(`VAULT-ROLLBACK: an old file that was put back is opened for reading only and says so; the last state is kept ${where}`, async () => {
    await using vault = await twoStates(keychain && _memoryKeychain());
    writeFileSync(vault.file, vault.old);
    assert.equal(await opened(vault.client), 'readonly rolled_back READ_ONLY');
    assert.deepEqual(readFileSync(vault.file), vault.old, 'an old file stays as it is');
    writeFileSync(vault.file, vault.fresh);
    assert.equal(await opened(vault.client), 'unlocked  ');
    // The person may take the old file as it is; from then on it is the last one.
    writeFileSync(vault.file, vault.old);
    await vault.client.vault.unlock({ passphrase: PASSPHRASE });
    assert.equal((await vault.client.vault.acceptFile({ passphrase: PASSPHRASE })).state, 'unlocked');
    await vault.client.vault.lock();
    assert.equal(await opened(vault.client), 'unlocked  ');
  });

test('VAULT-ROLLBACK: every single old page put back is reported', async (t) => {
  await using vault = await twoStates(_memoryKeychain());
  const pages = Math.min(vault.old.length, vault.fresh.length) / PAGE_BYTES;
  let replayed = 0;
  let reported = 0;
  for (let page = 0; page < pages; page++) {
    const at = page * PAGE_BYTES;
    if (vault.old.subarray(at, at + PAGE_BYTES).equals(vault.fresh.subarray(at, at + PAGE_BYTES))) continue;
    const mixed = Buffer.from(vault.fresh);
    vault.old.copy(mixed, at, at, at + PAGE_BYTES);
    writeFileSync(vault.file, mixed);
    replayed++;
    const outcome = await vault.client.vault.unlock({ passphrase: PASSPHRASE }).then((status) => status.readOnly ?? 'unnoticed', (error: unknown) => failureOf(error).code);
    if (outcome !== 'unnoticed') reported++;
    await vault.client.vault.lock();
  }
  t.diagnostic(`${reported} of ${replayed} old pages reported`);
  assert.ok(replayed > 5);
  assert.equal(reported, replayed);
});

test('VAULT-ROLLBACK: a log that was put beside a closed file is reported; a crash is not', async () => {
  await using vault = await twoStates(false);
  writeFileSync(`${vault.file}-wal`, Buffer.alloc(4096, 7));
  assert.equal(await opened(vault.client), 'readonly rolled_back READ_ONLY');
  rmSync(`${vault.file}-wal`, { force: true });
  rmSync(`${vault.file}-shm`, { force: true });
  // A state in the middle of a session, as a crash leaves it.
  await vault.client.vault.unlock({ passphrase: PASSPHRASE });
  await vault.client.memories.remember({ text: 'written before the crash' });
  const crash = join(vault.dir, '..', 'crash');
  for (const suffix of ['', '-wal']) copyFileSync(`${vault.file}${suffix}`, `${crash}${suffix}`);
  const anchor = readFileSync(join(vault.dir, 'vault.anchor'));
  await vault.client.vault.lock();
  for (const suffix of ['', '-wal']) copyFileSync(`${crash}${suffix}`, `${vault.file}${suffix}`);
  writeFileSync(join(vault.dir, 'vault.anchor'), anchor);
  await vault.client.vault.unlock({ passphrase: PASSPHRASE });
  assert.equal((await vault.client.memories.list({ filter: { text: 'before the crash' } })).total, 1);
  assert.equal((await vault.client.vault.status()).state, 'unlocked');
  await vault.client.vault.lock();
});

test('VAULT-PADDING: the closed file ends on a bucket, whatever it holds', async () => {
  using folder = tempDir();
  const dir = join(folder.path, 'vault');
  const engine = await createEngine({ dir, host: 'cli', kdf: 'floor', keychain: false });
  const client = engine.client(person);
  await client.vault.create({ passphrase: PASSPHRASE });
  for (const count of [1, 40, 300, 900]) {
    await client.memories.rememberMany({ memories: Array.from({ length: count }, (_, i) => ({ text: `${count} ${note(i)}` })) });
    if (count === 300) for (const { id } of (await client.memories.list({ limit: 100 })).items) await client.memories.erase({ id });
    await client.vault.lock();
    assert.equal(statSync(join(dir, 'vault.db')).size % BUCKET_BYTES, 0, `${count}`);
    await client.vault.unlock({ passphrase: PASSPHRASE });
  }
  assert.deepEqual((await client.vault.doctor()).filter((check) => check.state === 'failed'), []);
  await engine.close();
});
