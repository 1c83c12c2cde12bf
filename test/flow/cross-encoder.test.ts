import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Clue, defaultSettings, EngramError, Tier, type JobId } from '../../contract/index.ts';
import { RERANKING, scoreOf } from '../../engine/cortex/index.ts';
import { judge, MOST_JUDGED } from '../../engine/flow/cross-encoders.ts';
import type { Weighed } from '../../engine/flow/recall-rerank.ts';
import type { EngineClient } from '../../engine/serve/index.ts';
import type { Reranker } from '../../engine/providers/index.ts';
import type { CandidateRow } from '../../engine/vault/index.ts';
import { tempDir, tempVault } from '../support/temp-vault.ts';
import { crossScore, writeTinyCrossEncoder } from '../support/tiny-model.ts';

const noClues = Object.fromEntries(Clue.options.map((clue) => [clue, 0])) as Record<Clue, number>;

/** Candidates by their clues, the best first, with rows of the given tiers. */
function pool(tiers: readonly Tier[]): { candidates: Weighed[]; rows: Map<number, CandidateRow> } {
  const candidates = tiers.map((_, i): Weighed => {
    const clues = { ...noClues, words: 1 - i / 100 };
    return { id: i + 1, fused: 1, signals: [], clues, score: scoreOf(clues, RERANKING) };
  });
  const rows = new Map(tiers.map((tier, i) => [i + 1, { id: i + 1, public_id: `m${i + 1}`, kind: 'semantic', status: 'active', tier, origin: 'person', scope: 1, session: null, speaker: null, text: `text ${i + 1}`, cipher: null, key_fact: '', happened_at: 0, scanned: 1, before: null, vector: null } satisfies CandidateRow]));
  return { candidates, rows };
}

const stub = (local: boolean, score: Reranker['score']) => ({ current: async (): Promise<Reranker> => ({ id: 'stub', local, score, close: async () => {} }) });

test('RERANK-CROSS: only the best are judged, each tier goes where a chat may send it, and nobody is lifted or lost by it', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.constantFrom(...Tier.options), { minLength: 2, maxLength: 45 }), fc.boolean(), fc.boolean(), fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), async (tiers, local, toCloud, marks) => {
    const { candidates, rows } = pool(tiers);
    const sent: string[] = [];
    const told = new Map<string, number>();
    const crossEncoders = stub(local, async (_question, texts) => texts.map((text) => {
      sent.push(text);
      told.set(text, marks.next().value as number);
      return told.get(text)!;
    }));
    const judged = await judge(crossEncoders, { ...defaultSettings, 'privacy.sensitiveToCloud': toCloud }, 'q', candidates, rows);
    const may = tiers.map((tier, i) => ({ tier, text: `text ${i + 1}` })).slice(0, MOST_JUDGED).filter(({ tier }) => tier === 'cleartext' || (tier === 'sensitive' && (local || toCloud)));
    assert.deepEqual(sent, may.map(({ text }) => text));
    assert.deepEqual(judged.candidates.map(({ id }) => id).toSorted((a, b) => a - b), candidates.map(({ id }) => id));
    assert.equal(judged.model, may.length === 0 ? null : 'stub');
    const mean = [...told.values()].reduce((a, b) => a + b, 0) / told.size;
    for (const { id, clues, score } of judged.candidates) {
      const expected = may.length === 0 || id > MOST_JUDGED ? 0 : told.get(`text ${id}`) ?? mean;
      assert.equal(clues!.cross, expected);
      assert.equal(score, scoreOf(clues!, RERANKING));
    }
    assert.deepEqual(judged.candidates.map(({ score }) => score), judged.candidates.map(({ score }) => score).toSorted((a, b) => b - a));
  }));
});

test('RERANK-CROSS: a model that is late, absent or wrong leaves the order of the clues and is told of', async () => {
  const { candidates, rows } = pool(['cleartext', 'cleartext', 'cleartext']);
  let stopped = false;
  const failing: [string, { current(): Promise<Reranker> }, RegExp][] = [
    ['late', stub(true, (_question, _texts, signal) => new Promise(() => signal.addEventListener('abort', () => (stopped = true)))), /in time/],
    ['absent', { current: () => Promise.reject(new EngramError('NOT_FOUND')) }, /not there/],
    ['wrong', stub(true, () => Promise.reject(new EngramError('PROVIDER_FAILED'))), /usably/],
  ];
  for (const [what, crossEncoders, sentence] of failing) {
    const judged = await judge(crossEncoders, defaultSettings, 'q', candidates, rows, 20);
    assert.deepEqual([judged.candidates, judged.model], [candidates, null], what);
    assert.match(judged.degraded!, sentence, what);
  }
  assert.ok(stopped, 'the late one was told to stop');
  await assert.rejects(judge(stub(true, () => Promise.reject(new TypeError('a slip'))), defaultSettings, 'q', candidates, rows), TypeError);
});

