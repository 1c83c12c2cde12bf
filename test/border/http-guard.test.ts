import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connect } from '../../sidecar/client/index.ts';
import { startServer, type Server } from '../../sidecar/http/index.ts';
import { standInRouter } from './stand-in.ts';

const calls: string[] = [];
let server: Server;
let pages: string;

before(async () => {
  pages = mkdtempSync(join(tmpdir(), 'engram-pages-'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Engram</title>');
  writeFileSync(join(pages, 'x.js'), 'export {};');
  server = await startServer({ router: standInRouter({}, (path) => calls.push(path)), pages, version: '0' });
});
after(async () => {
  await server.close();
  rmSync(pages, { recursive: true });
});

type Head = [string, string][];
const good = (): Head => [
  ['Host', `127.0.0.1:${server.port}`],
  ['Authorization', `Bearer ${server.tokens.bearer}`],
  ['Content-Type', 'application/json'],
];
const withHead = (name: string, value: string | null): Head => {
  const rest = good().filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return value === null ? rest : [...rest, [name, value]];
};

/** Sends a head that announces a body but never sends it: an answer proves that none was awaited. */
function ask(line: string, head: Head, body = ''): Promise<{ status: number; code: string | null; headers: string }> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp(server.port, '127.0.0.1');
    let text = '';
    socket.setTimeout(3_000, () => socket.destroy(new Error(`no answer to ${line}`)));
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => {
      const [headers = '', content = ''] = text.split('\r\n\r\n', 2);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      const code = /"code":"([A-Z_]+)"/.exec(content)?.[1] ?? null;
      resolve({ status, code, headers: headers.toLowerCase() });
    });
    socket.write(`${line} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
  });
}

const recall = 'POST /api/recall';
const length: [string, string] = ['Content-Length', '50'];

function hostile(): [name: string, line: string, head: Head][] {
  const port = server.port;
  const host = (value: string | null): Head => [...withHead('Host', value), length];
  const plus = (...more: Head): Head => [...good(), length, ...more];
  const socket: Head = [['Host', `127.0.0.1:${port}`], ['Upgrade', 'websocket'], ['Connection', 'Upgrade'],
    ['Sec-WebSocket-Version', '13'], ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA==']];
  const protocol: [string, string] = ['Sec-WebSocket-Protocol', `engram, bearer.${server.tokens.bearer}`];
  return [
    ['rebound name', recall, host(`evil.example:${port}`)],
    ['rebound name without port', recall, host('evil.example')],
    ['no host', recall, host(null)],
    ['own name without port', recall, host('127.0.0.1')],
    ['own name, other port', recall, host(`127.0.0.1:${port + 1}`)],
    ['0.0.0.0', recall, host(`0.0.0.0:${port}`)],
    ['mapped IPv4', recall, host(`[::ffff:127.0.0.1]:${port}`)],
    ['decimal address', recall, host(`2130706433:${port}`)],
    ['short address', recall, host(`127.1:${port}`)],
    ['other loopback', recall, host(`127.0.0.2:${port}`)],
    ['subdomain of localhost', recall, host(`a.localhost:${port}`)],
    ['suffix attack', recall, host(`127.0.0.1:${port}.evil.example`)],
    ['trailing dot', recall, host(`localhost.:${port}`)],
    ['user info', recall, host(`evil@127.0.0.1:${port}`)],
    ['two hosts', recall, [['Host', `127.0.0.1:${port}`], ...plus()]],
    ['foreign origin', recall, plus(['Origin', 'https://evil.example'])],
    ['null origin', recall, plus(['Origin', 'null'])],
    ['empty origin', recall, plus(['Origin', ''])],
    ['origin with other port', recall, plus(['Origin', `http://127.0.0.1:${port + 1}`])],
    ['origin with https', recall, plus(['Origin', `https://127.0.0.1:${port}`])],
    ['origin of the other name', recall, plus(['Origin', `http://localhost:${port}`])],
    ['origin prefix', recall, plus(['Origin', `http://127.0.0.1:${port}.evil.example`])],
    ['file origin', recall, plus(['Origin', 'file://'])],
    ['two origins', recall, plus(['Origin', `http://127.0.0.1:${port}`], ['Origin', 'https://evil.example'])],
    ['cross-site', recall, plus(['Sec-Fetch-Site', 'cross-site'])],
    ['same-site', recall, plus(['Sec-Fetch-Site', 'same-site'])],
    ['text/plain', recall, [...withHead('Content-Type', 'text/plain'), length]],
    ['form', recall, [...withHead('Content-Type', 'application/x-www-form-urlencoded'), length]],
    ['multipart', recall, [...withHead('Content-Type', 'multipart/form-data; boundary=x'), length]],
    ['no content type', recall, [...withHead('Content-Type', null), length]],
    ['JSON in disguise', recall, [...withHead('Content-Type', 'text/plain; application/json'), length]],
    ['compressed', recall, plus(['Content-Encoding', 'gzip'])],
    ['as a file', recall, plus(['Content-Disposition', 'attachment; filename="a"'])],
    ['no token', recall, [...withHead('Authorization', null), length]],
    ['wrong token', recall, [...withHead('Authorization', `Bearer ${'A'.repeat(43)}`), length]],
    ['token in the address', `${recall}?token=${server.tokens.bearer}`, [...withHead('Authorization', null), length]],
    ['basic authorization', recall, [...withHead('Authorization', `Basic ${server.tokens.bearer}`), length]],
    ['two authorizations', recall, [['Authorization', 'Bearer x'], ...plus()]],
    ['preflight', 'OPTIONS /api/recall', [...good(), ['Origin', 'https://evil.example'], ['Access-Control-Request-Method', 'POST']]],
    ['own preflight', 'OPTIONS /api/recall', good()],
    ['trace', 'TRACE /api/recall', good()],
    ['connect', `CONNECT 127.0.0.1:${port}`, good()],
    ['proxy request', `POST http://evil.example/api/recall`, plus()],
    ['too large by header', recall, [...good(), ['Content-Length', '1048577']]],
    ['page for a foreign host', 'GET /', [['Host', `evil.example:${port}`]]],
    ['page from a foreign site', 'GET /', [['Host', `127.0.0.1:${port}`], ['Sec-Fetch-Site', 'cross-site']]],
    ['socket without token', 'GET /rpc', [...socket, ['Sec-WebSocket-Protocol', 'engram']]],
    ['socket without protocol', 'GET /rpc', socket],
    ['socket from a foreign page', 'GET /rpc', [...socket, protocol, ['Origin', 'https://evil.example']]],
    ['socket with null origin', 'GET /rpc', [...socket, protocol, ['Origin', 'null']]],
    ['socket with a rebound name', 'GET /rpc', [['Host', `evil.example:${port}`], ...socket.slice(1), protocol]],
    ['socket at another place', 'GET /api/rpc', [...socket, protocol]],
    ['socket with an unreadable claim', 'GET /rpc', [...socket, [protocol[0], `${protocol[1]}, client.e30`]]],
  ];
}

