import assert from 'node:assert/strict';
import { openEmbedder } from '../engine/providers/index.ts';
import type { EngineClient } from '../engine/serve/index.ts';
import { turns } from './corpus.ts';
import { quantile } from './quantile.ts';

const BATCH = 500;

/** Stores so many turns. @returns how many of them in a second, with their embeddings */
export async function storeTurns(client: EngineClient, count: number): Promise<number> {
  const memories = turns(count);
  const start = performance.now();
  for (let i = 0; i < count; i += BATCH) await client.memories.rememberMany({ memories: memories.slice(i, i + BATCH) });
  const ms = performance.now() - start;
  assert.equal((await client.memories.list({ limit: 1 })).total, count);
  return (count * 1000) / ms;
}

/** Quantiles of whole recalls without what each spends on embedding its question, and that, in milliseconds. */
export async function timeRecalls(client: EngineClient, texts: readonly string[]): Promise<{ p50: number; p95: number; embedding: number }> {
  for (const query of texts.slice(0, Math.ceil(texts.length / 10))) await client.recall({ query, weak: true });
  const model = await openEmbedder('builtin', { modelsDir: '', providers: [] });
  const whole: number[] = [];
  const embedded: number[] = [];
  let found = 0;
  for (const query of texts) {
    let from = performance.now();
    await model.embed([query], 'query');
    embedded.push(performance.now() - from);
    from = performance.now();
    found += (await client.recall({ query, weak: true })).items.length;
    whole.push(performance.now() - from);
  }
  await model.close();
  assert.ok(found > texts.length * 5, 'the questions found memories');
  const embedding = quantile(embedded, 0.5);
  return { p50: quantile(whole, 0.5) - embedding, p95: quantile(whole, 0.95) - embedding, embedding };
}
