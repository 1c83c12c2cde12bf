import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { EngramError, type ProviderKind } from '../../contract/index.ts';
import { openEmbedder, type ProviderConfig } from './index.ts';

const KEY = 'sk-canary-key';
let server: Server;
let port = 0;
let asked: { url: string; headers: IncomingMessage['headers']; body: { model?: string; input?: string[] } }[] = [];
/** Vector of a text: its length, then 3 and 4, so that order can be seen. */
const vectorOf = (text: string): number[] => [text.length, 3, 4];
const ollama = (input: string[]): unknown => ({ model: 'm', embeddings: input.map(vectorOf) });
/** In another order than asked, as the protocol allows. */
const openAi = (input: string[]): unknown => ({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse() });
let reply: (input: string[], response: ServerResponse) => unknown = ollama;

const listen = async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const body = text === '' ? {} : (JSON.parse(text) as { input?: string[] });
      asked.push({ url: request.url!, headers: request.headers, body });
      const answer = body.input ? reply(body.input, response) : { models: [], data: [] };
      if (!response.headersSent) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
};
const stop = async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
};
before(listen);
after(stop);
beforeEach(() => {
  asked = [];
  reply = ollama;
});

const provider = (kind: ProviderKind): ProviderConfig => ({ name: 'box', kind, baseUrl: `http://127.0.0.1:${port}`, key: KEY });
const open = (kind: ProviderKind, model = 'some-embedder') => openEmbedder(`box/${model}`, { modelsDir: '/', providers: [provider(kind)] });
const failure = (work: Promise<unknown>) => work.then(() => 'none', (error: unknown) => {
  if (!(error instanceof EngramError)) return String(error);
  assert.ok(!JSON.stringify([error.data, error.stack, String(error.cause)]).includes(KEY));
  return error.code;
});
const length = (text: string) => Math.hypot(text.length, 3, 4);

const roads = [['ollama', '/api/embed', ollama], ['openai-compatible', '/v1/embeddings', openAi], ['openai', '/v1/embeddings', openAi]] as const;
for (const [kind, path, answer] of roads) {
  test(`${kind}: learns the dimensions, keeps the order, scales to length one`, async () => {
    reply = answer;
    const model = await open(kind);
    assert.deepEqual(model.space, { name: 'box/some-embedder', dimensions: 3, metric: 'cosine' });
    const texts = Array.from({ length: 130 }, (_, i) => 'x'.repeat(i + 1));
    const found = await model.embed(texts, 'document');
    found.forEach((vector, i) => assert.ok(Math.abs(vector[0]! - texts[i]!.length / length(texts[i]!)) < 1e-6, `text ${i}`));
    assert.deepEqual(asked.map(({ url, body }) => [url, body.model, body.input!.length]), [[path, 'some-embedder', 1], [path, 'some-embedder', 64], [path, 'some-embedder', 64], [path, 'some-embedder', 2]]);
    assert.equal(asked[0]!.headers.authorization, `Bearer ${KEY}`);
    assert.equal(await model.available(), true);
    assert.equal(asked.length, 4, 'an answer counts as a probe');
  });
}

test('models that expect words in front get them', async () => {
  const model = await open('ollama', 'nomic-embed-text:latest');
  await model.embed(['red'], 'document');
  await model.embed(['red'], 'query');
  assert.deepEqual(asked.slice(1).map(({ body }) => body.input), [['search_document: red'], ['search_query: red']]);
});

test('wrong answers say what is wrong', async () => {
  const model = await open('ollama');
  const status = (code: number) => (_: string[], response: ServerResponse) => response.writeHead(code).end(`no ${KEY}`);
  const answers: [typeof reply, string][] = [
    [() => ({ embeddings: [[1, 2]] }), 'DIMENSION_MISMATCH'], [() => ({ embeddings: [] }), 'EMBEDDING_FAILED'], [() => 'no json', 'EMBEDDING_FAILED'],
    [() => '{"embeddings":[[1,null,3]]}', 'EMBEDDING_FAILED'], [() => '{"embeddings":[[1,1e999,3]]}', 'EMBEDDING_FAILED'], [() => [], 'EMBEDDING_FAILED'],
    [status(401), 'EMBEDDING_FAILED'], [status(404), 'EMBEDDING_FAILED'], [status(400), 'EMBEDDING_FAILED'], [status(429), 'EMBEDDER_UNAVAILABLE'], [status(503), 'EMBEDDER_UNAVAILABLE'],
  ];
  for (const [answer, code] of answers) {
    reply = answer;
    assert.equal(await failure(model.embed(['red'], 'document')), code);
  }
  assert.equal(await failure(model.embed(['red'], 'document', AbortSignal.abort())), 'CANCELLED');
});

test('a server that goes away is noticed, and noticed when it is back', async () => {
  const model = await open('ollama');
  await stop();
  assert.equal(await failure(model.embed(['red'], 'document')), 'EMBEDDER_UNAVAILABLE');
  assert.equal(await model.available(), false);
  assert.equal(await failure(open('ollama')), 'EMBEDDER_UNAVAILABLE');
  await listen();
  assert.equal(await model.available(), false, 'the probe is believed for a while');
  assert.equal((await model.embed(['red'], 'document')).length, 1);
  assert.equal(await model.available(), true);
});

test('kinds without embeddings and unknown providers are NOT_FOUND', async () => {
  for (const kind of ['anthropic', 'google'] as const) assert.equal(await failure(open(kind)), 'NOT_FOUND');
  assert.equal(await failure(openEmbedder('other/model', { modelsDir: '/', providers: [provider('ollama')] })), 'NOT_FOUND');
});
