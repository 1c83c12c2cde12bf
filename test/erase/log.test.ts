import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openConnection } from '../../engine/vault/threads/open.ts';
import { searchPages } from '../../engine/vault/pages.ts';
import { parseKeyFile, unlockKeys, type Unlocked } from '../../security/keys/index.ts';
import { failureOf } from '../../sidecar/client/index.ts';
import { bareMemory, createBareVault, openBareVault, SECRET } from '../support/bare-vault.ts';
import { PASSPHRASE, tempDir, tempVault } from '../support/temp-vault.ts';

const secret = 'The walrus keeps the obsidian key under the marzipan gargoyle.';

/** Somebody in the middle of reading the file, who keeps its log from being emptied. */
function readingOf(dir: string, keys: Unlocked): { end: () => void } {
  const db = keys.key('database').use((key) => openConnection(join(dir, 'vault.db'), new Uint8Array(key), 'read'));
  db.exec('BEGIN');
  db.prepare('SELECT count(*) FROM memories').get();
  return { end: () => db.close() };
}
const keysOf = (dir: string, passphrase: string): Promise<Unlocked> => unlockKeys(parseKeyFile(readFileSync(join(dir, 'vault.keys'), 'utf8')), 'primary', { passphrase, keychain: null });
const logBytes = (dir: string): number => (existsSync(join(dir, 'vault.db-wal')) ? statSync(join(dir, 'vault.db-wal')).size : 0);
async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await holds()) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  assert.fail(`never: ${what}`);
}

test('ERASE-LOG: an erasure that cannot empty the log says so, the doctor too, and it is emptied as soon as nobody reads any more', async () => {
  await using vault = await tempVault();
  const { id } = await vault.client.memories.remember({ text: secret });
  const keys = await keysOf(vault.dir, PASSPHRASE);
  const finding = async () => (await vault.client.vault.doctor()).find((check) => check.name === 'log')!;
  assert.equal((await finding()).state, 'ok');
  const reading = readingOf(vault.dir, keys);
  const report = await vault.client.memories.erase({ id });
  assert.deepEqual([report.inLog, report.remains], [true, 1], 'the search still finds it, and the report says where it may be');
  assert.equal((await finding()).state, 'warning');
  assert.equal((await vault.client.memories.purge({ target: { project: 'none' }, confirm: 'none' })).inLog, true);
  reading.end();
  // Nothing is written meanwhile: the writer tries by itself.
  await until('the log is empty', async () => (await finding()).state === 'ok');
  assert.equal(logBytes(vault.dir), 0);
  assert.equal(await searchPages(join(vault.dir, 'vault.db'), keys.key('database'), [secret]), 0);
  assert.equal((await vault.client.memories.erase({ id: (await vault.client.memories.remember({ text: 'another' })).id })).inLog, false);
  keys.wipe();
});

test('ERASE-LOG: a chat that is removed leaves the log as well', async () => {
  await using vault = await tempVault();
  const { id: session } = await vault.client.chat.open({});
  for await (const _ of await vault.client.chat.send({ session, text: `I wonder: ${secret}` }));
  await vault.client.chat.remove({ id: session });
  assert.equal(logBytes(vault.dir), 0);
  const keys = await keysOf(vault.dir, PASSPHRASE);
  assert.equal(await searchPages(join(vault.dir, 'vault.db'), keys.key('database'), [secret]), 0);
  keys.wipe();
});

test('ERASE-LOG: what a killed process left in the log is gone once the vault is open again', async () => {
  using folder = tempDir();
  const dir = join(folder.path, 'vault');
  const { vault, file } = await createBareVault(dir);
  const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  await vault.write('storeMemories', { memories: [bareMemory(vault, id, secret)], space: 0, now: Date.now(), actor: 'test' });
  const reading = readingOf(dir, vault.keys);
  await vault.write('eraseMemories', { ids: [id], texts: {}, actor: 'test', now: Date.now() });
  assert.equal(vault.erasedInLog, true);
  // The file as a kill at this moment would leave it.
  using elsewhere = tempDir();
  for (const part of ['vault.db', 'vault.db-wal', 'vault.keys']) copyFileSync(join(dir, part), join(elsewhere.path, part));
  reading.end();
  await vault.close();
  const keys = await keysOf(elsewhere.path, SECRET.passphrase);
  assert.ok(logBytes(elsewhere.path) > 0);
  assert.equal(await searchPages(join(elsewhere.path, 'vault.db'), keys.key('database'), [secret]), 1);
  const again = await openBareVault(elsewhere.path, file);
  assert.equal(again.erasedInLog, false);
  assert.equal(logBytes(elsewhere.path), 0);
  assert.equal(await searchPages(join(elsewhere.path, 'vault.db'), keys.key('database'), [secret]), 0);
  keys.wipe();
  await again.close();
});

test('KEY-ROTATION: while somebody reads the old file, whose log then stays, the rotation is refused and nothing is changed; later it is done', async () => {
  await using vault = await tempVault();
  await vault.client.memories.remember({ text: 'The boat is called Ilse.' });
  const keys = await keysOf(vault.dir, PASSPHRASE);
  const before = JSON.parse(readFileSync(join(vault.dir, 'vault.keys'), 'utf8')) as { keyVersion: number };
  const reading = readingOf(vault.dir, keys);
  // Something is in the log that the reader does not see yet.
  await vault.client.memories.remember({ text: 'The anchor weighs nine kilos.' });
  const refusal = await vault.client.vault.rotateKey({ passphrase: PASSPHRASE }).then(() => null, (error: unknown) => failureOf(error));
  assert.equal(refusal?.code, 'VAULT_BUSY');
  assert.deepEqual(JSON.parse(readFileSync(join(vault.dir, 'vault.keys'), 'utf8')), before, 'no key is pending');
  assert.ok(!existsSync(join(vault.dir, 'vault.db.next')));
  assert.equal((await vault.client.memories.list({})).total, 2, 'open as before');
  reading.end();
  assert.equal((await vault.client.vault.rotateKey({ passphrase: PASSPHRASE })).keyVersion, before.keyVersion + 1);
  assert.equal((await vault.client.memories.list({})).total, 2);
  keys.wipe();
});
