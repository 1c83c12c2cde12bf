import { allAt, anyAt, foundAt, mean, ndcgAt, percentile, recallAt, reciprocalRank, type Judged } from './metrics.ts';

/** A judged query with its category and the time it took. */
export interface Answer extends Judged {
  id: string;
  category: string;
  ms: number;
  /** Found ids with their scores, as saved by `--save`. */
  scored: { id: string; score: number }[];
  /** The product would rather have said nothing; what it found is ranked all the same. */
  silent: boolean;
}

export interface Measures {
  queries: number;
  /** Mean over queries of the share found, by k. */
  recall: Record<string, number>;
  /** All relevant ids found, over all relevant ids, by k: a query with more evidence weighs more. */
  recallPerEvidence: Record<string, number>;
  /** Share of queries with at least one relevant id among the first k. */
  any: Record<string, number>;
  /** Share of queries with every relevant id among the first k. */
  all: Record<string, number>;
  ndcg10: number;
  mrr: number;
  latencyMs: { p50: number; p95: number };
}

export interface Summary extends Measures {
  byCategory: Record<string, Measures>;
}

export function summarize(answers: readonly Answer[], ks: readonly number[]): Summary {
  const categories = [...new Set(answers.map((answer) => answer.category))].sort();
  return {
    ...measure(answers, ks),
    byCategory: Object.fromEntries(categories.map((category) => [category, measure(answers.filter((answer) => answer.category === category), ks)])),
  };
}

function measure(answers: readonly Answer[], ks: readonly number[]): Measures {
  const evidence = answers.reduce((sum, answer) => sum + answer.relevant.size, 0);
  const perK = (value: (k: number) => number) => Object.fromEntries(ks.map((k) => [String(k), value(k)]));
  return {
    queries: answers.length,
    recall: perK((k) => mean(answers.map((answer) => recallAt(answer, k)))),
    recallPerEvidence: perK((k) => (evidence === 0 ? 0 : answers.reduce((sum, answer) => sum + foundAt(answer, k), 0) / evidence)),
    any: perK((k) => mean(answers.map((answer) => anyAt(answer, k)))),
    all: perK((k) => mean(answers.map((answer) => allAt(answer, k)))),
    ndcg10: mean(answers.map((answer) => ndcgAt(answer, 10))),
    mrr: mean(answers.map(reciprocalRank)),
    latencyMs: { p50: percentile(answers.map((answer) => answer.ms), 0.5), p95: percentile(answers.map((answer) => answer.ms), 0.95) },
  };
}
