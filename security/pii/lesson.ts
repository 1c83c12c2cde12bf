import { normalise, placeInOriginal } from '../text/index.ts';
import { pieces, type Piece } from './learned/index.ts';
import { findByRules } from './rules.ts';

/** A text as the weights are learned from it. */
export interface ReadForLearning {
  pieces: Piece[];
  /** The rules alone guard it. */
  isGuarded: boolean;
  /** Where a place of the normalised text stands in the original, in UTF-16 units. */
  back: (at: number) => number;
}

export function readForLearning(text: string): ReadForLearning {
  const plain = normalise(text);
  const ruled = findByRules(plain);
  return { pieces: pieces(plain, ruled), isGuarded: ruled.some(({ tier }) => tier !== 'cleartext'), back: (at) => placeInOriginal(plain, at) };
}