test('BORDER-HTTP: every hostile head is refused before the body is read', async (t) => {
  const list = hostile();
  assert.ok(list.length >= 40);
  for (const [name, line, head] of list) {
    await t.test(name, async () => {
      const { status, code, headers } = await ask(line, head);
      // Node itself answers a missing Host with a bare 400.
      if (code === null) assert.equal(status, 400, name);
      else assert.ok(['UNAUTHORIZED', 'FORBIDDEN_ORIGIN', 'CONTENT_TOO_LARGE', 'INVALID_INPUT', 'NOT_FOUND'].includes(code), `${name}: ${code}`);
      assert.ok(status >= 400 && status < 500, `${name}: ${status}`);
      assert.ok(!headers.includes('access-control-') && !headers.includes('set-cookie'), name);
    });
  }
  assert.deepEqual(calls, []);
});

test('BORDER-HTTP: a good request reaches the call; larger bodies than stated do not', async () => {
  const body = JSON.stringify({ query: 'a' });
  const answer = await ask(recall, [...good(), ['Content-Length', String(body.length)], ['Connection', 'close']], body);
  assert.equal(answer.code, 'NOT_FOUND');
  assert.deepEqual(calls.splice(0), ['recall']);
  const chunk = 'x'.repeat(65_536);
  const chunked = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(17);
  const refused = await ask(recall, [...good(), ['Transfer-Encoding', 'chunked']], chunked);
  assert.equal(refused.code, 'CONTENT_TOO_LARGE');
  assert.deepEqual(calls, []);
});

