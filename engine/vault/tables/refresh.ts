import { CONFIDENTIAL } from '../sealed-text.ts';
import { all, run, type WritableVault } from './handle.ts';
import { neighboursOf, reindexWords } from './words.ts';

/**
 * Confidential memories of an older version still show a redacted rendering and have a plain vector.
 * Both go; a job gives them an encrypted vector. Doing it twice changes nothing.
 */
export function refreshConfidential(db: WritableVault): void {
  const rows = all<{ id: number; session: string | null; position: number | null }>(db,
    `SELECT id, session, position FROM memories WHERE tier = 'confidential' AND text <> ?`, CONFIDENTIAL);
  if (rows.length === 0) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const { id } of rows) {
      run(db, 'UPDATE memories SET text = ?, summary = ?, key_fact = ?, tag = ? WHERE id = ?', CONFIDENTIAL, CONFIDENTIAL, CONFIDENTIAL, CONFIDENTIAL, id);
      run(db, 'UPDATE semantic_memories SET subject = NULL, predicate = NULL, object = NULL WHERE memory = ?', id);
      run(db, 'DELETE FROM memory_embeddings WHERE memory = ?', id);
    }
    reindexWords(db, rows.flatMap((row) => [row.id, ...neighboursOf(db, row.session, row.position)]));
    db.exec('COMMIT');
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
