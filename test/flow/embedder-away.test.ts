import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { openedVault, PASSPHRASE, tempVault } from '../support/temp-vault.ts';

const DIMENSIONS = 26;
const EMBEDDER = 'box/letters';
/** How often a text has each letter: texts of the same letters are near. */
const vectorOf = (text: string): number[] =>
  Array.from({ length: DIMENSIONS }, (_, i) => 0.01 + [...text.toLowerCase()].filter((letter) => letter.charCodeAt(0) === 97 + i).length);

/** An embedding server that can go and come back at the same port. */
class LetterServer {
  #server: Server | null = null;
  #port = 0;
  asked = 0;

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk))).on('end', () => {
        const { input } = (text === '' ? {} : JSON.parse(text)) as { input?: string[] };
        this.asked += input?.length ?? 0;
        response.end(JSON.stringify(input ? { embeddings: input.map(vectorOf) } : { models: [] }));
      });
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    this.#server = null;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }
}

async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (await is()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.fail(`never: ${what}`);
}

async function letterServer(t: TestContext): Promise<LetterServer> {
  const server = new LetterServer();
  await server.start();
  t.after(() => server.stop());
  return server;
}

test('EMBED-AWAY: a model that is away at unlock is stood in for, stays chosen, and takes its place when it is back', async (t) => {
  const server = await letterServer(t);
  await using vault = await tempVault();
  await vault.client.models.saveProvider({ name: 'box', kind: 'ollama', baseUrl: server.address });
  await vault.client.models.useEmbedder({ id: EMBEDDER });
  await vault.client.memories.remember({ text: 'The violin hangs in the hall' });
  await vault.engine.close();
  await server.stop();

  await using later = await openedVault(vault.dir, PASSPHRASE, { retryMs: 50 });
  const { client, engine } = later;
  await engine.settled();
  assert.equal((await client.settings.get()).embedder, EMBEDDER);
  const active = async () => (await client.models.embedders()).find((one) => one.active)!;
  assert.equal((await active()).id, 'builtin');
  const stored = await client.memories.remember({ text: 'The cello stands in the cellar' });
  const found = await client.recall({ query: 'where is the cello' });
  assert.equal(found.items[0]!.memory.id, stored.id);
  assert.ok(found.degraded.some((line) => line.includes('stands in')), found.degraded.join());

  await server.start();
  await until('the chosen model is back', async () => (await active()).id === EMBEDDER);
  await until('everything is embedded', async () => (await active()).embedded === 2);
  assert.equal((await client.settings.get()).embedder, EMBEDDER);
  await engine.settled();
  const again = await client.recall({ query: 'where is the cello' });
  assert.equal(again.items[0]!.memory.id, stored.id);
  assert.ok(again.items[0]!.signals.some(({ signal }) => signal === 'vectors'));
  assert.deepEqual(again.degraded, []);
});

test('EMBED-AWAY: what is stored while the model is away is kept, found by words, and embedded later', async (t) => {
  const server = await letterServer(t);
  await using vault = await tempVault({ retryMs: 50 });
  const { client } = vault;
  await client.models.saveProvider({ name: 'box', kind: 'ollama', baseUrl: server.address });
  await client.models.useEmbedder({ id: EMBEDDER });
  await client.memories.remember({ text: 'The violin hangs in the hall' });
  await server.stop();

  const stored = await client.memories.remember({ text: 'The cello stands in the cellar' });
  const found = await client.recall({ query: 'cello' });
  assert.equal(found.items[0]!.memory.id, stored.id);
  assert.ok(found.degraded.some((line) => line.includes('Only words were searched')), found.degraded.join());
  assert.ok(found.coverage < 1);
  assert.equal((await client.memories.get({ id: stored.id })).embedded, false);

  await server.start();
  // That the server is away is believed for half a minute.
  const real = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => real() + 31_000);
  await until('the memory is embedded', async () => (await client.memories.get({ id: stored.id })).embedded);
  const again = await client.recall({ query: 'cello' });
  assert.deepEqual([again.coverage, again.degraded], [1, []]);
});

test('EMBED-AWAY: locking ends the wait for a model', async (t) => {
  const server = await letterServer(t);
  await using vault = await tempVault({ retryMs: 20 });
  await vault.client.models.saveProvider({ name: 'box', kind: 'ollama', baseUrl: server.address });
  await vault.client.models.useEmbedder({ id: EMBEDDER });
  await vault.client.vault.lock();
  await server.stop();
  await vault.client.vault.unlock({ passphrase: PASSPHRASE });
  await vault.client.vault.lock();
  await server.start();
  const { asked } = server;
  await new Promise((done) => setTimeout(done, 100));
  assert.equal(server.asked, asked);
});
