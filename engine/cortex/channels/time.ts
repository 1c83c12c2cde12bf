import type { Vault } from '../../vault/index.ts';
import type { RankedList } from '../fuse/index.ts';
import type { ChannelQuery } from './words.ts';

export const TIME_DEPTH = 200;

/**
 * Memories that happened in the span the query names. Those another signal found too come first,
 * in that signal's order; the rest newest first.
 */
export async function findByTime(vault: Vault, query: ChannelQuery, known: RankedList['items']): Promise<RankedList['items']> {
  const span = query.analysis.time;
  if (!span) return [];
  const inside = await vault.read('memoriesInTime', { ...query, from: span.from, to: span.to, limit: TIME_DEPTH });
  const order = new Map(known.map((item, i) => [item.id, i]));
  return inside
    .map((row) => ({ id: row.id, score: row.happened_at, rank: order.get(row.id) ?? Infinity }))
    .sort((a, b) => (a.rank === b.rank ? b.score - a.score || a.id - b.id : a.rank - b.rank))
    .map(({ id, score }) => ({ id, score }));
}
