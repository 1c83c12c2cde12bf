import { innerProduct } from './inner-product.ts';

/**
 * Maximal marginal relevance (Carbonell and Goldstein 1998): picks in turn what is relevant and
 * unlike what was picked. Relevance is taken relative to the best score; ids without a vector count
 * as unlike everything. `lambda` 1 keeps the order as it is. What is behind the first `picks` keeps its order, too.
 */
export function diversify<Item extends { id: number; score: number }>(
  items: readonly Item[],
  vectors: ReadonlyMap<number, Float32Array>,
  lambda: number,
  picks: number = items.length,
): Item[] {
  if (lambda >= 1 || items.length < 3) return [...items];
  const best = items[0]!.score || 1;
  const left: Waiting<Item>[] = items.map((item) => ({ item, vector: vectors.get(item.id) ?? null, nearest: 0, seen: 0 }));
  const picked: Waiting<Item>[] = [];
  const valueOf = ({ item, nearest }: Waiting<Item>): number => lambda * (item.score / best) - (1 - lambda) * nearest;
  while (left.length > 0 && picked.length < picks) {
    let index = 0;
    for (let i = 1; i < left.length; i++) if (valueOf(left[i]!) > valueOf(left[index]!)) index = i;
    const top = left[index]!;
    // Each pick can only lower the others, so that who leads when all picks are counted leads for good; the rest need not be compared.
    if (top.seen < picked.length) compare(top, picked);
    else picked.push(...left.splice(index, 1));
  }
  return [...picked, ...left].map(({ item }) => item);
}

interface Waiting<Item> {
  item: Item;
  vector: Float32Array | null;
  /** Largest likeness to the picks seen so far, from 0. */
  nearest: number;
  seen: number;
}

function compare(one: Waiting<unknown>, picked: readonly Waiting<unknown>[]): void {
  for (; one.seen < picked.length; one.seen++) {
    const { vector } = picked[one.seen]!;
    if (one.vector && vector) one.nearest = Math.max(one.nearest, innerProduct(one.vector, vector));
  }
}
