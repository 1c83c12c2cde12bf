import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { contract, errorCodes } from '../../contract/index.ts';
import { createEngine, watchUnexpected, type Engine } from '../../engine/serve/index.ts';
import { bindPort } from '../../electron/engine/bind-port.ts';
import { connect, failureOf, type Connection } from '../../sidecar/client/index.ts';
import { startServer, type Server } from '../../sidecar/http/index.ts';
import { asElectronPort } from '../electron/node-port.ts';

/** What no call takes, or takes only by chance. Only JSON, so that every road can carry it. */
const garbage: unknown[] = [
  null, true, 0, -1, 1e308, '', 'text', '\u0000', '\ud800', [], [[]], {}, { id: null }, { id: '' }, { id: '../../x' }, { id: [] },
  { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', extra: 1 }, { text: '' }, { text: 5 }, { text: 'a\u0000b' }, { text: '\ud800' },
  { text: 'x'.repeat(8193) }, { text: 'ok', scope: { channelUser: 'u' } }, { text: 'ok', importance: 2 }, { text: 'ok', happenedAt: 1e300 },
  { query: '' }, { query: 'x'.repeat(4097) }, { query: '" OR * NEAR(' }, { query: 'a', limit: -1 }, { query: 'a', budget: 'x' }, { query: 'a', scope: [] },
  { memories: [] }, { memories: [null] }, { memories: Array.from({ length: 1001 }, () => ({ text: 'x' })) }, { memories: 'x' },
  { filter: { kind: ['none'] } }, { filter: { text: {} } }, { cursor: 'not a cursor' }, { cursor: 5 }, { limit: 0 }, { limit: 1e9 }, { sort: 'up' },
  { from: '01ARZ3NDEKTSV4RRFFQ69G5FAV', to: '01ARZ3NDEKTSV4RRFFQ69G5FAV', type: 'derived_from' }, { from: 1, to: 2, type: 'x' },
  { session: '01ARZ3NDEKTSV4RRFFQ69G5FAV', text: 'hello' }, { session: 'x', text: '' }, { message: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, { message: 5 },
  { model: '' }, { model: 'none/none' }, { name: '' }, { name: 'UPPER CASE' }, { name: 'a', kind: 'x' }, { name: 'a', kind: 'ollama', baseUrl: 'file:///x' },
  { key: 'none' }, { key: '__proto__' }, { 'recall.limit': 0 }, { 'no.such.setting': 1 }, { 'appearance.theme': 'pink' },
  { source: {} }, { source: { path: '' } }, { source: { path: '/nowhere/at/all' } }, { source: { upload: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } }, { source: 'nothing' },
  { path: '' }, { path: '/proc/none/x', format: 'zip' }, { name: 'f', offset: -1, chunk: '' }, { name: 'f', offset: 0, chunk: '%%%' }, { name: 'f', offset: 5e8, chunk: 'AA==' },
  { passphrase: '' }, { passphrase: 'wrong' }, { kit: 'a b c' }, { passphrase: 5 }, { ids: [] }, { ids: ['x'] }, { job: 'x' }, { verdict: 'good' }, { pinned: 'yes' },
  JSON.parse('{"__proto__":{"polluted":true}}'), JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'), JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
];

/** Calls whose effect would end or change the ground the others stand on; they get garbage only. */
const skipValid = new Set(['vault.lock', 'vault.create', 'vault.backup']);

interface Leaf { path: string[]; method: string; route: string; takesInput: boolean }
function leaves(node: unknown, path: string[] = []): Leaf[] {
  if (typeof node === 'object' && node !== null && '~orpc' in node) {
    const { route, inputSchema } = (node as { '~orpc': { route: { method?: string; path?: string }; inputSchema?: unknown } })['~orpc'];
    return [{ path, method: route.method ?? 'POST', route: route.path ?? `/${path.join('/')}`, takesInput: inputSchema !== undefined }];
  }
  return Object.entries(node as object).flatMap(([key, child]) => leaves(child, [...path, key]));
}

type Call = (input: unknown) => Promise<unknown>;
const step = (client: unknown, path: readonly string[]): Call => path.reduce((node, key) => (node as Record<string, unknown>)[key], client) as Call;

let dir: string;
let engine: Engine;
let server: Server;
let connection: Connection;
let port: MessagePort;
const unexpected: string[] = [];

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'engram-garbage-'));
  engine = await createEngine({ dir: join(dir, 'vault'), host: 'sidecar', kdf: 'floor', keychain: false, guessMs: 0 });
  await engine.client({ kind: 'person', local: true }).vault.create({ passphrase: 'a passphrase for nothing but garbage' });
  server = await startServer({ router: engine.router, pages: dir, version: '0' });
  connection = await connect({ port: server.port, bearer: server.tokens.bearer });
  const channel = new MessageChannel();
  bindPort(asElectronPort(channel.port1), engine.router, { kind: 'person', local: true });
  port = channel.port2;
  watchUnexpected((thrown, path) => unexpected.push(`${path.join('.')}: ${thrown instanceof Error ? (thrown.stack ?? '').split('\n').slice(0, 3).join(' ') : typeof thrown}`));
});
after(async () => {
  watchUnexpected(() => {});
  port.close();
  await connection.close();
  await server.close();
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The code of the refusal, or null when the garbage happened to be valid. Streams are taken up once and left. */
async function outcome(call: () => Promise<unknown>): Promise<string | null> {
  try {
    const answer = await call();
    if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) {
      const stream = (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      await stream.next();
      await stream.return?.();
    }
    return null;
  } catch (thrown) {
    const failure = failureOf(thrown);
    assert.ok(errorCodes.includes(failure.code));
    assert.equal((thrown as { code?: string }).code, failure.code, 'an error of the table, not one made of a surprise');
    assert.ok(failure.message !== '' && failure.data.action !== '');
    return failure.code;
  }
}

async function overRest(leaf: Leaf, input: unknown): Promise<unknown> {
  const fields: Record<string, unknown> = typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {};
  const path = leaf.route.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = fields[name] ?? 'x';
    delete fields[name];
    return encodeURIComponent(String(typeof value === 'string' && value.isWellFormed() && value !== '' ? value : 'x'));
  });
  const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
    method: leaf.method,
    headers: { authorization: `Bearer ${server.tokens.bearer}`, ...(leaf.method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(leaf.method === 'GET' ? {} : { body: JSON.stringify(Object.keys(fields).length > 0 ? fields : input) ?? 'null' }),
  });
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return void (await answer.body?.cancel());
  const body: unknown = await answer.json();
  if (!answer.ok) throw Object.assign(new Error('refused'), body);
  return body;
}

