import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { EngramError, type ProviderKind } from '../../contract/index.ts';
import { createChatProvider, isLocalAddress, type ChatPart, type ProviderConfig } from './index.ts';

const KEY = 'sk-canary-key';
const PROMPT = 'canary-prompt-words';
type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** What the server does next, and what it saw. */
let answer: Answer = (_request, response) => response.end();
let seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let closed = 0;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    seen.push({ url: request.url ?? '', headers: request.headers, body });
    response.on('close', () => (closed += response.writableEnded ? 0 : 1));
    answer(request, response, body);
  });
});
let base = '';
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const config = (kind: ProviderKind, name: string = kind): ProviderConfig => ({ name, kind, baseUrl: base, key: KEY });
const request = (signal: AbortSignal = AbortSignal.timeout(10_000)) => ({
  model: 'some-model', system: 'Be brief.', messages: [{ role: 'user' as const, content: PROMPT }], maxOutput: 50, signal,
});

const events = (response: ServerResponse, list: readonly (unknown | [string, unknown])[], end = true) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of list) {
    if (Array.isArray(event)) response.write(`event: ${event[0] as string}\ndata: ${JSON.stringify(event[1])}\n\n`);
    else response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  }
  if (end) response.end();
};
const openAiChunk = (content: string, finish: string | null = null) => ({
  id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'some-model', choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: finish }],
});
const openAiUsage = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'some-model', choices: [], usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } };

/** One reply of each protocol: "Hel" + "lo", 7 tokens in and 2 out. */
const replies: Record<ProviderKind, (response: ServerResponse) => void> = {
  'openai-compatible': (r) => events(r, [openAiChunk('Hel'), openAiChunk('lo', 'stop'), openAiUsage, '[DONE]']),
  openai: (r) => events(r, [openAiChunk('Hel'), openAiChunk('lo', 'stop'), openAiUsage, '[DONE]']),
  ollama: (r) => {
    r.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const line = (content: string, rest: object) => r.write(`${JSON.stringify({ model: 'some-model', created_at: '2024-01-01T00:00:00Z', message: { role: 'assistant', content }, ...rest })}\n`);
    line('Hel', { done: false });
    line('lo', { done: false });
    line('', { done: true, done_reason: 'stop', total_duration: 1, load_duration: 1, prompt_eval_count: 7, prompt_eval_duration: 1, eval_count: 2, eval_duration: 1 });
    r.end();
  },
  anthropic: (r) => events(r, [
    ['message_start', { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'some-model', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 7, output_tokens: 1 } } }],
    ['content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
    ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } }],
    ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'lo' } }],
    ['content_block_stop', { type: 'content_block_stop', index: 0 }],
    ['message_delta', { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } }],
    ['message_stop', { type: 'message_stop' }],
  ]),
  google: (r) => events(r, [
    { candidates: [{ content: { role: 'model', parts: [{ text: 'Hel' }] }, index: 0 }] },
    { candidates: [{ content: { role: 'model', parts: [{ text: 'lo' }] }, finishReason: 'STOP', index: 0 }], usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 2, totalTokenCount: 9 } },
  ]),
};
const keyHeader: Record<ProviderKind, [name: string, value: string]> = {
  ollama: ['authorization', `Bearer ${KEY}`], openai: ['authorization', `Bearer ${KEY}`], 'openai-compatible': ['authorization', `Bearer ${KEY}`],
  anthropic: ['x-api-key', KEY], google: ['x-goog-api-key', KEY],
};
const kinds = Object.keys(replies) as ProviderKind[];

