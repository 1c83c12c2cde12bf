import type { RecallResult, RecallTrace, TraceRow } from '../../contract/index.ts';
import { RERANKING, type Analysis, type Fused } from '../cortex/index.ts';
import type { CandidateRow } from '../vault/index.ts';
import type { Found } from './recall-channels.ts';
import type { Weighed } from './recall-rerank.ts';

/** What recall tells of itself: every candidate with what found it, what placed it, and what became of it. */

const REASON: Record<TraceRow['verdict'], string> = {
  kept: 'Among the best.',
  below_limit: 'Ranked below the number asked for.',
  over_budget: 'Does not fit the remaining tokens.',
  duplicate: 'Says the same as a better placed memory.',
  quarantined: 'Reads like a command to the model; it waits for your approval.',
  dismissed: 'You called it not relevant to a question like this one.',
  withheld: 'Tells of somebody else than the person named.',
};

/** What had been looked up ahead, and whether it was the right thing. */
export function preloadOf(waiting: ReadonlyMap<number, CandidateRow>, rows: ReadonlyMap<number, CandidateRow>, order: readonly Fused[]): RecallTrace['preload'] {
  if (waiting.size === 0) return null;
  return { waiting: waiting.size, used: [...rows.keys()].filter((id) => waiting.has(id)).length, hit: order[0] !== undefined && waiting.has(order[0].id) };
}

/** All of one recall that its trace tells. */
export interface Told {
  analysis: Analysis;
  crossEncoder: RecallTrace['crossEncoder'];
  quality: RecallTrace['quality'];
  reformulated: RecallTrace['reformulated'];
  preload: RecallTrace['preload'];
  found: Found;
  candidates: readonly Weighed[];
  /** Rows of the candidates the reader may see. */
  rows: ReadonlyMap<number, CandidateRow>;
  /** Each repeat, with what it repeats. */
  duplicates: ReadonlyMap<number, number>;
  suspect: ReadonlySet<number>;
  /** What the reader called not relevant to a question like this. */
  dismissed: ReadonlySet<number>;
  /** Public ids of what was offered to the fit, and of what came out of it. */
  offered: ReadonlySet<string>;
  returned: ReadonlySet<string>;
  /** What may be returned, in its order. */
  order: readonly Weighed[];
  silent: boolean;
  ms: Record<string, number>;
}

export function traceOf({ analysis, crossEncoder, quality, reformulated, preload, found, candidates, rows, duplicates, suspect, dismissed, offered, returned, order, silent, ms }: Told): RecallTrace {
  const place = new Map(order.map((item, i) => [item.id, i]));
  const verdictOf = (number: number, id: string): TraceRow['verdict'] =>
    suspect.has(number) ? 'quarantined' : duplicates.has(number) ? 'duplicate' : dismissed.has(number) ? 'dismissed' : silent ? 'withheld' : returned.has(id) ? 'kept' : offered.has(id) ? 'over_budget' : 'below_limit';
  const publicId = (number: number | undefined): TraceRow['id'] | null => (number === undefined ? null : rows.get(number)!.public_id as TraceRow['id']);
  const traced = candidates.filter((c) => rows.has(c.id)).map((candidate): TraceRow & { place: number } => {
    const row = rows.get(candidate.id)!;
    const id = row.public_id as TraceRow['id'];
    const verdict = verdictOf(candidate.id, id);
    return {
      id, keyFact: row.key_fact, score: candidate.score, fused: candidate.fused, signals: candidate.signals as TraceRow['signals'],
      clues: candidate.clues ? Object.fromEntries(Object.entries(candidate.clues).filter(([, value]) => value !== 0)) : null,
      verdict, reason: REASON[verdict], duplicateOf: publicId(duplicates.get(candidate.id)), place: place.get(candidate.id) ?? Infinity,
    };
  });
  traced.sort((a, b) => a.place - b.place);
  return {
    gate: analysis.gate, momentum: analysis.carried, preload, terms: found.terms.map(({ term }) => term), droppedTerms: found.dropped, time: analysis.time,
    weights: Object.fromEntries(found.lists.map((list) => [list.signal, list.weight])),
    reranking: candidates.some(({ clues }) => clues !== undefined) ? RERANKING : null,
    crossEncoder, quality, reformulated,
    candidates: traced.map(({ place: _place, ...row }) => row), ms,
  };
}

/** The answer of a message that needs no memory. */
export function nothing(analysis: Analysis, coverage: number, explain: boolean, ms: Record<string, number>): RecallResult {
  const trace: RecallTrace | null = explain
    ? { gate: analysis.gate, momentum: analysis.carried, preload: null, terms: [], droppedTerms: [], time: analysis.time, weights: {}, reranking: null, crossEncoder: null, quality: null, reformulated: null, candidates: [], ms }
    : null;
  return { items: [], degraded: [], coverage, tokens: 0, abstained: null, trace };
}
