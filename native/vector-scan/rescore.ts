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

function innerProduct(vector: Float32Array, { scale, code }: Code): number {
  checkVector(vector, code.length);
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * code[i]!;
  return sum * scale;
}
