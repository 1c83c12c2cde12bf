import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../contract/index.ts';
import type { Order, Report } from '../../electron/engine/index.ts';
import { EngineKeeper, type EngineProcess } from '../../electron/main/engine-keeper.ts';
import { PASSPHRASE, tempDir } from '../support/temp-vault.ts';

type Client = ContractRouterClient<Contract>;

/** A thread in the place of Electron's process: it is given ports and ends in the same ways. */
function inThreads(): { begin: () => EngineProcess<MessagePort>; begun: Worker[] } {
  const begun: Worker[] = [];
  const begin = (): EngineProcess<MessagePort> => {
    const worker = new Worker(new URL('engine-thread.ts', import.meta.url));
    begun.push(worker);
    return {
      tell: (order, ports) => worker.postMessage({ order, ports }, [...ports]),
      onReport: (listener) => void worker.on('message', listener),
      onExit: (listener) => void worker.once('exit', listener),
      kill: () => void worker.terminate(),
    };
  };
  return { begin, begun };
}

/** A page that asks for a port, and again whenever its own has gone. */
function page(keeper: EngineKeeper<MessagePort>): { client: Client; gone: Promise<void> } {
  const { port1, port2 } = new MessageChannel();
  const gone = new Promise<void>((resolve) => port2.once('close', () => resolve()));
  const client: Client = createORPCClient(new RPCLink({ port: port2 as never }));
  port2.start();
  // Listeners added the way of the web do not keep the process waiting for answers.
  port2.ref();
  keeper.give(port1);
  return { client, gone };
}

test('WINDOW-LOCK: a lock ends the process that took the passphrase, and the page goes on with the next one', { timeout: 60_000 }, async () => {
  using folder = tempDir();
  const { begin, begun } = inThreads();
  const keeper = new EngineKeeper(begin, join(folder.path, 'vault'), assert.fail);
  keeper.start();
  try {
    let { client, gone } = page(keeper);
    await client.vault.create({ passphrase: PASSPHRASE });
    await client.memories.remember({ text: 'The kettle is copper.' });
    for (let lock = 1; lock <= 2; lock++) {
      assert.equal((await client.vault.lock()).state, 'locked', 'whoever asked hears of it');
      await gone;
      ({ client, gone } = page(keeper));
      assert.deepEqual([(await client.vault.status()).state, begun.length], ['locked', lock + 1]);
      assert.equal((await client.vault.unlock({ passphrase: PASSPHRASE })).state, 'unlocked');
      assert.equal((await client.recall({ query: 'kettle' })).items.length, 1);
    }
    // The system asks, not the page.
    keeper.lock();
    await gone;
    ({ client, gone } = page(keeper));
    assert.deepEqual([(await client.vault.status()).state, begun.length], ['locked', 4]);
    assert.deepEqual(begun.map((worker) => worker.threadId === -1), [true, true, true, false], 'those that had keys are gone');
  } finally {
    await keeper.end();
  }
  assert.ok(begun.every((worker) => worker.threadId === -1));
});

test('WINDOW-LOCK: a vault that is opened again at once stays with the process that opened it', { timeout: 60_000 }, async (t) => {
  const folder = tempDir();
  const { begin, begun } = inThreads();
  const keeper = new EngineKeeper(begin, join(folder.path, 'vault'), assert.fail);
  t.after(async () => {
    await keeper.end();
    folder[Symbol.dispose]();
  });
  keeper.start();
  const { client } = page(keeper);
  await client.vault.create({ passphrase: PASSPHRASE });
  const [, opened] = await Promise.all([client.vault.lock(), client.vault.unlock({ passphrase: PASSPHRASE })]);
  assert.equal(opened.state, 'unlocked');
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.deepEqual([(await client.vault.status()).state, begun.length], ['unlocked', 1]);
});

/** Processes that do what the test says, without an engine. */
function scripted() {
  const made: { orders: Order[]; ports: number[]; report: (report: Report) => void; exit: () => void; killed: boolean }[] = [];
  const begin = (): EngineProcess<number> => {
    const one = { orders: [] as Order[], ports: [] as number[], report: null as unknown as (report: Report) => void, exit: null as unknown as () => void, killed: false };
    made.push(one);
    return {
      tell: (order, ports) => void (one.orders.push(order), one.ports.push(...ports)),
      onReport: (listener) => (one.report = listener),
      onExit: (listener) => (one.exit = listener),
      kill: () => (one.killed = true),
    };
  };
  return { begin, made };
}

test('WINDOW-LOCK: ports wait for a process that is ready, and go to the newest', () => {
  const { begin, made } = scripted();
  const keeper = new EngineKeeper(begin, '/vault', assert.fail);
  keeper.start();
  keeper.give(1);
  keeper.give(2);
  assert.deepEqual(made[0]!.ports, []);
  made[0]!.report({ kind: 'ready' });
  keeper.give(3);
  assert.deepEqual([made[0]!.orders[0], made[0]!.ports], [{ kind: 'start', dir: '/vault' }, [1, 2, 3]]);
  made[0]!.report({ kind: 'locked' });
  keeper.give(4);
  made[0]!.report({ kind: 'ready' });
  made[0]!.exit();
  made[1]!.report({ kind: 'ready' });
  assert.deepEqual([made.length, made[0]!.ports, made[1]!.ports], [2, [1, 2, 3], [4]]);
});

test('WINDOW-LOCK: a process that ends by itself is begun again, later each time, and none after the end', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { begin, made } = scripted();
  let told = 0;
  const keeper = new EngineKeeper(begin, '/vault', () => told++);
  keeper.start();
  for (const pause of [500, 1000, 2000]) {
    const { length } = made;
    made.at(-1)!.exit();
    t.mock.timers.tick(pause - 1);
    assert.equal(made.length, length);
    t.mock.timers.tick(1);
    assert.equal(made.length, length + 1);
  }
  assert.equal(told, 1, 'three that never answered');
  made.at(-1)!.report({ kind: 'ready' });
  made.at(-1)!.exit();
  t.mock.timers.tick(30_000);
  for (let i = 0; i < 4; i++) {
    made.at(-1)!.exit();
    t.mock.timers.tick(30_000);
  }
  assert.equal(told, 2, 'once for each row');
  void keeper.end();
  const { length } = made;
  assert.deepEqual(made.at(-1)!.orders.at(-1), { kind: 'end' });
  t.mock.timers.tick(15_000);
  assert.ok(made.at(-1)!.killed, 'a vault that does not close holds nobody up for good');
  made.at(-1)!.exit();
  t.mock.timers.tick(60_000);
  assert.equal(made.length, length);
});