test('BORDER-GARBAGE: garbage to every call over every road ends with an error of the table or a valid answer', async (t) => {
  const portClient: unknown = createORPCClient(new RPCLink({ port: port as never }));
  port.start();
  port.ref();
  const person: unknown = engine.client({ kind: 'person', local: true });
  const roads: [name: string, make: (leaf: Leaf) => Call][] = [
    ['in process', ({ path }) => step(person, path)],
    ['WebSocket', ({ path }) => step(connection.client, path)],
    ['MessagePort', ({ path }) => step(portClient, path)],
    ['REST', (leaf) => (input) => overRest(leaf, input)],
  ];
  for (const [name, make] of roads)
    await t.test(name, async () => {
      const wrong: string[] = [];
      for (const leaf of leaves(contract)) {
        // A call without input does what it does whatever it is sent.
        if (!leaf.takesInput && skipValid.has(leaf.path.join('.'))) continue;
        const call = make(leaf);
        for (const input of leaf.takesInput ? garbage : garbage.slice(0, 2)) {
          if (leaf.path.join('.') === 'vault.create' && JSON.stringify(input)?.includes('passphrase') !== true) continue;
          const code = name === 'REST' ? await restOutcome(() => call(input)) : await outcome(() => call(input));
          if (code === 'INTERNAL') wrong.push(`${leaf.path.join('.')} ${JSON.stringify(input)?.slice(0, 80)}`);
        }
      }
      assert.deepEqual(wrong, [], unexpected.join('\n'));
    });
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  const { state } = await engine.client({ kind: 'person', local: true }).vault.status();
  assert.equal(state, 'unlocked');
});

async function restOutcome(call: () => Promise<unknown>): Promise<string | null> {
  try {
    await call();
    return null;
  } catch (thrown) {
    const { code } = thrown as { code?: string };
    assert.ok(errorCodes.includes(code as never), String(code ?? (thrown as Error).message));
    return code!;
  }
}

test('BORDER-GARBAGE: what is too long is refused with the limit, and nothing of it comes back', async () => {
  const word = 'canary7381';
  const text = `${word} `.repeat(1_000_000);
  for (const client of [engine.client({ kind: 'person', local: true }), connection.client]) {
    const refused = await client.memories.remember({ text }).then(() => assert.fail('stored'), failureOf);
    assert.equal(refused.code, 'CONTENT_TOO_LARGE');
    assert.match(refused.data.limit ?? '', /8192/);
    assert.ok(!JSON.stringify(refused).includes(word));
  }
  const leaf = leaves(contract).find(({ path }) => path.join('.') === 'memories.remember')!;
  assert.equal(await restOutcome(() => overRest(leaf, { text })), 'CONTENT_TOO_LARGE');
});
