import { all, run, type ReadableVault, type WritableVault } from './handle.ts';

/** Shorter texts are their own summary, or nearly so; no model is asked about them. In UTF-16 code units. */
const LEAST_CHARS = 200;

/** Version of a text that needs no model: its own when it is short, else none. */
export const triedOf = (text: string, version: number): number => (text.length < LEAST_CHARS ? version : 0);

/** A text whose smaller levels a model may make. */
export interface LongText {
  id: number;
  public_id: string;
  version: number;
  /** What may be shown without opening it. */
  text: string;
  summary: string;
  key_fact: string;
  tag: string;
}

/** The newest first. `before` is the number of the last one of the page before. */
export function longTexts(db: ReadableVault, query: { guarded: boolean; before: number | null; limit: number }): LongText[] {
  return all(db, `
    SELECT id, public_id, version, text, summary, key_fact, tag FROM memories
    WHERE levels_tried < version AND status = 'active' AND (tier = 'cleartext' OR (? AND tier = 'sensitive')) AND id < ?
    ORDER BY id DESC LIMIT ?`, Number(query.guarded), query.before ?? Number.MAX_SAFE_INTEGER, query.limit);
}

/** Null keeps the levels there are. False when the text is another one by now. */
export function putLevels(db: WritableVault, put: { of: Pick<LongText, 'id' | 'version' | 'text'>; levels: { summary: string; keyFact: string; tag: string } | null; by: string }): boolean {
  const { of, levels, by } = put;
  const same = 'WHERE id = ? AND version = ? AND text = ?';
  if (run(db, `UPDATE memories SET levels_tried = version ${same}`, of.id, of.version, of.text) === 0) return false;
  if (levels) run(db, `UPDATE memories SET summary = ?, key_fact = ?, tag = ?, levels_by = ? ${same}`, levels.summary, levels.keyFact, levels.tag, by, of.id, of.version, of.text);
  return true;
}
