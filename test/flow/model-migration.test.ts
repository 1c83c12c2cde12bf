import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { turns } from '../../bench/corpus.ts';
import type { MemoryReading } from '../../engine/serve/memory-pressure.ts';
import { openedVault, PASSPHRASE, tempVault, type TempVault } from '../support/temp-vault.ts';

const MEMORIES = 400;
const QUESTIONS = 24;
const DIMENSIONS = 256;
const EMBEDDER = 'box/bags';
const WAIT_MS = 60;

/** A text as a bag of hashed words. */
function vectorOf(text: string): number[] {
  const out = new Array<number>(DIMENSIONS).fill(0.001);
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
    out[hash % DIMENSIONS]! += 1;
  }
  return out;
}

/** A model that takes its time with many texts, so that a migration can be watched. */
async function slowServer(t: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk))).on('end', () => {
      const { input } = (text === '' ? {} : JSON.parse(text)) as { input?: string[] };
      setTimeout(() => response.end(JSON.stringify(input ? { embeddings: input.map(vectorOf) } : { models: [] })), (input?.length ?? 0) > 1 ? WAIT_MS * 10 : 0);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const memories = turns(MEMORIES).map((memory, i) => ({ ...memory, session: `session ${i}` }));
/** Six words of a memory out of their order, between words that stand in many. */
const questions = Array.from({ length: QUESTIONS }, (_, i) => {
  const { text } = memories[(i * 37) % MEMORIES]!;
  return { text, query: `what was that about ${text.replace('.', '').split(' ').filter((_word, at) => at % 3 === 0).slice(0, 6).join(' ')}?` };
});

/** R@10 over all questions. Throws what a recall throws. */
async function recallAtTen({ client }: Pick<TempVault, 'client'>): Promise<number> {
  let found = 0;
  for (const { query, text } of questions) {
    const { items, degraded } = await client.recall({ query, limit: 10, weak: true });
    assert.ok(!degraded.some((line) => line.includes('Only words')), degraded.join());
    found += items.some((item) => item.memory.text === text) ? 1 : 0;
  }
  return found / QUESTIONS;
}

const shareEmbedded = async ({ client }: Pick<TempVault, 'client'>): Promise<number> => {
  const active = (await client.models.embedders()).find((one) => one.active)!;
  return active.id === EMBEDDER ? active.embedded / MEMORIES : 0;
};

test('VECTOR-MIGRATION: another model, another backend and a shortage of memory at the same time: no recall fails, none falls below words alone, and a stop resumes', { timeout: 120_000 }, async (t) => {
  const address = await slowServer(t);
  const reading: MemoryReading = { resident: 0, available: 10e9, total: 16e9 };
  const options = { retryMs: 50, readMemory: () => ({ ...reading }) };
  await using vault = await tempVault(options);
  await vault.client.memories.rememberMany({ memories });
  await vault.engine.settled();
  await vault.client.settings.set({ 'recall.weight.vectors': 0 });
  const wordsOnly = await recallAtTen(vault);
  await vault.client.settings.set({ 'recall.weight.vectors': 1 });
  const before = await recallAtTen(vault);
  await vault.client.models.saveProvider({ name: 'box', kind: 'ollama', baseUrl: address });

  const seen: number[] = [];
  let recalls = 0;
  const during = async (one: Pick<TempVault, 'client'>) => {
    const share = await shareEmbedded(one);
    const found = await recallAtTen(one);
    recalls += QUESTIONS;
    if (share < 1) seen.push(share);
    assert.ok(found >= wordsOnly, `${found} with a share of ${share} moved, words alone ${wordsOnly}`);
  };
  await vault.client.models.useEmbedder({ id: EMBEDDER });
  await during(vault);
  for (const backend of ['sqlite-vec', 'hnsw', 'flat-codes'] as const) {
    await vault.client.settings.set({ 'vectors.backend': backend });
    await during(vault);
  }
  // Stopped in the middle, it goes on where it was, and the old vectors answer for what is missing.
  await vault.engine.close();
  await using later = await openedVault(vault.dir, PASSPHRASE, options);
  reading.resident = 2e9;
  const pressure = (await later.client.vault.doctor()).find(({ name }) => name === 'pressure')!;
  assert.match(pressure.detail, /critical/);
  await during(later);
  reading.resident = 0;
  await later.client.vault.doctor();
  for (let i = 0; i < 200 && (await shareEmbedded(later)) < 1; i++) await during(later);
  assert.equal(await shareEmbedded(later), 1);
  await later.engine.settled();
  const end = await recallAtTen(later);
  t.diagnostic(`R@10: words ${wordsOnly}, before ${before}, after ${end}; ${recalls} recalls, with ${seen.map((share) => share.toFixed(2)).join(' ')} moved`);
  assert.ok(end >= wordsOnly);
  assert.ok(seen.length > 0, 'nothing was asked while it moved');
});
