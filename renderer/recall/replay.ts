import { Clue, type RecallTrace, type TraceRow } from '../../contract/index.ts';

/** What each clue counts; any finite number. */
export type Weights = Readonly<Record<Clue, number>>;

/** A candidate at its place by score. */
export interface Weighed {
  row: TraceRow;
  /** 0..1 where clues were weighed; a sum of ranks where not. */
  score: number;
  /** From 1, by score alone. */
  place: number;
}

/**
 * The score as the engine computes it: the logistic function of the weighted clues less `middle`. The terms are
 * added in the contract's order, so with the trace's own weights the result is the same to the last bit.
 */
export function scoreOf(clues: NonNullable<TraceRow['clues']>, weights: Weights, middle: number): number {
  const sum = Clue.options.reduce((total, clue) => total + (clues[clue] ?? 0) * weights[clue], 0);
  return 1 / (1 + Math.exp(middle - sum));
}

/** All candidates by score, best first, at other weights or (null) as they were; equals stay in the trace's order. */
export function weigh(trace: RecallTrace, weights: Weights | null): Weighed[] {
  const { reranking } = trace;
  return trace.candidates
    .map((row) => ({
      row,
      score: weights === null || reranking === null || row.clues === null ? row.score : scoreOf(row.clues, weights, reranking.middle),
    }))
    .sort((a, b) => b.score - a.score)
    .map((weighed, i) => ({ ...weighed, place: i + 1 }));
}

/** What a trial changes among the first `count` that may be kept at all; variety and length are not replayed. */
export interface Trial {
  first: Weighed[];
  /** Ids among the first only at the trial's weights. */
  entered: ReadonlySet<string>;
  /** Among the first only at the trace's own weights. */
  left: Weighed[];
}

export function compare(own: readonly Weighed[], tried: readonly Weighed[], count: number): Trial {
  const first = tried.filter(mayBeKept).slice(0, count);
  const before = own.filter(mayBeKept).slice(0, count);
  const beforeIds = new Set<string>(before.map(({ row }) => row.id));
  const firstIds = new Set<string>(first.map(({ row }) => row.id));
  return {
    first,
    entered: new Set([...firstIds].filter((id) => !beforeIds.has(id))),
    left: before.filter(({ row }) => !firstIds.has(row.id)),
  };
}

/** A repeat or a command stays out at any weight. */
const mayBeKept = ({ row }: Weighed): boolean => row.verdict !== 'duplicate' && row.verdict !== 'quarantined' && row.verdict !== 'dismissed';

/** The weights with some of them changed, or null when that changes nothing. */
export function changed(own: Weights, over: Partial<Record<Clue, number>>): Weights | null {
  const weights = { ...own, ...over };
  return Clue.options.some((clue) => weights[clue] !== own[clue]) ? weights : null;
}
