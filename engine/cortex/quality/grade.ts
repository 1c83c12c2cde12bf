import type { Quality } from '../../../contract/index.ts';

/** A term of a question and what a match of it is worth, as the word index tells. */
export interface Wanted {
  worth: number;
  /** Whether a text holds it, for the best texts in their order. */
  heldBy: readonly boolean[];
}

/** The first results decide: what stands further down seldom comes into a prompt. */
export const GRADED = 5;
/**
 * Score of the first, and share of the question's worth that the first five hold together. Where both bars of
 * `GOOD` are reached, the development sets find more than elsewhere; below both of `POOR`, far less
 * (docs/decisions/quality.md).
 */
export const GOOD = { best: 0.7, coverage: 0.8 } as const;
export const POOR = { best: 0.5, coverage: 0.6 } as const;

/**
 * How an answer looks before anybody has judged it (§35, §38): by the score of its first result, 0..1, and the share
 * of the question's worth that its first `GRADED` hold together. Pure.
 */
export function gradeOf(best: number, wanted: readonly Wanted[]): Quality {
  const all = wanted.reduce((sum, { worth }) => sum + worth, 0);
  const held = wanted.reduce((sum, { worth, heldBy }) => sum + (heldBy.slice(0, GRADED).includes(true) ? worth : 0), 0);
  // A question without a word to look up lacks none.
  const coverage = all === 0 ? 1 : Math.min(1, held / all);
  const tier = best >= GOOD.best && coverage >= GOOD.coverage ? 'good' : best < POOR.best && coverage < POOR.coverage ? 'poor' : 'fair';
  return { tier, best, coverage };
}

const ORDER: readonly Quality['tier'][] = ['poor', 'fair', 'good'];

/**
 * Whether a second answer is a tier above a first one, by what it found: a term that was exchanged for a word of
 * the candidates is held by construction, so that coverage alone is no gain.
 */
export const isBetter = (second: Quality, first: Quality): boolean => ORDER.indexOf(second.tier) > ORDER.indexOf(first.tier) && second.best >= POOR.best;
