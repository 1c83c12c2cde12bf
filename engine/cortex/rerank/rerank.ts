import { Clue } from '../../../contract/index.ts';
import type { Clues } from './clues.ts';

/** What each clue counts, and the sum that counts as one half. */
export interface Reranking {
  weights: Clues;
  middle: number;
}

/**
 * What the judgement of a cross-encoder counts. The clues of the best thirty differ by three or four together, so a
 * clear judgement decides and an unclear one leaves the order to the clues. Not measured: no such model ships.
 */
export const CROSS = 8;

/** Weighted sum of the clues, squeezed into 0..1 by the logistic function; only comparable within one recall. */
export function scoreOf(clues: Clues, { weights, middle }: Reranking): number {
  const sum = Clue.options.reduce((total, clue) => total + clues[clue] * weights[clue], 0);
  return 1 / (1 + Math.exp(middle - sum));
}
