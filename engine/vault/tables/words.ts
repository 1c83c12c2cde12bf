import { stemmer } from 'stemmer';
import type { MemoryKind } from '../../../contract/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import { all, get, marks, run, type ReadableVault, type WritableVault } from './handle.ts';
import { encodeIdentifier, identifiersOf, stemsOf } from './word-forms.ts';
import { visibleScopes } from './scopes.ts';

/** Turns before and after a memory whose words help to find it (CORRECTIONS 3). */
export const NEIGHBOURS = 2;

interface WordDocument {
  id: number;
  scope: string;
  own: string;
  identifiers: string;
  surroundings: string;
}
interface Indexed {
  id: number;
  status: string;
  scope: number;
  text: string;
  session: string | null;
  position: number | null;
  predicate: string | null;
}

/** `a12` active in scope 12, `p12` past. Quarantined and forgotten memories are not indexed at all. */
const scopeToken = (status: string, scope: number) => `${status === 'active' ? 'a' : 'p'}${scope}`;

function documentOf(db: ReadableVault, memory: Indexed): WordDocument | null {
  if (memory.status !== 'active' && memory.status !== 'superseded') return null;
  const around = memory.session === null || memory.position === null ? [] : all<{ text: string }>(db, `
    SELECT text FROM memories
    WHERE session = ? AND position BETWEEN ? AND ? AND id <> ? AND scope = ? AND status IN ('active', 'superseded')
    ORDER BY position`,
    memory.session, memory.position - NEIGHBOURS, memory.position + NEIGHBOURS, memory.id, memory.scope);
  return {
    id: memory.id,
    scope: scopeToken(memory.status, memory.scope),
    // What the sentence means is found too: "I switched to Helix" by "editor".
    own: memory.predicate === null ? memory.text : `${memory.text}\n${memory.predicate}`,
    identifiers: identifiersOf(memory.text).map(encodeIdentifier).join(' '),
    surroundings: around.map((row) => row.text).join('\n'),
  };
}

function countTerms(db: WritableVault, text: string, step: 1 | -1): void {
  for (const term of new Set(stemsOf(text)))
    if (step === 1)
      run(db, 'INSERT INTO term_frequencies VALUES (?, 1) ON CONFLICT (term) DO UPDATE SET documents = documents + 1', term);
    else {
      run(db, 'UPDATE term_frequencies SET documents = documents - 1 WHERE term = ?', term);
      run(db, 'DELETE FROM term_frequencies WHERE term = ? AND documents <= 0', term);
    }
}

function removeDocument(db: WritableVault, old: WordDocument): void {
  run(db, `INSERT INTO memory_words (memory_words, rowid, scope, own, identifiers, surroundings) VALUES ('delete', ?, ?, ?, ?, ?)`,
    old.id, old.scope, old.own, old.identifiers, old.surroundings);
  run(db, 'DELETE FROM word_documents WHERE id = ?', old.id);
}

/** Brings the index in line with the given memories. Call it with every memory whose text, status, scope or neighbours changed. */
export function reindexWords(db: WritableVault, ids: Iterable<number>): void {
  for (const id of new Set(ids)) {
    const memory = get<Indexed>(db, `
      SELECT m.id, m.status, m.scope, m.text, m.session, m.position, f.predicate
      FROM memories m LEFT JOIN semantic_memories f ON f.memory = m.id WHERE m.id = ?`, id);
    const old = get<WordDocument>(db, 'SELECT id, scope, own, identifiers, surroundings FROM word_documents WHERE id = ?', id);
    const next = memory ? documentOf(db, memory) : null;
    if (old && next && old.scope === next.scope && old.own === next.own && old.identifiers === next.identifiers && old.surroundings === next.surroundings) continue;
    if (old) removeDocument(db, old);
    if (next) {
      run(db, 'INSERT INTO word_documents VALUES (?, ?, ?, ?, ?)', id, next.scope, next.own, next.identifiers, next.surroundings);
      run(db, 'INSERT INTO memory_words (rowid, scope, own, identifiers, surroundings) VALUES (?, ?, ?, ?, ?)',
        id, next.scope, next.own, next.identifiers, next.surroundings);
    }
    if (old?.own !== next?.own) {
      if (old) countTerms(db, old.own, -1);
      if (next) countTerms(db, next.own, 1);
    }
  }
}

