import type { Vault } from '../../vault/index.ts';
import type { RankedList } from '../fuse/index.ts';
import type { ChannelQuery } from './words.ts';

/** How many of the best candidates pass something on, and the most ties that are followed. */
const SEEDS = 30;
const MOST_TIES = 300;

/** One hop from the best candidates: a neighbour gets the best seed's score times the weight of the tie. */
export async function findByGraph(vault: Vault, query: ChannelQuery, seeds: RankedList['items']): Promise<RankedList['items']> {
  const start = seeds.slice(0, SEEDS);
  if (start.length === 0) return [];
  const score = new Map(start.map((seed) => [seed.id, seed.score]));
  const ties = await vault.read('neighbours', { ...query, ids: start.map((seed) => seed.id), limit: MOST_TIES });
  const passed = new Map<number, number>();
  for (const tie of ties) passed.set(tie.to, (passed.get(tie.to) ?? 0) + (score.get(tie.from) ?? 0) * tie.weight);
  return [...passed].map(([id, s]) => ({ id, score: s })).sort((a, b) => b.score - a.score || a.id - b.id);
}
