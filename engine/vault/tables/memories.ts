import type { Facets, MemoryFilter, MemoryVersion } from '../../../contract/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import { all, get, marks, type ReadableVault } from './handle.ts';
import { memoryColumns, memoryJoins, type MemoryRow } from './memory-row.ts';
import { findScope, visibleScopes } from './scopes.ts';
import { vectorOf } from './vectors.ts';
import { wordsOf } from './word-forms.ts';

/** One memory by its public id, or undefined when it does not exist or the view does not see it. */
export const memoryById = (db: ReadableVault, { id, ...query }: Scoped<{ id: string; space: number }>): MemoryRow | undefined => memoriesById(db, { ...query, ids: [id] })[0];

/** Rows by public id, in the order asked; those that are missing and those the reader may not see are left out. */
export function memoriesById(db: ReadableVault, query: Scoped<{ ids: readonly string[]; space: number }>): MemoryRow[] {
  const scopes = visibleScopes(db, query.view);
  return query.ids.flatMap((id) => {
    const row = get<MemoryRow>(db, `SELECT ${memoryColumns} FROM ${memoryJoins} WHERE m.public_id = ?`, query.space, id);
    return row && (scopes === null || scopes.includes(row.scope)) ? [row] : [];
  });
}

/** Rows by number, in the order asked; missing ones are left out. */
export function memoriesByNumber(db: ReadableVault, query: { ids: readonly number[]; space: number }): MemoryRow[] {
  return query.ids.flatMap((id) => {
    const row = get<MemoryRow>(db, `SELECT ${memoryColumns} FROM ${memoryJoins} WHERE m.id = ?`, query.space, id);
    return row ? [row] : [];
  });
}

/** What recall weighs of a memory it found, and no more: there are a hundred of them in every question. */
export interface CandidateRow extends Pick<MemoryRow,
  'id' | 'public_id' | 'kind' | 'status' | 'tier' | 'origin' | 'scope' | 'session' | 'speaker' | 'text' | 'cipher' | 'key_fact' | 'happened_at' | 'scanned'> {
  /** What was said just before it in the same conversation and scope. */
  before: string | null;
  /** Its vector in the space that was asked for: exact, or within the error of int8 codes. */
  vector: Float32Array | null;
}

/** Candidates by number, in the order asked; missing ones are left out. Without a space, vectors are left out. */
export function candidates(db: ReadableVault, query: { ids: readonly number[]; space: number | null }): CandidateRow[] {
  const rows = all<Omit<CandidateRow, 'vector'> & { exact: Buffer | null }>(db, `
    SELECT m.id, m.public_id, m.kind, m.status, m.tier, m.origin, m.scope, m.session, m.speaker, m.text, m.cipher, m.key_fact, m.happened_at, m.scanned,
      ${query.space === null ? 'NULL AS exact' : 'e.exact'},
      (SELECT b.text FROM memories b WHERE b.session = m.session AND b.position = m.position - 1 AND b.scope = m.scope
        AND b.status IN ('active', 'superseded') AND b.tier <> 'confidential') AS before
    FROM json_each(?) asked CROSS JOIN memories m ON m.id = asked.value ${query.space === null ? '' : 'LEFT JOIN memory_embeddings e ON e.space = ? AND e.memory = m.id'}
    ORDER BY asked.key`, JSON.stringify(query.ids), ...(query.space === null ? [] : [query.space]));
  return rows.map(({ exact, ...row }) => ({ ...row, vector: exact && vectorOf(exact) }));
}

interface Condition {
  sql: string[];
  values: unknown[];
}

function anyOf(where: Condition, column: string, values: readonly string[] | undefined): void {
  if (!values?.length) return;
  where.sql.push(`${column} IN (${marks(values.length)})`);
  where.values.push(...values);
}

