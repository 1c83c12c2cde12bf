import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempDir } from '../../test/support/temp-vault.ts';
import { fileLog, LOG_DAYS } from './index.ts';

const DAY_MS = 86_400_000;

test('LOG-FIELDS: a line holds typed fields of the allow-list and nothing else', () => {
  using folder = tempDir();
  const dir = join(folder.path, 'logs');
  const log = fileLog(dir, () => Date.UTC(2026, 0, 5));
  const secret = 'canary words of a memory';
  log('warn', 'stage_slow', { ms: 12, what: 'gate', id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', text: secret, code: 'DISK_FULL' } as never);
  log('warn', 'stage_slow', { what: secret, id: secret, ms: secret, count: { toString: () => secret } } as never);
  const [name] = readdirSync(dir);
  const lines = readFileSync(join(dir, name!), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as object);
  assert.deepEqual(lines[0], { level: 'warn', time: '2026-01-05T00:00:00.000Z', code: 'DISK_FULL', id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', ms: 12, what: 'gate', event: 'stage_slow' });
  assert.deepEqual(lines[1], { level: 'warn', time: '2026-01-05T00:00:00.000Z', event: 'stage_slow' });
  assert.equal(statSync(dir).mode & 0o777, 0o700);
  assert.equal(statSync(join(dir, name!)).mode & 0o777, 0o600);
});

test('LOG-FIELDS: a file a day, and the newest seven stay', () => {
  using folder = tempDir();
  let now = Date.UTC(2026, 0, 1);
  const log = fileLog(folder.path, () => now);
  for (let day = 0; day < 12; day++, now += DAY_MS) log('info', 'day');
  const names = readdirSync(folder.path).sort();
  assert.equal(names.length, LOG_DAYS);
  assert.equal(names.at(-1), 'engram-2026-01-12.log');
});

test('LOG-FIELDS: a folder that cannot be written is no error', () => {
  using folder = tempDir();
  const log = fileLog(join(folder.path, 'none\0'), () => 0);
  assert.doesNotThrow(() => log('error', 'anything'));
});
