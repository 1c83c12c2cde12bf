import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openEmbedder } from '../engine/providers/index.ts';
import { createEngine, type EngineClient } from '../engine/serve/index.ts';
import { questions, turns } from './corpus.ts';
import { quantile } from './quantile.ts';

/**
 * node --max-semi-space-size=4 bench/recall.ts [--count 10000] [--dir folder] [--questions 300]: import, unlocking and whole
 * recalls of a vault of that many memories. With a folder the vault stays there, and is opened instead of made the next
 * time, which for a million saves a quarter of an hour.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '10000' }, dir: { type: 'string' }, questions: { type: 'string', default: '300' } } });
const [count, asked] = [Number(values.count), Number(values.questions)];
const PASSPHRASE = 'a passphrase for measuring';
const BATCH = 500;
const folder = values.dir ?? mkdtempSync(join(tmpdir(), 'engram-bench-'));
const dir = join(folder, 'v');

const tell = (name: string, value: number, unit: string): void => console.log(`${name.padEnd(46)} ${value.toFixed(value < 100 ? 1 : 0).padStart(10)} ${unit}`);

async function inEngine(work: (client: EngineClient, sinceKeys: () => number) => Promise<void>): Promise<void> {
  let keyAt = 0;
  const engine = await createEngine({ dir, host: 'cli', kdf: 'floor', keychain: false, onKeys: () => (keyAt = performance.now()) });
  try {
    await work(engine.client({ kind: 'person', local: true }), () => performance.now() - keyAt);
  } finally {
    await engine.close();
  }
}

const memories = turns(count);
if (!existsSync(join(dir, 'vault.db'))) {
  await inEngine(async (client) => {
    await client.vault.create({ passphrase: PASSPHRASE });
    const start = performance.now();
    for (let i = 0; i < count; i += BATCH) await client.memories.rememberMany({ memories: memories.slice(i, i + BATCH) });
    tell('import with embeddings', (count * 1000) / (performance.now() - start), '/s');
  });
}
const texts = questions(memories, asked);
await inEngine(async (client, sinceKeys) => {
  await client.vault.unlock({ passphrase: PASSPHRASE });
  const first = await client.recall({ query: texts[0]!, weak: true });
  tell('key to first answer', sinceKeys(), 'ms');
  for (let answer = first; answer.coverage < 1 || answer.degraded.length > 0; await sleep(20)) answer = await client.recall({ query: texts[0]!, weak: true });
  tell('key to complete answers', sinceKeys(), 'ms');
  assert.equal((await client.memories.list({ limit: 1 })).total, count);
  for (const query of texts.slice(0, Math.ceil(asked / 10))) await client.recall({ query, weak: true });
  const model = await openEmbedder('builtin', { modelsDir: '', providers: [] });
  const whole: number[] = [];
  let embedding = 0;
  let found = 0;
  for (const query of texts) {
    let from = performance.now();
    await model.embed([query], 'query');
    embedding += performance.now() - from;
    from = performance.now();
    found += (await client.recall({ query, weak: true })).items.length;
    whole.push(performance.now() - from);
  }
  await model.close();
  assert.ok(found > asked * 5, 'the questions found memories');
  const own = embedding / asked;
  tell('embedding of a question, not counted', own, 'ms');
  tell(`recall at ${count} p50`, quantile(whole, 0.5) - own, 'ms');
  tell(`recall at ${count} p95`, quantile(whole, 0.95) - own, 'ms');
  tell('resident memory', process.memoryUsage.rss() / 1e6, 'MB');
});
if (values.dir === undefined) rmSync(folder, { recursive: true, force: true });
