import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { MessageChannel, Worker } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../contract/index.ts';
import type { Report } from '../../electron/engine/index.ts';
import { build, root } from '../../scripts/setup/build.ts';
import { electronProgram } from '../../scripts/setup/electron-binary.ts';

const built = join(root, 'dist', 'electron');

test('the window is built so that its engine, its threads and its preload script load', () => {
  assert.ok(build('electron'));
  const preload = readFileSync(join(built, 'preload.cjs'), 'utf8');
  assert.deepEqual([...preload.matchAll(/require\(["']([^"']+)/g)].map((match) => match[1]), ['electron']);
  assert.ok(existsSync(join(built, 'electron', 'main', 'main.js')));
  const dir = mkdtempSync(join(tmpdir(), 'engram-bundle-'));
  try {
    // The same files under plain Node: only the window itself needs Electron.
    const program = `
      import { createEngine } from ${JSON.stringify(pathToFileURL(join(built, 'engine', 'serve', 'index.js')).href)};
      const engine = await createEngine({ dir: ${JSON.stringify(join(dir, 'vault'))}, host: 'electron', kdf: 'floor', keychain: false });
      const client = engine.client({ kind: 'person', local: true });
      await client.vault.create({ passphrase: 'seven words that nobody would guess' });
      await client.memories.remember({ text: 'The kettle is copper' });
      const { items } = await client.recall({ query: 'kettle' });
      await engine.close();
      console.log(items.length);`;
    assert.equal(execFileSync(process.execPath, ['--no-strip-types', '--input-type=module', '-e', program], { cwd: dir, encoding: 'utf8' }).trim(), '1');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

/** Electron's `process.parentPort` in a thread: orders come with their ports beside them. */
const underElectron = `
  import { EventEmitter } from 'node:events';
  import { parentPort } from 'node:worker_threads';
  const asPort = (port) => ({ postMessage: (m) => port.postMessage(m), on: (e, l) => port.on(e, e === 'message' ? (data) => l({ data }) : l), start: () => port.start(), close: () => port.close() });
  // A thread has none of its own.
  process.umask = () => 0o077;
  process.parentPort = Object.assign(new EventEmitter(), { postMessage: (m) => parentPort.postMessage(m) });
  parentPort.on('message', ({ order, ports }) => process.parentPort.emit('message', { data: order, ports: ports.map(asPort) }));
  await import(PROGRAM);`;

test('WINDOW-LOCK: the built process of the vault answers a page and ends with the lock, and the window has nothing of the engine', { timeout: 120_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'engram-process-'));
  const main = join(built, 'electron', 'main');
  const own = readdirSync(main).filter((name) => name.endsWith('.js')).map((name) => readFileSync(join(main, name), 'utf8')).join('\n');
  assert.deepEqual([...own.matchAll(/from "(\.\.\/\.\.\/[^"]+)"/g)].map((match) => match[1]), []);
  const program = JSON.stringify(pathToFileURL(join(built, 'electron', 'engine', 'main.js')).href);
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(underElectron.replace('PROGRAM', program))}`), { execArgv: ['--no-strip-types'] });
  try {
    const reports: Report[] = [];
    worker.on('message', (report: Report) => reports.push(report));
    const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
    worker.postMessage({ order: { kind: 'start', dir: join(dir, 'vault') }, ports: [] });
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ order: { kind: 'port' }, ports: [port1] }, [port1]);
    const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port: port2 as never }));
    port2.start();
    port2.ref();
    await client.vault.create({ passphrase: 'seven words that nobody would guess', keychain: false });
    await client.memories.remember({ text: 'The kettle is copper' });
    assert.equal((await client.recall({ query: 'kettle' })).items.length, 1);
    await client.vault.lock();
    assert.equal(await exited, 0);
    assert.deepEqual(reports, [{ kind: 'ready' }, { kind: 'locked' }]);
    port2.close();
  } finally {
    await worker.terminate();
    rmSync(dir, { recursive: true, force: true });
  }
});

const program = electronProgram();
const reason = program === null ? 'the Electron program is not installed' : process.getuid?.() === 0 ? 'Electron does not run as root with its sandbox' : process.platform === 'linux' && !process.env.DISPLAY ? 'there is no display' : false;
test('the window opens', { skip: reason }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'engram-window-'));
  try {
    const run = spawnSync(program!, [join(built, 'electron', 'main', 'main.js')], { env: { ...process.env, ENGRAM_DIR: dir }, timeout: 8_000 });
    // Still open after the time given is what is wanted.
    assert.equal(run.error === undefined ? run.status : (run.error as NodeJS.ErrnoException).code, 'ETIMEDOUT');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
