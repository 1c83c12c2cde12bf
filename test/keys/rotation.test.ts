import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createEngine } from '../../engine/serve/index.ts';
import { _memoryKeychain } from '../../native/keychain/keychain.ts';
import { failureOf } from '../../sidecar/client/index.ts';
import { PASSPHRASE, person, tempDir, tempVault } from '../support/temp-vault.ts';

const NEXT = 'quite another passphrase than before';
const refused = (work: Promise<unknown>) => work.then(() => assert.fail('was accepted'), (error: unknown) => failureOf(error).code);

test('KEY-ROTATION: after a rotation everything is there, and the old key, the old file and the old backups open nothing', async () => {
  await using vault = await tempVault();
  using aside = tempDir();
  const { id } = await vault.client.memories.remember({ text: 'My card is 4111 1111 1111 1111' });
  await vault.client.memories.remember({ text: 'The boat is called Ilse.' });
  await vault.client.vault.backup();
  const before = JSON.parse(readFileSync(join(vault.dir, 'vault.keys'), 'utf8')) as { keyVersion: number };
  await vault.client.vault.lock();
  const old = join(aside.path, 'old.db');
  copyFileSync(join(vault.dir, 'vault.db'), old);
  await vault.client.vault.unlock({ passphrase: PASSPHRASE });

  const { keyVersion, backupsRemoved } = await vault.client.vault.rotateKey({ passphrase: PASSPHRASE });
  assert.equal(keyVersion, before.keyVersion + 1);
  assert.equal(backupsRemoved, 1);
  assert.deepEqual(await vault.client.vault.backups(), []);
  assert.match((await vault.client.memories.get({ id })).text, /4111/);
  assert.equal((await vault.client.recall({ query: 'what is the boat called' })).items[0]!.memory.text, 'The boat is called Ilse.');
  assert.deepEqual((await vault.client.vault.doctor()).filter((check) => check.state === 'failed'), []);
  assert.equal((JSON.parse(readFileSync(join(vault.dir, 'vault.keys'), 'utf8')) as { pending?: unknown }).pending, undefined);
  assert.ok(!existsSync(join(vault.dir, 'vault.db.next')));

  // The file from before, under the keys of now.
  await vault.client.vault.lock();
  copyFileSync(old, join(vault.dir, 'vault.db'));
  assert.equal(await refused(vault.client.vault.unlock({ passphrase: PASSPHRASE })), 'VAULT_DAMAGED');
});

test('KEY-ROTATION: a wrong passphrase changes nothing and leaves the vault open', async () => {
  await using vault = await tempVault();
  const before = readFileSync(join(vault.dir, 'vault.keys'), 'utf8');
  for (const change of [
    () => vault.client.vault.rotateKey({ passphrase: 'wrong' }), () => vault.client.vault.newKit({ passphrase: 'wrong' }),
    () => vault.client.vault.changePassphrase({ passphrase: 'wrong', next: { passphrase: NEXT } }), () => vault.client.vault.acceptFile({}),
  ]) assert.equal(await refused(change()), 'WRONG_PASSPHRASE');
  assert.equal(readFileSync(join(vault.dir, 'vault.keys'), 'utf8'), before);
  assert.equal((await vault.client.vault.status()).state, 'unlocked');
});

test('KEY-CHANGE: a new passphrase opens the same file, the old one no more; the kit replaces a forgotten one', async () => {
  await using vault = await tempVault();
  await vault.client.memories.remember({ text: 'The boat is called Ilse.' });
  const first = await vault.client.vault.newKit({ passphrase: PASSPHRASE });
  await vault.client.vault.changePassphrase({ passphrase: PASSPHRASE, next: { passphrase: NEXT } });
  await vault.client.vault.lock();
  assert.equal(await refused(vault.client.vault.unlock({ passphrase: PASSPHRASE })), 'WRONG_PASSPHRASE');
  // Either Unicode form of the new one opens.
  await vault.client.vault.unlock({ passphrase: NEXT });
  await vault.client.vault.changePassphrase({ kit: first.words.join(' '), next: { passphrase: 'caf\u00e9 au lait, twice a day' } });
  await vault.client.vault.lock();
  await vault.client.vault.unlock({ passphrase: 'cafe\u0301 au lait, twice a day' });
  const second = await vault.client.vault.newKit({ kit: first.words.join(' ') });
  await vault.client.vault.lock();
  assert.equal(await refused(vault.client.vault.unlock({ kit: first.words.join(' ') })), 'WRONG_PASSPHRASE');
  await vault.client.vault.unlock({ kit: second.words.join(' ') });
  assert.equal((await vault.client.memories.list({})).total, 1);
});

test('KEY-CHANGE: from a passphrase to the keychain and back; what opens nothing any more is removed', async () => {
  using folder = tempDir();
  const keychain = _memoryKeychain();
  const engine = await createEngine({ dir: join(folder.path, 'vault'), host: 'cli', kdf: 'floor', keychain });
  const client = engine.client(person);
  try {
    await client.vault.create({ passphrase: PASSPHRASE });
    assert.equal(keychain.entries.size, 0);
    await client.vault.changePassphrase({ passphrase: PASSPHRASE, next: { keychain: true } });
    await client.vault.lock();
    assert.deepEqual((await client.vault.unlock({})).protection, { passphrase: false, keychain: true });
    // Both are needed once both are set.
    await client.vault.changePassphrase({ next: { keychain: true, passphrase: NEXT } });
    await client.vault.lock();
    assert.equal(await refused(client.vault.unlock({})), 'WRONG_PASSPHRASE');
    keychain.state = 'locked';
    assert.equal(await refused(client.vault.unlock({ passphrase: NEXT })), 'KEYCHAIN_LOCKED');
    keychain.state = 'open';
    await client.vault.unlock({ passphrase: NEXT });
    await client.vault.changePassphrase({ passphrase: NEXT, next: { passphrase: PASSPHRASE } });
    assert.equal(keychain.entries.size, 0);
    await client.vault.lock();
    keychain.state = 'away';
    assert.equal((await client.vault.unlock({ passphrase: PASSPHRASE })).state, 'unlocked');
  } finally {
    await engine.close();
  }
});

test('KEY-CHANGE: a creation that fails leaves no entry in the keychain', async () => {
  using folder = tempDir();
  const keychain = _memoryKeychain();
  const dir = join(folder.path, 'a file where the folder should be');
  writeFileSync(dir, '');
  const engine = await createEngine({ dir, host: 'cli', kdf: 'floor', keychain });
  await assert.rejects(engine.client(person).vault.create({ keychain: true }));
  assert.equal(keychain.entries.size, 0);
  await engine.close();
});
