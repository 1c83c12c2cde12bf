import type { Vault } from '../../vault/index.ts';
import type { RankedList } from '../fuse/index.ts';
import type { ChannelQuery } from './words.ts';

export const TIME_DEPTH = 200;

/**
 * Memories that happened in the span the query names, in the order of the signal that found them
 * too. Only when no other signal found one of them do all of the span count, newest first: the
 * question is then about the time itself.
 */
export async function findByTime(vault: Vault, query: ChannelQuery, known: RankedList['items']): Promise<RankedList['items']> {
  const { analysis, ...asking } = query;
  const span = analysis.time;
  if (!span) return [];
  const { from, to } = span;
  // Of a long span only the newest are named; the best candidates are asked for one by one, so that none of them is missed.
  const [newest, best] = await Promise.all([
    vault.read('memoriesInTime', { ...asking, from, to, limit: TIME_DEPTH }),
    vault.read('happenedWithin', { ...asking, ids: known.slice(0, TIME_DEPTH).map(({ id }) => id), from, to }),
  ]);
  const within = new Map([...newest, ...best].map((row) => [row.id, row.happened_at]));
  const found = known.filter(({ id }) => within.has(id)).map(({ id }) => ({ id, score: within.get(id)! }));
  return found.length > 0 ? found : newest.map((row) => ({ id: row.id, score: row.happened_at }));
}
