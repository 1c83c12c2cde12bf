import type { ScanHit } from './query.ts';
import type { Code } from './int8.ts';
import { checkVector } from './vector-check.ts';

/**
 * Scores the hits again: float query against the int8 codes the vault keeps. One-bit codes find whom to
 * look at; a few hundred int8 codes put them in order. Hits without a code keep their estimate.
 */
export function rescoreHits(hits: readonly ScanHit[], vector: Float32Array, codeOf: (id: number) => Code | undefined): ScanHit[] {
  checkVector(vector, vector.length);
  return hits.map((hit) => {
    const code = codeOf(hit.id);
    return code === undefined ? hit : { id: hit.id, score: innerProduct(vector, code) };
  }).sort((a, b) => b.score - a.score || a.id - b.id);
}

/** Hits scored again before it is asked whether more can change anything. */
const STRIDE = 32;
/** So many hits show how far estimates are off. */
const LEAST_SEEN = 64;
/** What is behind must be this much further off than any seen. */
const MARGIN = 1.25;

/**
 * As `rescoreHits`, but stops as soon as no hit behind can be among the best `k`: its estimate would have
 * to be off by more than any seen so far. Those behind keep their estimates and stand behind.
 */
export function rescoreUntilSure(hits: readonly ScanHit[], vector: Float32Array, k: number, codeOf: (id: number) => Code | undefined): ScanHit[] {
  const sure: ScanHit[] = [];
  let furthest = 0;
  let from = 0;
  for (; from < hits.length; from += STRIDE) {
    const part = hits.slice(from, from + STRIDE);
    if (from >= Math.max(LEAST_SEEN, k)) {
      const last = sure.sort(byScore)[k - 1]!.score;
      if (part[0]!.score + furthest * MARGIN < last) break;
    }
    const again = new Map(rescoreHits(part, vector, codeOf).map((hit) => [hit.id, hit]));
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

function innerProduct(vector: Float32Array, { scale, code }: Code): number {
  checkVector(vector, code.length);
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * code[i]!;
  return sum * scale;
}
