import type { ScanHit } from './query.ts';
import type { Code } from './int8.ts';
import { checkVector } from './vector-check.ts';

/** The better score of a memory, in the units of the estimates; undefined when there is none. */
export type ScoreOf = (id: number) => number | undefined;

/** Scores the hits again. Those without a better score keep their estimate. */
export function rescoreHits(hits: readonly ScanHit[], scoreOf: ScoreOf): ScanHit[] {
  return hits.map(({ id, score }) => ({ id, score: scoreOf(id) ?? score })).sort(byScore);
}

/** Hits scored again before it is asked whether more can change anything. */
const STRIDE = 16;
/** So many hits show how far estimates are off. */
const LEAST_SEEN = 16;
/** What is behind must be this much further off than any seen. */
const MARGIN = 1.25;

/**
 * As `rescoreHits`, but stops as soon as no hit behind can be among the best `k`: its estimate would have
 * to be off by more than any seen so far. Those behind keep their estimates and stand behind.
 */
export function rescoreUntilSure(hits: readonly ScanHit[], k: number, scoreOf: ScoreOf): ScanHit[] {
  const sure: ScanHit[] = [];
  let furthest = 0;
  let from = 0;
  for (; from < hits.length; from += STRIDE) {
    const part = hits.slice(from, from + STRIDE);
    if (from >= Math.max(LEAST_SEEN, k)) {
      const last = sure.sort(byScore)[k - 1]!.score;
      if (part[0]!.score + furthest * MARGIN < last) break;
    }
    const again = new Map(rescoreHits(part, scoreOf).map((hit) => [hit.id, hit]));
    for (const hit of part) {
      const exact = again.get(hit.id)!;
      // Either way: the first hits are mostly those whose estimates are too high.
      furthest = Math.max(furthest, Math.abs(exact.score - hit.score));
      sure.push(exact);
    }
  }
  return [...sure.sort(byScore), ...hits.slice(from)];
}

const byScore = (a: ScanHit, b: ScanHit): number => b.score - a.score || a.id - b.id;

/** Inner product of a float query and an int8 code. Throws DIMENSION_MISMATCH or INVALID_INPUT. */
export function codeScore(vector: Float32Array, { scale, code }: Code): number {
  checkVector(vector, code.length);
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * code[i]!;
  return sum * scale;
}
