import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { VaultId } from '../../contract/index.ts';
import { createIds } from '../../engine/kernel/index.ts';
import { Vault } from '../../engine/vault/index.ts';
import { createKeys } from '../../security/keys/index.ts';
import { bareMemory, createBareVault } from '../support/bare-vault.ts';
import { childrenOf, Foreground } from '../support/foreground.ts';
import { tempDir } from '../support/temp-vault.ts';
import { findInMemory } from './process-memory.ts';

const CHEAP = { passes: 1, memoryBytes: 8192 * 8 };
const KEYS = ['database', 'sensitive', 'confidential', 'index', 'audit', 'head'] as const;

/** False where the memory of a child can be read; otherwise the reason a test is skipped. */
function cannotLook(): string | false {
  const child = spawn('sleep', ['10'], { stdio: 'ignore' });
  try {
    closeSync(openSync(`/proc/${child.pid}/mem`, 'r'));
    return false;
  } catch {
    return 'this machine lets no test read the memory of its children';
  } finally {
    child.kill('SIGKILL');
  }
}

const skip = cannotLook();
/** Where each secret stands, by name: with the vault open, and after it was locked. */
let open: Record<string, string[]>;
let locked: Record<string, string[]>;

/** The memory of the processes of the real program, before and after a lock. */
let served: Record<'open' | 'supervisorOpen' | 'supervisor' | 'successor', Record<string, string[]>> & { left: number };
/** The process that serves is closed to everybody else (PROCESS-CLOSED). */
const notRoot: string | false = process.getuid?.() !== 0 && 'only the administrator can read the memory of a closed process';

before(async () => {
  if (skip) return;
  using folder = tempDir();
  const dir = join(folder.path, 'vault');
  const passphrase = `a passphrase ${randomBytes(9).toString('hex')}`;
  const now = Date.now();
  const made = await createKeys({ vaultId: createIds()<VaultId>(now), name: 'image', createdAt: now, keychainStore: null }, { passphrase, keychain: null }, CHEAP);
  const wanted: Record<string, Buffer> = { passphrase: Buffer.from(passphrase), 'passphrase, wide': Buffer.from(passphrase, 'utf16le') };
  for (const name of KEYS) {
    const key = made.unlocked.key(name).use((bytes) => Buffer.from(bytes));
    const hex = key.toString('hex');
    Object.assign(wanted, { [`${name} key`]: key, [`${name} key, hex`]: Buffer.from(hex), [`${name} key, upper hex`]: Buffer.from(hex.toUpperCase()), [`${name} key, wide hex`]: Buffer.from(hex, 'utf16le') });
  }
  await (await Vault.create({ dir, keys: made.unlocked, readers: 1, now }, made.file)).close();

  const look = (pid: number): Record<string, string[]> => {
    process.kill(pid, 'SIGSTOP');
    const places = findInMemory(pid, wanted);
    process.kill(pid, 'SIGCONT');
    return places;
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'locking-child.ts'), dir], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const said = async (word: string): Promise<void> => assert.equal(String((await once(child.stdout, 'data'))[0]).trim(), word);
    child.stdin.write(passphrase);
    await said('open');
    open = look(child.pid!);
    child.stdin.write('lock\n');
    await said('locked');
    locked = look(child.pid!);
  } finally {
    child.kill('SIGKILL');
  }
  if (!notRoot) served = await lookAtProgram(dir, passphrase, look);
});

/** Unlocks and locks over REST, as a person's own programs do. */
async function lookAtProgram(dir: string, passphrase: string, look: (pid: number) => Record<string, string[]>): Promise<typeof served> {
  const app = new Foreground(dir);
  try {
    await app.address();
    await app.unlock(passphrase);
    await app.call('POST', '/memories', { text: 'The viola is in the cellar.' });
    const [opened, supervisorOpen] = [look(app.serving()), look(app.pid)];
    const successor = await app.lockAndReplace();
    assert.equal((await app.call<{ state: string }>('GET', '/vault')).state, 'locked');
    const left = [app.pid, ...childrenOf(app.pid)];
    return { open: opened, supervisorOpen, supervisor: look(app.pid), successor: look(successor), left: left.length };
  } finally {
    await app.stop();
  }
}

const copies = (image: Record<string, string[]>, of: RegExp): Record<string, number> =>
  Object.fromEntries(Object.entries(image).filter(([name, places]) => of.test(name) && places.length > 0).map(([name, places]) => [name, places.length]));

test('LOCK-MEMORY: an open vault has its keys in memory, raw and never as text, so the search would find them', { skip }, () => {
  const found = copies(open, /key/);
  assert.deepEqual(Object.keys(found).sort(), KEYS.map((name) => `${name} key`).sort());
  // Between uses the engine's own copy can be read by nobody.
  assert.ok(open['confidential key']!.every((place) => place.startsWith('---p')), open['confidential key']!.join());
});

test('LOCK-MEMORY: after locking, no copy of any key is left in the memory of the process', { skip }, () => {
  assert.deepEqual(copies(locked, /key/), {});
});

test('LOCK-MEMORY: of the program in the foreground, no process that is left after locking holds a copy of the passphrase or of a key', { skip: skip || notRoot }, () => {
  // With the vault open the serving process holds both, so the search would find them; the other never does.
  assert.deepEqual(Object.keys(copies(served.open, /key/)).sort(), KEYS.map((name) => `${name} key`).sort());
  assert.ok(Object.keys(copies(served.open, /passphrase/)).length > 0);
  for (const image of [served.supervisorOpen, served.supervisor, served.successor]) assert.deepEqual(copies(image, /./), {});
  assert.equal(served.left, 2, 'there is no third process');
});

/**
 * The round keys that OpenSSL deciphers with hold the first half of the key as it is and the second
 * mixed, so a search for the whole key alone would pass them over; from the halves the rest follows.
 */
test('LOCK-MEMORY: after the pages were searched, no copy of the key and no round key made of it is left in the memory of the process', { skip }, async () => {
  using folder = tempDir();
  const dir = join(folder.path, 'vault');
  const text = 'The cello is in the attic, behind the kettle.';
  const { vault } = await createBareVault(dir);
  const key = vault.keys.key('database').use((bytes) => Buffer.from(bytes));
  await vault.write('storeMemories', { memories: Array.from({ length: 300 }, (_, i) => bareMemory(vault, `01ARZ3NDEKTSV4RRFFQ69G5${String(i).padStart(3, '0')}`, `${text} ${i}`)), space: 0, now: Date.now(), actor: 'test' });
  await vault.close();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'searching-child.ts'), dir, text], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const said = async (): Promise<string> => String((await once(child.stdout, 'data'))[0]).trim();
    const look = (): string[] => {
      child.kill('SIGSTOP');
      const places = findInMemory(child.pid!, { first: key.subarray(0, 16), second: key.subarray(16) });
      child.kill('SIGCONT');
      return Object.entries(places).flatMap(([half, all]) => all.map((place) => `${half} half: ${place}`));
    };
    assert.equal(await said(), 'open');
    assert.equal(look().length, 2, 'the one in locked memory');
    child.stdin.write('search\n');
    assert.equal(await said(), 'searched 1');
    assert.deepEqual(look(), []);
  } finally {
    child.kill('SIGKILL');
  }
});
