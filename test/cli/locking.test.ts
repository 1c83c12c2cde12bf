import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isAlive } from '../../sidecar/client/index.ts';
import { childrenOf, until } from '../support/foreground.ts';
import { createTerminal, entry, type Terminal } from './terminal.ts';

let terminal: Terminal;
before(async () => {
  terminal = createTerminal();
  assert.equal((await terminal.run(['init'])).code, 0);
});
after(() => terminal.remove());

const holder = () => (JSON.parse(readFileSync(join(terminal.dir, 'sidecar.json'), 'utf8')) as { pid: number }).pid;

test('LOCK-MEMORY: the process that held a vault open in the background ends with the lock, and with it what was typed', async () => {
  assert.equal((await terminal.run(['unlock'])).code, 0);
  const pid = holder();
  assert.ok(isAlive(pid));
  // A rotation closes and opens the vault again and is no lock.
  assert.equal((await terminal.run(['rotate-key'])).code, 0);
  assert.ok(isAlive(pid));
  assert.equal((await terminal.run(['lock'], { open: false })).code, 0);
  for (let waited = 0; waited < 5_000 && isAlive(pid); waited += 50) await new Promise((done) => setTimeout(done, 50));
  assert.ok(!isAlive(pid));
});

test('LOCK-RESTART: `engram serve` leaves the passphrase to the process that serves, which is another one after a lock', async () => {
  const child = spawn(process.execPath, [entry, '--vault', terminal.dir, '--passphrase-file', terminal.passphraseFile, 'serve'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const pid = child.pid!;
  const ended = once(child, 'exit');
  try {
    let said = '';
    child.stderr.on('data', (chunk) => (said += String(chunk)));
    await until('the address is printed', () => /^Engram is at http:\S+#t=\S+\n$/.test(said) || child.exitCode !== null);
    assert.equal(holder(), pid);
    const [first] = childrenOf(pid);
    assert.equal((await terminal.json<{ state: string }>(['status'], { open: false })).state, 'unlocked');
    assert.equal((await terminal.run(['lock'], { open: false })).code, 0);
    await until('another process serves', () => [childrenOf(pid)].every((all) => all.length === 1 && all[0] !== first));
    // A command with a passphrase opens the running one for its own time, and each of them closes it again.
    for (const expected of ['locked', 'locked']) {
      assert.equal((await terminal.run(['list'])).code, 0);
      assert.equal((await terminal.json<{ state: string; running: boolean }>(['status'], { open: false })).state, expected);
    }
    assert.equal(holder(), pid);
    const second = await terminal.run(['serve']);
    assert.equal(second.code, 5, second.err);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.ok(!existsSync(join(terminal.dir, 'sidecar.json')));
  } finally {
    child.kill('SIGKILL');
  }
});

test('LOCK-RESTART: `engram serve` says in its own words why it does not start', async () => {
  const wrong = await terminal.run(['serve', '--passphrase-file', join(terminal.dir, '..', 'none')], { open: false });
  assert.deepEqual([wrong.code, wrong.out], [2, '']);
  assert.match(wrong.err, /\(INVALID_INPUT, E\d+\)\n {2}passphrase file cannot be read or is empty/);
  const asJson = await terminal.run(['--json', 'serve', '--passphrase-file', join(terminal.dir, '..', 'none')], { open: false });
  assert.equal((JSON.parse(asJson.err) as { error: { code: string } }).error.code, 'INVALID_INPUT');
});
