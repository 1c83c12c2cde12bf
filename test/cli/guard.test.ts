import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTerminal, type Terminal } from './terminal.ts';

let terminal: Terminal;
const beside = (name: string) => join(dirname(terminal.passphraseFile), name);
before(async () => {
  terminal = createTerminal();
  const made = await terminal.run(['init', '--kit-file', beside('kit.txt')]);
  assert.equal(made.code, 0, made.err);
});
after(() => terminal.remove());

test('CLI-ROADS: passphrase, kit, key and backups are changed, listed and brought back from the command line', async () => {
  await terminal.json(['remember', 'The', 'boiler', 'is', 'blue']);
  const { path } = await terminal.json<{ path: string }>(['backup']);
  await terminal.json(['remember', 'The', 'stove', 'is', 'green']);
  const [backup] = await terminal.json<{ name: string; reason: string }[]>(['backups'], { open: false });
  assert.ok(path.endsWith(backup!.name) && backup!.reason === 'asked');
  const restored = await terminal.json<{ merged: number }>(['restore-backup', backup!.name]);
  assert.equal(restored.merged, 1);
  assert.equal((await terminal.json<{ total: number }>(['list'])).total, 2);
  assert.deepEqual(await terminal.json(['rotate-key']), { keyVersion: 2, backupsRemoved: 1 });
  const next = beside('next');
  writeFileSync(next, 'another passphrase for the same vault\n', { mode: 0o600 });
  assert.equal((await terminal.run(['passphrase', '--new-passphrase-file', next])).code, 0);
  const refused = await terminal.run(['list']);
  assert.deepEqual([refused.code, refused.out], [3, '']);
  writeFileSync(terminal.passphraseFile, readFileSync(next, 'utf8'));
  assert.equal((await terminal.run(['kit', '--out', beside('kit2.txt')])).code, 0);
  assert.equal(statSync(beside('kit2.txt')).mode & 0o777, 0o600);
  const old = await terminal.run(['passphrase', '--kit-file', beside('kit.txt'), '--new-passphrase-file', next], { open: false });
  assert.equal(old.code, 3);
  assert.equal((await terminal.json<{ total: number }>(['list'])).total, 2);
});

test('CLI-ROADS: who may come in is granted, seen and revoked, the trail proves itself, and a project is purged', async () => {
  await terminal.json(['remember', 'The', 'anchor', 'weighs', 'nine', 'kilos', '--project', 'sea']);
  const made = await terminal.json<{ identity: { id: string } }>(['access', 'grant', 'harbour', '--project', 'sea', '--token-file', beside('token')]);
  assert.match(readFileSync(beside('token'), 'utf8'), /^[\w-]{43}\n$/);
  assert.ok(made.identity.id);
  assert.equal((await terminal.run(['access', 'revoke', 'harbour'])).code, 0);
  const [known] = await terminal.json<{ name: string; revokedAt: number | null }[]>(['access', 'list']);
  assert.ok(known!.name === 'harbour' && known!.revokedAt !== null);
  assert.equal((await terminal.run(['access', 'revoke', 'nobody'])).code, 4);
  const report = await terminal.json<{ whole: boolean; entries: number }>(['audit', 'verify']);
  assert.ok(report.whole && report.entries > 5);
  assert.match((await terminal.run(['audit', 'list', '--limit', '5'])).out, /access_revoked/);
  assert.equal((await terminal.run(['purge', '--project', 'sea'])).code, 2);
  const purged = await terminal.json<{ removed: { memories: number }; remains: number; signature: string }>(['purge', '--project', 'sea', '--confirm', 'sea']);
  assert.deepEqual([purged.removed.memories, purged.remains], [1, 0]);
  assert.match(purged.signature, /^[0-9a-f]{64}$/);
  assert.equal((await terminal.run(['purge'])).code, 2);
});
