import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ChatCall {
  model: string;
  messages: { role: string; content: string }[];
  authorization: string | null;
}

/**
 * A chat model for tests, over the protocol of OpenAI. What it does depends on the name of the model:
 * `plain` answers from the first recalled memory and cites it, `slow` writes one word every 40 ms,
 * `limited` answers 429, `broken` answers 500, `locked` wants another key, `fails-once` fails the first time.
 */
export interface ModelServer {
  url: string;
  /** Every chat request so far, oldest first. */
  calls: ChatCall[];
  close(): Promise<void>;
  /** Answers that are being written at this moment. */
  writing(): number;
  /** Stops answering without giving the port away; `resume` undoes it. */
  pause(): void;
  resume(): void;
}

const models = ['plain', 'slow', 'limited', 'broken', 'locked', 'fails-once'];
const usage = { prompt_tokens: 321, completion_tokens: 45, total_tokens: 366 };

export async function startModelServer(): Promise<ModelServer> {
  const calls: ChatCall[] = [];
  let failedOnce = false;
  let away = false;
  let writing = 0;

  const server = createServer((request, response) => {
    if (away) return void request.socket.destroy();
    if (request.url === '/v1/models') return json(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    if (request.url === '/v1/chat/completions') return void complete(request, response);
    json(response, 404, { error: { message: 'no such path' } });
  });

  async function complete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await read(request)) as { model: string; messages: { role: string; content: unknown }[]; stream?: boolean };
    const messages = body.messages.map(({ role, content }) => ({ role, content: textOf(content) }));
    calls.push({ model: body.model, messages, authorization: request.headers.authorization ?? null });
    switch (body.model) {
      case 'limited':
        response.setHeader('retry-after', '7');
        return json(response, 429, { error: { message: 'slow down', type: 'rate_limit' } });
      case 'broken':
        return json(response, 500, { error: { message: 'out of order' } });
      case 'locked':
        return json(response, 401, { error: { message: 'wrong key' } });
      case 'fails-once':
        if (!failedOnce) {
          failedOnce = true;
          return json(response, 500, { error: { message: 'first time' } });
        }
    }
    const text = body.model === 'slow' ? Array.from({ length: 120 }, (_, n) => `word${n + 1}`).join(' ') : answerTo(messages);
    if (body.stream !== true) return json(response, 200, { id: 'x', object: 'chat.completion', created: 1, model: body.model, choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }], usage });
    writing++;
    response.once('close', () => writing--);
    await stream(response, body.model, text, body.model === 'slow' ? 40 : 5);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    writing: () => writing,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
    pause: () => {
      away = true;
      server.closeAllConnections();
    },
    resume: () => {
      away = false;
    },
  };
}

/** Quotes the first memory in the prompt, as a model that was told to cite would. */
function answerTo(messages: ChatCall['messages']): string {
  const memory = /^\[(\d+)\] \d{4}-\d\d-\d\d (.*)$/m.exec(messages.filter(({ role }) => role === 'system').map(({ content }) => content).join('\n'));
  const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return memory === null ? `You said: **${asked.slice(0, 60)}**. I know nothing else about it.` : `As far as I remember: ${memory[2]} [${memory[1]}]`;
}

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : '';

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function stream(response: ServerResponse, model: string, text: string, pause: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choice: object, extra: object = {}) =>
    response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model, choices: [choice], ...extra })}\n\n`);
  for (const piece of text.match(/\S+\s*/g) ?? []) {
    if (response.destroyed) return;
    send({ index: 0, delta: { role: 'assistant', content: piece }, finish_reason: null });
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  send({ index: 0, delta: {}, finish_reason: 'stop' }, { usage });
  response.end('data: [DONE]\n\n');
}
