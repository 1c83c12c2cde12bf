import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';

/** What agents have in mind while they are set aside. `place` names agent and scope. */
export interface MindsetRow {
  place: string;
  saved_at: number;
  cipher: Uint8Array;
}

export const mindset = (db: ReadableVault, query: { place: string }): MindsetRow | undefined => get(db, 'SELECT * FROM mindsets WHERE place = ?', query.place);
export const mindsets = (db: ReadableVault): MindsetRow[] => all(db, 'SELECT * FROM mindsets ORDER BY place');

export function saveMindset(db: WritableVault, row: MindsetRow): void {
  run(db, 'INSERT INTO mindsets VALUES (?, ?, ?) ON CONFLICT (place) DO UPDATE SET saved_at = excluded.saved_at, cipher = excluded.cipher', row.place, row.saved_at, row.cipher);
}

/** All of them, or those last saved before a moment. */
export const dropMindsets = (db: WritableVault, query: { before: number | null }): number =>
  query.before === null ? run(db, 'DELETE FROM mindsets') : run(db, 'DELETE FROM mindsets WHERE saved_at < ?', query.before);
