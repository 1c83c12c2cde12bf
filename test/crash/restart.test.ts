import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { errorTable, exitCodes } from '../../contract/index.ts';
import { connect, findRunning, isAlive, removeSidecarFile } from '../../sidecar/client/index.ts';
import { childrenOf, Foreground, until } from '../support/foreground.ts';
import { PASSPHRASE, tempDir, tempVault } from '../support/temp-vault.ts';

/** A folder with a closed vault; every test starts its own sidecar on it. */
const folder = tempDir();
let dir: string;
let sidecar: Foreground | undefined;

before(async () => {
  await using vault = await tempVault();
  await vault.client.memories.remember({ text: 'The cello is in the attic.' });
  const { path } = await vault.client.vault.backup();
  await vault.client.vault.restore({ passphrase: PASSPHRASE, backup: path.split(/[\\/]/).at(-1)!, into: (dir = join(folder.path, 'vault')) });
});
after(() => folder[Symbol.dispose]());

/** Runs a test on a started sidecar, which is gone afterwards with all its processes. */
async function withSidecar(work: (sidecar: Foreground) => Promise<void>, args: readonly string[] = []): Promise<void> {
  sidecar = new Foreground(dir, args);
  try {
    await sidecar.address();
    await work(sidecar);
  } finally {
    const left = childrenOf(sidecar.pid);
    sidecar.process.kill('SIGKILL');
    await sidecar.ended;
    await until('every process has ended', () => !left.some(isAlive));
  }
}

const session = async (address: string): Promise<{ status: number; bearer: string }> => {
  const { origin, hash } = new URL(address);
  const answer = await fetch(`${origin}/api/session`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: hash.slice('#t='.length) }) });
  return { status: answer.status, bearer: answer.ok ? ((await answer.json()) as { bearer: string }).bearer : '' };
};

test('LOCK-RESTART: after a lock another process serves the same port and takes the same tokens, and opens again, as often as wanted', () => withSidecar(async (app) => {
  const file = await app.file();
  assert.equal(file.pid, app.pid);
  const { bearer } = await session(await app.address());
  const { token: unused } = await app.call<{ token: string }>('POST', '/token', {});
  const served = new Set([app.serving()]);
  for (const round of [1, 2]) {
    assert.equal((await app.unlock(PASSPHRASE)).state, 'unlocked');
    served.add(await app.lockAndReplace());
    assert.equal(served.size, round + 1);
    assert.deepEqual(await app.file(), file);
    // The bearer of a browser, and of the person's own programs.
    for (const good of [bearer, file.bearer]) assert.equal((await app.call<{ state: string }>('GET', '/vault', undefined, good)).state, 'locked');
    await assert.rejects(app.call('GET', '/vault', undefined, `${bearer.slice(1)}A`), /423/);
  }
  assert.equal((await session(`http://127.0.0.1:${file.port}/#t=${unused}`)).status, 200);
  assert.equal((await session(await app.address())).status, 401, 'what was used stays used');
  await app.unlock(PASSPHRASE);
  assert.equal((await app.call<{ items: unknown[] }>('POST', '/recall', { query: 'Where is the cello?' })).items.length, 1);
}));

