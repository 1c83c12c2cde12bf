import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { EngramError, errorTable, exitCodes, type ErrorCode } from '../../contract/index.ts';
import { createEngine, type EngineOptions } from '../../engine/serve/index.ts';
import { _memoryKeychain } from '../../native/keychain/index.ts';
import { PASSPHRASE, person, tempDir, tempVault } from '../support/temp-vault.ts';

const code = async (attempt: Promise<unknown>): Promise<string> => {
  try {
    await attempt;
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** Everything in a folder with its bytes, to prove that nothing was created, changed or lost. */
const snapshot = (dir: string): Record<string, string> => (existsSync(dir)
  ? Object.fromEntries(readdirSync(dir, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())
    .map((e) => [join(e.parentPath, e.name), readFileSync(join(e.parentPath, e.name)).toString('base64')]).filter(([name]) => !name!.endsWith('vault.lock')))
  : {});

const open = (dir: string, options: Partial<EngineOptions> = {}) => createEngine({ dir, host: 'cli', kdf: 'floor', keychain: false, ...options });

async function closedVault(dir: string, options: Partial<EngineOptions> = {}, keychain = false): Promise<void> {
  const engine = await open(dir, options);
  const client = engine.client(person);
  await client.vault.create({ ...(keychain ? { keychain: true } : { passphrase: PASSPHRASE }) });
  await client.memories.remember({ text: 'A row that must survive.' });
  await engine.close();
}

async function unlockCode(dir: string, input: { passphrase?: string } = { passphrase: PASSPHRASE }, options: Partial<EngineOptions> = {}): Promise<string> {
  const engine = await open(dir, options);
  try {
    return await code(engine.client(person).vault.unlock(input));
  } finally {
    await engine.close();
  }
}

test('VAULT-ERRORS: each way an unlock can fail has its own code, and leaves every byte as it was', async () => {
  using folder = tempDir();
  const dir = join(folder.path, 'v');
  await closedVault(dir);
  const damage = (file: string, at: number) => (target: string) => {
    const path = join(target, file);
    const bytes = readFileSync(path);
    bytes[at]! ^= 1;
    writeFileSync(path, bytes);
  };
  const cases: [name: string, change: (target: string) => void, expected: ErrorCode, passphrase?: string][] = [
    ['wrong passphrase', () => {}, 'WRONG_PASSPHRASE', 'not it'],
    ['missing database', (d) => rmSync(join(d, 'vault.db')), 'VAULT_MISSING'],
    ['missing everything', (d) => rmSync(d, { recursive: true }), 'VAULT_MISSING'],
    ['empty database', (d) => writeFileSync(join(d, 'vault.db'), ''), 'NOT_A_VAULT'],
    ['missing key file', (d) => rmSync(join(d, 'vault.keys')), 'NOT_A_VAULT'],
    ['foreign key file', (d) => writeFileSync(join(d, 'vault.keys'), '{"format":"keepass"}'), 'NOT_A_VAULT'],
    ['torn key file', (d) => writeFileSync(join(d, 'vault.keys'), '{"format":"engram-k'), 'VAULT_DAMAGED'],
    ['one bit of the first page', damage('vault.db', 18), 'VAULT_DAMAGED'],
    ['another program\'s database', (d) => writeFileSync(join(d, 'vault.db'), Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(16_000)])), 'VAULT_DAMAGED'],
  ];
  const messages = new Set<string>();
  for (const [name, change, expected, passphrase] of cases) {
    const target = join(folder.path, name.replace(/\W/g, '-'));
    mkdirSync(target);
    for (const file of ['vault.db', 'vault.keys']) copyFileSync(join(dir, file), join(target, file));
    change(target);
    const before = snapshot(target);
    assert.equal(await unlockCode(target, { passphrase: passphrase ?? PASSPHRASE }), expected, name);
    assert.deepEqual(snapshot(target), before, `${name}: the folder is untouched`);
    messages.add(errorTable[expected].message);
  }
  assert.equal(messages.size, new Set(cases.map(([, , expected]) => expected)).size, 'every code has its own message');
  assert.equal(await unlockCode(dir), 'none');
});

test('VAULT-ERRORS: every failure of the keychain is its own error and creates no vault', async () => {
  using folder = tempDir();
  const keychain = _memoryKeychain();
  const dir = join(folder.path, 'v');
  await closedVault(dir, { keychain }, true);
  const before = snapshot(dir);
  const attempt = () => unlockCode(dir, {}, { keychain });
  assert.equal(await attempt(), 'none');
  keychain.state = 'locked';
  assert.equal(await attempt(), 'KEYCHAIN_LOCKED');
  keychain.state = 'away';
  assert.equal(await attempt(), 'KEYCHAIN_UNAVAILABLE');
  keychain.state = 'open';
  assert.equal(await unlockCode(dir, {}, { keychain: _memoryKeychain('other-store') }), 'KEYCHAIN_CHANGED');
  const [id, secret] = [...keychain.entries][0]!;
  keychain.entries.set(id, Buffer.alloc(32));
  assert.equal(await attempt(), 'WRONG_PASSPHRASE');
  keychain.entries.clear();
  assert.equal(await attempt(), 'KEYCHAIN_ENTRY_MISSING');
  keychain.entries.set(id, secret);
  assert.equal(await attempt(), 'none');
  assert.deepEqual(Object.keys(snapshot(dir)), Object.keys(before));
  keychain.state = 'locked';
  const fresh = join(folder.path, 'fresh');
  const engine = await open(fresh, { keychain });
  assert.equal(await code(engine.client(person).vault.create({ keychain: true })), 'KEYCHAIN_LOCKED');
  assert.equal(existsSync(fresh), false);
});

