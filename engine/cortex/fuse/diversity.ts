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
  const left = [...items];
  const nearest = new Map<number, number>();
  const picked: Item[] = [];
  while (left.length > 0 && picked.length < picks) {
    let index = 0;
    let top = -Infinity;
    left.forEach((item, i) => {
      const value = lambda * (item.score / best) - (1 - lambda) * Math.max(0, nearest.get(item.id) ?? 0);
      if (value > top) [top, index] = [value, i];
    });
    const [item] = left.splice(index, 1);
    picked.push(item!);
    const vector = vectors.get(item!.id);
    if (!vector) continue;
    for (const other of left) {
      const its = vectors.get(other.id);
      if (its) nearest.set(other.id, Math.max(nearest.get(other.id) ?? -1, innerProduct(vector, its)));
    }
  }
  return [...picked, ...left];
}
