import type { MemoryKind } from '../../../contract/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import { all as rowsOf, get, marks, sql, type ReadableVault } from './handle.ts';
import { formsOf } from './irregular-forms.ts';
import { encodeIdentifier, namesOf, wordsOf } from './word-forms.ts';
import { visibleScopes } from './scopes.ts';

/**
 * Finding by words. The index gives the rows of each term within the reader's scopes; rarity and
 * lengths are taken over the same scopes, never over the vault, so that a row somebody may not see
 * changes neither what they find nor its order (docs/threats.md).
 */

export interface WordsQuery {
  /** Plain words, already extracted; never an expression. */
  terms: readonly string[];
  identifiers: readonly string[];
  past: boolean;
  kinds: readonly MemoryKind[] | null;
  /** Hits that one of them said are marked. */
  speakers?: readonly string[];
  limit: number;
}
export interface WordsHit {
  id: number;
  /** Score of the memory's own words and of its surroundings, larger is better. */
  own: number;
  around: number;
  /** Said by one of the speakers asked for. */
  spoken: boolean;
}
export interface WordsAnswer {
  hits: WordsHit[];
  /** Words that were looked up, and how much a match is worth: the rarer the more. */
  terms: { term: string; worth: number }[];
  /** Left out because they are in too many memories. */
  dropped: string[];
}

/** A term in more than this share of memories leaves the query when a rarer one remains. */
export const COMMON_SHARE = 0.03;
/** The same for a term in more than this many memories, however large the vault is. */
export const COMMON_COUNT = 2000;
/** Rows read for surroundings in one question, the rarest terms first; what lies around a common word says little. */
const MOST_AROUND = 1500;
/** Below this many memories every term is cheap and none is dropped. */
const COMMON_FROM = 2000;
const IDENTIFIER_WEIGHT = 2;
const SURROUNDINGS_WEIGHT = 0.5;
/**
 * BM25 (Robertson & Zaragoza 2009): how soon repetition stops to count, and how much length does. A
 * memory is a sentence or two, so a term counts once in it: that measured as well as counting it
 * (docs/decisions/fusion.md).
 */
const K1 = 1.2;
const B = 0.75;

interface Totals {
  documents: number;
  length: number;
}
type Column = 'own' | 'identifiers' | 'surroundings';