test('VAULT-ERRORS: a second process is told so, and the first goes on', async () => {
  await using vault = await tempVault();
  const script = `
    import { createEngine } from ${JSON.stringify(new URL('../../engine/serve/index.ts', import.meta.url).href)};
    const engine = await createEngine({ dir: ${JSON.stringify(vault.dir)}, host: 'cli', keychain: false });
    try { await engine.client({ kind: 'person', local: true }).vault.unlock({ passphrase: ${JSON.stringify(PASSPHRASE)} }); console.log('opened'); }
    catch (error) { console.log(error.code); }
    process.exit(0);`;
  const second = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.equal(second.stdout.trim(), 'VAULT_BUSY', second.stderr);
  assert.equal((await vault.client.memories.remember({ text: 'still writing' })).outcome, 'stored');
});

test('VAULT-ERRORS: creating never replaces a vault', async () => {
  await using vault = await tempVault();
  assert.equal(await code(vault.client.vault.create({ passphrase: 'another one' })), 'VAULT_EXISTS');
  await vault.client.vault.lock();
  assert.equal(await code(vault.client.vault.create({ passphrase: 'another one' })), 'VAULT_EXISTS');
});

test('CREATE-UNFINISHED: a creation that broke off leaves no vault and does not stand in the way of the next', async () => {
  using folder = tempDir();
  const dir = join(folder.path, 'v');
  await closedVault(dir);
  renameSync(join(dir, 'vault.keys'), join(dir, 'vault.keys.new'));
  const engine = await open(dir);
  const client = engine.client(person);
  assert.equal((await client.vault.status()).state, 'none');
  assert.equal(await code(client.vault.unlock({ passphrase: PASSPHRASE })), 'VAULT_MISSING');
  await client.vault.create({ passphrase: PASSPHRASE });
  assert.equal((await client.memories.list({})).total, 0);
  await engine.close();
  assert.equal(await unlockCode(dir), 'none');
});

/** A file system of three megabytes, or the reason why there is none. */
function smallDisk(path: string): string | false {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', path], { stdio: 'ignore' });
    return false;
  } catch {
    return 'this machine lets no test mount a small file system';
  }
}

test('VAULT-ERRORS: a full disk refuses the write, keeps every acknowledged row and goes on reading', async (t) => {
  using folder = tempDir();
  const skip = smallDisk(folder.path);
  if (skip) return t.skip(skip);
  try {
    const dir = join(folder.path, 'v');
    const engine = await open(dir);
    const client = engine.client(person);
    await client.vault.create({ passphrase: PASSPHRASE });
    const kept: string[] = [];
    let refused = '';
    for (let i = 0; i < 3000 && refused === ''; i++)
      refused = await client.memories.remember({ text: `${i} ${'words fill the disk quickly '.repeat(100)}` }).then((r) => (kept.push(r.id), ''), (e: { code: string }) => e.code);
    assert.equal(refused, 'DISK_FULL');
    assert.ok(kept.length > 10);
    assert.equal((await client.memories.list({ limit: 1 })).total, kept.length);
    await engine.close();
    const again = await open(dir);
    await again.client(person).vault.unlock({ passphrase: PASSPHRASE }).then(
      async () => assert.equal((await again.client(person).memories.list({ limit: 1 })).total, kept.length),
      (error: { code: string }) => assert.equal(error.code, 'DISK_FULL'));
    await again.close();
  } finally {
    execFileSync('umount', ['-l', folder.path]);
  }
});

test('VAULT-ERRORS: every code has an exit code, a status, a message and an action of its own', () => {
  for (const [name, def] of Object.entries(errorTable)) {
    assert.ok(def.exit in exitCodes, name);
    assert.ok(def.status >= 400 && def.status < 600, name);
    assert.ok(def.message.endsWith('.') && def.action.endsWith('.'), name);
  }
  const refs = Object.values(errorTable).map((def) => def.ref);
  assert.equal(new Set(refs).size, refs.length);
  const messages = Object.values(errorTable).map((def) => def.message);
  assert.equal(new Set(messages).size, messages.length);
  assert.ok(new EngramError('DISK_FULL').message === errorTable.DISK_FULL.message);
});
