import type { Caller } from './caller.ts';

/** Steps of a score that a caller other than the person sees: fine scores tell what lies near a query (§10.16.1). */
const STEPS = 4;

/** The same for the same input, always: noise averages out over repeated questions, a step does not. */
export const coarseScore = (score: number, best: number): number => (best <= 0 ? 0 : Math.max(1, Math.ceil((score / best) * STEPS)) / STEPS);

/** What a caller may see of a list of scores, best first. */
export function scoresFor(caller: Caller, scores: readonly number[]): number[] {
  if (caller.kind === 'person') return [...scores];
  const best = Math.max(0, ...scores);
  return scores.map((score) => coarseScore(score, best));
}
