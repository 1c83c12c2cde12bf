import { limits, type Memory, type MemoryId, type RecallQuery, type RecallResult, type SignalRank, type Verdict } from '../../../contract/index.ts';

/**
 * Where a memory fell on its way into an answer. `skipped`: recall did not look at all;
 * `not_found`: no signal placed it among the best; `below_pool`: found, but fused below what is
 * weighed; a verdict: weighed and cut; `returned`: it is in the answer.
 */
export type Stage = 'not_visible' | 'skipped' | 'not_found' | 'below_pool' | Exclude<Verdict, 'kept'> | 'returned';

export interface WhyNot {
  id: MemoryId;
  stage: Stage;
  /** Place in the answer from 1, when it was returned. */
  place: number | null;
  /** Score of the fused ranks, before it was reranked; null where nothing weighed it. */
  fused: number | null;
  /** The memory it repeats, when it fell as a duplicate. */
  duplicateOf: MemoryId | null;
  signals: SignalRank[];
  reason: string;
}

const scopeParts = ['project', 'squad', 'agent', 'channel', 'channelUser'] as const;

/** Why a question cannot see a memory, in a sentence, or null when it can. The engine's rules, told once more for one memory. */
export function hiddenFrom(memory: Pick<Memory, 'scope' | 'status' | 'kind'>, { scope = {}, kinds, past }: RecallQuery): string | null {
  const foreign = scopeParts.filter((part) => memory.scope[part] !== undefined && memory.scope[part] !== scope[part]);
  if (foreign.length > 0) return `It belongs to another ${foreign.map((part) => (part === 'channelUser' ? 'user' : part)).join(' and ')} than the question was asked from.`;
  if (memory.status === 'forgotten') return 'It is forgotten.';
  if (memory.status === 'quarantined') return 'It waits for your approval.';
  if (memory.status === 'superseded' && past !== true) return 'A newer fact took its place; --past asks for what was true once.';
  if (kinds !== undefined && !kinds.includes(memory.kind)) return `It is ${memory.kind}, and another kind was asked for.`;
  return null;
}

/** The same question with as many results as there may be, so that its trace reaches furthest. */
export function widest({ budget: _budget, ...query }: RecallQuery): RecallQuery {
  return { ...query, limit: limits.recall, explain: true };
}

/** Reads the stage from the trace of the question and from that of the widest one. Pure. */
export function whyNot(id: MemoryId, asked: RecallResult, wide: RecallResult): WhyNot {
  const place = asked.items.findIndex(({ memory }) => memory.id === id) + 1;
  const row = asked.trace?.candidates.find((candidate) => candidate.id === id);
  const [signals, fused, duplicateOf] = [row?.signals ?? [], row?.fused ?? null, row?.duplicateOf ?? null];
  if (place > 0) return { id, stage: 'returned', place, fused, duplicateOf, signals, reason: `Returned at place ${place} of ${asked.items.length}.` };
  // Kept but not among the items: the answer was withheld as a whole, and the row's own words say the rest.
  if (row !== undefined) return { id, stage: row.verdict === 'kept' ? 'below_limit' : row.verdict, place: null, fused, duplicateOf, signals, reason: row.reason };
  const further = wide.trace?.candidates.find((candidate) => candidate.id === id);
  const weighed = asked.trace?.candidates.length ?? 0;
  if (further !== undefined)
    return { id, stage: 'below_pool', place: null, fused: further.fused, duplicateOf: null, signals: further.signals, reason: `Found, but all signals together place it below the ${weighed} best, and only those are weighed.` };
  if (asked.trace?.gate.decision === 'skip') return { id, stage: 'skipped', place: null, fused: null, duplicateOf: null, signals: [], reason: asked.trace.gate.reason };
  return { id, stage: 'not_found', place: null, fused: null, duplicateOf: null, signals: [], reason: `No signal placed it among the best ${wide.trace?.candidates.length ?? 0}.` };
}
