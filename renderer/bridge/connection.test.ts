import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refused, type Channel, type Transport } from './channel.ts';
import { createConnection, type ConnectionState } from './connection.ts';
import { ConnectionLost } from './fault.ts';

/** A host whose channels open and close by hand. */
function host(outcomes: ('open' | 'away' | 'refused')[]) {
  const closers: (() => void)[] = [];
  const closing = new Set<string>();
  const transport: Transport = {
    open: async () => {
      const outcome = outcomes.shift() ?? 'open';
      if (outcome === 'away') throw new Error('nobody there');
      if (outcome === 'refused') throw new Refused('no');
      const name = `channel ${closers.length}`;
      const closed = new Promise<void>((resolve) => closers.push(resolve));
      return { link: { call: async () => name }, closed, takes: () => !closing.has(name) } as unknown as Channel;
    },
  };
  return { transport, closers, closing };
}

const call = (connection: ReturnType<typeof createConnection>) => connection.link.call(['x'], undefined, { context: {} });

test('a call waits for the first channel and goes over the newest one', async () => {
  const { transport, closers } = host(['away', 'open', 'open']);
  const connection = createConnection(transport);
  const early = call(connection);
  connection.start();
  assert.equal(await early, 'channel 0');
  const states: ConnectionState[] = [];
  connection.subscribe(() => states.push(connection.state()));
  closers[0]!();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await call(connection), 'channel 1');
  assert.deepEqual(states, ['lost', 'open']);
  connection.outdated();
  closers[1]!();
});

test('a host that refuses is not asked again, and calls fail at once', async () => {
  const { transport } = host(['refused']);
  const connection = createConnection(transport);
  const states: ConnectionState[] = [];
  connection.subscribe(() => states.push(connection.state()));
  connection.start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await assert.rejects(async () => call(connection), ConnectionLost);
  assert.deepEqual(states, ['refused']);
});

test('a call that comes while the channel closes waits for the next one', async () => {
  const { transport, closers, closing } = host(['open', 'away', 'open']);
  const connection = createConnection(transport);
  connection.start();
  assert.equal(await call(connection), 'channel 0');
  closing.add('channel 0');
  const late = call(connection);
  closers[0]!();
  assert.equal(await late, 'channel 1');
  connection.outdated();
  closers[1]!();
});
