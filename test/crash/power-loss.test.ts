import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openConnection, type Connection } from '../../engine/vault/threads/open.ts';
import { createBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';
import { chance, type Chance } from './chance.ts';
import { Disk } from './disk.ts';
import { readDiskLog, STRACE, type DiskEvent } from './disk-log.ts';
import { breaches, promised } from './promised.ts';
import { cannotTrace } from './tracing.ts';
import { faultsOf } from './whole.ts';

const IMAGES = Number(process.env.ENGRAM_IMAGES ?? 600);
const CONTROL_IMAGES = 100;
const ROWS = 900;
const FILES = ['vault.db', 'vault.db-wal'];

const skip = cannotTrace();
let folder: ReturnType<typeof tempDir>;
let start: Record<string, Buffer>;
let events: DiskEvent[];
let key: Uint8Array;

before(async () => {
  if (skip) return;
  folder = tempDir();
  const dir = join(folder.path, 'vault');
  const { vault } = await createBareVault(dir);
  key = vault.keys.key('database').use((bytes) => new Uint8Array(bytes));
  await vault.close();
  start = { 'vault.db': readFileSync(join(dir, 'vault.db')) };
  const log = join(folder.path, 'log');
  execFileSync('strace', [...STRACE, '-o', log, process.execPath, join(import.meta.dirname, 'writing-child.ts'), dir, String(ROWS)], { stdio: ['ignore', 'ignore', 'inherit'] });
  events = readDiskLog(log, dir, (name) => FILES.includes(name));
  rmSync(log);
});
after(() => folder?.[Symbol.dispose]());

/** What an image breaks of what was promised; null when nothing. */
function broken(files: Record<string, Buffer>, told: readonly string[]): string | null {
  const dir = join(folder.path, 'image');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(dir, name), bytes);
  let db: Connection | undefined;
  try {
    db = openConnection(join(dir, 'vault.db'), key, 'write');
    const present = new Set(db.prepare('SELECT public_id FROM memories').pluck().all() as string[]);
    const wrong = [...breaches(promised(told), present), ...faultsOf(db)];
    return wrong.length === 0 ? null : wrong.join('; ');
  } catch (error) {
    return `does not open: ${(error as { code?: string }).code}`;
  } finally {
    db?.close();
  }
}

/** Images at random points of the log, with the point and what is wrong with each. */
function images(count: number, deaf: string | null, random: Chance): { point: number; wrong: string | null }[] {
  const points = Array.from({ length: count }, () => random.below(events.length + 1)).sort((a, b) => a - b);
  const disk = new Disk(start, deaf);
  const told: string[] = [];
  let at = 0;
  return points.map((point) => {
    for (; at < point; at++) {
      const event = events[at]!;
      if (event.kind === 'told') told.push(event.line);
      else disk.apply(event);
    }
    return { point, wrong: broken(disk.afterPowerLoss(random), told) };
  });
}

test('VAULT-POWER: the log shows the writer at work: rows, a log copied back into the file, erasures', { skip }, () => {
  const count = (kind: DiskEvent['kind'], file?: string) => events.filter((event) => event.kind === kind && (file === undefined || ('file' in event && event.file === file))).length;
  const { there, gone } = promised(events.flatMap((event) => (event.kind === 'told' ? [event.line] : [])));
  assert.equal(there.size + gone.size, ROWS);
  assert.ok(gone.size >= 10);
  assert.ok(count('sync', 'vault.db-wal') > 20 && count('sync', 'vault.db') > 5 && count('write', 'vault.db') > 100 && count('truncate', 'vault.db-wal') > 5);
  const writesInto = (file: string) => events.findIndex((event) => event.kind === 'write' && event.file === file);
  assert.ok(writesInto('vault.db') < events.findIndex((event) => event.kind === 'told' && event.line.startsWith('erasing')), 'the log is copied back by itself, before the first erasure does so');
  const last = new Disk(start);
  for (const event of events) last.apply(event);
  assert.deepEqual(last.afterPowerLoss(chance())['vault.db'], readFileSync(join(folder.path, 'vault', 'vault.db')), 'the log rebuilds the file byte by byte');
});

test(`VAULT-POWER: power lost at ${IMAGES} points, with unsynced writes dropped, reordered and torn, loses no acknowledged row`, { skip }, () => {
  const random = chance();
  assert.deepEqual(images(IMAGES, null, random).filter(({ wrong }) => wrong !== null), [], `seed ${random.seed}`);
});

test('VAULT-POWER: without the syncs of its log the same writer loses rows, so the images would show a loss', { skip }, () => {
  const random = chance();
  const wrong = images(CONTROL_IMAGES, 'vault.db-wal', random).filter((image) => image.wrong !== null);
  assert.ok(wrong.length > CONTROL_IMAGES / 4, `${wrong.length} of ${CONTROL_IMAGES} images broken, seed ${random.seed}`);
  assert.ok(wrong.some((image) => /^\d+ lost$/.test(image.wrong!)), `rows missing in a file that is otherwise whole, seed ${random.seed}`);
});
