import type { Scoped } from '../../../security/access/index.ts';
import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';
import { visibleScopes } from './scopes.ts';

/** A day or span that a memory's own text names, milliseconds UTC, both ends included. */
export interface NamedTime {
  starts: number;
  ends: number;
}

/** A named span of more than a month finds no memory by itself: of a year it says too little. */
const LONGEST_FOUND_MS = 31 * 86_400_000;

/** Of a memory that has none. */
export function addNamedTimes(db: WritableVault, memory: number, times: readonly NamedTime[]): void {
  for (const { starts, ends } of times) run(db, 'INSERT OR IGNORE INTO named_times VALUES (?, ?, ?)', memory, starts, ends);
}

/** Instead of those it had. */
export function putNamedTimes(db: WritableVault, memory: number, times: readonly NamedTime[]): void {
  run(db, 'DELETE FROM named_times WHERE memory = ?', memory);
  addNamedTimes(db, memory, times);
  run(db, 'UPDATE memories SET times_read = 1 WHERE id = ?', memory);
}

export interface Unread {
  id: number;
  version: number;
  text: string;
  happened_at: number;
}

/** Memories whose dates nobody has looked for. */
export function withoutTimes(db: ReadableVault, query: { limit: number }): Unread[] {
  return all(db, 'SELECT id, version, text, happened_at FROM memories WHERE times_read = 0 ORDER BY id LIMIT ?', query.limit);
}

/** Those whose text changed meanwhile are left for another time. */
export function fillTimes(db: WritableVault, read: readonly (Pick<Unread, 'id' | 'version'> & { times: readonly NamedTime[] })[]): void {
  for (const { id, version, times } of read)
    if (get(db, 'SELECT 1 FROM memories WHERE id = ? AND version = ? AND times_read = 0', id, version)) putNamedTimes(db, id, times);
}

/** What some memories name; of those the reader may see. */
export function namedTimesOf(db: ReadableVault, query: Scoped<{ ids: readonly number[] }>): (NamedTime & { id: number })[] {
  const scopes = visibleScopes(db, query.view);
  return all(db, `
    SELECT t.memory AS id, t.starts, t.ends FROM json_each(?) asked CROSS JOIN named_times t ON t.memory = asked.value
    ${scopes ? `JOIN memories m ON m.id = t.memory AND m.scope IN (SELECT value FROM json_each(?))` : ''}`, JSON.stringify(query.ids), ...(scopes ? [JSON.stringify(scopes)] : []));
}

/** Memories that name a day or a span of at most a month inside a span of time, the latest first. */
export function namedWithin(db: ReadableVault, query: Scoped<{ from: number; to: number; past: boolean; limit: number }>): (NamedTime & { id: number; happened_at: number })[] {
  const scopes = visibleScopes(db, query.view);
  return all(db, `
    SELECT t.memory AS id, t.starts, t.ends, m.happened_at FROM named_times t CROSS JOIN memories m ON m.id = t.memory
    WHERE t.starts BETWEEN ? AND ? AND t.ends >= ? AND t.ends - t.starts <= ${LONGEST_FOUND_MS}
      AND m.status ${query.past ? `IN ('active', 'superseded')` : `= 'active'`} ${scopes ? 'AND m.scope IN (SELECT value FROM json_each(?))' : ''}
    ORDER BY t.starts DESC, t.ends, t.memory LIMIT ?`,
    query.from - LONGEST_FOUND_MS, query.to, query.from, ...(scopes ? [JSON.stringify(scopes)] : []), query.limit);
}
