/** An id with a number that is comparable within one list only. */
export interface Scored {
  id: number;
  score: number;
}

/** One signal's answer: ids best first, with the signal's own raw scores. */
export interface RankedList {
  signal: string;
  weight: number;
  items: readonly Scored[];
}

export interface Fused extends Scored {
  /** Rank (from 1) and raw score in every list that named the id. */
  signals: { signal: string; rank: number; score: number }[];
}

/** Cormack et al. 2009 use 60; 20 keeps more of the difference between the first ranks (docs/decisions/fusion.md). */
export const RRF_K = 20;

/**
 * Weighted reciprocal rank fusion: sum over lists of weight / (k + rank). Scores have one scale and
 * are comparable only within one call. Ties fall to the smaller id, so the order is total.
 */
export function fuseByRank(lists: readonly RankedList[], k: number = RRF_K): Scored[] {
  const fused = new Map<number, Scored>();
  for (const { weight, items } of counting(lists)) {
    items.forEach(({ id }, index) => {
      const more = weight / (k + index + 1);
      const entry = fused.get(id);
      if (entry) entry.score += more;
      else fused.set(id, { id, score: more });
    });
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.id - b.id);
}

/**
 * The first `size` of the fused order, and whatever is among the first `seats` of a single list, in the fused
 * order. Only these are told where each list has them: most of what was fused goes no further.
 */
export function poolOf(fused: readonly Scored[], lists: readonly RankedList[], size: number, seats: number): Fused[] {
  const seated = new Set(lists.flatMap((list) => seatedOf(list, seats)));
  const pool = new Map(fused.flatMap((item, i): [number, Fused][] => (i < size || seated.has(item.id) ? [[item.id, { ...item, signals: [] }]] : [])));
  for (const { signal, items } of counting(lists)) items.forEach(({ id, score }, index) => pool.get(id)?.signals.push({ signal, rank: index + 1, score }));
  return [...pool.values()];
}

/** What a list brings into the pool, wherever the fusion places it. */
export const seatedOf = ({ weight, items }: RankedList, seats: number): number[] => (weight > 0 ? items.slice(0, seats).map(({ id }) => id) : []);

/** A list without weight takes no part. */
const counting = (lists: readonly RankedList[]): RankedList[] => lists.filter(({ weight }) => weight > 0);
