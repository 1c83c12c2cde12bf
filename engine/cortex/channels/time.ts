import type { Vault } from '../../vault/index.ts';
import type { RankedList } from '../fuse/index.ts';
import type { ChannelQuery } from './words.ts';

export const TIME_DEPTH = 200;
const WEEK_MS = 7 * 86_400_000;
const MONTH_MS = 31 * 86_400_000;

/** What answers a question about a time. */
export interface TimeFound {
  items: RankedList['items'];
  /** Memories whose own text names a time in the span, when that is at most a month: of half a year many texts name some day. */
  naming: ReadonlySet<number>;
}

/**
 * Memories that were told in the span the query names, or whose own text names a time in it, in the order
 * of the signal that found them too; behind them what names such a time and nothing else found: of "what
 * have I on Friday" no word stands in "dentist, the day after tomorrow at nine". Only when no other signal found
 * anything told in the span does all that was told in it count, newest first: the question is then about the time itself.
 */
export async function findByTime(vault: Vault, query: ChannelQuery, known: RankedList['items']): Promise<TimeFound> {
  const { analysis, ...asking } = query;
  const span = analysis.time;
  if (!span) return { items: [], naming: new Set() };
  const { from, to } = span;
  // Of a long span only the newest are named; the best candidates are asked for one by one, so that none of them is missed.
  const ids = known.slice(0, TIME_DEPTH).map(({ id }) => id);
  const [newest, best, ofBest, named] = await Promise.all([
    vault.read('memoriesInTime', { ...asking, from, to, limit: TIME_DEPTH }),
    vault.read('happenedWithin', { ...asking, ids, from, to }),
    vault.read('namedTimesOf', { ...asking, ids }),
    vault.read('namedWithin', { ...asking, from, to, limit: TIME_DEPTH }),
  ]);
  // "This summer" says nothing about a day of it, unless a season was asked for.
  const exact = ({ starts, ends }: { starts: number; ends: number }): boolean => starts <= to && ends >= from && ends - starts <= Math.max(to - from, WEEK_MS);
  const told = new Map([...newest, ...best].map((row) => [row.id, row.happened_at]));
  const names = new Map([...ofBest, ...named].filter(exact).map(({ id, starts }) => [id, starts]));
  const found = known.flatMap(({ id }) => (told.has(id) || names.has(id) ? [{ id, score: told.get(id) ?? names.get(id)! }] : []));
  const seen = new Set(known.map(({ id }) => id));
  const unseen = (ids: ReadonlyMap<number, number>): RankedList['items'] => [...ids].flatMap(([id, score]) => (seen.has(id) ? [] : [{ id, score }]));
  const alone = unseen(names);
  const behind = known.some(({ id }) => told.has(id)) ? alone
    : [...alone, ...unseen(told).filter(({ id }) => !names.has(id))].sort((a, b) => b.score - a.score || b.id - a.id);
  return { items: [...found, ...behind], naming: new Set(to - from <= MONTH_MS ? names.keys() : []) };
}