async function finished(client: EngineClient, job: JobId): Promise<string> {
  for (;;) {
    const state = (await client.jobs.list()).find(({ id }) => id === job)!.state;
    if (state !== 'running' && state !== 'waiting') return state;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const COLOURS = ['red', 'red green', 'blue', 'green blue blue', 'kiln red'];

test('RERANK-CROSS: an installed model is chosen while the vault is open, its judgement is a clue that is told, and what it lacks is degraded', async () => {
  using folder = tempDir();
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.rememberMany({ memories: COLOURS.map((text) => ({ text })) });
  const ask = async () => client.recall({ query: 'red green', explain: true });
  const byClues = await ask();
  assert.ok(byClues.trace!.candidates.every(({ clues }) => clues!.cross === undefined));
  writeTinyCrossEncoder(join(folder.path, 'tiny-cross'));
  const { job } = await client.models.addReranker({ source: join(folder.path, 'tiny-cross') });
  assert.equal(await finished(client, job), 'done');
  assert.deepEqual(await client.models.rerankers(), [{ id: 'tiny-cross', label: 'tiny-cross', active: false }]);
  await client.settings.set({ 'recall.rerank': 'cross-encoder', 'recall.crossEncoder': 'tiny-cross' });
  assert.equal((await client.models.rerankers())[0]!.active, true);
  const crossed = await ask();
  assert.deepEqual([crossed.trace!.crossEncoder, crossed.degraded], ['tiny-cross', []]);
  assert.ok(crossed.trace!.candidates.length > 1);
  for (const { clues, score, keyFact } of crossed.trace!.candidates) {
    assert.ok(Math.abs(clues!.cross! - crossScore(['red', 'green'], keyFact.toLowerCase().match(/[a-z]+/g)!)) < 1e-6, keyFact);
    assert.ok(Math.abs(score - scoreOf({ ...noClues, ...clues }, RERANKING)) < 1e-9);
  }
  await client.settings.set({ 'recall.crossEncoder': 'gone' });
  const without = await ask();
  assert.match(without.degraded.join(), /not there/);
  assert.deepEqual(without.items.map(({ memory }) => memory.id), byClues.items.map(({ memory }) => memory.id));
  rmSync(join(folder.path, 'tiny-cross'), { recursive: true });
});

test('RERANK-CROSS: the connected chat model judges what it may see, and refused or garbled answers leave the clues', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (!request.url!.endsWith('/chat/completions')) return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}');
      const { model, messages } = JSON.parse(body) as { model: string; messages: { role: string; content: unknown }[] };
      const last = messages.at(-1)!.content;
      const content = typeof last === 'string' ? last : (last as { text: string }[]).map(({ text }) => text).join('');
      seen.push(body);
      if (model === 'refuses') return void response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
      const { texts } = JSON.parse(content) as { texts: string[] };
      const reply = model === 'garbles' ? 'The first one.' : JSON.stringify(texts.map((text) => (text.includes('yard') ? 10 : 0)));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta: { role: 'assistant', content: reply }, finish_reason: 'stop' }] })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await using vault = await tempVault();
    const { client } = vault;
    await client.models.saveProvider({ name: 'box', kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, key: 'sk-test' });
    await client.memories.rememberMany({ memories: [{ text: 'The kiln fires on Monday.' }, { text: 'A kiln stands in the yard.' }, { text: 'The kiln code is 4711-0815.', tier: 'confidential' }] });
    const first = async () => client.recall({ query: 'when does the kiln fire', explain: true });
    const byClues = await first();
    assert.equal(byClues.items[0]!.memory.text, 'The kiln fires on Monday.');
    await client.settings.set({ 'recall.rerank': 'cross-encoder', 'chat.model': 'box/judges' });
    const judged = await first();
    assert.deepEqual([judged.items[0]!.memory.text, judged.trace!.crossEncoder, judged.degraded], ['A kiln stands in the yard.', 'box/judges', []]);
    assert.ok(seen.length === 1 && seen[0]!.includes('fires on Monday') && !seen[0]!.includes('4711'));
    for (const [model, sentence] of [['refuses', /usably/], ['garbles', /usably/]] as const) {
      await client.settings.set({ 'chat.model': `box/${model}` });
      const { items, degraded, trace } = await first();
      assert.match(degraded.join(), sentence);
      assert.deepEqual([items.map(({ memory }) => memory.id), trace!.crossEncoder], [byClues.items.map(({ memory }) => memory.id), null]);
    }
    await client.settings.set({ 'chat.model': 'builtin' });
    assert.match((await first()).degraded.join(), /not there/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