function conditionsOf(db: ReadableVault, query: Scoped<{ filter: MemoryFilter }>): Condition {
  const { filter } = query;
  const where: Condition = { sql: ['1'], values: [] };
  anyOf(where, 'm.kind', filter.kind);
  anyOf(where, 'm.category', filter.category);
  anyOf(where, 'm.status', filter.status);
  anyOf(where, 'm.origin', filter.origin);
  anyOf(where, 'm.tier', filter.tier);
  const equal = (column: string, value: unknown) => {
    if (value === undefined) return;
    where.sql.push(`${column} = ?`);
    where.values.push(value);
  };
  equal('m.pinned', filter.pinned === undefined ? undefined : Number(filter.pinned));
  equal('m.session', filter.session);
  equal('m.job', filter.job);
  equal('m.source', filter.source);
  if (filter.scope) equal('m.scope', findScope(db, filter.scope) ?? -1);
  if (filter.happenedFrom !== undefined) (where.sql.push('m.happened_at >= ?'), where.values.push(filter.happenedFrom));
  if (filter.happenedTo !== undefined) (where.sql.push('m.happened_at <= ?'), where.values.push(filter.happenedTo));
  const scopes = visibleScopes(db, query.view);
  if (scopes) (where.sql.push(`m.scope IN (${marks(scopes.length)})`), where.values.push(...scopes));
  for (const word of wordsOf(filter.text ?? '')) {
    // Search as you type must also find what is not in the word index (quarantined, forgotten).
    where.sql.push(`(m.text LIKE ? ESCAPE '\\' OR m.speaker LIKE ? ESCAPE '\\')`);
    const pattern = `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
    where.values.push(pattern, pattern);
  }
  return where;
}

export type ListSort = 'newest' | 'oldest' | 'most_used';
const order: Record<ListSort, { by: string; after: string }> = {
  newest: { by: 'm.happened_at DESC, m.id DESC', after: '(m.happened_at, m.id) < (?, ?)' },
  oldest: { by: 'm.happened_at, m.id', after: '(m.happened_at, m.id) > (?, ?)' },
  most_used: { by: 'm.uses DESC, m.id DESC', after: '(m.uses, m.id) < (?, ?)' },
};

export interface ListQuery {
  filter: MemoryFilter;
  sort: ListSort;
  /** Sort value and number of the last row of the page before. */
  after: readonly [number, number] | null;
  limit: number;
  space: number;
}

export function listMemories(db: ReadableVault, query: Scoped<ListQuery>): { rows: MemoryRow[]; total: number } {
  const where = conditionsOf(db, query);
  const condition = where.sql.join(' AND ');
  const total = get<{ n: number }>(db, `SELECT count(*) AS n FROM memories m WHERE ${condition}`, ...where.values)!.n;
  const { by, after } = order[query.sort];
  const rows = all<MemoryRow>(db, `
    SELECT ${memoryColumns} FROM ${memoryJoins}
    WHERE ${condition} ${query.after ? `AND ${after}` : ''} ORDER BY ${by} LIMIT ?`,
    query.space, ...where.values, ...(query.after ?? []), query.limit);
  return { rows, total };
}

export function facetCounts(db: ReadableVault, query: Scoped<{ filter: MemoryFilter }>): Facets {
  const where = conditionsOf(db, query);
  const count = (column: string) => Object.fromEntries(
    all<{ value: string; n: number }>(db,
      `SELECT m.${column} AS value, count(*) AS n FROM memories m WHERE ${where.sql.join(' AND ')} GROUP BY 1 ORDER BY 1`, ...where.values)
      .map((row) => [row.value, row.n]));
  return { kind: count('kind'), category: count('category'), status: count('status'), origin: count('origin'), tier: count('tier') };
}

/** Without walking through all memories: the word index knows how many documents each scope has, and only confidential ones stand outside it. */
export function countByStatus(db: ReadableVault): { active: number; superseded: number; quarantined: number; forgotten: number } {
  const indexed = (letter: string) => get<{ n: number }>(db, `SELECT coalesce(sum(documents), 0) AS n FROM word_totals WHERE scope GLOB ?`, `${letter}*`)!.n;
  const sealed = (status: string) => get<{ n: number }>(db, `SELECT count(*) AS n FROM memories INDEXED BY memories_confidential WHERE tier = 'confidential' AND status = ?`, status)!.n;
  const of = (status: string) => get<{ n: number }>(db, 'SELECT count(*) AS n FROM memories WHERE status = ?', status)!.n;
  return { active: indexed('a') + sealed('active'), superseded: indexed('p') + sealed('superseded'), quarantined: of('quarantined'), forgotten: of('forgotten') };
}

export interface VersionRow {
  version: number;
  text: string;
  cipher: Uint8Array | null;
  tier: string;
  changed_at: number;
  reason: MemoryVersion['reason'];
}
export interface EdgeRow {
  source: string;
  target: string;
  type: string;
  weight: number;
  key_fact: string;
}
export interface UseRow {
  session: string;
  message: string;
  title: string;
  used_at: number;
}

/** History, relations and uses of one memory. Relations show only ends the view sees. */
export function memoryStory(db: ReadableVault, query: Scoped<{ id: number }>): { versions: VersionRow[]; edges: EdgeRow[]; uses: UseRow[] } {
  const scopes = visibleScopes(db, query.view);
  const versions = all<VersionRow>(db,
    'SELECT version, text, cipher, tier, changed_at, reason FROM memory_versions WHERE memory = ? ORDER BY version DESC', query.id);
  const edges = all<EdgeRow & { scope: number }>(db, `
    SELECT a.public_id AS source, b.public_id AS target, e.type, e.weight, o.key_fact, o.scope
    FROM (SELECT source, target, type, weight, target AS other FROM memory_edges WHERE source = ?
          UNION ALL SELECT source, target, type, weight, source FROM memory_edges WHERE target = ?) e
    JOIN memories a ON a.id = e.source JOIN memories b ON b.id = e.target JOIN memories o ON o.id = e.other
    WHERE o.status <> 'forgotten' ORDER BY e.weight DESC, e.type LIMIT 200`, query.id, query.id)
    .filter((edge) => scopes === null || scopes.includes(edge.scope));
  const uses = all<UseRow>(db, `
    SELECT g.session, u.message, n.title, u.used_at FROM memory_uses u
    JOIN messages g ON g.id = u.message JOIN sessions n ON n.id = g.session
    WHERE u.memory = ? ORDER BY u.used_at DESC LIMIT 200`, query.id);
  return { versions, edges, uses };
}

/** Those of some memories that happened in a span of time and that the reader may see. */
export function happenedWithin(db: ReadableVault, query: Scoped<{ ids: readonly number[]; from: number; to: number }>): { id: number; happened_at: number }[] {
  const scopes = visibleScopes(db, query.view);
  return all(db, `
    SELECT m.id, m.happened_at FROM json_each(?) asked CROSS JOIN memories m ON m.id = asked.value
    WHERE m.happened_at BETWEEN ? AND ? ${scopes ? `AND m.scope IN (${marks(scopes.length)})` : ''}`, JSON.stringify(query.ids), query.from, query.to, ...(scopes ?? []));
}

/** Memories that happened in a span of time, newest first, in the order of their index: `+` keeps the one over status out. */
export function memoriesInTime(
  db: ReadableVault,
  query: Scoped<{ from: number; to: number; past: boolean; limit: number }>,
): { id: number; happened_at: number }[] {
  const scopes = visibleScopes(db, query.view);
  return all(db, `
    SELECT id, happened_at FROM memories
    WHERE happened_at BETWEEN ? AND ? AND +status ${query.past ? `IN ('active', 'superseded')` : `= 'active'`}
    ${scopes ? `AND scope IN (${marks(scopes.length)})` : ''}
    ORDER BY happened_at DESC LIMIT ?`, query.from, query.to, ...(scopes ?? []), query.limit);
}

const MOST_SPEAKERS = 500;

/** Names of speakers in what the view sees. Hops over the index, so its cost is the number of names. */
export function speakers(db: ReadableVault, query: Scoped<object>): string[] {
  const scopes = visibleScopes(db, query.view) ?? all<{ id: number }>(db, 'SELECT id FROM scopes').map((row) => row.id);
  const names = scopes.flatMap((scope) => all<{ name: string | null }>(db, `
    WITH RECURSIVE names (name) AS (
      SELECT min(speaker) FROM memories WHERE scope = ? AND speaker IS NOT NULL
      UNION ALL SELECT (SELECT min(speaker) FROM memories WHERE scope = ? AND speaker > name) FROM names WHERE name IS NOT NULL)
    SELECT name FROM names LIMIT ${MOST_SPEAKERS}`, scope, scope));
  return [...new Set(names.flatMap((row) => (row.name === null ? [] : [row.name])))];
}

/** Public ids of memories that were forgotten before a moment. */
export const expiredOnShelf = (db: ReadableVault, query: { before: number; limit: number }): string[] =>
  all<{ public_id: string }>(db, `SELECT public_id FROM memories WHERE status = 'forgotten' AND forgotten_at < ? LIMIT ?`, query.before, query.limit)
    .map((row) => row.public_id);
