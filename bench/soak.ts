import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createEngine, type EngineClient } from '../engine/serve/index.ts';
import { questions, turns } from './corpus.ts';
import { quantile } from './quantile.ts';

/**
 * node --max-semi-space-size=4 bench/soak.ts [--minutes 10] [--count 10000] [--writes 100] [--recalls 20]: single writes and recalls, each at its own
 * moment whether or not the one before has ended, through the public road. A latency counts from the moment the call was due,
 * so a stall is felt by everything that waited behind it. Memory is told minute by minute.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, count: { type: 'string', default: '10000' }, writes: { type: 'string', default: '100' }, recalls: { type: 'string', default: '20' } },
});
const [minutes, count, writes, recalls] = [Number(values.minutes), Number(values.count), Number(values.writes), Number(values.recalls)];
const PASSPHRASE = 'a passphrase for measuring';
const MINUTE_MS = 60_000;
const BATCH = 500;

interface Stream {
  late: number[];
  errors: string[];
}

/** Calls `work` at an even rate until `until`, and resolves when every call has ended. */
async function atRate(perSecond: number, until: number, work: (i: number) => Promise<unknown>): Promise<Stream> {
  const stream: Stream = { late: [], errors: [] };
  const running = new Set<Promise<void>>();
  const start = performance.now();
  for (let i = 0; ; i++) {
    const due = start + (i * 1000) / perSecond;
    if (due >= until) break;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const call: Promise<void> = work(i).then(
      () => void stream.late.push(performance.now() - due),
      (error: unknown) => void stream.errors.push(error instanceof Error ? error.message : String(error)),
    ).finally(() => running.delete(call));
    running.add(call);
  }
  await Promise.all(running);
  return stream;
}

/** Resident bytes at the end of each minute; a collection for the sake of measuring would stop what is measured for a tenth of a second. */
async function watchMemory(until: number): Promise<number[]> {
  const byMinute: number[] = [];
  while (performance.now() < until) {
    await sleep(Math.min(MINUTE_MS, Math.max(0, until - performance.now())));
    byMinute.push(process.memoryUsage.rss());
  }
  return byMinute;
}

async function soak(client: EngineClient): Promise<void> {
  const memories = turns(count + Math.ceil(minutes * 60 * writes) + writes);
  for (let from = 0; from < count; from += BATCH) await client.memories.rememberMany({ memories: memories.slice(from, Math.min(count, from + BATCH)) });
  const asked = questions(memories.slice(0, count), 500);
  for (const query of asked.slice(0, 30)) await client.recall({ query, weak: true });
  let found = 0;
  const until = performance.now() + minutes * MINUTE_MS;
  const before = process.cpuUsage();
  const [written, recalled, memory] = await Promise.all([
    atRate(writes, until, (i) => client.memories.remember(memories[count + i]!)),
    atRate(recalls, until, async (i) => {
      const { items } = await client.recall({ query: asked[i % asked.length]!, weak: true });
      found += items.length;
    }),
    watchMemory(until),
  ]);
  const { user, system } = process.cpuUsage(before);
  for (const [name, { late, errors }] of [['write', written], ['recall', recalled]] as const) {
    const sorted = late.toSorted((a, b) => a - b);
    console.log(`${name}: ${late.length} in ${minutes} min, p50 ${quantile(sorted, 0.5).toFixed(1)} ms, p95 ${quantile(sorted, 0.95).toFixed(1)} ms, p99 ${quantile(sorted, 0.99).toFixed(1)} ms, most ${sorted.at(-1)!.toFixed(0)} ms, errors ${errors.length} ${[...new Set(errors)].join('; ')}`);
  }
  assert.equal((await client.memories.list({ limit: 1 })).total, count + written.late.length, 'every acknowledged write is there');
  assert.ok(found > recalled.late.length * 5, 'the recalls found memories');
  console.log(`processors in use: ${((user + system) / 1e6 / (minutes * 60)).toFixed(2)}`);
  console.log(`resident MB by minute: ${memory.map((bytes) => Math.round(bytes / 1e6)).join(' ')}; ${count} memories at the start, ${count + written.late.length} at the end`);
}

const folder = mkdtempSync(join(tmpdir(), 'engram-soak-'));
const engine = await createEngine({ dir: join(folder, 'v'), host: 'cli', kdf: 'floor', keychain: false });
try {
  const client = engine.client({ kind: 'person', local: true });
  await client.vault.create({ passphrase: PASSPHRASE });
  await engine.settled();
  await soak(client);
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
