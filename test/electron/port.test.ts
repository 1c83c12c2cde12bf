import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../contract/index.ts';
import { bindPort } from '../../electron/engine/bind-port.ts';
import { standInRouter } from '../border/stand-in.ts';
import { asElectronPort } from './node-port.ts';

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV' as never;

test('calls, typed errors, streams and their end go through a real port', async () => {
  const callers: unknown[] = [];
  let ended = false;
  const router = standInRouter({
    'memories.forget': ({ context }) => {
      callers.push(context.caller);
      return { id, until: 5 };
    },
    async *events() {
      try {
        for (;;) {
          yield { type: 'settings' };
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      } finally {
        ended = true;
      }
    },
  });
  const { port1, port2 } = new MessageChannel();
  bindPort(asElectronPort(port1), router, { kind: 'person', local: true });
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port: port2 as never }));
  port2.start();
  // Listeners added the way of the web do not keep the process waiting for answers.
  port2.ref();
  assert.deepEqual(await client.memories.forget({ id }), { id, until: 5 });
  assert.deepEqual(callers, [{ kind: 'person', local: true }]);
  await assert.rejects(client.memories.forget({ id: 'x' as never }), { code: 'INVALID_INPUT' });
  await assert.rejects(client.memories.get({ id }), { code: 'NOT_FOUND' });
  for await (const event of await client.events()) {
    assert.equal(event.type, 'settings');
    break;
  }
  for (let waited = 0; !ended && waited < 100; waited++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(ended, 'the engine learned that nobody listens');
  port2.close();
});

test('a message that cannot be a request closes the port and nothing else', async () => {
  for (const garbage of ['nonsense', '{}', '{"i":1}', '{"i":1,"p":{"u":5}}', '{"i":1,"p":{"u":"http://x"}}', 5, null, { i: 1 }, new Uint8Array([255, 0]), ['a']]) {
    const { port1, port2 } = new MessageChannel();
    bindPort(asElectronPort(port1), standInRouter(), { kind: 'person', local: true });
    const closed = new Promise((resolve) => port2.on('close', () => resolve(true)));
    port2.start();
    port2.ref();
    port2.postMessage(garbage);
    assert.equal(await closed, true, JSON.stringify(garbage));
  }
});
