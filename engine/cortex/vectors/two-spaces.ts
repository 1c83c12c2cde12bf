import type { ScanHit } from '../../../native/vector-scan/index.ts';

/**
 * One list out of two spaces while memories move from one to the other (§36.5). Cosines of two models
 * cannot be compared, places can: a hit of the new space, which holds only a share of the memories, stands
 * about where its rank divided by that share says; a memory it does not hold keeps its rank in the old
 * space. Scores are those of the new space; what comes from the old one gets a score between its new
 * neighbours, so that the order by score is this order. Both lists best first; `coverage` 0..1.
 */
export function mergeSpaces(now: readonly ScanHit[], before: readonly ScanHit[], holds: (id: number) => boolean, coverage: number): ScanHit[] {
  const missing = before.flatMap((hit, rank) => (holds(hit.id) ? [] : [{ hit, place: rank + 1, moved: false }]));
  const held = now.map((hit, rank) => ({ hit, place: (rank + 1) / Math.max(coverage, Number.EPSILON), moved: true }));
  const order = [...held, ...missing].sort((a, b) => a.place - b.place || Number(b.moved) - Number(a.moved));
  if (held.length === 0) return missing.map(({ hit }) => hit);
  const out: ScanHit[] = [];
  for (let from = 0; from < order.length; ) {
    if (order[from]!.moved) {
      out.push(order[from++]!.hit);
      continue;
    }
    let to = from;
    while (to < order.length && !order[to]!.moved) to++;
    const below = order[to]?.hit.score ?? Math.min(0, order[from - 1]!.hit.score);
    const above = out.at(-1)?.score ?? Math.max(order[from]!.hit.score, below);
    for (let i = from; i < to; i++) out.push({ id: order[i]!.hit.id, score: above + ((below - above) * (i - from + 1)) / (to - from + 1) });
    from = to;
  }
  return out;
}
