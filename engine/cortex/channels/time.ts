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
  const inside = await vault.read('memoriesInTime', { ...asking, from: span.from, to: span.to, limit: TIME_DEPTH });
  const within = new Map(inside.map((row) => [row.id, row.happened_at]));
  const found = known.filter((item) => within.has(item.id)).map(({ id }) => ({ id, score: within.get(id)! }));
  return found.length > 0 ? found : inside.map((row) => ({ id: row.id, score: row.happened_at }));
}
