import type { Answer } from './measure.ts';
import { mean, recallAt } from './metrics.ts';

/** Bars on the score of the best item, 0 to 1. */
export const bars: readonly number[] = Array.from({ length: 21 }, (_, i) => i / 20);

/** What a bar costs and gains. Shares are 0..1. */
export interface AtBar {
  bar: number;
  /** Share of the unanswerable questions that get nothing; more is better. */
  withheld: number;
  /** Share of the answerable questions that get nothing. */
  lost: number;
  /** Fall of the mean R@10 of the answerable questions against no bar. */
  recall10Loss: number;
}

export interface Abstention {
  unanswerable: number;
  answerable: number;
  curve: AtBar[];
  /** As the product answers by itself: shares of questions that got nothing without any bar of the measurement. */
  product: { withheld: number; lost: number };
}

const isWithheld = ({ scored }: Answer, bar: number): boolean => scored.length === 0 || scored[0]!.score < bar;

/**
 * The trade between silence where there is nothing to find and silence where there is something. A
 * question is withheld when its best item scores below the bar, or when it got nothing anyway.
 */
export function abstention(answerable: readonly Answer[], unanswerable: readonly Answer[], at: readonly number[] = bars): Abstention {
  const share = (answers: readonly Answer[], bar: number) => mean(answers.map((answer) => (isWithheld(answer, bar) ? 1 : 0)));
  return {
    unanswerable: unanswerable.length,
    answerable: answerable.length,
    curve: at.map((bar) => ({
      bar, withheld: share(unanswerable, bar), lost: share(answerable, bar),
      recall10Loss: mean(answerable.map((answer) => (isWithheld(answer, bar) ? recallAt(answer, 10) : 0))),
    })),
    product: { withheld: share(unanswerable, -Infinity), lost: share(answerable, -Infinity) },
  };
}
