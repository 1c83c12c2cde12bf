import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';
import { encodeIdentifier, identifiersOf } from './word-forms.ts';

/** Turns before and after a memory whose words help to find it (CORRECTIONS 3). */
export const NEIGHBOURS = 2;

interface WordDocument {
  id: number;
  scope: string;
  own: string;
  identifiers: string;
  surroundings: string;
  /** Words of its own and around it, as the migration counts them: blanks and one. */
  length: number;
}
interface Indexed {
  id: number;
  tier: string;
  status: string;
  scope: number;
  text: string;
  session: string | null;
  position: number | null;
  predicate: string | null;
}

/** `a12` active in scope 12, `p12` past. Quarantined and forgotten memories are not indexed at all. */
export const scopeToken = (status: string, scope: number) => `${status === 'active' ? 'a' : 'p'}${scope}`;

const lengthOf = (text: string): number => (text === '' ? 0 : text.split(' ').length);

function documentOf(db: ReadableVault, memory: Indexed): WordDocument | null {
  // A confidential memory is found by nothing around it either.
  if ((memory.status !== 'active' && memory.status !== 'superseded') || memory.tier === 'confidential') return null;
  const around = memory.session === null || memory.position === null ? [] : all<{ text: string }>(db, `
    SELECT text FROM memories
    WHERE session = ? AND position BETWEEN ? AND ? AND id <> ? AND scope = ? AND status IN ('active', 'superseded') AND tier <> 'confidential'
    ORDER BY position`,
    memory.session, memory.position - NEIGHBOURS, memory.position + NEIGHBOURS, memory.id, memory.scope);
  // What the sentence means is found too: "I switched to Helix" by "editor".
  const own = memory.predicate === null ? memory.text : `${memory.text}\n${memory.predicate}`;
  const surroundings = around.map((row) => row.text).join('\n');
  return {
    id: memory.id, scope: scopeToken(memory.status, memory.scope), own, surroundings,
    identifiers: identifiersOf(memory.text).map(encodeIdentifier).join(' '),
    length: lengthOf(own) + lengthOf(surroundings),
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
  run(db, `INSERT INTO memory_words (memory_words, rowid, scope, own, identifiers, surroundings) VALUES ('delete', ?, ?, ?, ?, ?)`,
    old.id, old.scope, old.own, old.identifiers, old.surroundings);
  run(db, 'DELETE FROM word_documents WHERE id = ?', old.id);
  addUp(db, old, -1);
}

/** Brings the index in line with the given memories. Call it with every memory whose text, status, scope or neighbours changed. */
export function reindexWords(db: WritableVault, ids: Iterable<number>): void {
  for (const id of new Set(ids)) {
    const memory = get<Indexed>(db, `
      SELECT m.id, m.tier, m.status, m.scope, m.text, m.session, m.position, f.predicate
      FROM memories m LEFT JOIN semantic_memories f ON f.memory = m.id WHERE m.id = ?`, id);
    const old = get<WordDocument>(db, 'SELECT * FROM word_documents WHERE id = ?', id);
    const next = memory ? documentOf(db, memory) : null;
    if (old && next && old.scope === next.scope && old.own === next.own && old.identifiers === next.identifiers && old.surroundings === next.surroundings) continue;
    if (old) removeDocument(db, old);
    if (next) {
      run(db, 'INSERT INTO word_documents VALUES (?, ?, ?, ?, ?, ?)', id, next.scope, next.own, next.identifiers, next.surroundings, next.length);
      addUp(db, next, 1);
      run(db, 'INSERT INTO memory_words (rowid, scope, own, identifiers, surroundings) VALUES (?, ?, ?, ?, ?)',
        id, next.scope, next.own, next.identifiers, next.surroundings);
    }
  }
}

/** Memories whose surroundings show the given place of a conversation. */
export function neighboursOf(db: ReadableVault, session: string | null, position: number | null): number[] {
  if (session === null || position === null) return [];
  return all<{ id: number }>(db, 'SELECT id FROM memories WHERE session = ? AND position BETWEEN ? AND ?',
    session, position - NEIGHBOURS, position + NEIGHBOURS).map((row) => row.id);
}
