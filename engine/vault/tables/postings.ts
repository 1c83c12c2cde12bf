import type { MemoryKind } from '../../../contract/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import { all as rowsOf, get, marks, sql, type ReadableVault } from './handle.ts';
import { formsOf } from './irregular-forms.ts';
import { visibleScopes } from './scopes.ts';
import { NEIGHBOURS } from './words.ts';

/**
 * Which documents hold a term, within the reader's scopes. Rarity and lengths are taken over the same
 * scopes, never over the vault, so that a row somebody may not see changes neither what they find nor
 * its order (docs/threats.md).
 */

export interface Totals {
  documents: number;
  length: number;
}
export type Column = 'own' | 'identifiers';

/** Number and length of a document with a term in one number, because there are thousands of them. */
export type Posting = number;
/** Longer documents count as this long. */
const MOST_LENGTH = 2 ** 20 - 1;
const SHIFT = MOST_LENGTH + 1;
export const documentOf = (posting: Posting): number => Math.floor(posting / SHIFT);
export const lengthOf = (posting: Posting): number => posting % SHIFT;

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

/** Terms found to be common, until another connection writes; a reader itself never does. Common words come back in every second question. */
const common = new WeakMap<ReadableVault, { version: unknown; terms: Set<string> }>();
const MOST_COMMON = 5000;

function commonIn(db: ReadableVault): Set<string> {
  const version = sql(db, 'PRAGMA data_version').pluck().get();
  const known = common.get(db);
  if (known && known.version === version && known.terms.size < MOST_COMMON) return known.terms;
  const terms = new Set<string>();
  common.set(db, { version, terms });
  return terms;
}

export class Postings {
  readonly totals: Totals;
  /** Whether the reader sees any scope at all. */
  readonly blind: boolean;
  readonly #db: ReadableVault;
  /** Names the view in which a term is common. */
  readonly #view: string;
  readonly #bound: readonly string[];
  readonly #within: string;
  readonly #around: string;

  /** @param kinds documents of other kinds are left out; all when empty */
  constructor(db: ReadableVault, query: Scoped<{ past: boolean }>, kinds: readonly MemoryKind[] = []) {
    const places = placesOf(db, query);
    this.#db = db;
    this.#view = JSON.stringify([places, kinds]);
    this.#bound = [...(places ?? []), ...kinds];
    this.blind = places?.length === 0;
    this.totals = totalsOf(db, places);
    const matching = '(SELECT rowid AS id FROM memory_words WHERE memory_words MATCH ? ORDER BY rowid DESC) w';
    const posting = (row: string) => `${row}.id * ${SHIFT} + min(${row}.length, ${MOST_LENGTH})`;
    // The scope is asked of each row: asked of the index, every term would walk through all rows of a scope.
    const seen = (row: string) => `${places ? `AND ${row}.scope IN (${marks(places.length)})` : ''}
      ${kinds.length ? `CROSS JOIN memories m ON m.id = ${row}.id AND m.kind IN (${marks(kinds.length)})` : ''} LIMIT ?`;
    this.#within = `SELECT ${posting('d')} FROM ${matching} CROSS JOIN word_documents d INDEXED BY word_sizes ON d.id = w.id ${seen('d')}`;
    this.#around = `
      SELECT ${posting('n')} FROM ${matching} CROSS JOIN word_documents d INDEXED BY word_sizes ON d.id = w.id
      CROSS JOIN word_documents n INDEXED BY word_places
        ON n.session = d.session AND n.position BETWEEN d.position - ${NEIGHBOURS} AND d.position + ${NEIGHBOURS} AND n.id <> d.id ${seen('n')}`;
  }

  /** At most `most` visible documents with a term in a column, in any of its forms, newest first. */
  of(column: Column, term: string, most: number): Posting[] {
    return this.#ask(this.#within, column, term, most);
  }

  /** The documents with a term among their own words; null when they are more than `most`. */
  rare(term: string, most: number): Posting[] | null {
    const known = commonIn(this.#db);
    const key = `${most} ${this.#view} ${term}`;
    if (known.has(key)) return null;
    const found = this.of('own', term, most + 1);
    if (found.length <= most) return found;
    known.add(key);
    return null;
  }

  /** Visible documents of which a neighbour holds the term, each once; null when that takes more than `most` rows to tell. A conversation is in one scope. */
  around(term: string, most: number): Posting[] | null {
    const found = this.#ask(this.#around, 'own', term, most + 1);
    return found.length > most ? null : [...new Set(found)];
  }

  #ask(text: string, column: Column, term: string, most: number): Posting[] {
    return sql(this.#db, text).pluck().all(`{${column}} : (${formsOf(term).map(quoted).join(' OR ')})`, ...this.#bound, most) as Posting[];
  }
}
