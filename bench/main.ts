import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionId } from '../contract/index.ts';
import { createEngine, type EngineClient } from '../engine/serve/index.ts';
import { questions, sentence, turns } from './corpus.ts';
import { quantile } from './quantile.ts';
import { seeded } from './seeded.ts';
import { storeTurns, timeRecalls } from './timed.ts';

/**
 * npm run bench [-- --json]: write throughput, recall latency, start and memory, through the public
 * road. Every figure is asserted to have measured something before it is printed.
 */

interface Figure {
  name: string;
  value: number;
  unit: string;
  /** What is asked of it; null where nothing is. */
  goal: string | null;
}

const person = { kind: 'person', local: true } as const;
const PASSPHRASE = 'a passphrase for measuring';
const figures: Figure[] = [];
const note = (name: string, value: number, unit: string, goal: string | null = null) => figures.push({ name, value: Math.round(value * 100) / 100, unit, goal });

const quantiles = (values: readonly number[]) => ({ p50: quantile(values, 0.5), p95: quantile(values, 0.95) });

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const value = await work();
  return [value, performance.now() - start];
}

async function inVault<T>(work: (client: EngineClient, dir: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
  const engine = await createEngine({ dir: join(folder, 'v'), host: 'cli', kdf: 'floor', keychain: false });
  try {
    const client = engine.client(person);
    await client.vault.create({ passphrase: PASSPHRASE });
    await engine.settled();
    return await work(client, join(folder, 'v'));
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureWrites(): Promise<void> {
  await inVault(async (client) => {
    const memories = turns(1400);
    await client.memories.remember(memories[0]!);
    const single: number[] = [];
    for (const memory of memories.slice(1, 201)) single.push((await timed(() => client.memories.remember(memory)))[1]);
    const { p50, p95 } = quantiles(single);
    const grouped = memories.slice(201, 1401);
    const next = grouped.values();
    const CALLERS = 32;
    const [, ms] = await timed(() => Promise.all(Array.from({ length: CALLERS }, async () => {
      for (const memory of next) await client.memories.remember(memory);
    })));
    assert.equal((await client.memories.list({ limit: 1 })).total, 1400);
    note('durable single write p50', p50, 'ms', '< 10');
    note('durable single write p95', p95, 'ms');
    note(`grouped writes, ${CALLERS} callers`, (grouped.length * 1000) / ms, '/s', '≥ 300');
  });
}

async function measureRecall(client: EngineClient, count: number): Promise<void> {
  const { p50, p95, embedding } = await timeRecalls(client, questions(turns(count), 300));
  note(`recall at ${count} p50`, p50, 'ms');
  note(`recall at ${count} p95`, p95, 'ms', count === 10_000 ? '< 10' : null);
  note('embedding of its question, not counted, p50', embedding, 'ms');
}

/** A conversation of 500 messages, and what looking at the next prompt takes beyond the recall in it. */
async function measureContext(client: EngineClient, count: number): Promise<void> {
  const MESSAGES = 500;
  const random = seeded(5);
  await client.settings.set({ 'recall.limit': 100 });
  const { id } = await client.chat.open({ model: 'builtin' });
  await client.chat.change({ id, readMemory: false, saveMemory: false });
  for (let i = 0; i < MESSAGES / 2; i++) {
    const text = `${Array.from({ length: 5 }, () => sentence(random, 10, 24)).join('. ')}. We decided to use ${sentence(random, 2, 4)}.`;
    for await (const _ of await client.chat.send({ session: id, text }));
  }
  await client.chat.change({ id, readMemory: true });
  const model = 'claude-opus-4-6';
  const asked = questions(turns(count), 120, 9);
  const first = await timed(() => client.chat.preview({ session: id, text: asked[0]!, model }));
  const over: number[] = [];
  let kept = 0;
  for (const text of asked.slice(20)) {
    const [, recall] = await timed(() => client.recall({ query: text, limit: 100, explain: true }));
    const [preview, whole] = await timed(() => client.chat.preview({ session: id, text, model }));
    over.push(Math.max(0, whole - recall));
    const part = (name: string) => preview.sections.find((section) => section.name === name)!;
    assert.deepEqual([preview.window, part('history').items.length], [200_000, MESSAGES / 2]);
    assert.ok(preview.used + preview.reserve <= preview.window && part('history').used > 500);
    kept += part('recalled').items.filter((item) => item.kept).length;
  }
  assert.ok(kept > over.length * 20, 'the prompts hold memories');
  note(`building a prompt, window 200000, ${count} memories, ${MESSAGES} messages, beyond recall p50`, quantiles(over).p50, 'ms');
  note(`building a prompt, window 200000, ${count} memories, ${MESSAGES} messages, beyond recall p95`, quantiles(over).p95, 'ms', '< 60');
  note('the first one, with its vocabulary and every message read', first[1], 'ms');
}

/** A fresh process with the flags of the one that serves: from the moment the key is there to the first answer. */
function measureStart(dir: string): void {
  const run = spawnSync(process.execPath, ['--max-semi-space-size=4', join(import.meta.dirname, 'start-child.ts'), dir, PASSPHRASE], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const { firstRecallMs, items, rssMb } = JSON.parse(run.stdout) as { firstRecallMs: number; items: number; rssMb: number };
  assert.ok(items > 0, 'the first recall found memories');
  note('start to first recall at 10000, after the key', firstRecallMs, 'ms', '< 1000');
  note('resident memory after it', rssMb, 'MB');
}

/** Two agents in turn: one is set aside, the other taken up again with its slots and momentum. */
async function measureSwitches(): Promise<void> {
  await inVault(async (client) => {
    const chats: SessionId[] = [];
    for (const name of ['one', 'two']) {
      const agent = await client.agents.create({ name });
      const { id } = await client.chat.open({ agent: agent.id, model: 'builtin' });
      for (const text of [`I use Helix with agent ${name}.`, 'I like rye bread.', 'and its themes?']) for await (const event of await client.chat.send({ session: id, text })) void event;
      chats.push(id);
    }
    const switches: number[] = [];
    for (let i = 0; i < 100; i++) {
      const [slots, ms] = await timed(() => client.chat.inMind({ id: chats[i % 2]! }));
      assert.ok(slots.length > 0, 'something is in mind');
      switches.push(ms);
    }
    note('agent switch p99', switches.toSorted((a, b) => a - b)[98]!, 'ms', '< 200');
  });
}

await measureWrites();
await measureSwitches();
await inVault(async (client) => {
  await storeTurns(client, 1000);
  await measureRecall(client, 1000);
});
const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
const engine = await createEngine({ dir: join(folder, 'v'), host: 'cli', kdf: 'floor', keychain: false });
const client = engine.client(person);
await client.vault.create({ passphrase: PASSPHRASE });
note('import with embeddings', await storeTurns(client, 10_000), '/s', '≥ 500');
await measureRecall(client, 10_000);
await measureContext(client, 10_000);
await engine.close();
measureStart(join(folder, 'v'));
rmSync(folder, { recursive: true, force: true });

if (process.argv.includes('--json')) console.log(JSON.stringify({ node: process.version, figures }, null, 2));
else for (const { name, value, unit, goal } of figures) console.log(`${name.padEnd(46)} ${String(value).padStart(10)} ${unit.padEnd(4)} ${goal ? `(asked ${goal})` : ''}`);
