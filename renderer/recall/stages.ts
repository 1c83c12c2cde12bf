import { Signal, type RecallTrace, type TraceRow, type Verdict } from '../../contract/index.ts';

/** The columns of the panel, in the order a question takes. */
export const stages = ['gate', 'found', 'weighed', 'filtered', 'kept'] as const;
export type Stage = (typeof stages)[number];

/** Which column tells of which step of the engine. */
const columnOf: Record<string, Stage> = {
  gate: 'gate', channels: 'found', fuse: 'weighed', rows: 'weighed', rerank: 'weighed', cross: 'weighed', again: 'weighed', diversity: 'filtered', fit: 'kept',
};

/** Milliseconds per column; steps this interface does not know are summed apart, so that nothing is lost. */
export function msByStage(ms: RecallTrace['ms']): Record<Stage | 'other', number> {
  const sums: Record<Stage | 'other', number> = { gate: 0, found: 0, weighed: 0, filtered: 0, kept: 0, other: 0 };
  for (const [step, value] of Object.entries(ms)) sums[Object.hasOwn(columnOf, step) ? columnOf[step]! : 'other'] += value;
  return sums;
}

/** A candidate in the list of one signal. */
export interface FoundRow {
  row: TraceRow;
  /** From 1. */
  rank: number;
  /** The signal's own raw score. */
  score: number;
}

/** What each signal found, best first; signals that found nothing are not there. */
export function foundBySignal(candidates: readonly TraceRow[]): { signal: Signal; rows: FoundRow[] }[] {
  return Signal.options
    .map((signal) => ({
      signal,
      rows: candidates
        .flatMap((row) => row.signals.filter((found) => found.signal === signal).map(({ rank, score }): FoundRow => ({ row, rank, score })))
        .sort((a, b) => a.rank - b.rank),
    }))
    .filter(({ rows }) => rows.length > 0);
}

const cuts = ['quarantined', 'duplicate', 'dismissed', 'withheld', 'over_budget', 'below_limit'] as const satisfies readonly Verdict[];

/** What was cut, by why, in the order the engine asks; the best by score first. */
export function cutByVerdict(candidates: readonly TraceRow[]): { verdict: Verdict; rows: TraceRow[] }[] {
  return cuts.map((verdict) => ({ verdict, rows: candidates.filter((row) => row.verdict === verdict).sort((a, b) => b.score - a.score) })).filter(({ rows }) => rows.length > 0);
}

export const keptOf = (candidates: readonly TraceRow[]): TraceRow[] => candidates.filter(({ verdict }) => verdict === 'kept');

/**
 * How many places variety moved each candidate that was no repeat and no command: up is positive. The trace's
 * order is the one after variety.
 */
export function movedByVariety(candidates: readonly TraceRow[]): ReadonlyMap<string, number> {
  const after = candidates.filter(({ verdict }) => verdict !== 'duplicate' && verdict !== 'quarantined' && verdict !== 'dismissed');
  const before = new Map(after.toSorted((a, b) => b.score - a.score).map((row, i) => [row, i]));
  return new Map(after.map((row, i) => [row.id, before.get(row)! - i]));
}