const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`;

/** Where the reader looks: the scope tokens it may see, or null for everywhere. */
function placesOf(db: ReadableVault, query: Scoped<{ past: boolean }>): string[] | null {
  const scopes = visibleScopes(db, query.view);
  const states = query.past ? ['a', 'p'] : ['a'];
  return scopes === null ? (query.past ? null : rowsOf<{ scope: string }>(db, `SELECT scope FROM word_totals WHERE scope LIKE 'a%'`).map((row) => row.scope))
    : scopes.flatMap((scope) => states.map((state) => `${state}${scope}`));
}

function totalsOf(db: ReadableVault, places: readonly string[] | null): Totals {
  return get<Totals>(db, `
    SELECT coalesce(sum(documents), 0) AS documents, coalesce(sum(length), 0) AS length
    FROM word_totals ${places ? `WHERE scope IN (${marks(places.length)})` : ''}`, ...(places ?? []))!;
}

/** Number and length of a document with a term; bare pairs, because there are thousands of them. */
type Posting = [id: number, length: number];

class Index {
  readonly totals: Totals;
  readonly #db: ReadableVault;
  readonly #places: readonly string[] | null;
  readonly #kinds: readonly MemoryKind[];
  readonly #text: string;

  constructor(db: ReadableVault, places: readonly string[] | null, kinds: readonly MemoryKind[]) {
    this.#db = db;
    this.#places = places;
    this.#kinds = kinds;
    this.totals = totalsOf(db, places);
    // The scope is asked of each row: asked of the index, every term would walk through all rows of a scope.
    this.#text = `
      SELECT d.id, d.length FROM (SELECT rowid AS id FROM memory_words WHERE memory_words MATCH ? ORDER BY rowid DESC) w
      CROSS JOIN word_documents d INDEXED BY word_sizes ON d.id = w.id ${places ? `AND d.scope IN (${marks(places.length)})` : ''}
      ${kinds.length ? `CROSS JOIN memories m ON m.id = d.id AND m.kind IN (${marks(kinds.length)})` : ''} LIMIT ?`;
  }

  /** At most `most` visible documents with a term in a column, in any of its forms, newest first. */
  postings(column: Column, term: string, most: number): Posting[] {
    return sql(this.#db, this.#text).raw().all(`{${column}} : (${formsOf(term).map(quoted).join(' OR ')})`, ...(this.#places ?? []), ...this.#kinds, most) as Posting[];
  }
}

/** What a match is worth: more the rarer the term is among the documents seen, never nothing. */
const worth = (documents: number, withTerm: number): number => (K1 + 1) * Math.max(1e-6, Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5)));

interface Score {
  own: number;
  around: number;
}

class Scores {
  readonly #found = new Map<number, Score>();
  readonly #documents: number;
  readonly #average: number;

  constructor({ documents, length }: Totals) {
    this.#documents = documents;
    this.#average = Math.max(1, length / Math.max(1, documents));
  }

  /** A term is the rarer the fewer visible documents hold it, in their own words or around them. Returns what a match is worth. */
  add(own: readonly Posting[], around: readonly Posting[], times = 1): number {
    const both = around.length === 0 ? own.length : new Set([...own.map(first), ...around.map(first)]).size;
    const weight = times * worth(this.#documents, both);
    for (const [id, length] of own) this.#at(id).own += weight * this.#share(length);
    for (const [id, length] of around) this.#at(id).around += weight * this.#share(length);
    return weight;
  }

  /** The best, own words first and surroundings at a lower weight; equal ones in the order they came in. */
  best(limit: number): ({ id: number } & Score)[] {
    const all = [...this.#found].map(([id, score]) => ({ id, score, sum: score.own + SURROUNDINGS_WEIGHT * score.around }));
    // Most of thousands are far from the best; what cannot be among them is not sorted.
    const least = all.length <= limit ? -Infinity : Float64Array.from(all, ({ sum }) => sum).sort()[all.length - limit]!;
    return all.filter(({ sum }) => sum >= least).sort((a, b) => b.sum - a.sum || a.id - b.id).slice(0, limit).map(({ id, score }) => ({ id, ...score }));
  }

  #share(length: number): number {
    return 1 / (1 + K1 * (1 - B + (B * length) / this.#average));
  }

  #at(id: number): Score {
    let score = this.#found.get(id);
    if (!score) this.#found.set(id, (score = { own: 0, around: 0 }));
    return score;
  }
}

const first = ([id]: Posting): number => id;

/** From two small indexes: the rows themselves lie on as many pages as there are hits. */
function saidBy(db: ReadableVault, hits: readonly { id: number }[], speakers: readonly string[]): ReadonlySet<number> {
  if (speakers.length === 0 || hits.length === 0) return new Set();
  return new Set(sql(db, `
    SELECT d.id FROM json_each(?) hit CROSS JOIN word_documents d INDEXED BY word_sizes ON d.id = hit.value
    CROSS JOIN memories m INDEXED BY memories_by_speaker ON m.scope = CAST(substr(d.scope, 2) AS INTEGER) AND m.speaker IN (${marks(speakers.length)}) AND m.id = d.id`)
    .pluck().all(JSON.stringify(hits.map((hit) => hit.id)), ...speakers) as number[]);
}

/** Enough to tell who is meant by a name. */
const MOST_MENTIONS = 200;

/** Memories that hold one of the names: who spoke, what was said, and who else speaks in that conversation. */
export function mentions(db: ReadableVault, query: Scoped<{ names: readonly string[] }>): { name: string; text: string; others: string[] }[] {
  const places = placesOf(db, { ...query, past: false });
  if (query.names.length === 0 || places?.length === 0) return [];
  const index = new Index(db, places, []);
  const speakersOf = new Map<string, string[]>();
  const inSession = (session: string, scope: number): string[] => {
    const key = `${scope} ${session}`;
    const speakers = speakersOf.get(key) ?? rowsOf<{ speaker: string }>(db, `
      SELECT DISTINCT speaker FROM memories WHERE session = ? AND scope = ? AND speaker IS NOT NULL AND status IN ('active', 'superseded')`, session, scope).map((row) => row.speaker);
    speakersOf.set(key, speakers);
    return speakers;
  };
  return query.names.flatMap((name) => index.postings('own', name, MOST_MENTIONS).flatMap(([id]) => {
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
  const places = placesOf(db, query);
  if (places?.length === 0 || query.ids.length === 0) return [];
  const index = new Index(db, places, []);
  const except = new Set(query.except);
  const textOf = sql(db, 'SELECT text FROM memories WHERE id = ?').pluck();
  const found = new Map<string, number[]>();
  const holders = (name: string, written: string): number[] => {
    const known = found.get(name);
    if (known !== undefined) return known;
    const list = index.postings('own', name, MOST_NAMESAKES + 1).map(first);
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

/** Whoever asks with more words says the rest twice. */
const MOST_TERMS = 60;

/** Documents around whose own words each term stands, while there is room; a list is whole or left out. */
function surroundingsOf(index: Index, terms: readonly { term: string; own: readonly Posting[] }[]): Map<string, Posting[]> {
  const found = new Map<string, Posting[]>();
  let room = MOST_AROUND;
  for (const { term } of [...terms].sort((a, b) => a.own.length - b.own.length)) {
    const list = index.postings('surroundings', term, room + 1);
    if (list.length > room) break;
    room -= list.length;
    found.set(term, list);
  }
  return found;
}

/** BM25 over words and surroundings, worked out within the reader's scopes. */
export function searchWords(db: ReadableVault, query: Scoped<WordsQuery>): WordsAnswer {
  const places = placesOf(db, query);
  if (places?.length === 0) return { hits: [], terms: [...query.terms, ...query.identifiers].map((term) => ({ term, worth: 0 })), dropped: [] };
  const index = new Index(db, places, query.kinds ?? []);
  const { documents } = index.totals;
  const all = documents + 1;
  const most = documents < COMMON_FROM ? all : Math.min(COMMON_COUNT, Math.floor(documents * COMMON_SHARE));
  const asked = query.terms.slice(0, MOST_TERMS).map((term) => ({ term, own: index.postings('own', term, most + 1) }));
  const identifiers = query.identifiers.slice(0, MOST_TERMS).map((identifier) => ({ term: identifier, own: index.postings('identifiers', encodeIdentifier(identifier), all) }));
  let rare = asked.filter(({ own }) => own.length <= most);
  if (rare.length === 0 && asked.length > 0 && !identifiers.some(({ own }) => own.length > 0))
    // Only common words: the newest memories with each of them, so that several together still tell.
    rare = asked;
  const around = surroundingsOf(index, rare);
  const scores = new Scores(index.totals);
  const terms = [
    ...rare.map(({ term, own }) => ({ term, worth: scores.add(own, around.get(term) ?? []) })),
    ...identifiers.map(({ term, own }) => ({ term, worth: scores.add(own, [], IDENTIFIER_WEIGHT) })),
  ];
  const kept = new Set(rare.map(({ term }) => term));
  const best = scores.best(query.limit);
  const said = saidBy(db, best, query.speakers ?? []);
  return {
    hits: best.map((hit) => ({ ...hit, spoken: said.has(hit.id) })),
    terms,
    dropped: query.terms.filter((term) => !kept.has(term)),
  };
}
