import type { Category, EdgeType, Fact, MemoryKind, Origin, Remembered, Scope } from '../../../contract/index.ts';
import { corroborated } from '../../../security/access/index.ts';
import type { SealedText } from '../sealed-text.ts';
import { all, get, run, type WritableVault } from './handle.ts';
import { addEdge } from './edges.ts';
import { putLookUps } from './look-ups.ts';
import { addNamedTimes, type NamedTime } from './named-times.ts';
import { triedOf } from './levels.ts';
import { scopeNumber } from './scopes.ts';
import { putEmbedding, type StoredVector } from './vectors.ts';
import { neighboursOf, reindexWords } from './words.ts';
import { record } from './audit.ts';

/** A fact as it is stored: what it says and which older facts it ends. */
export interface StoredFact extends Fact {
  confidence: number;
  /** Only one object at a time: another one ends the older fact. */
  functional: boolean;
  /** Objects, lower case, that the sentence itself says are over ("switched from vim"). */
  ends: readonly string[];
}

export interface StoredMemory {
  publicId: string;
  kind: MemoryKind;
  category: Category;
  status: 'active' | 'quarantined';
  origin: Origin;
  source: string | null;
  scope: Scope;
  session: string | null;
  message: string | null;
  job: string | null;
  speaker: string | null;
  pinned: boolean;
  importance: number;
  trust: number;
  content: SealedText;
  summary: string;
  keyFact: string;
  tag: string;
  happenedAt: number;
  /** What its text names, as far as it may be shown. */
  times: readonly NamedTime[];
  validFrom: number | null;
  validTo: number | null;
  fact: StoredFact | null;
  steps: readonly string[];
  vector: StoredVector | null;
  /** Instead of `vector` for a confidential memory. */
  sealedVector: Uint8Array | null;
  /** Version of the scanner that let it in. */
  scanned: number;
  relations: readonly { to: string; type: EdgeType; weight: number }[];
}

/** What the engine must know of a stored memory to keep its vector codes in line. */
export interface StoredRow {
  result: Remembered;
  row: number;
  scope: number;
  /** Older facts that this one closed. */
  closed: { row: number; scope: number }[];
}

const NEXT_TO_WEIGHT = 0.5;

interface Duplicate {
  id: number;
  public_id: string;
  tier: Remembered['tier'];
  key_fact: string;
  trust: number;
}

/** Knowledge merges wherever it was said; an event only with itself (same moment, speaker, conversation). */
function findDuplicate(db: WritableVault, memory: StoredMemory, scope: number): Duplicate | undefined {
  if (memory.kind === 'episodic')
    return get<Duplicate>(db, `
      SELECT id, public_id, tier, key_fact, trust FROM memories
      WHERE text_hash = ? AND scope = ? AND status = ? AND kind = 'episodic' AND happened_at = ? AND speaker IS ? AND session IS ?`,
      memory.content.hash, scope, memory.status, memory.happenedAt, memory.speaker, memory.session);
  const same = get<Duplicate>(db, `
    SELECT id, public_id, tier, key_fact, trust FROM memories
    WHERE text_hash = ? AND scope = ? AND status = ? AND kind <> 'episodic'`, memory.content.hash, scope, memory.status);
  if (same || !memory.fact || memory.content.tier !== 'cleartext') return same;
  return get<Duplicate>(db, `
    SELECT m.id, m.public_id, m.tier, m.key_fact, m.trust FROM semantic_memories f JOIN memories m ON m.id = f.memory
    WHERE f.subject = ? AND f.predicate = ? AND lower(f.object) = lower(?) AND m.scope = ? AND m.status = ? AND m.valid_to IS NULL`,
    memory.fact.subject, memory.fact.predicate, memory.fact.object, scope, memory.status);
}

function insertSubtype(db: WritableVault, id: number, memory: StoredMemory): void {
  if (memory.kind === 'episodic') run(db, 'INSERT INTO episodic_memories (memory, participants) VALUES (?, ?)', id, JSON.stringify(memory.speaker ? [memory.speaker] : []));
  if (memory.kind === 'semantic')
    run(db, 'INSERT INTO semantic_memories VALUES (?, ?, ?, ?, ?)', id,
      memory.fact?.subject ?? null, memory.fact?.predicate ?? null, memory.fact?.object ?? null, memory.fact?.confidence ?? 0.5);
  if (memory.kind === 'procedural') run(db, 'INSERT INTO procedural_memories (memory, steps) VALUES (?, ?)', id, JSON.stringify(memory.steps));
}

