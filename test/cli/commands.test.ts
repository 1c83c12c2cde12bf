import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTerminal, passphrase, type Terminal } from './terminal.ts';

let terminal: Terminal;
before(async () => {
  terminal = createTerminal();
  await terminal.make();
});
after(async () => {
  await terminal.run(['lock'], { open: false });
  terminal.remove();
});

interface Stored { id: string; outcome: string }
interface Item { memory: { id: string; text: string; validFrom: string | null; happenedAt: string; scope: object } }

test('CLI-ROADS: what is remembered is recalled, shown, corrected, forgotten, restored and erased', async () => {
  const stored = await terminal.json<Stored>(['remember', 'The', 'boiler', 'is', 'serviced', 'every', 'October', '--type', 'semantic', '--importance', '0.8', '--valid-from', '2025-10-01']);
  const { items } = await terminal.json<{ items: Item[] }>(['recall', 'when is the boiler serviced?', '--limit', '3']);
  assert.equal(items[0]!.memory.id, stored.id);
  assert.equal(items[0]!.memory.validFrom, '2025-10-01T00:00:00.000Z');
  const shown = await terminal.run(['show', stored.id.toLowerCase()]);
  assert.ok(shown.out.includes(stored.id) && shown.out.includes('boiler'));
  await terminal.json(['correct', stored.id, '-'], { input: 'The boiler is serviced every September\n' });
  const after = await terminal.json<{ text: string; versions: { text: string }[] }>(['show', stored.id]);
  assert.equal(after.text, 'The boiler is serviced every September');
  assert.ok(after.versions.some((version) => version.text.includes('October')));
  await terminal.json(['forget', stored.id]);
  const gone = await terminal.json<{ items: Item[] }>(['recall', 'boiler serviced']);
  assert.ok(gone.items.every((item) => item.memory.id !== stored.id));
  await terminal.json(['restore', stored.id]);
  const erased = await terminal.json<{ removed: { memories: number } }>(['forget', stored.id, '--erase']);
  assert.equal(erased.removed.memories, 1);
  assert.equal((await terminal.run(['show', stored.id])).code, 4);
});

test('CLI-ROADS: scopes keep channels and projects apart', async () => {
  await terminal.json(['remember', 'The gate code of the orchard is on the fridge', '--project', 'orchard']);
  const inside = await terminal.json<{ items: Item[] }>(['recall', 'gate code', '--project', 'orchard']);
  assert.deepEqual(inside.items[0]!.memory.scope, { project: 'orchard' });
  const outside = await terminal.json<{ items: Item[] }>(['recall', 'gate code', '--project', 'garden']);
  assert.ok(outside.items.every((item) => !item.memory.text.includes('orchard')));
  assert.equal((await terminal.run(['recall', 'x', '--user', 'ann'])).code, 2);
});

test('CLI-ROADS: without a terminal a locked vault is an error that says what to do, never a prompt', async () => {
  const locked = await terminal.run(['list'], { open: false });
  assert.deepEqual([locked.code, locked.out], [3, '']);
  assert.match(locked.err, /--passphrase-file/);
  const asJson = await terminal.run(['--json', 'list'], { open: false });
  assert.equal((JSON.parse(asJson.err) as { error: { code: string } }).error.code, 'VAULT_LOCKED');
  const wrong = join(dirname(terminal.passphraseFile), 'wrong');
  writeFileSync(wrong, 'not the passphrase at all', { mode: 0o600 });
  const refused = await terminal.run(['list', '--passphrase-file', wrong], { open: false });
  assert.deepEqual([refused.code, refused.out], [3, '']);
  assert.ok(!refused.err.includes('not the passphrase at all'));
  const byEnvironment = await terminal.run(['list'], { open: false, env: { ENGRAM_PASSPHRASE_FILE: terminal.passphraseFile } });
  assert.equal(byEnvironment.code, 0, byEnvironment.err);
});

test('CLI-ROADS: wrong usage ends with 2 and prints nothing on the output', async () => {
  for (const args of [['bogus'], ['recall', 'a', '--limit', '0'], ['recall', 'a', '--limit', '1', '--budget', '5'], ['remember', 'a', '--type', 'x'], ['remember', 'a', '--valid-from', 'soon'], ['show', 'abc'], ['remember', ''], ['list', '--passphrase-file', '/nowhere/at/all'], ['import']]) {
    const { code, out } = await terminal.run(args);
    assert.deepEqual([code, out], [2, ''], args.join(' '));
  }
});

