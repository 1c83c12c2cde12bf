import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createEngine, type EngineClient } from '../engine/serve/index.ts';
import { questions, turns } from './corpus.ts';
import { storeTurns, timeRecalls } from './timed.ts';

/**
 * node --max-semi-space-size=4 bench/recall.ts [--count 10000] [--dir folder] [--questions 300]: import, unlocking and whole
 * recalls of a vault of that many memories. With a folder the vault stays there, and is opened instead of made the next
 * time, which for a million saves a quarter of an hour.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '10000' }, dir: { type: 'string' }, questions: { type: 'string', default: '300' } } });
const [count, asked] = [Number(values.count), Number(values.questions)];
const PASSPHRASE = 'a passphrase for measuring';
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

if (!existsSync(join(dir, 'vault.db'))) {
  await inEngine(async (client) => {
    await client.vault.create({ passphrase: PASSPHRASE });
    tell('import with embeddings', await storeTurns(client, count), '/s');
  });
}
const texts = questions(turns(count), asked);
await inEngine(async (client, sinceKeys) => {
  await client.vault.unlock({ passphrase: PASSPHRASE });
  const first = await client.recall({ query: texts[0]!, weak: true });
  tell('key to first answer', sinceKeys(), 'ms');
  for (let answer = first; answer.coverage < 1 || answer.degraded.length > 0; await sleep(20)) answer = await client.recall({ query: texts[0]!, weak: true });
  tell('key to complete answers', sinceKeys(), 'ms');
  assert.equal((await client.memories.list({ limit: 1 })).total, count);
  const { p50, p95, embedding } = await timeRecalls(client, texts);
  tell('embedding of a question, not counted', embedding, 'ms');
  tell(`recall at ${count} p50`, p50, 'ms');
  tell(`recall at ${count} p95`, p95, 'ms');
  tell('resident memory', process.memoryUsage.rss() / 1e6, 'MB');
});
if (values.dir === undefined) rmSync(folder, { recursive: true, force: true });
