import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { scopedForMaintenance } from '../../security/access/index.ts';
import { openConnection } from '../../engine/vault/threads/open.ts';
import { bareMemory, createBareVault, openBareVault } from '../support/bare-vault.ts';
import { smallDisk } from '../support/small-disk.ts';
import { tempDir } from '../support/temp-vault.ts';
import { childEnvironment } from './kill-at-random.ts';
import { breaches, promised, type Promised } from './promised.ts';
import { cannotTrace } from './tracing.ts';
import { faultsOf } from './whole.ts';

const FILES = ['vault.db', 'vault.db-wal'];
const ROWS = 120;
/** So many that the log is copied back by itself before anything is erased. */
const MANY_ROWS = 900;
/** Shares of all calls after which rows are still to be written; the last calls are those of closing. */
const EARLY = [0.05, 0.15, 0.3, 0.45];
/** Runs at the same time; each is a process of its own. */
const LANES = 2;
/** A run that hangs is ended, and then has not answered every caller. */
const MOST_MS = 60_000;

const skip = cannotTrace();
let folder: ReturnType<typeof tempDir>;
let key: Uint8Array;

before(async () => {
  folder = tempDir();
  const made = await createBareVault(join(folder.path, 'empty'));
  key = made.vault.keys.key('database').use((bytes) => new Uint8Array(bytes));
  await made.vault.close();
});
after(() => folder[Symbol.dispose]());

interface Run {
  fault: string;
  said: Promised;
  closed: boolean;
  /** Calls of each kind the writer made on its files, and how many of them were made to fail. */
  calls: Record<string, number>;
  injected: number;
  /** What is wrong with the vault afterwards. */
  wrong: string[];
}

/** A writing child in a fresh copy of the vault, whose given call on the given files fails: `pwrite64:error=EIO:when=3`. */
async function run(fault: string | null, rows = ROWS, files: readonly string[] = FILES): Promise<Run> {
  const dir = join(folder.path, (fault ?? 'none').replace(/\W/g, '-'));
  cpSync(join(folder.path, 'empty'), dir, { recursive: true });
  const log = `${dir}.log`;
  const child = spawn('strace', ['-f', '--seccomp-bpf', '-y', '-s', '8', '-o', log, ...files.flatMap((name) => ['-P', join(dir, name)]),
    '-e', 'trace=pwrite64,fsync,fdatasync,ftruncate,unlink', ...(fault ? ['-e', `inject=${fault}`] : []),
    process.execPath, join(import.meta.dirname, 'writing-child.ts'), dir, String(rows)], { stdio: ['ignore', 'pipe', 'inherit'], timeout: MOST_MS, env: childEnvironment() });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  const lines = out.split('\n').slice(0, -1);
  const calls: Record<string, number> = {};
  const traced = readFileSync(log, 'utf8').split('\n');
  for (const line of traced) {
    const name = /^\d+\s+(\w+)\(/.exec(line)?.[1];
    if (name) calls[name] = (calls[name] ?? 0) + 1;
  }
  const said = promised(lines);
  const result: Run = { fault: fault ?? 'none', said, closed: lines.at(-1) === 'closed', calls, injected: traced.filter((line) => line.includes('INJECTED')).length, wrong: reopened(dir, said) };
  rmSync(dir, { recursive: true });
  return result;
}

/** Opens the vault again and says what is wrong with it. */
function reopened(dir: string, said: Promised): string[] {
  const path = join(dir, 'vault.db');
  const db = openConnection(path, key, 'write');
  try {
    const wrong = [...breaches(said, new Set(db.prepare('SELECT public_id FROM memories').pluck().all() as string[])), ...faultsOf(db)];
    const [copied] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (copied?.busy !== 0 || (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0)) wrong.push('the log could not be emptied');
    return wrong;
  } finally {
    db.close();
  }
}

async function runAll(faults: readonly string[], ...more: [rows?: number, files?: readonly string[]]): Promise<Run[]> {
  const waiting = [...faults];
  const runs: Run[] = [];
  await Promise.all(Array.from({ length: LANES }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) runs.push(await run(next, ...more));
  }));
  return runs;
}

/** What of a run breaks the promise, or null: every caller was answered, with a code that fits; afterwards the vault is whole. */
function breach({ fault, said, closed, wrong }: Run, codes: readonly string[]): string | null {
  const unopened = said.answered === said.failed.length && said.failed.length === 1;
  const found = [...wrong];
  const odd = said.failed.filter((code) => !codes.includes(code));
  if (odd.length > 0) found.push(`failed as ${[...new Set(odd)].join(', ')}`);
  if (!unopened && (!closed || said.answered < ROWS)) found.push(`${said.answered} of at least ${ROWS} callers heard an answer`);
  return found.length === 0 ? null : `${fault}: ${found.join('; ')}`;
}

/** So many numbers from 1 to one past the last call, so that the last run meets no fault at all. */
const spread = (last: number, count: number): number[] => [...new Set([1, 2, 3, ...Array.from({ length: count }, (_, i) => 1 + Math.round((i * last) / (count - 1)))])];

