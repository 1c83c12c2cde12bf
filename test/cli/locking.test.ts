import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isAlive } from '../../sidecar/client/index.ts';
import { createTerminal, type Terminal } from './terminal.ts';

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
