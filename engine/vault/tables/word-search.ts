import type { MemoryKind } from '../../../contract/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import { marks, sql, type ReadableVault } from './handle.ts';
import { Postings, type Posting } from './postings.ts';
import { NEIGHBOURS } from './words.ts';
import { packHits, type PackedHits } from './vector-search.ts';
import { encodeIdentifier } from './word-forms.ts';
import { WordScores, type Score } from './word-scores.ts';

/** Finding by words: the documents of each term within the reader's scopes, and what they are worth together. */

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
/** The best first. In arrays, as those of vectors are (vector-search.ts). */
export interface WordsHits extends PackedHits {
  /** 1 for what one of the speakers asked for said. */
  spoken: Uint8Array;
}
export interface WordsAnswer {
  hits: WordsHits;
  /** Words that were looked up, and how much a match is worth: the rarer the more. */
  terms: { term: string; worth: number }[];
  /** Left out because they are in too many memories. */
  dropped: string[];
}

/** A term in more than this share of memories leaves the query when a rarer one remains. */
const COMMON_SHARE = 0.03;
/** The same for a term in more than this many memories, however large the vault is. */
const COMMON_COUNT = 2000;
/** Memories whose neighbours are looked up in one question, the rarest terms first; what lies around a common word says little. */
const MOST_AROUND = 375;
/** A term of which even more neighbours come to light is left out, too: what is past, or of another kind, lends its words as well. */
const MOST_NEIGHBOURS = 2 * 2 * NEIGHBOURS * MOST_AROUND;
/** Below this many memories every term is cheap and none is dropped. */
const COMMON_FROM = 2000;
const IDENTIFIER_WEIGHT = 2;

/** From a small index: the rows themselves lie on as many pages as there are hits. */
function saidBy(db: ReadableVault, hits: readonly { id: number }[], speakers: readonly string[]): ReadonlySet<number> {
  if (speakers.length === 0 || hits.length === 0) return new Set();
  return new Set(sql(db, `
    SELECT d.id FROM json_each(?) hit CROSS JOIN word_documents d INDEXED BY word_sizes ON d.id = hit.value AND d.speaker IN (${marks(speakers.length)})`)
    .pluck().all(JSON.stringify(hits.map((hit) => hit.id)), ...speakers) as number[]);
}

/** Whoever asks with more words says the rest twice. */
const MOST_TERMS = 60;

/** Documents around whose own words each term stands, while there is room; a list is whole or left out. */
function surroundingsOf(index: Postings, terms: readonly { term: string; own: readonly Posting[] }[]): Map<string, Posting[]> {
  const found = new Map<string, Posting[]>();
  let room = MOST_AROUND;
  for (const { term, own } of [...terms].sort((a, b) => a.own.length - b.own.length)) {
    room -= own.length;
    const list = room < 0 ? null : index.around(term, MOST_NEIGHBOURS);
    if (list === null) break;
    found.set(term, list);
  }
  return found;
}

const hitsOf = (best: readonly Score[], said: ReadonlySet<number>): WordsHits => ({ ...packHits(best), spoken: Uint8Array.from(best, ({ id }) => Number(said.has(id))) });

/** BM25 over words and surroundings, worked out within the reader's scopes. */
export function searchWords(db: ReadableVault, query: Scoped<WordsQuery>): WordsAnswer {
  const index = new Postings(db, query, query.kinds ?? []);
  if (index.blind) return { hits: hitsOf([], new Set()), terms: [...query.terms, ...query.identifiers].map((term) => ({ term, worth: 0 })), dropped: [] };
  const { documents } = index.totals;
  const all = documents + 1;
  const most = documents < COMMON_FROM ? all : Math.min(COMMON_COUNT, Math.floor(documents * COMMON_SHARE));
  const terms = query.terms.slice(0, MOST_TERMS);
  const identifiers = query.identifiers.slice(0, MOST_TERMS).map((identifier) => ({ term: identifier, own: index.of('identifiers', encodeIdentifier(identifier), all) }));
  let rare = terms.flatMap((term) => {
    const own = index.rare(term, most);
    return own === null ? [] : [{ term, own }];
  });
  if (![...rare, ...identifiers].some(({ own }) => own.length > 0))
    // Only common words are in any memory: the newest with each of them, so that several together still tell.
    rare = terms.map((term) => ({ term, own: index.of('own', term, most + 1) }));
  const around = surroundingsOf(index, rare);
  const scores = new WordScores(index.totals);
  const worths = [
    ...rare.map(({ term, own }) => ({ term, worth: scores.add(own, around.get(term) ?? []) })),
    ...identifiers.map(({ term, own }) => ({ term, worth: scores.add(own, [], IDENTIFIER_WEIGHT) })),
  ];
  const kept = new Set(rare.map(({ term }) => term));
  const best = scores.best(query.limit);
  const said = saidBy(db, best, query.speakers ?? []);
  return {
    hits: hitsOf(best, said),
    terms: worths,
    dropped: query.terms.filter((term) => !kept.has(term)),
  };
}
