import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';
import { encodeIdentifier, identifiersOf } from './word-forms.ts';

/** Turns before and after a memory whose words help to find it (CORRECTIONS 3). */
export const NEIGHBOURS = 2;

interface WordDocument {
  id: number;
  scope: string;
  own: string;
  identifiers: string;
  /** Words of its own and of its neighbours, as the migration counts them: blanks and one. */
  length: number;
  /** Number of the conversation among `word_sessions`, and the place in it; null outside conversations. */
  session: number | null;
  position: number | null;
  speaker: string | null;
}
interface Indexed {
  id: number;
  tier: string;
  status: string;
  scope: number;
  text: string;
  session: string | null;
  position: number | null;
  speaker: string | null;
  predicate: string | null;
}

/** `a12` active in scope 12, `p12` past. Quarantined and forgotten memories are not indexed at all. */
export const scopeToken = (status: string, scope: number) => `${status === 'active' ? 'a' : 'p'}${scope}`;

const lengthOf = (text: string): number => (text === '' ? 0 : text.split(' ').length);

function textsAround(db: ReadableVault, { id, session, position, scope }: Indexed): string[] {
  if (session === null || position === null) return [];
  return all<{ text: string }>(db, `
    SELECT text FROM memories
    WHERE session = ? AND position BETWEEN ? AND ? AND id <> ? AND scope = ? AND status IN ('active', 'superseded') AND tier <> 'confidential'
    ORDER BY position`,
    session, position - NEIGHBOURS, position + NEIGHBOURS, id, scope).map((row) => row.text);
}

/** The number a conversation goes by in the index; given out when its first memory comes in. */
function sessionNumber(db: WritableVault, scope: number, session: string): number {
  const known = get<{ id: number }>(db, 'SELECT id FROM word_sessions WHERE scope = ? AND session = ?', scope, session);
  return (known ?? get<{ id: number }>(db, 'INSERT INTO word_sessions (scope, session) VALUES (?, ?) RETURNING id', scope, session)!).id;
}

function documentOf(db: WritableVault, memory: Indexed): WordDocument | null {
  // A confidential memory is found by nothing around it either.
  if ((memory.status !== 'active' && memory.status !== 'superseded') || memory.tier === 'confidential') return null;
  // What the sentence means is found too: "I switched to Helix" by "editor".
  const own = memory.predicate === null ? memory.text : `${memory.text}\n${memory.predicate}`;
  const placed = memory.session !== null && memory.position !== null;
  return {
    id: memory.id, scope: scopeToken(memory.status, memory.scope), own,
    identifiers: identifiersOf(memory.text).map(encodeIdentifier).join(' '),
    length: lengthOf(own) + lengthOf(textsAround(db, memory).join('\n')),
    session: placed ? sessionNumber(db, memory.scope, memory.session!) : null,
    position: placed ? memory.position : null,
    speaker: memory.speaker,
  };
}

/** Adds a document to the totals of its scope, or takes it out. */
function addUp(db: WritableVault, document: WordDocument, step: 1 | -1): void {
  run(db, `
    INSERT INTO word_totals VALUES (?, ?, ?)
    ON CONFLICT (scope) DO UPDATE SET documents = documents + excluded.documents, length = length + excluded.length`,
    document.scope, step, step * document.length);
}

function removeDocument(db: WritableVault, old: WordDocument): void {
  run(db, `INSERT INTO memory_words (memory_words, rowid, own, identifiers) VALUES ('delete', ?, ?, ?)`, old.id, old.own, old.identifiers);
  run(db, 'DELETE FROM word_documents WHERE id = ?', old.id);
  addUp(db, old, -1);
}

function addDocument(db: WritableVault, next: WordDocument): void {
  run(db, 'INSERT INTO word_documents (id, scope, own, identifiers, length, session, position, speaker) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    next.id, next.scope, next.own, next.identifiers, next.length, next.session, next.position, next.speaker);
  addUp(db, next, 1);
  run(db, 'INSERT INTO memory_words (rowid, own, identifiers) VALUES (?, ?, ?)', next.id, next.own, next.identifiers);
}

/** The index itself knows only words; where a document stands and how long it is are no part of it. */
function placeAnew(db: WritableVault, old: WordDocument, next: WordDocument): void {
  addUp(db, old, -1);
  run(db, 'UPDATE word_documents SET scope = ?, length = ?, session = ?, position = ?, speaker = ? WHERE id = ?',
    next.scope, next.length, next.session, next.position, next.speaker, next.id);
  addUp(db, next, 1);
}

const WORDS = ['own', 'identifiers'] as const;
const PLACE = ['scope', 'length', 'session', 'position', 'speaker'] as const;
const same = <Key extends keyof WordDocument>(keys: readonly Key[], a: WordDocument, b: WordDocument): boolean => keys.every((key) => a[key] === b[key]);

/** Brings the index in line with the given memories. Call it with every memory whose text, status, scope or neighbours changed. */
export function reindexWords(db: WritableVault, ids: Iterable<number>): void {
  for (const id of new Set(ids)) {
    const memory = get<Indexed>(db, `
      SELECT m.id, m.tier, m.status, m.scope, m.text, m.session, m.position, m.speaker, f.predicate
      FROM memories m LEFT JOIN semantic_memories f ON f.memory = m.id WHERE m.id = ?`, id);
    const old = get<WordDocument>(db, 'SELECT * FROM word_documents WHERE id = ?', id) ?? null;
    const next = memory ? documentOf(db, memory) : null;
    if (old && next && same(WORDS, old, next)) {
      if (!same(PLACE, old, next)) placeAnew(db, old, next);
    } else {
      if (old) removeDocument(db, old);
      if (next) addDocument(db, next);
    }
    if (old && old.session !== null && old.session !== next?.session) forgetEmptySession(db, old.session);
  }
}

function forgetEmptySession(db: WritableVault, session: number): void {
  run(db, 'DELETE FROM word_sessions WHERE id = ? AND NOT EXISTS (SELECT 1 FROM word_documents WHERE session = ?)', session, session);
}

/** Memories that have the given place of a conversation among their surroundings. */
export function neighboursOf(db: ReadableVault, session: string | null, position: number | null): number[] {
  if (session === null || position === null) return [];
  return all<{ id: number }>(db, 'SELECT id FROM memories WHERE session = ? AND position BETWEEN ? AND ?',
    session, position - NEIGHBOURS, position + NEIGHBOURS).map((row) => row.id);
}
