import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseKeyFile } from '../../security/keys/index.ts';
import { failureOf } from '../../sidecar/client/index.ts';
import { openBareVault } from '../support/bare-vault.ts';
import { openedVault, PASSPHRASE, tempDir, tempVault } from '../support/temp-vault.ts';

const code = (work: Promise<unknown>) => work.then(() => 'accepted', (error: unknown) => failureOf(error).code);
const texts = async (vault: Awaited<ReturnType<typeof tempVault>>) => (await vault.client.memories.list({ limit: 100 })).items.map((memory) => memory.text).sort();

test('BACKUP-KEEP: three are kept, each is whole, and their names tell when and why', async () => {
  let now = Date.UTC(2026, 2, 1);
  await using vault = await tempVault({ clock: { now: () => now } });
  for (let i = 0; i < 5; i++, now += 60_000) await vault.client.vault.backup();
  const backups = await vault.client.vault.backups();
  assert.deepEqual(backups.map((backup) => [backup.createdAt, backup.reason]), [4, 3, 2].map((i) => [Date.UTC(2026, 2, 1) + i * 60_000, 'asked']));
  assert.ok(backups.every((backup) => backup.bytes > 0));
});

test('BACKUP-KEEP: one brought back sets the present file aside and takes over what only that one holds', async () => {
  await using vault = await tempVault();
  await vault.client.memories.remember({ text: 'The boat is called Ilse.' });
  await vault.client.vault.backup();
  const gone = await vault.client.memories.remember({ text: 'My card is 4111 1111 1111 1111' });
  await vault.client.memories.remember({ text: 'The anchor weighs nine kilos.', scope: { project: 'sea' } });
  const before = await texts(vault);
  const [backup] = await vault.client.vault.backups();
  assert.equal(await code(vault.client.vault.restore({ backup: backup!.name, passphrase: 'wrong' })), 'WRONG_PASSPHRASE');
  assert.equal(await code(vault.client.vault.restore({ backup: 'vault-2020-01-01T00-00-00-000Z-daily.db', passphrase: PASSPHRASE })), 'NOT_FOUND');
  const { merged, path, status } = await vault.client.vault.restore({ backup: backup!.name, passphrase: PASSPHRASE });
  assert.deepEqual([merged, status.state], [2, 'unlocked']);
  assert.deepEqual(await texts(vault), before);
  const back = await vault.client.memories.get({ id: gone.id });
  assert.deepEqual([back.tier, back.text], ['confidential', 'My card is 4111 1111 1111 1111']);
  assert.ok(readdirSync(path).includes('vault.db'));
  await vault.client.vault.lock();
  assert.equal((await vault.client.vault.unlock({ passphrase: PASSPHRASE })).state, 'unlocked');
});

test('BACKUP-KEEP: a damaged vault is brought back, and the damaged file is left as it was', async () => {
  await using vault = await tempVault();
  await vault.client.memories.remember({ text: 'The boat is called Ilse.' });
  await vault.client.vault.backup();
  const [backup] = await vault.client.vault.backups();
  await vault.client.vault.lock();
  const file = join(vault.dir, 'vault.db');
  truncateSync(file, 9000);
  writeFileSync(file, Buffer.alloc(5000, 9), { flag: 'r+' });
  const damaged = readFileSync(file);
  assert.equal(await code(vault.client.vault.unlock({ passphrase: PASSPHRASE })), 'VAULT_DAMAGED');
  const { status, merged, path } = await vault.client.vault.restore({ backup: backup!.name, passphrase: PASSPHRASE });
  assert.deepEqual([status.state, merged], ['unlocked', 0]);
  assert.deepEqual(await texts(vault), ['The boat is called Ilse.']);
  assert.deepEqual(readFileSync(join(path, 'vault.db')), damaged);
});

test('BACKUP-KEEP: into a new folder it becomes a vault of its own, and never over another', async () => {
  await using vault = await tempVault();
  using folder = tempDir();
  await vault.client.memories.remember({ text: 'The boat is called Ilse.' });
  await vault.client.vault.backup();
  const [backup] = await vault.client.vault.backups();
  const into = join(folder.path, 'another');
  await vault.client.memories.remember({ text: 'Written afterwards.' });
  await vault.client.vault.restore({ backup: backup!.name, into, passphrase: PASSPHRASE });
  assert.equal((await vault.client.memories.list({})).total, 2, 'the vault here is as it was');
  {
    await using other = await openedVault(into);
    assert.equal((await other.client.memories.list({})).total, 1);
  }
  assert.equal(await code(vault.client.vault.restore({ backup: backup!.name, into, passphrase: PASSPHRASE })), 'CONFLICT');
});

test('BACKUP-KEEP: tables of an older version are copied before they change', async () => {
  using folder = tempDir();
  const fixture = join(import.meta.dirname, '..', 'migrations', 'fixtures', '0010');
  const dir = join(folder.path, 'vault');
  mkdirSync(dir);
  for (const file of ['vault.db', 'vault.keys']) copyFileSync(join(fixture, file), join(dir, file));
  const keyFile = parseKeyFile(readFileSync(join(dir, 'vault.keys'), 'utf8'));
  const opened = await openBareVault(dir, keyFile);
  const all = (await opened.read('countByStatus'));
  await opened.close();
  const [copy] = readdirSync(join(dir, 'backups'));
  assert.match(copy!, /-migration\.db$/);
  // The copy is of the old version still: it opens and migrates by itself.
  const old = join(folder.path, 'old');
  mkdirSync(old);
  copyFileSync(join(dir, 'backups', copy!), join(old, 'vault.db'));
  copyFileSync(join(dir, 'vault.keys'), join(old, 'vault.keys'));
  const again = await openBareVault(old, keyFile);
  assert.deepEqual(await again.read('countByStatus'), all);
  await again.close();
  assert.ok(existsSync(join(old, 'backups')));
});

test('BACKUP-KEEP: what was erased is in no copy any more once the vault is locked', async () => {
  await using vault = await tempVault();
  const { id } = await vault.client.memories.remember({ text: 'The boat is called Ilse.' });
  await vault.client.memories.remember({ text: 'The hut is called Anna.' });
  await vault.client.vault.backup();
  await vault.client.memories.erase({ id });
  await vault.client.vault.lock();
  await vault.client.vault.unlock({ passphrase: PASSPHRASE });
  const backups = await vault.client.vault.backups();
  assert.deepEqual(backups.map((backup) => backup.reason), ['purge']);
  await vault.client.vault.restore({ backup: backups[0]!.name, passphrase: PASSPHRASE });
  assert.deepEqual(await texts(vault), ['The hut is called Anna.']);
});
