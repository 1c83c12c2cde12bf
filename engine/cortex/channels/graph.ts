import type { EdgeType } from '../../../contract/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { RankedList } from '../fuse/index.ts';
import { STOP_WORDS } from '../gate/index.ts';
import type { ChannelQuery } from './words.ts';

/** How many of the best candidates pass something on, and the most stored ties that are followed from them. */
const SEEDS = 5;
const MOST_TIES = 300;
/** How much of its activation a memory passes on over a tie of each kind. */
const PASSES: Record<EdgeType | 'name', number> = {
  related_to: 0.7, supports: 0.6, contradicts: 0.5, next_to: 0.4, derived_from: 0.8, caused_by: 0.8, instance_of: 0.6, inferred_from: 0.7,
  supersedes: 0.6, name: 0.8,
};

interface Tie {
  from: number;
  to: number;
  passes: number;
}

/**
 * Spreading activation (Collins and Loftus 1975): the best candidates pass activation on to what they are
 * tied to, by stored relations and by names that both hold. A memory gets the most that any tie
 * brings it, never the sum, so that many weak ties make no strong one; a name or a memory with many ties
 * passes less over each. Scores are 0..1.
 */
export async function findByGraph(vault: Vault, query: ChannelQuery, seeds: RankedList['items'], hops = 1): Promise<RankedList['items']> {
  const best = seeds[0]?.score ?? 0;
  if (best <= 0) return [];
  const start = new Map(seeds.slice(0, SEEDS).map(({ id, score }) => [id, score / best]));
  const active = new Map<number, number>();
  for (let hop = 0, front = start; hop < hops && front.size > 0; hop++) {
    const next = new Map<number, number>();
    for (const { from, to, passes } of await tiesOf(vault, query, [...front.keys()])) {
      const activation = front.get(from)! * passes;
      if (activation > (active.get(to) ?? 0)) next.set(to, Math.max(activation, next.get(to) ?? 0));
    }
    for (const [id, activation] of next) active.set(id, activation);
    front = new Map([...next].filter(([id]) => !start.has(id)).sort((a, b) => b[1] - a[1]).slice(0, SEEDS));
  }
  return [...active].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id);
}

async function tiesOf(vault: Vault, { analysis, ...asking }: ChannelQuery, ids: readonly number[]): Promise<Tie[]> {
  const except = [...STOP_WORDS, ...analysis.words];
  const [stored, names] = await Promise.all([
    vault.read('neighbours', { ...asking, ids, limit: MOST_TIES }),
    vault.read('sharedNames', { ...asking, ids, except }),
  ]);
  const degree = new Map<number, number>();
  for (const { from } of stored) degree.set(from, (degree.get(from) ?? 0) + 1);
  return [
    ...stored.map(({ from, to, type, weight }) => ({ from, to, passes: (PASSES[type] * weight) / Math.sqrt(degree.get(from)!) })),
    ...names.map(({ from, to, documents }) => ({ from, to, passes: PASSES.name / Math.sqrt(documents) })),
  ];
}