/** Memories whose surroundings show the given place of a conversation. */
export function neighboursOf(db: ReadableVault, session: string | null, position: number | null): number[] {
  if (session === null || position === null) return [];
  return all<{ id: number }>(db, 'SELECT id FROM memories WHERE session = ? AND position BETWEEN ? AND ?',
    session, position - NEIGHBOURS, position + NEIGHBOURS).map((row) => row.id);
}

export interface WordsQuery {
  /** Plain words, already extracted; never an expression. */
  terms: readonly string[];
  identifiers: readonly string[];
  past: boolean;
  kinds: readonly MemoryKind[] | null;
  limit: number;
}
export interface WordsHit {
  id: number;
  /** BM25 of the memory's own words and of its surroundings, larger is better. */
  own: number;
  around: number;
  speaker: string | null;
}
export interface WordsAnswer {
  hits: WordsHit[];
  terms: string[];
  /** Left out because they are in too many memories. */
  dropped: string[];
}

/** A stem in more than this share of memories leaves the query when a rarer one remains. */
export const COMMON_SHARE = 0.03;
/** Below this many memories every term is cheap and none is dropped. */
const COMMON_FROM = 2000;
const IDENTIFIER_WEIGHT = 2;
const SURROUNDINGS_WEIGHT = 0.5;

function splitByFrequency(db: ReadableVault, terms: readonly string[]): { rare: string[]; common: string[] } {
  const total = get<{ n: number }>(db, 'SELECT coalesce(max(id), 0) AS n FROM word_documents')!.n;
  if (total < COMMON_FROM) return { rare: [...terms], common: [] };
  const most = total * COMMON_SHARE;
  const rare: string[] = [];
  const common: { term: string; documents: number }[] = [];
  for (const term of terms) {
    const documents = get<{ documents: number }>(db, 'SELECT documents FROM term_frequencies WHERE term = ?', stemmer(term))?.documents ?? 0;
    if (documents > most) common.push({ term, documents });
    else rare.push(term);
  }
  if (rare.length > 0 || common.length === 0) return { rare, common: common.map((c) => c.term) };
  common.sort((a, b) => a.documents - b.documents);
  return { rare: [common[0]!.term], common: common.slice(1).map((c) => c.term) };
}

const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`;

/** BM25 over words and surroundings, filtered by scope inside the index. */
export function searchWords(db: ReadableVault, query: Scoped<WordsQuery>): WordsAnswer {
  const { rare, common } = splitByFrequency(db, query.terms);
  const words = [...rare.map(quoted), ...query.identifiers.map((id) => quoted(encodeIdentifier(id)))];
  if (words.length === 0) return { hits: [], terms: [], dropped: common };
  const scopes = visibleScopes(db, query.view);
  const states = query.past ? ['a', 'p'] : ['a'];
  let match = `{own identifiers surroundings} : (${words.join(' OR ')})`;
  if (scopes) {
    if (scopes.length === 0) return { hits: [], terms: rare, dropped: common };
    match = `scope : (${scopes.flatMap((s) => states.map((state) => `"${state}${s}"`)).join(' OR ')}) AND ${match}`;
  }
  const kinds = query.kinds ?? [];
  const hits = all<WordsHit>(db, `
    SELECT memory_words.rowid AS id, -bm25(memory_words, 0, 1, ${IDENTIFIER_WEIGHT}, 0) AS own, -bm25(memory_words, 0, 0, 0, 1) AS around, m.speaker
    FROM memory_words JOIN memories m ON m.id = memory_words.rowid
    WHERE memory_words MATCH ?
    ${query.past ? '' : `AND m.status = 'active'`}
    ${kinds.length ? `AND m.kind IN (${marks(kinds.length)})` : ''}
    ORDER BY bm25(memory_words, 0, 1, ${IDENTIFIER_WEIGHT}, ${SURROUNDINGS_WEIGHT})
    LIMIT ?`, match, ...kinds, query.limit);
  return { hits, terms: [...rare, ...query.identifiers], dropped: common };
}
