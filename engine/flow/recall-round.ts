import type { RecallQuery } from '../../contract/index.ts';
import type { Caller, Scoped } from '../../security/access/index.ts';
import { analyse, calledNames, carryOver, duplicatesAmong, fuseByRank, namesToLookUp, poolOf, seatedOf, type Analysis, type ChannelQuery } from '../cortex/index.ts';
import { wantedFor } from '../context/index.ts';
import { identifiersOf, type CandidateRow } from '../vault/index.ts';
import { Candidates } from './candidates.ts';
import type { Mind } from './mind.ts';
import { suspects } from './quarantine.ts';
import { askChannels, type Found } from './recall-channels.ts';
import { rerank, type Weighed } from './recall-rerank.ts';
import { unchanged } from './unchanged.ts';

/** One search for one question: channels → fusion → rows → clues. */

const DEFAULT_LIMIT = 12;
/** Candidates that are fetched, weighed and explained, beyond what is asked for, and at least. */
export const SPARE = 40;
const POOL = 50;
/** The best of each signal are weighed, however little it counts in the fusion. */
const SEATS = 25;

/** Who asks, from where, and for how much. */
export interface Asking {
  mind: Mind;
  caller: Caller;
  query: RecallQuery;
  view: Omit<ChannelQuery, 'analysis'>;
  /** What had been looked up ahead for this reader. */
  waiting: ReadonlyMap<number, CandidateRow>;
}

export interface Round {
  analysis: Analysis;
  found: Found;
  /** By score, the best first. */
  candidates: Weighed[];
  /** Rows of those the reader may see. */
  rows: ReadonlyMap<number, CandidateRow>;
  /** Of those, what reads like a command to the model. */
  suspect: ReadonlySet<number>;
  /** Of the others, what repeats another one, and which. */
  duplicates: ReadonlyMap<number, number>;
}

/** Memories wanted, whether they are limited by their number or by their tokens. */
export const wantedBy = ({ limit, budget }: RecallQuery): number => limit ?? (budget === undefined ? DEFAULT_LIMIT : wantedFor(budget));

/** The question taken apart, with the names in it resolved among the people the reader may know of. */
export async function understand(mind: Mind, view: Scoped<object>, text: string, at: number, context?: readonly string[]): Promise<Analysis> {
  const speakers = await unchanged(mind.vault, `speakers ${JSON.stringify(view.view)}`, () => mind.vault.read('speakers', view));
  const names = namesToLookUp(text, speakers);
  const called = calledNames(names.length === 0 || speakers.length === 0 ? [] : await mind.vault.read('mentions', { ...view, names }));
  const analysis = analyse(text, at, { speakers, called }, identifiersOf, context);
  return mind.settings()['recall.momentum'] ? carryOver(analysis, text, context, speakers) : analysis;
}

/** What repeats another candidate. A suspect one takes no part: what it says may be said by one that is not. */
export const repeatsIn = ({ candidates, rows, suspect }: Pick<Round, 'candidates' | 'rows' | 'suspect'>): Map<number, number> =>
  duplicatesAmong(candidates.flatMap(({ id }) => (rows.has(id) && !suspect.has(id) ? [rows.get(id)!] : [])));

/** @param lap told after each stage */
export async function search({ mind, caller, query, view, waiting }: Asking, text: string, analysis: Analysis, lap: (stage: string) => void): Promise<Round> {
  const reading = new Candidates(mind.vault, mind.embedding().index, waiting);
  const found = await askChannels(mind, caller, { ...view, analysis } as ChannelQuery, (list) => reading.begin(seatedOf(list, SEATS)));
  lap('channels');
  const fused = fuseByRank(found.lists);
  lap('fuse');
  const pool = poolOf(fused, found.lists, Math.max(POOL, wantedBy(query) + SPARE), SEATS);
  // A channel may be a moment behind; what a row says of itself decides.
  const stands = (row: CandidateRow): boolean => row.status === 'active' || (row.status === 'superseded' && (query.past ?? false));
  const rows = (await reading.rows(pool.map((c) => c.id)))
    .filter((row) => stands(row) && (!query.kinds || query.kinds.includes(row.kind)) && (row.tier !== 'confidential' || caller.kind === 'person'));
  const suspect = suspects(mind, rows);
  lap('rows');
  const candidates = mind.settings()['recall.rerank'] === 'none' ? pool.map((item): Weighed => ({ ...item, fused: item.score })) : rerank(text, analysis, found, pool, rows);
  const seen = { candidates, rows: new Map(rows.map((row) => [row.id, row])), suspect };
  const duplicates = repeatsIn(seen);
  lap('rerank');
  return { analysis, found, ...seen, duplicates };
}