test('VAULT-IO: any one call to the disk may fail: its callers hear it, the rest goes on, nothing acknowledged is lost', { skip }, async () => {
  const whole = await run(null);
  assert.deepEqual([breach(whole, []), whole.said.gone.size >= 3, whole.said.failed], [null, true, []]);
  const last = (call: string) => whole.calls[call]!;
  assert.ok(last('pwrite64') > 100 && last('fsync') > 10 && last('ftruncate') >= 3, JSON.stringify(whole.calls));
  const each = (call: string, error: string, count: number) => spread(last(call), count).map((n) => `${call}:error=${error}:when=${n}`);
  const broken = await runAll([...each('pwrite64', 'EIO', 9), ...each('fsync', 'EIO', 8), ...each('ftruncate', 'EIO', 4), 'unlink:error=EIO:when=1']);
  const full = await runAll(each('pwrite64', 'ENOSPC', 7));
  assert.deepEqual(broken.map((one) => breach(one, ['WRITE_FAILED'])).filter((line) => line !== null), []);
  assert.deepEqual(full.map((one) => breach(one, ['DISK_FULL'])).filter((line) => line !== null), []);
  const met = [...broken, ...full].filter((one) => one.injected > 0);
  assert.ok(met.length >= 25, `${met.length} runs met their fault`);
  // A fault while the log is copied back loses nothing and need not reach anybody; every other one does.
  assert.ok(met.filter((one) => one.said.failed.length > 0).length >= met.length / 3);
});

test('VAULT-IO: a disk that takes nothing from some moment on makes every later write fail, and gives back all that was acknowledged before', { skip }, async () => {
  const { calls } = await run(null);
  const from = (call: string, error: string, shares: readonly number[]) => shares.map((share) => `${call}:error=${error}:when=${Math.ceil(calls[call]! * share)}+`);
  const runs = await runAll([...from('pwrite64', 'EIO', EARLY), ...from('fsync', 'EIO', EARLY)]);
  const full = await runAll(from('pwrite64', 'ENOSPC', EARLY));
  assert.deepEqual([...runs.map((one) => breach(one, ['WRITE_FAILED'])), ...full.map((one) => breach(one, ['DISK_FULL']))].filter((line) => line !== null), []);
  for (const { fault, said } of [...runs, ...full]) assert.ok(said.failed.length > 0, fault);
});

test('VAULT-IO: a log that cannot be copied back stays and loses nothing, and no caller is troubled', { skip }, async () => {
  const faults = ['pwrite64:error=EIO:when=1', 'pwrite64:error=ENOSPC:when=9', 'fsync:error=EIO:when=1', 'pwrite64:error=EIO:when=1+'];
  const runs = await runAll(faults, MANY_ROWS, ['vault.db']);
  assert.deepEqual(runs.map((one) => breach(one, [])).filter((line) => line !== null), []);
  for (const { fault, injected, said } of runs) assert.ok(injected > 0 && said.gone.size > 10, fault);
});

test('VAULT-IO: on a full disk reads go on, writes say so, and with space again the same vault writes on', async (t) => {
  using other = tempDir();
  const disk = join(other.path, 'disk');
  using mounted = smallDisk(disk, 16);
  if (!mounted) return t.skip('this machine lets no test mount a small file system');
  const dir = join(disk, 'v');
  const made = await createBareVault(dir);
  const ballast = join(disk, 'something-else');
  writeFileSync(ballast, Buffer.alloc(12 << 20));
  let { vault } = made;
  const kept: string[] = [];
  /** Stores rows until the disk is full or there are so many; the code of the last refusal. */
  const fillUp = async (most: number, label: string): Promise<string> => {
    for (let i = 0; i < most; i++) {
      const id = `${label}-${i}`;
      const memory = bareMemory(vault, id, `${label} ${i} ${'words fill the disk '.repeat(100)}`);
      const code = await vault.write('storeMemories', { memories: [memory], space: 0, now: Date.now(), actor: 'test' }).then(() => '', (error: { code: string }) => error.code);
      if (code !== '') return code;
      kept.push(id);
    }
    return '';
  };
  const listed = async () => (await vault.read('listMemories', scopedForMaintenance({ filter: {}, sort: 'oldest' as const, after: null, limit: 100_000, space: 0 }))).rows.map((row) => row.public_id);
  const found = async (word: string) => (await vault.read('searchWords', scopedForMaintenance({ terms: [word], identifiers: [], past: true, kinds: null, limit: 100_000 }))).hits.ids.length;

  assert.equal(await fillUp(3000, 'before'), 'DISK_FULL');
  assert.ok(kept.length > 10);
  assert.deepEqual([(await listed()).sort(), await found('before')], [[...kept].sort(), kept.length], 'reading goes on');
  assert.equal(await fillUp(1, 'refused'), 'DISK_FULL');
  // Erasing on a full disk, by giving up a ballast file, is shown here once the vault keeps one.
  rmSync(ballast);
  assert.equal(await fillUp(20, 'after'), '', 'with space again the same vault writes on');
  await vault.close();
  vault = await openBareVault(dir, made.file);
  assert.deepEqual([(await listed()).sort(), await found('after'), await vault.read('integrity')], [[...kept].sort(), 20, ['ok']]);
  await vault.close();
});
