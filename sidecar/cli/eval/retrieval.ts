import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngramError, limits, MemoryText, type MemoryId, type NewMemory } from '../../../contract/index.ts';
import type { ContractClient } from '../../client/index.ts';
import type { DataSet } from './data-set.ts';
import type { Answer } from './measure.ts';

/** Memories asked for with every query; the largest k that can be measured. */
export const depth = 50;
/** Questions about what never happened have no right answer to find. */
const unanswerable = 'adversarial';
const batchSize = 200;
const embedPollMs = 100;
/** Time without a single new vector after which waiting is given up. */
const embedPatienceMs = 60_000;

export interface RetrievalOptions {
  /** Id of an embedder, or a folder or address to install one from; the built-in one when absent. */
  embedder?: string;
  talk(text: string): void;
}

export interface SetOutcome {
  name: string;
  answers: Answer[];
  memories: number;
  /** Rows that no memory can hold (empty or too long). */
  refused: number;
  /** Queries without evidence or of the unanswerable category. */
  skipped: number;
  /** Share of memories with a vector, as the last recall reported it. */
  coverage: number;
}

/**
 * Loads one data set into a fresh encrypted vault through the public calls, asks its queries and
 * removes the vault again.
 */
export async function evaluate(set: DataSet, options: RetrievalOptions): Promise<SetOutcome> {
  const { createEngine } = await import('../../../engine/serve/index.ts');
  const dir = await mkdtemp(join(tmpdir(), 'engram-eval-'));
  try {
    const engine = await createEngine({ dir, host: 'cli', kdf: 'floor', keychain: false });
    try {
      const client = engine.client({ kind: 'person', local: true });
      await client.vault.create({ passphrase: randomBytes(24).toString('base64url') });
      if (options.embedder !== undefined) await choose(client, options.embedder);
      const stored = await load(client, set, options);
      await embedded(client);
      await engine.settled();
      return await ask(client, set, stored, options);
    } finally {
      await engine.close();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Id of the memory that holds each row; rows that were merged share one. */
type Stored = { ofRow: Map<string, MemoryId>; refused: number };

async function load(client: ContractClient, set: DataSet, { talk }: RetrievalOptions): Promise<Stored> {
  const rows = set.memories.filter((row) => MemoryText.safeParse(row.text).success);
  const ofRow = new Map<string, MemoryId>();
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize);
    const answers = await client.memories.rememberMany({ memories: batch.map(asMemory) });
    batch.forEach((row, index) => ofRow.set(row.id, answers[index]!.id));
  }
  talk(`${set.name}: ${rows.length} memories loaded`);
  return { ofRow, refused: set.memories.length - rows.length };
}

function asMemory(row: DataSet['memories'][number]): NewMemory {
  const name = (text: string | undefined) => text?.trim().slice(0, limits.nameChars) || undefined;
  const speaker = name(row.speaker);
  const session = name(row.session);
  return {
    text: row.text,
    ...(speaker === undefined ? {} : { speaker }),
    ...(session === undefined ? {} : { session }),
    ...(row.timestamp === undefined ? {} : { happenedAt: row.timestamp }),
  };
}

async function ask(client: ContractClient, set: DataSet, { ofRow, refused }: Stored, { talk }: RetrievalOptions): Promise<SetOutcome> {
  const rowsOf = new Map<string, string[]>();
  for (const [row, id] of ofRow) rowsOf.set(id, [...(rowsOf.get(id) ?? []), row]);
  const times = set.memories.flatMap((row) => (row.timestamp === undefined ? [] : [row.timestamp]));
  const at = times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
  const asked = set.queries.filter((query) => query.category !== unanswerable && query.relevant.length > 0);
  const answers: Answer[] = [];
  let coverage = 0;
  for (const query of asked) {
    const started = performance.now();
    const result = await client.recall({ query: query.text.slice(0, limits.queryChars), limit: depth, weak: true, ...(at === undefined ? {} : { at }) });
    const ms = performance.now() - started;
    coverage = result.coverage;
    const wanted = new Set(query.relevant);
    const scored = result.items.map(({ memory, score }) => {
      const rows = rowsOf.get(memory.id) ?? [];
      // A merged memory stands for several rows; it is named by the one that was asked for.
      return { id: rows.find((row) => wanted.has(row)) ?? rows[0] ?? memory.id, score };
    });
    answers.push({
      id: query.id, category: query.category ?? 'none', ms, scored,
      ranked: result.items.map(({ memory }) => memory.id),
      // Evidence that could not be stored stays in the sum, so that it counts as not found.
      relevant: new Set(query.relevant.map((row) => ofRow.get(row) ?? `unstored ${row}`)),
    });
  }
  talk(`${set.name}: ${answers.length} queries asked`);
  return { name: set.name, answers, memories: ofRow.size, refused, skipped: set.queries.length - asked.length, coverage };
}

async function choose(client: ContractClient, wanted: string): Promise<void> {
  const known = await client.models.embedders();
  if (known.some((embedder) => embedder.id === wanted)) return void (await client.models.useEmbedder({ id: wanted }));
  const { job } = await client.models.addEmbedder({ source: wanted });
  for (;;) {
    const { state, error } = await client.jobs.get({ id: job });
    if (state === 'done') break;
    if (state !== 'waiting' && state !== 'running') throw error === null ? new EngramError('MODEL_INVALID') : EngramError.fromBody(error);
    await new Promise((resolve) => setTimeout(resolve, embedPollMs));
  }
  const before = new Set(known.map((embedder) => embedder.id));
  const added = (await client.models.embedders()).find((embedder) => !before.has(embedder.id));
  if (added === undefined) throw new EngramError('MODEL_INVALID', { detail: 'the model was not installed' });
  await client.models.useEmbedder({ id: added.id });
}

/** Waits until every memory has its vector, or no more come. */
async function embedded(client: ContractClient): Promise<void> {
  let last = -1;
  let changedAt = performance.now();
  for (;;) {
    const active = (await client.models.embedders()).find((embedder) => embedder.active);
    if (active === undefined || !active.available || active.embedded >= active.total) return;
    if (active.embedded !== last) {
      last = active.embedded;
      changedAt = performance.now();
    } else if (performance.now() - changedAt > embedPatienceMs) return;
    await new Promise((resolve) => setTimeout(resolve, embedPollMs));
  }
}
