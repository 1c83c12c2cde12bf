import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serialize } from 'node:v8';
import type { KeyFile } from '../../security/keys/index.ts';
import { openConnection, PAGE_SIZE, type Connection } from '../../engine/vault/threads/open.ts';
import { vaultFailure } from '../../engine/vault/threads/failure.ts';
import { schemaVersion } from '../../engine/vault/schema/index.ts';
import { createBareVault, openBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';
import { chance } from './chance.ts';
import { fill } from './full-vault.ts';
import { killAfter } from './kill-at-random.ts';

const FLIPS = Number(process.env.ENGRAM_FLIPS ?? 2000);
const SWAPS = 100;
const CUTS = 60;
/** So many of the cut files are opened as a program would, too. */
const REAL_CUTS = 7;
const SECTOR = 512;
/** Sizes in a log: its own header, and a page with its header. */
const LOG_HEADER = 32;
const FRAME = 24 + PAGE_SIZE;
/** Rows acknowledged before the writer is killed that leaves its log. */
const COMMITTED = 60;

let folder: ReturnType<typeof tempDir>;
/** The closed file that is damaged in place and mended again. */
let database: string;
let file: KeyFile;
let key: Uint8Array;
let truth: string;
let bytes: Buffer;

before(async () => {
  folder = tempDir();
  const dir = join(folder.path, 'vault');
  const made = await createBareVault(dir);
  key = made.vault.keys.key('database').use((raw) => new Uint8Array(raw));
  file = made.file;
  // As many as fill the file up to its step: flips in free pages change nothing.
  await fill(made.vault, 420);
  await made.vault.close();
  database = join(dir, 'vault.db');
  bytes = readFileSync(database);
  truth = readBack() as string;
  assert.match(truth, /^[0-9a-f]{64}$/);
});
after(() => folder[Symbol.dispose]());

/** Every row of every table, in the order the file holds them. */
function everything(db: Connection): [string, unknown[]][] {
  const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'memory_words' ORDER BY name`).pluck().all() as string[];
  return tables.map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).raw().all()]);
}

/** What the closed file says now: a hash of all its rows, or the code of the error that opening or reading it gives. */
function readBack(): string {
  for (const rest of ['-wal', '-shm']) rmSync(`${database}${rest}`, { force: true });
  let db: Connection | undefined;
  try {
    db = openConnection(database, key, 'read');
    if (schemaVersion(db) === 0) return 'NOT_A_VAULT';
    const rows = createHash('sha256').update(serialize(everything(db))).digest('hex');
    const problems = db.pragma('integrity_check(1)', { simple: true });
    return problems === 'ok' ? rows : 'VAULT_DAMAGED';
  } catch (error) {
    return vaultFailure(error, 'INTERNAL').code;
  } finally {
    db?.close();
  }
}

/** Writes into the closed file, looks, and puts back what was there. */
function look(changes: readonly { at: number; bytes: Buffer }[]): string {
  const fd = openSync(database, 'r+');
  try {
    for (const change of changes) writeSync(fd, change.bytes, 0, change.bytes.length, change.at);
    return readBack();
  } finally {
    for (const change of changes) writeSync(fd, bytes, change.at, change.bytes.length, change.at);
    closeSync(fd);
  }
}

/** How often each answer was given; a hash other than the truth's is a wrong row nobody noticed. */
function tally(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const name = answer === truth ? 'harmless' : /^[0-9a-f]{64}$/.test(answer) ? 'SILENTLY WRONG' : answer;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Damage is told or has no effect; and most must be told, or the test looks at nothing. */
function assertTold(answers: readonly string[], mostHarmless: number, seed: string): void {
  const { VAULT_DAMAGED: damaged = 0, NOT_A_VAULT: foreign = 0, harmless = 0, ...bad } = tally(answers);
  assert.deepEqual(bad, {}, seed);
  assert.ok(harmless <= mostHarmless, `${harmless} of ${answers.length} had no effect, ${seed}`);
  assert.equal(damaged + foreign + harmless, answers.length);
}

const page = (number: number): Buffer => bytes.subarray(number * PAGE_SIZE, (number + 1) * PAGE_SIZE);

test(`VAULT-DAMAGE: ${FLIPS} single flipped bits are told as damage, and no row reads back wrong`, () => {
  const random = chance();
  const answers = Array.from({ length: FLIPS }, (_, i) => {
    // The first page holds what makes the file one, so it gets a quarter of them.
    const at = random.below(i % 4 === 0 ? PAGE_SIZE : bytes.length);
    return look([{ at, bytes: Buffer.from([bytes[at]! ^ (1 << random.below(8))]) }]);
  });
  assertTold(answers, FLIPS / 5, `seed ${random.seed}`);
  assert.equal(readBack(), truth, 'the file is whole again');
});

test('VAULT-DAMAGE: pages that changed places, or are written twice, are told', () => {
  const random = chance();
  const pages = bytes.length / PAGE_SIZE;
  const answers = Array.from({ length: SWAPS }, (_, i) => {
    const one = random.below(pages);
    const other = (one + 1 + random.below(pages - 1)) % pages;
    const second = { at: other * PAGE_SIZE, bytes: page(one) };
    return look(i % 2 ? [second] : [second, { at: one * PAGE_SIZE, bytes: page(other) }]);
  });
  assertTold(answers, SWAPS / 5, `seed ${random.seed}`);
});

test(`VAULT-DAMAGE: a file cut off at ${CUTS} places is told, never opens as a smaller vault and is left as it is`, async () => {
  const random = chance();
  const sizes = [1, SECTOR - 1, SECTOR, PAGE_SIZE - 1, PAGE_SIZE, PAGE_SIZE + 1, 10 * PAGE_SIZE, bytes.length - 1,
    ...Array.from({ length: CUTS - 8 }, (_, i) => (i % 2 ? PAGE_SIZE * (1 + random.below(bytes.length / PAGE_SIZE - 1)) : 1 + random.below(bytes.length - 1)))];
  const cut = (size: number) => {
    const fd = openSync(database, 'r+');
    writeSync(fd, bytes, 0, bytes.length, 0);
    ftruncateSync(fd, size);
    closeSync(fd);
  };
  try {
    const answers = sizes.map((size) => (cut(size), readBack()));
    assertTold(answers, 2, `seed ${random.seed}`);
    for (const size of sizes.slice(0, REAL_CUTS)) {
      cut(size);
      await assert.rejects(openBareVault(join(folder.path, 'vault'), file), { code: size === 1 ? 'NOT_A_VAULT' : 'VAULT_DAMAGED' }, `${size} bytes`);
      assert.equal(statSync(database).size, size, 'the file is left as it is');
    }
  } finally {
    cut(bytes.length);
  }
  assert.equal(readBack(), truth);
});

/** Ends of the commits in a log: frames whose header names the size the database then has. */
function commitsOf(log: Buffer): number[] {
  const ends: number[] = [];
  for (let at = LOG_HEADER; at + FRAME <= log.length; at += FRAME) if (log.readUInt32BE(at + 4) > 0) ends.push(at + FRAME);
  return ends;
}

test('VAULT-DAMAGE: the log of a killed writer, cut off at every sector, opens at the last whole commit before the cut', async () => {
  using other = tempDir();
  const dir = join(other.path, 'vault');
  const made = await createBareVault(dir);
  const raw = made.vault.keys.key('database').use((secret) => new Uint8Array(secret));
  await made.vault.close();
  const { lines } = await killAfter('writing-child.ts', [dir], COMMITTED);
  const path = join(dir, 'vault.db');
  const log = readFileSync(`${path}-wal`);
  const rows = (): unknown[] => {
    rmSync(`${path}-shm`, { force: true });
    const db = openConnection(path, raw, 'read');
    try {
      return db.prepare('SELECT public_id, text, position, (SELECT own FROM word_documents d WHERE d.id = m.id) FROM memories m ORDER BY id').raw().all();
    } finally {
      db.close();
    }
  };
  const whole = rows() as [string, ...unknown[]][];
  assert.deepEqual(lines.filter((id) => !whole.some(([there]) => there === id)), [], 'whole, the log has every acknowledged row');
  const ends = commitsOf(log);
  assert.ok(ends.length >= 4, `${ends.length} commits in the log`);
  const cuts = new Set([...ends, ...Array.from({ length: Math.floor(log.length / SECTOR) + 1 }, (_, i) => i * SECTOR)]);
  let last = ends.length;
  let expected = whole;
  for (const size of [...cuts].sort((a, b) => b - a)) {
    const fd = openSync(`${path}-wal`, 'r+');
    ftruncateSync(fd, size);
    closeSync(fd);
    const commits = ends.filter((end) => end <= size).length;
    const found = rows() as typeof whole;
    if (commits < last) {
      assert.deepEqual(found.map(([id]) => id), whole.slice(0, found.length).map(([id]) => id), 'the first rows, in order');
      assert.ok(found.length <= expected.length);
      [last, expected] = [commits, found];
    }
    assert.deepEqual(found, expected, `cut at ${size} of ${log.length}`);
  }
  assert.deepEqual(expected, [], 'without its log the vault is as it was');
});