/** Closes older facts that the new one contradicts. Their validity ends; the history stays. */
function closeOlder(db: WritableVault, id: number, memory: StoredMemory, scope: number): { row: number; scope: number; public_id: string }[] {
  const { fact } = memory;
  if (!fact || memory.status !== 'active') return [];
  const since = memory.validFrom ?? memory.happenedAt;
  const older = all<{ id: number; public_id: string; object: string; trust: number; happened_at: number; valid_from: number | null }>(db, `
    SELECT m.id, m.public_id, m.trust, f.object, m.happened_at, m.valid_from FROM semantic_memories f JOIN memories m ON m.id = f.memory
    WHERE f.subject = ? AND f.predicate = ? AND m.id <> ? AND m.scope = ? AND m.status = 'active' AND m.pinned = 0`,
    fact.subject, fact.predicate, id, scope)
    .filter((row) => (row.valid_from ?? row.happened_at) <= since)
    // What is trusted less may contradict a fact, but not end it.
    .filter((row) => memory.trust >= row.trust || corroborated(0, memory) > 0)
    .filter((row) => row.object.toLowerCase() !== fact.object.toLowerCase() && (fact.functional || fact.ends.includes(row.object.toLowerCase())));
  for (const row of older) {
    run(db, `UPDATE memories SET status = 'superseded', valid_to = ?, updated_at = ? WHERE id = ?`, since, memory.happenedAt, row.id);
    addEdge(db, { source: id, target: row.id, type: 'supersedes', weight: 1 }, memory.happenedAt);
  }
  return older.map((row) => ({ row: row.id, scope, public_id: row.public_id }));
}

function storeOne(db: WritableVault, memory: StoredMemory, space: number, now: number, actor: string, touched: Set<number>): StoredRow {
  const scope = scopeNumber(db, memory.scope);
  const duplicate = findDuplicate(db, memory, scope);
  if (duplicate) {
    // One import is one source, however often its file says a thing.
    run(db, `UPDATE memories SET corroborations = corroborations + 1, trust = ?, updated_at = ? WHERE id = ? AND (? IS NULL OR job IS NOT ?)`,
      corroborated(duplicate.trust, memory), now, duplicate.id, memory.job, memory.job);
    record(db, { operation: 'merge', memory: duplicate.public_id, actor, count: 1 }, now);
    return {
      result: { id: duplicate.public_id as Remembered['id'], outcome: 'merged', replaced: null, keyFact: duplicate.key_fact, tier: duplicate.tier },
      row: duplicate.id, scope, closed: [],
    };
  }
  const position = memory.session === null ? null
    : (get<{ last: number | null }>(db, 'SELECT max(position) AS last FROM memories WHERE session = ? AND scope = ?', memory.session, scope)!.last ?? 0) + 1;
  const inserted = get<{ id: number }>(db, `
    INSERT INTO memories (public_id, kind, category, status, tier, origin, source, scope, session, position, message, job, speaker,
      pinned, importance, strength, trust, text, cipher, summary, key_fact, tag, text_hash, created_at, updated_at, happened_at, valid_from, valid_to, scanned, levels_tried, times_read)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) RETURNING id`,
    memory.publicId, memory.kind, memory.category, memory.status, memory.content.tier, memory.origin, memory.source, scope,
    memory.session, position, memory.message, memory.job, memory.speaker, Number(memory.pinned), memory.importance, memory.trust,
    memory.content.shown, memory.content.cipher, memory.summary, memory.keyFact, memory.tag, memory.content.hash,
    now, now, memory.happenedAt, memory.validFrom, memory.validTo, memory.scanned, triedOf(memory.content.shown, 1))!;
  const id = inserted.id;
  insertSubtype(db, id, memory);
  const closed = closeOlder(db, id, memory, scope);
  for (const relation of memory.relations) {
    const target = get<{ id: number }>(db, 'SELECT id FROM memories WHERE public_id = ?', relation.to);
    if (target && target.id !== id) addEdge(db, { source: id, target: target.id, type: relation.type, weight: relation.weight }, now);
  }
  if (position !== null && position > 1) {
    const before = get<{ id: number }>(db, 'SELECT id FROM memories WHERE session = ? AND position = ? AND scope = ?', memory.session, position - 1, scope);
    if (before) addEdge(db, { source: before.id, target: id, type: 'next_to', weight: NEXT_TO_WEIGHT }, now);
  }
  if (memory.vector) putEmbedding(db, space, id, memory.vector);
  if (memory.sealedVector) run(db, 'INSERT INTO sealed_embeddings VALUES (?, ?, ?)', space, id, memory.sealedVector);
  putLookUps(db, id, memory.content.lookUps);
  addNamedTimes(db, id, memory.times);
  touched.add(id);
  for (const near of neighboursOf(db, memory.session, position)) touched.add(near);
  for (const old of closed) touched.add(old.row);
  record(db, { operation: 'store', memory: memory.publicId, actor, count: 1 }, now);
  return {
    result: {
      id: memory.publicId as Remembered['id'], outcome: closed.length ? 'superseded' : 'stored',
      replaced: (closed[0]?.public_id ?? null) as Remembered['replaced'], keyFact: memory.keyFact, tier: memory.content.tier,
    },
    row: id, scope, closed: closed.map(({ row, scope: s }) => ({ row, scope: s })),
  };
}

export interface StoreBatch {
  memories: readonly StoredMemory[];
  space: number;
  now: number;
  actor: string;
}

/** All or nothing. The word index is brought in line once, after the last row. */
export function storeMemories(db: WritableVault, batch: StoreBatch): StoredRow[] {
  const touched = new Set<number>();
  const rows = batch.memories.map((memory) => storeOne(db, memory, batch.space, batch.now, batch.actor, touched));
  reindexWords(db, touched);
  return rows;
}
