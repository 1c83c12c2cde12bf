/** One signal's answer: ids best first, with the signal's own raw scores. */
export interface RankedList {
  signal: string;
  weight: number;
  items: readonly { id: number; score: number }[];
}

export interface Fused {
  id: number;
  score: number;
  /** Rank (from 1) and raw score in every list that named the id. */
  signals: { signal: string; rank: number; score: number }[];
}

/** Cormack et al. 2009 use 60; 20 keeps more of the difference between the first ranks (docs/decisions/fusion.md). */
export const RRF_K = 20;

/**
 * Weighted reciprocal rank fusion: sum over lists of weight / (k + rank). Scores have one scale and
 * are comparable only within one call. Ties fall to the smaller id, so the order is total.
 */
export function fuseByRank(lists: readonly RankedList[], k: number = RRF_K): Fused[] {
  const fused = new Map<number, Fused>();
  for (const list of lists) {
    if (list.weight <= 0) continue;
    list.items.forEach(({ id, score }, index) => {
      let entry = fused.get(id);
      if (!entry) fused.set(id, (entry = { id, score: 0, signals: [] }));
      entry.score += list.weight / (k + index + 1);
      entry.signals.push({ signal: list.signal, rank: index + 1, score });
    });
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.id - b.id);
}

/** The first `size` of the fused order, and whatever is among the first `seats` of a single list, in the fused order. */
export function poolOf(fused: readonly Fused[], lists: readonly RankedList[], size: number, seats: number): Fused[] {
  const seated = new Set(lists.flatMap(({ weight, items }) => (weight > 0 ? items.slice(0, seats).map(({ id }) => id) : [])));
  return fused.filter(({ id }, i) => i < size || seated.has(id));
}