async function collect(parts: AsyncIterable<ChatPart>): Promise<ChatPart[]> {
  const all: ChatPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
async function failure(work: Promise<unknown>): Promise<EngramError> {
  const error = await work.then(() => assert.fail('it should fail'), (thrown: unknown) => thrown);
  assert.ok(error instanceof EngramError, String(error));
  const told = JSON.stringify([error.message, error.data, error.stack, String(error.cause)]);
  assert.ok(!told.includes(KEY) && !told.includes(PROMPT), 'a key or a prompt is in the error');
  return error;
}

for (const kind of kinds) {
  describe(`a chat over the protocol of ${kind}`, () => {
    test('streams the reply and what it took', async () => {
      seen = [];
      answer = (_q, response) => replies[kind](response);
      const parts = await collect(createChatProvider(config(kind)).stream(request()));
      assert.equal(parts.map((part) => (part.type === 'delta' ? part.text : '')).join(''), 'Hello');
      assert.deepEqual(parts.at(-1), { type: 'usage', inputTokens: 7, outputTokens: 2 });
      assert.equal(seen.length, 1);
      assert.equal(seen[0]!.headers[keyHeader[kind][0]], keyHeader[kind][1]);
      for (const words of [PROMPT, 'Be brief.', '50']) assert.ok(seen[0]!.body.includes(words), `${words} was not sent`);
    });

    const codes = [[401, 'PROVIDER_KEY_REJECTED'], [403, 'PROVIDER_KEY_REJECTED'], [429, 'PROVIDER_RATE_LIMITED'], [400, 'PROVIDER_FAILED'], [500, 'PROVIDER_FAILED']] as const;
    for (const [status, code] of codes) {
      test(`answers ${status} with ${code}, once and without secrets`, async () => {
        seen = [];
        answer = (_q, response, body) => {
          response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '3' });
          response.end(JSON.stringify({ error: { message: `bad ${body} ${KEY}`, type: 'x', code: status, status: 'X' } }));
        };
        const error = await failure(collect(createChatProvider(config(kind)).stream(request())));
        assert.equal(error.code, code);
        assert.equal(error.data.retryAfterMs, status === 429 ? 3000 : undefined);
        assert.equal(seen.length, 1, 'it was retried');
      });
    }

    test('ends with CANCELLED when stopped in the middle', async () => {
      answer = (_q, response) => {
        const write = response.write.bind(response);
        response.end = () => response;
        let count = 0;
        response.write = ((chunk: string) => (count++ < 3 ? write(chunk) : true)) as typeof response.write;
        replies[kind](response);
      };
      const stop = new AbortController();
      closed = 0;
      let text = '';
      const reading = (async () => {
        for await (const part of createChatProvider(config(kind)).stream(request(stop.signal))) {
          if (part.type === 'delta') text += part.text;
          stop.abort();
        }
      })();
      assert.equal((await failure(reading)).code, 'CANCELLED');
      assert.ok(text.startsWith('Hel'));
      while (closed === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    });

    test('a redirect is not followed', async () => {
      seen = [];
      answer = (_q, response) => response.writeHead(307, { location: `${base}/elsewhere` }).end();
      assert.equal((await failure(collect(createChatProvider(config(kind)).stream(request())))).code, 'PROVIDER_FAILED');
      assert.equal(seen.length, 1);
    });

    test('a stream that breaks off is an error, not a short reply', async () => {
      answer = (_q, response) => {
        const write = response.write.bind(response);
        let count = 0;
        response.write = ((chunk: string) => (count++ < 1 ? write(chunk) : (setImmediate(() => response.destroy()), true))) as typeof response.write;
        response.end = () => response;
        replies[kind](response);
      };
      const error = await failure(collect(createChatProvider(config(kind)).stream(request())));
      assert.ok(['PROVIDER_UNREACHABLE', 'PROVIDER_FAILED'].includes(error.code), error.code);
    });
  });
}

test('a reader that leaves early stops the provider', async () => {
  answer = (_q, response) => events(response, [openAiChunk('Hel')], false);
  closed = 0;
  for await (const part of createChatProvider(config('openai-compatible')).stream(request())) if (part.type === 'delta') break;
  while (closed === 0) await new Promise((resolve) => setTimeout(resolve, 5));
});

