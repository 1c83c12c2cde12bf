import { EngramError } from '../../../contract/index.ts';
import { record } from './audit.ts';
import { all, get, run, sql, type ReadableVault, type WritableVault } from './handle.ts';

/** A memory that somebody called not relevant to a question; `cipher` holds the question. */
export interface DismissalRow {
  id: string;
  memory: number;
  said_at: number;
  cipher: Uint8Array;
}

/** Kept of one caller about one memory; the oldest go first. */
export const MOST_DISMISSALS = 20;

/** What one caller said of these memories since a moment, the newest first. */
export const dismissalsOf = (db: ReadableVault, query: { memories: readonly number[]; sayer: string; since: number }): DismissalRow[] =>
  all(db, `
    SELECT d.id, d.memory, d.said_at, d.cipher FROM json_each(?) asked JOIN dismissals d ON d.memory = asked.value
    WHERE d.sayer = ? AND d.said_at >= ? ORDER BY d.said_at DESC, d.id DESC`, JSON.stringify(query.memories), query.sayer, query.since);

/** Memories a caller ever called not relevant to something; most callers said so of none. */
export const dismissedBy = (db: ReadableVault, query: { sayer: string }): number[] =>
  sql(db, 'SELECT DISTINCT memory FROM dismissals WHERE sayer = ?').pluck().all(query.sayer) as number[];

export function dismissMemory(db: WritableVault, said: { id: string; memory: string; sayer: string; actor: string; cipher: Uint8Array; now: number }): void {
  const row = get<{ id: number }>(db, 'SELECT id FROM memories WHERE public_id = ?', said.memory);
  if (!row) throw new EngramError('NOT_FOUND');
  run(db, 'INSERT INTO dismissals VALUES (?, ?, ?, ?, ?)', said.id, row.id, said.sayer, said.now, said.cipher);
  run(db, `DELETE FROM dismissals WHERE memory = ? AND sayer = ? AND id NOT IN (
    SELECT id FROM dismissals WHERE memory = ? AND sayer = ? ORDER BY said_at DESC, id DESC LIMIT ${MOST_DISMISSALS})`, row.id, said.sayer, row.id, said.sayer);
  record(db, { operation: 'feedback_not_relevant', memory: said.memory, actor: said.actor, count: 1 }, said.now);
}

/** Takes back what a caller said; how many went. */
export function dropDismissals(db: WritableVault, change: { ids: readonly string[]; memory: string; sayer: string; actor: string; now: number }): number {
  const gone = change.ids.reduce((sum, id) => sum + run(db, 'DELETE FROM dismissals WHERE id = ? AND sayer = ?', id, change.sayer), 0);
  if (gone > 0) record(db, { operation: 'feedback_taken_back', memory: change.memory, actor: change.actor, count: gone }, change.now);
  return gone;
}
