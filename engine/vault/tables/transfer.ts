import { EngramError, type EdgeType } from '../../../contract/index.ts';
import type { SealedText } from '../sealed-text.ts';
import { record } from './audit.ts';
import { addEdge } from './edges.ts';
import { all, get, marks, run, type ReadableVault, type WritableVault } from './handle.ts';
import { memoryColumns, memoryJoins, type MemoryRow } from './memory-row.ts';
import { storeMemories, type StoreBatch, type StoredRow } from './store.ts';
import type { VersionRow } from './memories.ts';

/** The way of whole memories out of one vault and into another. */

export interface ExportPage {
  rows: MemoryRow[];
  versions: (VersionRow & { memory: number })[];
  /** Ties that begin at one of the rows and end at nothing forgotten; ends are public ids. */
  edges: { memory: number; source: string; target: string; type: string; weight: number }[];
}

/** Everything that is not forgotten, in the order it was stored, for the person's own export. */
export function exportPage(db: ReadableVault, query: { after: number; limit: number; space: number }): ExportPage {
  const rows = all<MemoryRow>(db, `SELECT ${memoryColumns} FROM ${memoryJoins} WHERE m.id > ? AND m.status <> 'forgotten' ORDER BY m.id LIMIT ?`, query.space, query.after, query.limit);
  const ids = rows.map((row) => row.id);
  const versions = all<ExportPage['versions'][number]>(db,
    `SELECT memory, version, text, cipher, tier, changed_at, reason FROM memory_versions WHERE memory IN (${marks(ids.length)}) ORDER BY memory, version`, ...ids);
  const edges = all<ExportPage['edges'][number]>(db, `
    SELECT e.source AS memory, s.public_id AS source, t.public_id AS target, e.type, e.weight
    FROM memory_edges e JOIN memories s ON s.id = e.source JOIN memories t ON t.id = e.target
    WHERE e.source IN (${marks(ids.length)}) AND t.status <> 'forgotten' ORDER BY e.source, e.target, e.type`, ...ids);
  return { rows, versions, edges };
}

/** Ids of sessions in a stable order, after a given one. */
export const sessionIds = (db: ReadableVault, query: { after: string; limit: number }): string[] =>
  all<{ id: string }>(db, 'SELECT id FROM sessions WHERE id > ? ORDER BY id LIMIT ?', query.after, query.limit).map((row) => row.id);

/** What an import keeps of a memory's life elsewhere. */
export interface KeptStanding {
  createdAt: number | null;
  updatedAt: number | null;
  strength: number | null;
}

/** Like `storeMemories`, for memories whose ids may be there already because an import that broke off is continued; those stay as they are. */
export function storeImported(db: WritableVault, batch: StoreBatch & { standings: readonly (KeptStanding | null)[] }): StoredRow[] {
  const known = batch.memories.map(({ publicId }) => get<{ id: number; scope: number; key_fact: string; tier: StoredRow['result']['tier'] }>(db,
    'SELECT id, scope, key_fact, tier FROM memories WHERE public_id = ?', publicId));
  const stored = storeMemories(db, { ...batch, memories: batch.memories.filter((_, i) => !known[i]) })[Symbol.iterator]();
  return batch.memories.map(({ publicId }, i): StoredRow => {
    const old = known[i];
    if (old) return { result: { id: publicId as StoredRow['result']['id'], outcome: 'merged', replaced: null, keyFact: old.key_fact, tier: old.tier }, row: old.id, scope: old.scope, closed: [] };
    const row = stored.next().value!;
    const standing = batch.standings[i];
    if (standing && row.result.id === publicId && (standing.createdAt ?? standing.updatedAt ?? standing.strength) !== null)
      run(db, 'UPDATE memories SET created_at = coalesce(?, created_at), updated_at = coalesce(?, updated_at), strength = coalesce(?, strength) WHERE id = ?',
        standing.createdAt, standing.updatedAt, standing.strength, row.row);
    return row;
  });
}

/** An older text of a memory. */
export interface StoredVersion {
  memory: string;
  /** From 1, oldest first. */
  version: number;
  content: SealedText;
  changedAt: number;
  reason: string;
}

/** Puts older texts under memories that the job brought; others are left alone. Twice is like once. */
export function storeVersions(db: WritableVault, change: { job: string; versions: readonly StoredVersion[] }): void {
  for (const { memory, version, content, changedAt, reason } of change.versions) {
    const row = get<{ id: number }>(db, 'SELECT id FROM memories WHERE public_id = ? AND job = ?', memory, change.job);
    if (!row) continue;
    run(db, 'INSERT OR IGNORE INTO memory_versions VALUES (?, ?, ?, ?, ?, ?, ?)', row.id, version, content.shown, content.cipher, content.tier, changedAt, reason);
    run(db, 'UPDATE memories SET version = max(version, ?) WHERE id = ?', version + 1, row.id);
  }
}

export interface ImportedEdge {
  from: string;
  to: string;
  type: EdgeType;
  weight: number;
}

/**
 * Ties what an import brought; how many held. Left out is what has no end here, what would close a
 * circle, and a file's claim that something of it takes the place of what was here before.
 */
export function relateImported(db: WritableVault, change: { job: string; edges: readonly ImportedEdge[]; actor: string; now: number }): number {
  let told = 0;
  for (const { from, to, type, weight } of change.edges) {
    const end = (id: string) => get<{ id: number; job: string | null }>(db, 'SELECT id, job FROM memories WHERE public_id = ?', id);
    const [source, target] = [end(from), end(to)];
    if (!source || !target || source.id === target.id) continue;
    if (type === 'supersedes' && (source.job !== change.job || target.job !== change.job)) continue;
    try {
      addEdge(db, { source: source.id, target: target.id, type, weight }, change.now);
      told++;
    } catch (error) {
      if (!(error instanceof EngramError && error.code === 'WOULD_CYCLE')) throw error;
    }
  }
  if (told > 0) record(db, { operation: 'relate', memory: null, actor: change.actor, count: told }, change.now);
  return told;
}

/**
 * After an approval: what another memory of the same import took the place of is history again, on
 * either side of the tie. Returns the rows it closed.
 */
export function closeSuperseded(db: WritableVault, ids: readonly number[]): number[] {
  return ids.flatMap((id) => all<{ id: number }>(db, `
    UPDATE memories SET status = 'superseded' WHERE status = 'active' AND id IN (
      SELECT e.target FROM memory_edges e JOIN memories s ON s.id = e.source JOIN memories t ON t.id = e.target
      WHERE (e.target = ? OR e.source = ?) AND e.type = 'supersedes' AND s.status IN ('active', 'superseded') AND s.job = t.job)
    RETURNING id`, id, id).map((row) => row.id));
}
