import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngramError, limits, MemoryText, type MemoryId, type NewMemory } from '../../../contract/index.ts';
import type { ContractClient } from '../../client/index.ts';
import { settingsWithout, type Part } from './ablation.ts';
import { asked, questionsOf, unstored } from './asked.ts';
import { askOne, atLevel, unanswerable, type Level } from './asking.ts';
import type { DataSet } from './data-set.ts';
import type { Answer } from './measure.ts';

const batchSize = 200;
const embedPollMs = 100;
/** Time without a single new vector after which waiting is given up. */
const embedPatienceMs = 60_000;

export interface RetrievalOptions {
  /** Id of an embedder, or a folder or address to install one from; the built-in one when absent. */
  embedder?: string;
  level: Level;
  /** Ask only queries of this split. */
  split?: string;
  /** Ask the unanswerable ones too. */
  unanswerable?: boolean;
  /** Parts switched off in each round over the queries; one round with every part when absent. */
  rounds?: readonly (readonly Part[])[];
  talk(text: string): void;
}

/** The answers of one round, in the order of the data set. */
export interface Round {
  answers: Answer[];
  /** Of the unanswerable category, when they were asked. */
  unanswerable: Answer[];
}

export interface SetOutcome {
  name: string;
  rounds: Round[];
  memories: number;
  /** Rows that no memory can hold (empty or too long). */
  refused: number;
  /** Queries that were not asked: without evidence, of the unanswerable category, or of another split. */
  skipped: number;
  /** Share of memories with a vector, as the last recall reported it. */
  coverage: number;
}

/** Loads one data set into a fresh vault, asks its queries and removes the vault again. */
export function evaluate(set: DataSet, options: RetrievalOptions): Promise<SetOutcome> {
  return inFreshVault(set, options, (client, stored) => ask(client, set, stored, options));
}

/** Loads one data set into a fresh encrypted vault through the public calls, and removes the vault after its use. */
export async function inFreshVault<T>(
  set: DataSet, options: Pick<RetrievalOptions, 'embedder' | 'talk'>, use: (client: ContractClient, stored: Stored) => Promise<T>,
): Promise<T> {
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
      return await use(client, stored);
    } finally {
      await engine.close();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Id of the memory that holds each row; rows that were merged share one. */
export type Stored = { ofRow: Map<string, MemoryId>; refused: number };

async function load(client: ContractClient, set: DataSet, { talk }: Pick<RetrievalOptions, 'talk'>): Promise<Stored> {
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

async function ask(client: ContractClient, set: DataSet, { ofRow, refused }: Stored, options: RetrievalOptions): Promise<SetOutcome> {
  const { level, rounds: offs = [[]], talk } = options;
  const rowsOf = new Map<string, string[]>();
  for (const [row, id] of ofRow) rowsOf.set(id, [...(rowsOf.get(id) ?? []), row]);
  const sessionOf = sessionsOf(set, ofRow);
  const queries = asked(set, options);
  const questionOf = questionsOf(set, ofRow);
  const rounds: Round[] = [];
  let coverage = 0;
  for (const off of offs) {
    await client.settings.set(settingsWithout(off));
    const round: Round = { answers: [], unanswerable: [] };
    for (const query of queries) {
      const wanted = new Set(query.relevant);
      const { answer, result } = await askOne(client, questionOf(query));
      coverage = result.coverage;
      // A merged memory stands for several rows; it is named by the one that was asked for.
      const scored = answer.scored.map(({ id, score }) => {
        const rows = rowsOf.get(id) ?? [];
        return { id: rows.find((row) => wanted.has(row)) ?? rows[0] ?? id, score };
      });
      (query.category === unanswerable ? round.unanswerable : round.answers).push(atLevel({ ...answer, scored }, level, sessionOf));
    }
    rounds.push(round);
    talk(`${set.name}: ${queries.length} queries asked${off.length === 0 ? '' : ` without ${off.join(', ')}`}`);
  }
  return { name: set.name, rounds, memories: ofRow.size, refused, skipped: set.queries.length - queries.length, coverage };
}

/** The session of each memory: of the row that came first, when several were merged. */
function sessionsOf(set: DataSet, ofRow: ReadonlyMap<string, string>): Map<string, string> {
  const sessions = new Map<string, string>();
  for (const { id: row, session } of set.memories) {
    const id = ofRow.get(row) ?? unstored(row);
    if (session !== undefined && !sessions.has(id)) sessions.set(id, session);
  }
  return sessions;
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