test('BORDER-HTTP: the page comes with a strict policy, stays inside its folder and is never stale', async () => {
  const host: Head = [['Host', `127.0.0.1:${server.port}`], ['Connection', 'close']];
  const page = await ask('GET /', host);
  assert.equal(page.status, 200);
  for (const part of ["default-src 'none'", "script-src 'self'", `ws://127.0.0.1:${server.port}`, 'nosniff', 'no-referrer', 'cache-control: no-store', 'cross-origin-opener-policy: same-origin'])
    assert.ok(page.headers.includes(part), part);
  assert.ok(!/unsafe|\*/.test(/content-security-policy: (.*)/.exec(page.headers)![1]!));
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/%00.js', '/..%5cpackage.json', '/%zz.js', '/missing.js'])
    assert.equal((await ask(`GET ${path}`, host)).status, 404, path);
  assert.equal((await ask('GET /x.js', host)).status, 200);
});

test('BORDER-HTTP: a one-time token works once and gives a bearer that works', async () => {
  const token = /#t=(.+)$/.exec(server.address())![1]!;
  const url = `http://127.0.0.1:${server.port}/api`;
  const post = (body: unknown) => fetch(`${url}/session`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const first = await post({ token });
  const { bearer } = (await first.json()) as { bearer: string };
  assert.equal((await post({ token })).status, 401);
  assert.equal((await post({ token: 5 })).status, 400);
  const headers = { authorization: `Bearer ${bearer}` };
  const description = (await (await fetch(`${url}/openapi.json`, { headers })).json()) as { openapi: string; paths: object };
  assert.ok(Object.keys(description.paths).includes('/memories/{id}'));
  const fresh = (await (await fetch(`${url}/token`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } })).json()) as { token: string };
  assert.equal((await post({ token: fresh.token })).status, 200);
});

test('BORDER-HTTP: a claim narrows the caller of a socket, and a broken frame ends it', async () => {
  const callers: unknown[] = [];
  const own = await startServer({
    router: standInRouter({ 'memories.get': ({ context }) => void callers.push(context.caller) }), pages, version: '0',
  });
  try {
    const options = { port: own.port, bearer: own.tokens.bearer };
    const claim = { name: 'tester', scope: { project: 'p' }, canWrite: false };
    for (const connection of [await connect(options), await connect({ ...options, claim })]) {
      await assert.rejects(connection.client.memories.get({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' as never }), { code: 'INTERNAL' });
      await assert.rejects(connection.client.memories.get({ id: 'x' as never }), { code: 'INVALID_INPUT' });
      await connection.close();
    }
    assert.deepEqual(callers, [{ kind: 'person', local: true }, { kind: 'client', ...claim, local: false }]);
    await assert.rejects(connect({ ...options, bearer: 'A'.repeat(43) }), { code: 'UNAUTHORIZED' });
    const socket = new WebSocket(`ws://127.0.0.1:${own.port}/rpc`, ['engram', `bearer.${own.tokens.bearer}`]);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', (event) => resolve(event.code)));
    socket.send('not a frame');
    assert.equal(await closed, 1007);
  } finally {
    await own.close();
  }
});

test('LOCK-RESTART: without a listening socket, or with a handover that cannot be read, nothing is served', async () => {
  const rest = { router: standInRouter({}, () => {}), pages, version: '0' };
  const tokens = server.tokens.handOver();
  for (const nothing of [undefined, null, {}, 'socket', 8080])
    await assert.rejects(startServer({ ...rest, handover: { tokens }, listening: async () => nothing }), { code: 'INTERNAL' });
  for (const handover of [null, {}, { tokens: null }, { tokens: { ...tokens, bearer: 1 } }, { tokens, more: true }])
    await assert.rejects(startServer({ ...rest, handover, listening: async () => assert.fail('not asked for') }), { name: 'ZodError' });
});

test('BORDER-HTTP: a connection kept ready ends without a word, and half a request with one', { timeout: 60_000 }, async () => {
  const heard = (sent: string): Promise<string> => new Promise((resolve, reject) => {
    const socket = connectTcp(server.port, '127.0.0.1', () => socket.write(sent));
    let text = '';
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
  // What stood there unasked would be read as the answer to the next question of a browser.
  const [nothing, half] = await Promise.all([heard(''), heard('GET /api/settings HTTP/1.1\r\nHost: 127')]);
  assert.equal(nothing, '');
  assert.match(half, /^HTTP\/1\.1 400 /);
});
