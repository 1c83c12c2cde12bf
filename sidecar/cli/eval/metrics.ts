/** What one query gave: the ids found, best first and without repeats, and those that answer it. */
export interface Judged {
  ranked: readonly string[];
  relevant: ReadonlySet<string>;
}

/** Relevant ids among the first `k` found. */
export function foundAt({ ranked, relevant }: Judged, k: number): number {
  return ranked.slice(0, k).filter((id) => relevant.has(id)).length;
}

/** Share of the relevant ids among the first `k`, 0..1. Needs at least one relevant id. */
export function recallAt(judged: Judged, k: number): number {
  return foundAt(judged, k) / judged.relevant.size;
}

/** 1 when at least one relevant id is among the first `k`, else 0. */
export function anyAt(judged: Judged, k: number): number {
  return foundAt(judged, k) > 0 ? 1 : 0;
}

/** 1 when every relevant id is among the first `k`, else 0. Needs at least one relevant id. */
export function allAt(judged: Judged, k: number): number {
  return foundAt(judged, k) === judged.relevant.size ? 1 : 0;
}

/**
 * The same answer judged by conversation: a relevant id stands for its group, and the first id of a
 * group found stands for all of it. Later ones keep their place and count for nothing, so `k` still
 * counts ids. `groupOf` gives every id its group, never an empty name.
 */
export function byGroup({ ranked, relevant }: Judged, groupOf: (id: string) => string): Judged {
  const seen = new Set<string>();
  return {
    relevant: new Set([...relevant].map(groupOf)),
    ranked: ranked.map((id) => {
      const group = groupOf(id);
      if (seen.has(group)) return '';
      seen.add(group);
      return group;
    }),
  };
}

/** One over the rank of the first relevant id; 0 when none was found. */
export function reciprocalRank({ ranked, relevant }: Judged): number {
  const at = ranked.findIndex((id) => relevant.has(id));
  return at < 0 ? 0 : 1 / (at + 1);
}

/**
 * Normalised discounted cumulative gain over the first `k` with binary relevance, 0..1: the gain
 * at rank r is 1/log2(r+1), divided by that of a ranking with all relevant ids first.
 */
export function ndcgAt({ ranked, relevant }: Judged, k: number): number {
  const gain = (rank: number) => 1 / Math.log2(rank + 1);
  let sum = 0;
  ranked.slice(0, k).forEach((id, index) => {
    if (relevant.has(id)) sum += gain(index + 1);
  });
  let ideal = 0;
  for (let rank = 1; rank <= Math.min(k, relevant.size); rank++) ideal += gain(rank);
  return sum / ideal;
}

/** Nearest-rank percentile, `share` in 0..1; 0 of nothing. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
