import type { Scoped } from '../../../security/access/index.ts';
import { all as rowsOf, get, sql, type ReadableVault } from './handle.ts';
import { documentOf, Postings } from './postings.ts';
import { namesOf, wordsOf } from './word-forms.ts';

/** Names as the word index knows them: who is meant by one, and which memories share one. */

/** Enough to tell who is meant by a name. */
const MOST_MENTIONS = 200;

/** Memories that hold one of the names: who spoke, what was said, and who else speaks in that conversation. */
export function mentions(db: ReadableVault, query: Scoped<{ names: readonly string[] }>): { name: string; text: string; others: string[] }[] {
  if (query.names.length === 0) return [];
  const index = new Postings(db, { ...query, past: false });
  if (index.blind) return [];
  const speakersOf = new Map<string, string[]>();
  const inSession = (session: string, scope: number): string[] => {
    const key = `${scope} ${session}`;
    const speakers = speakersOf.get(key) ?? rowsOf<{ speaker: string }>(db, `
      SELECT DISTINCT speaker FROM memories WHERE session = ? AND scope = ? AND speaker IS NOT NULL AND status IN ('active', 'superseded')`, session, scope).map((row) => row.speaker);
    speakersOf.set(key, speakers);
    return speakers;
  };
  return query.names.flatMap((name) => index.of('own', name, MOST_MENTIONS).map(documentOf).flatMap((id) => {
    const said = get<{ text: string; scope: number; speaker: string | null; session: string | null }>(db, 'SELECT text, scope, speaker, session FROM memories WHERE id = ?', id)!;
    const speakers = said.session === null ? [] : inSession(said.session, said.scope);
    return [{ name, text: said.text, others: speakers.filter((speaker) => speaker !== said.speaker) }];
  }));
}

/** A name in more memories ties nothing together. */
const MOST_NAMESAKES = 40;

export interface SharedName {
  from: number;
  to: number;
  /** Lower case without diacritics. */
  name: string;
  /** Memories that hold the name, among those the reader may see. */
  documents: number;
}

/**
 * Memories that hold a name of one of the given ones: ties that the word index knows, so that nothing
 * of an erased memory can be left in them. A name that everybody uses ties nothing, and a word is a name
 * only where both write it with a capital.
 * @param query.except words that are no names here, lower case without diacritics
 */
export function sharedNames(db: ReadableVault, query: Scoped<{ ids: readonly number[]; except: readonly string[]; past: boolean }>): SharedName[] {
  if (query.ids.length === 0) return [];
  const index = new Postings(db, query);
  if (index.blind) return [];
  const except = new Set(query.except);
  const textOf = sql(db, 'SELECT text FROM memories WHERE id = ?').pluck();
  const found = new Map<string, number[]>();
  const holders = (name: string, written: string): number[] => {
    const known = found.get(name);
    if (known !== undefined) return known;
    const list = index.of('own', name, MOST_NAMESAKES + 1).map(documentOf);
    const holding = list.length > MOST_NAMESAKES ? [] : list.filter((id) => namesOf(textOf.get(id) as string).includes(written));
    found.set(name, holding);
    return holding;
  };
  return query.ids.flatMap((from) => namesOf((textOf.get(from) as string | undefined) ?? '').flatMap((written) => {
    const name = wordsOf(written)[0] ?? '';
    if (except.has(name)) return [];
    const list = holders(name, written);
    return list.filter((to) => to !== from).map((to) => ({ from, to, name, documents: list.length }));
  }));
}
