import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createIds } from '../../engine/kernel/index.ts';
import { bareMemory, createBareVault, openBareVault } from '../support/bare-vault.ts';
import { missing } from '../support/system-tool.ts';
import { tempDir } from '../support/temp-vault.ts';

const ROWS = 3000;

/** A closed vault of a few megabytes, with its raw database key for a foreign reader. */
async function fullVault(dir: string): Promise<{ path: string; key: string; ids: string[] }> {
  const { vault } = await createBareVault(dir);
  const key = vault.keys.key('database').use((bytes) => bytes.toString('hex'));
  const newId = createIds();
  const memories = Array.from({ length: ROWS }, (_, i) => bareMemory(vault, newId<string>(Date.now()), `memory number ${i} about the weather and the garden`));
  await vault.write('storeMemories', { memories, space: 0, now: Date.now(), actor: 'test' });
  await vault.close();
  return { path: join(dir, 'vault.db'), key, ids: memories.map((m) => m.publicId) };
}

test('VAULT-RANDOM: the closed file is random from its first byte, to `ent`', { skip: missing('ent') }, async () => {
  using folder = tempDir();
  const { path } = await fullVault(join(folder.path, 'v'));
  assert.ok(statSync(path).size > 500_000);
  const bytes = readFileSync(path);
  assert.equal(bytes.includes('SQLite format 3'), false);
  const [, , entropy, chi] = execFileSync('ent', ['-t', path], { encoding: 'utf8' }).split('\n')[1]!.split(',').map(Number);
  assert.ok(entropy! >= 7.999, `${entropy} bits per byte`);
  assert.ok(chi! > 170 && chi! < 350, `chi-square ${chi}`);
});

test('VAULT-RANDOM: two fresh vaults have no eight bytes in common', async () => {
  using one = tempDir();
  using two = tempDir();
  const windows = (path: string) => {
    const bytes = readFileSync(path);
    const seen = new Set<string>();
    for (let i = 0; i + 8 <= Math.min(bytes.length, 200_000); i += 8) seen.add(bytes.toString('latin1', i, i + 8));
    return seen;
  };
  const [a, b] = [await fullVault(join(one.path, 'v')), await fullVault(join(two.path, 'v'))];
  const first = windows(a.path);
  assert.deepEqual([...windows(b.path)].filter((w) => first.has(w)), []);
});

test('VAULT-FORMAT: an independent SQLCipher 4 opens the file and finds every page sound', async () => {
  using folder = tempDir();
  const { path, key, ids } = await fullVault(join(folder.path, 'v'));
  const { default: Database } = await import('@signalapp/sqlcipher');
  const db = new Database(path);
  db.pragma(`key = "x'${key}'"`);
  db.pragma('cipher_page_size = 8192');
  assert.deepEqual(db.prepare('SELECT count(*) AS n FROM memories').get(), { n: ids.length });
  assert.deepEqual(db.prepare('PRAGMA cipher_integrity_check').all(), []);
  assert.deepEqual(db.prepare('PRAGMA integrity_check').all(), [{ integrity_check: 'ok' }]);
  db.close();
});

test('VAULT-MODE: folder and files are readable by their owner only', { skip: process.platform === 'win32' && 'no modes here' }, async () => {
  using folder = tempDir();
  const dir = join(folder.path, 'v');
  const expectPrivate = (names: readonly string[]) => {
    const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
    for (const name of names) assert.ok(entries.some((entry) => entry.name === name), `${name} is there`);
    assert.equal(statSync(dir).mode & 0o777, 0o700);
    for (const entry of entries)
      assert.equal(statSync(join(entry.parentPath, entry.name)).mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name);
  };
  // Even a process that would share everything it makes.
  const usual = process.umask(0);
  try {
    const { vault, file } = await createBareVault(dir);
    await vault.write('storeMemories', { memories: [bareMemory(vault, createIds()<string>(Date.now()), 'the garden gate is green')], space: 0, now: Date.now(), actor: 'test' });
    await vault.backup(Date.now());
    expectPrivate(['vault.db', 'vault.db-wal', 'vault.db-shm', 'vault.lock', 'vault.keys', 'backups']);
    await vault.close();
    expectPrivate(['vault.db', 'vault.keys', 'vault.lock']);
    const again = await openBareVault(dir, file);
    await again.write('saveSettings', {});
    expectPrivate(['vault.db-wal', 'vault.lock']);
    await again.close();
    expectPrivate(['vault.db']);
  } finally {
    process.umask(usual);
  }
});
