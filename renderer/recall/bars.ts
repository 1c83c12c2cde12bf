import { Clue, type TraceRow } from '../../contract/index.ts';
import type { Weights } from './replay.ts';

/** What one clue adds to a candidate, or takes from it. */
export interface Bar {
  clue: Clue;
  value: number;
  weight: number;
  /** `value` times `weight`; never 0. */
  amount: number;
}

/** The clues of a candidate by what they count, largest first, for or against; none without clues. */
export function barsOf(clues: TraceRow['clues'], weights: Weights): Bar[] {
  if (clues === null) return [];
  return Clue.options
    .map((clue): Bar => {
      const value = clues[clue] ?? 0;
      return { clue, value, weight: weights[clue], amount: value * weights[clue] };
    })
    .filter(({ amount }) => amount !== 0)
    .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}