test('LOCK-RESTART: who calls during the change is answered by the successor; nobody is turned away', () => withSidecar(async (app) => {
  await app.unlock(PASSPHRASE);
  const before = app.serving();
  const { port, bearer } = await app.file();
  const watching = await connect({ port, bearer });
  const events = await watching.client.events();
  await app.lock();
  const states: string[] = [];
  await assert.rejects(async () => {
    for await (const event of events) if (event.type === 'vault') states.push(event.state);
  });
  assert.equal(states.at(-1), 'locked', 'a stream hears of the lock before it ends');
  await watching.closed;
  // From here on until the successor serves: by REST, by socket, and over a connection that sends nothing yet.
  const silent = connectTcp(port, '127.0.0.1');
  await once(silent, 'connect');
  const [unlocked, running] = await Promise.all([app.unlock(PASSPHRASE), findRunning(dir)]);
  assert.equal(unlocked.state, 'unlocked');
  assert.ok(running !== null);
  assert.equal(running.file.port, port);
  await running.close();
  silent.write(`GET /api/vault HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${bearer}\r\nConnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of silent) answer += String(chunk);
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.ok(!isAlive(before));
}));

test('LOCK-RESTART: a lock of what is locked changes nothing, and two locks at once change it once', () => withSidecar(async (app) => {
  const first = app.serving();
  await app.lock();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(app.serving(), first);
  await app.unlock(PASSPHRASE);
  await Promise.all([app.lock(), app.lock()]);
  const second = await app.replaced(first);
  await app.call('GET', '/vault');
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(app.serving(), second);
  // A rotation closes and opens the vault again and is no lock.
  await app.unlock(PASSPHRASE);
  await app.call('POST', '/vault/rotate', { passphrase: PASSPHRASE });
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(app.serving(), second);
}));

test('LOCK-RESTART: whoever opens the vault again at once keeps it open', () => withSidecar(async (app) => {
  await app.unlock(PASSPHRASE);
  const { port, bearer } = await app.file();
  const { client, close } = await connect({ port, bearer });
  const first = app.serving();
  const [, opened] = await Promise.all([client.vault.lock(), client.vault.unlock({ passphrase: PASSPHRASE })]);
  assert.equal(opened.state, 'unlocked');
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.deepEqual([(await client.vault.status()).state, app.serving()], ['unlocked', first]);
  await close();
  // The next lock takes it all away.
  assert.notEqual(await app.lockAndReplace(), first);
}));

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  test(`LOCK-RESTART: ${signal} ends every process with code 0, with the vault open, and in the middle of a change`, async () => {
    await withSidecar(async (app) => {
      await app.unlock(PASSPHRASE);
      const serving = app.serving();
      assert.deepEqual(await app.stop(signal), { code: exitCodes.ok, signal: null });
      assert.ok(!isAlive(serving));
      assert.ok(!existsSync(join(dir, 'sidecar.json')));
    });
    await withSidecar(async (app) => {
      const first = app.serving();
      await app.unlock(PASSPHRASE);
      await app.lock();
      await until('a change is under way', () => childrenOf(app.pid).some((pid) => pid !== first));
      const serving = childrenOf(app.pid);
      assert.deepEqual(await app.stop(signal), { code: exitCodes.ok, signal: null });
      await until('every process has ended', () => !serving.some(isAlive));
      assert.ok(!existsSync(join(dir, 'sidecar.json')));
    });
  });

test('LOCK-RESTART: an interrupt from a terminal, which every process hears, is one request to end', () => withSidecar(async (app) => {
  await app.unlock(PASSPHRASE);
  const serving = app.serving();
  process.kill(serving, 'SIGINT');
  assert.deepEqual(await app.stop('SIGINT'), { code: exitCodes.ok, signal: null });
  assert.ok(!isAlive(serving) && !existsSync(join(dir, 'sidecar.json')));
}));

test('LOCK-RESTART: a second request to end does not wait, and a start is broken off by the signal itself', () => withSidecar(async (app) => {
  const serving = app.serving();
  process.kill(serving, 'SIGSTOP');
  app.process.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(app.process.exitCode, null);
  assert.deepEqual(await app.stop('SIGTERM'), { code: exitCodes.internal, signal: null });
  await until('the process that serves has ended', () => !isAlive(serving));
  await removeSidecarFile(dir, app.pid);

  const early = new Foreground(dir);
  await until('it has begun', () => childrenOf(early.pid).length === 1);
  const starting = early.serving();
  assert.deepEqual(await early.stop('SIGTERM'), { code: null, signal: 'SIGTERM' });
  assert.equal(early.said, '');
  await until('nothing is left', () => !isAlive(starting));
}));

test('LOCK-RESTART: when the supervisor is killed, the process that serves closes the vault and ends', () => withSidecar(async (app) => {
  await app.unlock(PASSPHRASE);
  const serving = app.serving();
  const { port } = await app.file();
  assert.equal((await app.stop('SIGKILL')).signal, 'SIGKILL');
  // The next one starts at once, on the same port.
  const next = new Foreground(dir, ['--port', String(port)]);
  try {
    assert.equal(new URL(await next.address()).port, String(port));
    await until('the orphan has ended', () => !isAlive(serving));
    // A vault that was closed properly has no log beside it.
    assert.ok(!existsSync(join(dir, 'vault.db-wal')));
    assert.equal((await next.file()).pid, next.pid);
    assert.equal((await next.unlock(PASSPHRASE)).state, 'unlocked');
  } finally {
    await next.stop();
  }
}));

test('LOCK-RESTART: when the process that serves is killed, the supervisor ends the same way and starts no other', () => withSidecar(async (app) => {
  process.kill(app.serving(), 'SIGKILL');
  assert.deepEqual(await app.ended, { code: null, signal: 'SIGKILL' });
  await removeSidecarFile(dir, app.pid);
}));

test('LOCK-RESTART: a start that fails says why and ends with its code, and a secret goes to the first process alone', async () => {
  const right = join(folder.path, 'right');
  const wrong = join(folder.path, 'wrong');
  writeFileSync(right, `${PASSPHRASE}\n`);
  writeFileSync(wrong, 'not this one\n');
  const outcome = async (args: readonly string[], descriptor?: number) => {
    const app = new Foreground(dir, args, ['ignore', 'pipe', 'pipe', ...(descriptor === undefined ? [] : [descriptor])]);
    return { ...(await app.ended), said: app.said };
  };
  assert.deepEqual(await outcome(['--passphrase-file', wrong]), { code: exitCodes.locked, signal: null, said: `${errorTable.WRONG_PASSPHRASE.message} ${errorTable.WRONG_PASSPHRASE.action}\n` });
  assert.equal((await outcome(['--passphrase-file', join(folder.path, 'none')])).code, exitCodes.usage);
  for (const none of ['3', '99', 'x']) assert.equal((await outcome(['--passphrase-fd', none])).code, exitCodes.usage, none);
  const bad = await outcome(['--nonsense']);
  assert.deepEqual([bad.code, bad.said.startsWith('usage: main.ts')], [exitCodes.usage, true]);

  const descriptor = openSync(right, 'r');
  const app = new Foreground(dir, ['--passphrase-fd', '3', '--ready-fd', '4'], ['ignore', 'pipe', 'pipe', descriptor, 'pipe']);
  closeSync(descriptor);
  try {
    const told = once(app.process.stdio[4]!, 'data');
    await app.address();
    assert.deepEqual(JSON.parse(String((await told)[0])), { ready: true, port: (await app.file()).port });
    assert.equal((await app.call<{ state: string }>('GET', '/vault')).state, 'unlocked');
    const second = await outcome([]);
    assert.deepEqual([second.code, second.said.startsWith(errorTable.VAULT_BUSY.message)], [exitCodes.conflict, true], second.said);
    const successor = await app.lockAndReplace();
    assert.equal((await app.call<{ state: string }>('GET', '/vault')).state, 'locked');
    if (process.platform === 'linux')
      assert.doesNotMatch(readFileSync(`/proc/${successor}/cmdline`, 'utf8'), /passphrase|fd/);
    assert.deepEqual((await app.stop()).code, exitCodes.ok);
  } finally {
    await app.stop('SIGKILL');
  }
});
