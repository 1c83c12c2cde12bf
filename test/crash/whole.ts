import type { Connection } from '../../engine/vault/threads/open.ts';

/** Queries whose every row is a fault, by what the fault is. */
const never: Record<string, string> = {
  'a row points to nothing': 'SELECT "table", rowid FROM pragma_foreign_key_check',
  'a memory without its kind': `SELECT id FROM memories m WHERE NOT EXISTS (
    SELECT 1 FROM episodic_memories WHERE memory = m.id AND m.kind = 'episodic' UNION ALL
    SELECT 1 FROM semantic_memories WHERE memory = m.id AND m.kind = 'semantic' UNION ALL
    SELECT 1 FROM procedural_memories WHERE memory = m.id AND m.kind = 'procedural')`,
  'a memory to be found that is not in the word index': `SELECT id FROM memories WHERE status IN ('active', 'superseded') AND tier <> 'confidential' AND id NOT IN (SELECT id FROM word_documents)`,
  'a word document that should not be there': `SELECT d.id FROM word_documents d JOIN memories m ON m.id = d.id WHERE m.status NOT IN ('active', 'superseded')`,
  'a word document with other words than its memory': 'SELECT d.id FROM word_documents d JOIN memories m ON m.id = d.id WHERE substr(d.own, 1, length(m.text)) <> m.text',
  'a word document at another place than its memory': `SELECT d.id FROM word_documents d JOIN memories m ON m.id = d.id LEFT JOIN word_sessions s ON s.id = d.session
    WHERE s.session IS NOT m.session OR d.position IS NOT m.position OR d.speaker IS NOT m.speaker OR s.scope <> m.scope`,
  'a time named outside the ciphertext of a confidential memory': `SELECT t.memory FROM named_times t JOIN memories m ON m.id = t.memory WHERE m.tier = 'confidential'`,
  'a conversation without word documents': 'SELECT id FROM word_sessions WHERE id NOT IN (SELECT session FROM word_documents WHERE session IS NOT NULL)',
};

function totalFaults(db: Connection): string[] {
  const differ = db.prepare(`
    SELECT d.scope FROM (SELECT scope, count(*) AS documents, sum(length) AS length FROM word_documents GROUP BY scope) d
    FULL JOIN word_totals t ON t.scope = d.scope
    WHERE coalesce(d.documents, 0) <> coalesce(t.documents, 0) OR coalesce(d.length, 0) <> coalesce(t.length, 0)`).all();
  return differ.length === 0 ? [] : ['the totals of the word index differ from its documents'];
}

/**
 * What is broken or half done in the tables of a vault; empty when all is whole. Reads every page,
 * so that the seal of each is verified. Needs a connection that may write, because the word index
 * only then compares itself with its documents. Throws what SQLite throws.
 */
export function faultsOf(db: Connection): string[] {
  const faults = (db.pragma('integrity_check(20)') as { integrity_check: string }[]).map((row) => row.integrity_check).filter((line) => line !== 'ok');
  for (const [fault, query] of Object.entries(never)) {
    const rows = db.prepare(query).all();
    if (rows.length > 0) faults.push(`${fault} (${rows.length})`);
  }
  try {
    db.exec(`INSERT INTO memory_words (memory_words, rank) VALUES ('integrity-check', 1)`);
  } catch (error) {
    faults.push(`the word index differs from its documents (${(error as { code: string }).code})`);
  }
  return [...faults, ...totalFaults(db)];
}
