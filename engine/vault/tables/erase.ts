import { EngramError, type PurgeTarget } from '../../../contract/index.ts';
import { record } from './audit.ts';
import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';
import { advanceHead } from './head.ts';
import { dropMindsets } from './mindsets.ts';
import { scrubConversations, type WrittenTexts } from './scrub.ts';
import { neighboursOf, reindexWords } from './words.ts';

/** Taking memories away for ever, and finding what goes with them. */

export interface Erased {
  rows: number[];
  removed: { memories: number; versions: number; vectors: number; edges: number; messages: number };
  /** Conversations that lost words. */
  sessions: string[];
  /** The generation of the vault that no longer holds them. */
  generation: number;
}

interface Doomed {
  id: number;
  public_id: string;
  session: string | null;
  position: number | null;
}

const doomed = (db: ReadableVault, publicId: string): Doomed | undefined =>
  get(db, 'SELECT id, public_id, session, position FROM memories WHERE public_id = ?', publicId);

/** What was made of these memories holds what they say, so it goes with them. */
export function withDerived(db: ReadableVault, query: { ids: readonly string[] }): string[] {
  return all<{ public_id: string }>(db, `
    WITH RECURSIVE doomed (id) AS (
      SELECT m.id FROM json_each(?) given JOIN memories m ON m.public_id = given.value
      UNION SELECT e.source FROM memory_edges e JOIN doomed d ON e.target = d.id WHERE e.type IN ('derived_from', 'inferred_from'))
    SELECT m.public_id FROM doomed d JOIN memories m ON m.id = d.id ORDER BY m.id`, JSON.stringify(query.ids)).map((row) => row.public_id);
}

/**
 * For ever: text, subtype, index terms, vectors, relations, versions, look-ups and, when asked, the
 * copies in conversations. `texts` are the whole texts by id, so that encrypted ones are found too;
 * without them conversations keep their words. `parts` are their sentences, where there are several.
 */
export function eraseMemories(
  db: WritableVault, change: { ids: readonly string[]; texts: WrittenTexts | null; parts?: WrittenTexts; actor: string; now: number },
): Erased {
  // What agents had in mind may hold the words, too.
  dropMindsets(db, { before: null });
  // First, while the messages still name what they took part in.
  const scrubbed = scrubConversations(db, { ids: new Set(change.ids), texts: change.texts, parts: change.parts ?? {} });
  const removed = { memories: 0, versions: 0, vectors: 0, edges: 0, messages: scrubbed.messages };
  const rows: number[] = [];
  const near = new Set<number>();
  for (const publicId of new Set(change.ids)) {
    const row = doomed(db, publicId);
    if (!row) throw new EngramError('NOT_FOUND');
    for (const n of neighboursOf(db, row.session, row.position)) near.add(n);
    const count = (text: string) => get<{ n: number }>(db, text, ...(text.match(/\?/g) ?? []).map(() => row.id))!.n;
    removed.versions += count('SELECT count(*) AS n FROM memory_versions WHERE memory = ?');
    removed.vectors += count('SELECT (SELECT count(*) FROM memory_embeddings WHERE memory = ?) + (SELECT count(*) FROM sealed_embeddings WHERE memory = ?) AS n');
    removed.edges += count('SELECT count(*) AS n FROM memory_edges WHERE source = ? OR target = ?');
    run(db, `UPDATE memories SET status = 'forgotten' WHERE id = ?`, row.id);
    reindexWords(db, [row.id]);
    run(db, 'DELETE FROM memories WHERE id = ?', row.id);
    near.delete(row.id);
    rows.push(row.id);
    removed.memories++;
  }
  reindexWords(db, near);
  record(db, { operation: 'erase', memory: change.ids.length === 1 ? change.ids[0]! : null, actor: change.actor, count: rows.length }, change.now);
  return { rows, removed, sessions: scrubbed.sessions, generation: advanceHead(db, { erased: change.ids }) };
}

const SCOPE_COLUMNS = { project: 'project', squad: 'squad', agent: 'agent', channel: 'channel', channelUser: 'channel_user' } as const;

function conditionOf(target: PurgeTarget): { sql: string; values: string[] } {
  const parts: string[] = [];
  const values: string[] = [];
  for (const [name, column] of Object.entries(SCOPE_COLUMNS)) {
    const value = target[name as keyof typeof SCOPE_COLUMNS];
    if (value !== undefined) (parts.push(`s.${column} = ?`), values.push(value));
  }
  if (target.speaker !== undefined) (parts.push('m.speaker = ?'), values.push(target.speaker));
  if (target.source !== undefined) (parts.push('m.source = ?'), values.push(target.source));
  return { sql: parts.join(' AND '), values };
}

/** Public ids of everything that belongs to a target. An empty target belongs to nobody and finds nothing. */
export function belongingTo(db: ReadableVault, query: { target: PurgeTarget }): string[] {
  const { sql, values } = conditionOf(query.target);
  if (sql === '') return [];
  return all<{ public_id: string }>(db, `SELECT m.public_id FROM memories m JOIN scopes s ON s.id = m.scope WHERE ${sql} ORDER BY m.id`, ...values).map((row) => row.public_id);
}

/** Conversations in the scope of a target. A speaker or a source has none of its own. */
export function sessionsOf(db: ReadableVault, query: { target: PurgeTarget }): string[] {
  const { speaker: _speaker, source: _source, ...scope } = query.target;
  const wanted = Object.entries(scope).filter(([, value]) => value !== undefined);
  if (wanted.length === 0 || query.target.speaker !== undefined || query.target.source !== undefined) return [];
  return all<{ id: string; scope: string }>(db, 'SELECT id, scope FROM sessions')
    .filter((row) => wanted.every(([part, value]) => (JSON.parse(row.scope) as Record<string, unknown>)[part] === value)).map((row) => row.id);
}

/** The whole texts a memory ever had: as they stand, and the encrypted ones to be opened. */
export function writtenTexts(db: ReadableVault, query: { id: string }): { texts: string[]; ciphers: { tier: string; cipher: Uint8Array }[] } {
  const row = get<{ id: number }>(db, 'SELECT id FROM memories WHERE public_id = ?', query.id);
  if (!row) return { texts: [], ciphers: [] };
  const versions = all<{ text: string; tier: string; cipher: Uint8Array | null }>(db, 'SELECT text, tier, cipher FROM memory_versions WHERE memory = ?', row.id);
  return {
    texts: versions.flatMap(({ text, cipher }) => (cipher ? [] : [text])),
    ciphers: versions.flatMap(({ tier, cipher }) => (cipher ? [{ tier, cipher }] : [])),
  };
}
