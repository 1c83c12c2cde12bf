import type { RecallTrace, TraceRow } from '../../contract/index.ts';
import { keptOf } from './stages.ts';
import { weigh } from './replay.ts';

/** Where a memory's way through one recall ended. */
export type Fall =
  /** Memory was not searched at all. */
  | { stage: 'gate'; reason: string }
  /** No signal named it among the candidates that were weighed. */
  | { stage: 'found'; weighed: number }
  | { stage: 'filtered'; row: TraceRow; place: number; of: number }
  /** Beyond the number asked for; `gap` is what its score lacks to the lowest kept, 0 or less when variety decided. */
  | { stage: 'limit'; row: TraceRow; place: number; of: number; kept: number; lowest: number; gap: number }
  | { stage: 'kept'; row: TraceRow; place: number; of: number; at: number; kept: number };

/** The stage at which a memory fell, or its place among the kept. */
export function fallOf(trace: RecallTrace, id: string): Fall {
  if (trace.gate.decision === 'skip') return { stage: 'gate', reason: trace.gate.reason };
  const weighed = weigh(trace, null);
  const own = weighed.find(({ row }) => row.id === id);
  if (own === undefined) return { stage: 'found', weighed: weighed.length };
  const { row, place } = own;
  const of = weighed.length;
  const kept = keptOf(trace.candidates);
  if (row.verdict === 'kept') return { stage: 'kept', row, place, of, at: kept.indexOf(row) + 1, kept: kept.length };
  if (row.verdict !== 'below_limit' || kept.length === 0) return { stage: 'filtered', row, place, of };
  const lowest = Math.min(...kept.map(({ score }) => score));
  return { stage: 'limit', row, place, of, kept: kept.length, lowest, gap: lowest - row.score };
}

/** `1st`, `2nd`, `11th`. */
export function nth(n: number): string {
  const tail = n % 100 >= 11 && n % 100 <= 13 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[n % 10] ?? 'th');
  return `${n.toLocaleString('en')}${tail}`;
}

/** Where it fell, in a sentence or two. */
export function said(fall: Fall): string {
  switch (fall.stage) {
    case 'gate':
      return `Fell at the gate: memory was not searched. ${fall.reason}`;
    case 'found':
      return fall.weighed === 0 ? 'No signal found it, nor anything else.' : `No signal found it among the ${fall.weighed.toLocaleString('en')} candidates that were weighed.`;
    case 'filtered':
      return `Fell at the filters, from place ${fall.place} of ${fall.of}. ${fall.row.reason}`;
    case 'limit':
      return fall.gap > 0
        ? `Fell below the limit: place ${fall.place} of ${fall.of}, and ${fall.kept} were kept. Its score is ${shown(fall.row.score)}, the lowest kept has ${shown(fall.lowest)}.`
        : `Fell below the limit: place ${fall.place} of ${fall.of} by score, but it gave way to something more different. ${fall.kept} were kept.`;
    case 'kept':
      return `Kept as the ${nth(fall.at)} of ${fall.kept}; place ${fall.place} of ${fall.of} by score.`;
  }
}

/** A score as it is shown everywhere: three digits. */
export const shown = (score: number): string => score.toFixed(3);