test('nothing listening is PROVIDER_UNREACHABLE for chats and lists', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  const nobody: ProviderConfig = { name: 'nobody', kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}`, key: KEY };
  assert.equal((await failure(collect(createChatProvider(nobody).stream(request())))).code, 'PROVIDER_UNREACHABLE');
  assert.equal((await failure(createChatProvider(nobody).models())).code, 'PROVIDER_UNREACHABLE');
});

test('an error inside a stream keeps its meaning', async () => {
  answer = (_q, response) => events(response, [['error', { type: 'error', error: { type: 'overloaded_error', message: `busy ${PROMPT}` } }]]);
  const error = await failure(collect(createChatProvider(config('anthropic')).stream(request())));
  assert.equal(error.code, 'PROVIDER_RATE_LIMITED');
});

const lists: Record<ProviderKind, { body: unknown; path: string; ids: string[] }> = {
  ollama: { body: { models: [{ name: 'llama3.2:3b' }] }, path: '/api/tags', ids: ['l-ollama/llama3.2:3b'] },
  openai: { body: { data: [{ id: 'gpt-4o-mini' }, { id: 'text-embedding-3-small' }, { id: 'gpt-4o-audio-preview' }] }, path: '/v1/models', ids: ['l-openai/gpt-4o-mini'] },
  'openai-compatible': { body: { data: [{ id: 'org/qwen2.5' }] }, path: '/v1/models', ids: ['l-openai-compatible/org/qwen2.5'] },
  anthropic: { body: { data: [{ id: 'claude-sonnet-4-5-20250929', display_name: 'Sonnet' }], has_more: false }, path: '/v1/models?limit=100', ids: ['l-anthropic/claude-sonnet-4-5-20250929'] },
  google: {
    body: { models: [{ name: 'models/gemini-2.5-pro', supportedGenerationMethods: ['generateContent'] }, { name: 'models/embed', supportedGenerationMethods: ['embedContent'] }] },
    path: '/v1beta/models?pageSize=200', ids: ['l-google/gemini-2.5-pro'],
  },
};
for (const kind of kinds) {
  test(`lists the chat models of ${kind} and believes the list for a while`, async () => {
    seen = [];
    answer = (_q, response) => response.end(JSON.stringify(lists[kind].body));
    const first = await createChatProvider(config(kind, `l-${kind}`)).models();
    const second = await createChatProvider(config(kind, `l-${kind}`)).models();
    assert.deepEqual(first.map((model) => model.id), lists[kind].ids);
    assert.deepEqual(second, first);
    assert.deepEqual(seen.map(({ url }) => url), [lists[kind].path]);
    assert.equal(seen[0]!.headers[keyHeader[kind][0]], keyHeader[kind][1]);
    assert.ok(first[0]!.capabilities.known && first[0]!.local);
    await createChatProvider({ ...config(kind, `l-${kind}`), key: 'another' }).models();
    assert.equal(seen.length, 2, 'another key asks again');
  });
}

test('a list is refused when it redirects or has an unknown form', async () => {
  answer = (_q, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  assert.equal((await failure(createChatProvider(config('openai', 'moved')).models())).code, 'PROVIDER_FAILED');
  answer = (_q, response) => response.end('{"surprise":true}');
  assert.equal((await failure(createChatProvider(config('openai', 'odd')).models())).code, 'PROVIDER_FAILED');
});

test('only loopback names are local', () => {
  for (const url of [null, 'http://localhost:11434', 'http://127.0.0.1', 'http://127.8.9.1/v1', 'http://[::1]:8080/v1', 'http://LOCALHOST.']) assert.equal(isLocalAddress('ollama', url), true, String(url));
  for (const url of ['http://192.168.0.2', 'http://0.0.0.0', 'http://localhost.example.com', 'http://127.0.0.1.example.com', 'http://localhost@example.com', 'nonsense']) assert.equal(isLocalAddress('ollama', url), false, url);
  assert.equal(isLocalAddress('openai', null), false);
  assert.equal(isLocalAddress('anthropic', null), false);
});

test('MODEL-FACTS: a provider that says how much a model takes is believed, and one that does not answer has said nothing', async () => {
  answer = (incoming, response, body) => {
    if (incoming.url?.endsWith('/show')) {
      const { model } = JSON.parse(body) as { model: string };
      response.end(JSON.stringify(model === 'run' ? { parameters: 'stop "x"\nnum_ctx 6144', model_info: { 'llama.context_length': 131072 } } : model === 'odd' ? { model_info: { 'llama.context_length': 'long' } } : { model_info: { 'llama.context_length': 131072 } }));
    } else response.end(JSON.stringify({ data: [{ id: 'a', max_model_len: 9000 }, { id: 'b', context_length: 'garbage' }, { id: 'c', context_window: 7000, max_completion_tokens: 500 }] }));
  };
  const ollama = createChatProvider(config('ollama', 'reporting-ollama'));
  assert.deepEqual([await ollama.reported('run'), await ollama.reported('plain'), await ollama.reported('odd')], [{ contextWindow: 6144 }, { contextWindow: 131_072 }, {}]);
  const server = createChatProvider(config('openai-compatible', 'reporting'));
  assert.deepEqual((await Promise.all(['a', 'b', 'c', 'none'].map((name) => server.reported(name)))).map(({ contextWindow, maxOutput }) => [contextWindow, maxOutput]), [[9000, undefined], [undefined, undefined], [7000, 500], [undefined, undefined]]);
  assert.deepEqual((await server.models()).map((model) => model.capabilities.contextWindow), [9000, 32_000, 7000]);
  answer = (_request, response) => void response.socket!.destroy();
  assert.deepEqual(await ollama.reported('run'), { contextWindow: 6144 }, 'remembered');
  assert.deepEqual(await createChatProvider(config('ollama', 'gone')).reported('any'), {});
});