test('CLI-ROADS: an unlocked vault is served in the background until it is locked', async () => {
  const unlocked = await terminal.json<{ state: string }>(['unlock']);
  assert.equal(unlocked.state, 'unlocked');
  const file = join(terminal.dir, 'sidecar.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number };
  if (process.platform === 'linux') {
    // The passphrase went through a pipe: neither arguments nor environment hold it.
    assert.ok(!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(passphrase));
  }
  const stored = await terminal.json<Stored>(['remember', 'The spare key is with the neighbour'], { open: false });
  const found = await terminal.json<{ items: Item[] }>(['recall', 'where is the spare key'], { open: false });
  assert.equal(found.items[0]!.memory.id, stored.id);
  const said = await terminal.run(['chat', 'Where is the spare key?'], { open: false });
  assert.equal(said.code, 0, said.err);
  assert.match(said.out, /neighbour/);
  assert.match(said.err, new RegExp(stored.id));
  const second = await terminal.run(['serve']);
  assert.equal(second.code, 5);
  await terminal.json(['lock'], { open: false });
  assert.equal((await terminal.json<{ state: string }>(['status'], { open: false })).state, 'locked');
  assert.ok(!existsSync(file));
  assert.throws(() => process.kill(pid, 0));
});

test('CLI-ROADS: a vault is made once, and its recovery kit opens it without its passphrase', async (t) => {
  const terminal = createTerminal();
  t.after(async () => {
    await terminal.run(['lock'], { open: false });
    terminal.remove();
  });
  const missing = await terminal.run(['list']);
  assert.deepEqual([missing.code, missing.out], [4, '']);
  assert.match(missing.err, /VAULT_MISSING/);
  const page = join(dirname(terminal.passphraseFile), 'kit.txt');
  const made = await terminal.run(['init', '--name', 'Test', '--kit-file', page]);
  assert.equal(made.code, 0, made.err);
  assert.equal(statSync(page).mode & 0o777, 0o600);
  const again = await terminal.run(['init']);
  assert.deepEqual([again.code, again.out], [5, '']);
  const words = join(dirname(terminal.passphraseFile), 'words.txt');
  const kit = [...readFileSync(page, 'utf8').matchAll(/\d+\. ([a-z]+)/g)].map((match) => match[1]!);
  writeFileSync(words, kit.join('\n'), { mode: 0o644 });
  for (const file of [page, words]) {
    const opened = await terminal.run(['--json', 'unlock', '--kit-file', file], { open: false });
    assert.equal(opened.code, 0, opened.err);
    assert.equal((JSON.parse(opened.out) as { state: string }).state, 'unlocked');
    assert.equal(/other users/.test(opened.err), file === words && process.platform !== 'win32');
    const { pid } = JSON.parse(readFileSync(join(terminal.dir, 'sidecar.json'), 'utf8')) as { pid: number };
    if (process.platform === 'linux') assert.ok(!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(kit[0]!));
    assert.equal((await terminal.run(['list'], { open: false })).code, 0);
    await terminal.json(['lock'], { open: false });
  }
  const reversed = join(dirname(words), 'reversed.txt');
  writeFileSync(reversed, kit.toReversed().join(' '), { mode: 0o600 });
  const wrong = await terminal.run(['--json', 'unlock', '--kit-file', reversed], { open: false });
  assert.deepEqual([wrong.code, wrong.out], [3, '']);
  assert.equal((JSON.parse(wrong.err) as { error: { code: string } }).error.code, 'WRONG_PASSPHRASE');
  assert.equal((await terminal.run(['unlock', '--kit-file', '/nowhere/at/all'], { open: false })).code, 2);
  const unasked = await terminal.run(['unlock', '--kit'], { open: false });
  assert.equal(unasked.code, 3);
  assert.match(unasked.err, /--kit-file/);
});

test('CLI-ROADS: a sidecar file left by a crash counts as none', async () => {
  writeFileSync(join(terminal.dir, 'sidecar.json'), JSON.stringify({ port: 9, bearer: 'x', pid: 2 ** 22 - 3, background: true }), { mode: 0o600 });
  assert.equal((await terminal.run(['list'])).code, 0);
});

test('CLI-ROADS: memories leave and come back through files', async () => {
  const root = dirname(terminal.dir);
  const file = join(root, 'export.jsonl');
  const exported = await terminal.json<{ state: string }>(['export', file]);
  assert.equal(exported.state, 'done');
  assert.ok(statSync(file).size > 0);
  const folder = join(root, 'notes');
  mkdirSync(folder);
  writeFileSync(join(folder, 'bees.md'), '# Bees\n\nThe hive by the wall swarmed in May.\n');
  const preview = await terminal.json<{ format: string; memories: number }>(['import', folder, '--dry-run']);
  assert.equal(preview.format, 'markdown');
  assert.ok(preview.memories > 0);
  const job = await terminal.json<{ id: string; state: string }>(['import', folder, '--approve']);
  assert.equal(job.state, 'done');
  const found = await terminal.json<{ items: Item[] }>(['recall', 'which hive swarmed']);
  assert.match(found.items[0]!.memory.text, /hive/);
  await terminal.json(['import', '--undo', job.id]);
  const after = await terminal.json<{ items: Item[] }>(['recall', 'which hive swarmed']);
  assert.ok(after.items.every((item) => !item.memory.text.includes('swarmed')));
});

test('CLI-ROADS: an encrypted archive is made, checked and brought back under a passphrase of its own', async () => {
  const root = dirname(terminal.dir);
  const file = join(root, 'all.age');
  const weak = await terminal.run(['export', file, '--archive', '--archive-passphrase-fd', '0'], { input: 'hunter2\n' });
  assert.deepEqual([weak.code, weak.err.includes('WEAK_PASSPHRASE'), existsSync(file)], [2, true, false]);
  const made = await terminal.run(['export', file, '--archive', '--generate', '--json']);
  assert.equal(made.code, 0, made.err);
  const words = /^ {2}([a-z]+(?: [a-z]+){5})$/m.exec(made.err)?.[1];
  assert.ok(words, made.err);
  assert.ok(!made.out.includes(words));
  assert.match(readFileSync(file, 'latin1'), /^age-encryption\.org\/v1\n-> scrypt /);
  assert.equal((await terminal.run(['export', file, '--archive', '--generate'])).code, 5, 'nothing is written over');
  const report = await terminal.json<{ whole: boolean; memories: Record<string, number>; conversations: number }>(['verify', file, '--archive-passphrase-fd', '0'], { input: words, open: false });
  const { result } = JSON.parse(made.out) as { result: { memories: number } };
  assert.deepEqual([report.whole, Object.values(report.memories).reduce((a, b) => a + b, 0)], [true, result.memories]);
  assert.equal((await terminal.run(['verify', file], { open: false })).code, 3);
  assert.equal((await terminal.run(['verify', file, '--archive-passphrase-fd', '0'], { input: 'not these words', open: false })).code, 3);
  const cut = join(root, 'cut.age');
  writeFileSync(cut, readFileSync(file).subarray(0, -20));
  assert.equal((await terminal.run(['verify', cut, '--archive-passphrase-fd', '0'], { input: words, open: false })).code, 6);
  assert.equal((await terminal.run(['verify', terminal.passphraseFile], { open: false })).code, 2);
  const preview = await terminal.json<{ format: string; memories: number; duplicates: number }>(['import', file, '--dry-run', '--archive-passphrase-fd', '0'], { input: words });
  assert.deepEqual([preview.format, preview.memories], ['archive', result.memories]);
  const job = await terminal.json<{ id: string; state: string }>(['import', file, '--approve', '--archive-passphrase-fd', '0'], { input: words });
  assert.equal(job.state, 'done');
  await terminal.json(['import', '--undo', job.id]);
});

test('CLI-ROADS: colours and control characters never reach a pipe or move a terminal', async () => {
  await terminal.json(['remember', '-'], { input: 'A bell \u0007 and a title \u001b]0;owned\u0007 rings' });
  const { out } = await terminal.run(['list', '--limit', '500']);
  assert.ok(!/[\u0007\u001b]/.test(out));
});

test('RECALL-WHY-NOT: the command line tells where one memory fell, and shows no result', async () => {
  const { id } = await terminal.json<Stored>(['remember', 'The kiln is fired on Saturdays', '--project', 'pottery']);
  const inside = await terminal.json<{ stage: string; place: number; signals: unknown[] }>(['recall', 'when is the kiln fired?', '--project', 'pottery', '--why-not', id.toLowerCase()]);
  assert.deepEqual([inside.stage, inside.place, inside.signals.length > 0], ['returned', 1, true]);
  const outside = await terminal.run(['recall', 'when is the kiln fired?', '--why-not', id]);
  assert.equal(outside.code, 0);
  assert.match(outside.out, new RegExp(`^${id}  not visible: It belongs to another project`));
  assert.ok(!outside.out.includes('Saturdays'));
  assert.equal((await terminal.run(['recall', 'kiln', '--why-not', '01K00000000000000000000000'])).code, 4);
  assert.equal((await terminal.run(['recall', 'kiln', '--why-not', 'kiln'])).code, 2);
});
