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
  /** As the product answers by itself: the same figures for what it is silent on, without any bar of the measurement. */
  product: Omit<AtBar, 'bar'>;
}

const isWithheld = ({ scored }: Answer, bar: number): boolean => scored.length === 0 || scored[0]!.score < bar;
const isSilent = ({ scored, silent }: Answer): boolean => silent || scored.length === 0;

/**
 * The trade between silence where there is nothing to find and silence where there is something. A
 * question is withheld when its best item scores below the bar, or when it got nothing anyway.
 */
export function abstention(answerable: readonly Answer[], unanswerable: readonly Answer[], at: readonly number[] = bars): Abstention {
  const figures = (isNothing: (answer: Answer) => boolean): Omit<AtBar, 'bar'> => {
    const share = (answers: readonly Answer[]) => mean(answers.map((answer) => Number(isNothing(answer))));
    return { withheld: share(unanswerable), lost: share(answerable), recall10Loss: mean(answerable.map((answer) => (isNothing(answer) ? recallAt(answer, 10) : 0))) };
  };
  return {
    unanswerable: unanswerable.length,
    answerable: answerable.length,
    curve: at.map((bar) => ({ bar, ...figures((answer) => isWithheld(answer, bar)) })),
    product: figures(isSilent),
  };
}
