import { missingPages } from '../../../security/padding/index.ts';
import { run, type WritableVault } from './handle.ts';

/** Bytes of a page that are not the database's: SQLCipher's vector and HMAC, and the link to the next page. */
const RESERVED_BYTES = 80 + 4;
/** The first try may miss by a page or two, because the blob has a head of its own. */
const MOST_TRIES = 4;

const pragma = (db: WritableVault, name: string): number => Number((db.pragma(name) as Record<string, unknown>[])[0]![name]);

/**
 * Fills the file up to the next full bucket with free pages, which later memories use. Nothing is
 * appended behind the database, so it stays a whole file for every other program.
 */
export function padDatabase(db: WritableVault): void {
  const pageBytes = pragma(db, 'page_size');
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const missing = missingPages(pragma(db, 'page_count'), pageBytes);
    if (missing === 0) return;
    const bytes = (pragma(db, 'freelist_count') + missing) * (pageBytes - RESERVED_BYTES);
    run(db, 'INSERT INTO padding VALUES (zeroblob(?))', bytes);
    run(db, 'DELETE FROM padding');
  }
}
