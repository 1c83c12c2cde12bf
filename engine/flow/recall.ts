import type { Recalled, RecallQuery, RecallResult, RecallTrace } from '../../contract/index.ts';
import { scopedTo, scoresFor, type Caller } from '../../security/access/index.ts';
import { diversify, toldOfAnother } from '../cortex/index.ts';
import { toMemory, type CandidateRow, type MemoryRow } from '../vault/index.ts';
import { judge } from './cross-encoders.ts';
import { dismissedFor } from './dismissals.ts';
import { facetsOf } from './facets.ts';
import { fit, type Finalist } from './fit.ts';
import type { Mind } from './mind.ts';
import { askAgain, qualityOf } from './recall-again.ts';
import type { Weighed } from './recall-rerank.ts';
import { repeatsIn, search, SPARE, understand, wantedBy, type Asking } from './recall-round.ts';
import { nothing, preloadOf, traceOf } from './recall-trace.ts';

/**
 * The way out: question → gate → a round of search (channels, rank fusion, candidates, reranking) → once more in
 * other words when the answer is poor → duplicates and what was called not relevant here → diversity → limit or
 * budget. The trace names every candidate with each signal's rank and why it was kept or cut. Recall never writes;
 * uses are told to the writer by whoever puts a memory to use.
 */

/** @param most how many memories to return at most by what the gate said; `limit` when absent */
export async function recall(mind: Mind, caller: Caller, asked: RecallQuery, most?: (gate: RecallTrace['gate']) => number): Promise<RecallResult> {
  let query = asked;
  const watch = stopwatch();
  const at = query.at ?? mind.clock.now();
  const view = scopedTo({ past: query.past ?? false, kinds: query.kinds ?? null }, caller, query.scope);
  const analysis = await understand(mind, view, query.query, at, query.context);
  watch.lap('gate');
  if (analysis.gate.decision === 'skip') return nothing(analysis, coverage(mind), query.explain ?? false, watch.ms);
  const settings = mind.settings();
  if (most !== undefined) query = { ...query, limit: most(analysis.gate) };
  const waiting = mind.ahead.waiting(caller, query.scope);
  const asking: Asking = { mind, caller, query, view, waiting };
  const first = await search(asking, query.query, analysis, watch.lap);
  const abstained = settings['recall.abstain'] ? abstention(first.candidates, first.rows) : null;
  // What is withheld is no answer: it has no quality, and would only be asked for again in vain.
  const again = settings['recall.reformulate'] && abstained === null ? await askAgain(asking, query.query, at, first)
    : { round: first, quality: query.explain && abstained === null ? qualityOf(first) : null, reformulated: null };
  if (again.reformulated) watch.lap('again');
  const { found, rows: kept, suspect } = again.round;
  const judged = settings['recall.rerank'] === 'cross-encoder' ? await judge(mind.crossEncoders, settings, query.query, again.round.candidates, withoutThose(kept, suspect)) : null;
  if (judged) watch.lap('cross');
  const candidates = judged?.candidates ?? again.round.candidates;
  const wanted = wantedBy(query);
  const duplicates = judged ? repeatsIn({ candidates, rows: kept, suspect }) : again.round.duplicates;
  const dismissed = await dismissedFor(mind, caller, query.query, analysis, [...kept.keys()]);
  const distinct = candidates.filter((c) => kept.has(c.id) && !duplicates.has(c.id) && !suspect.has(c.id) && !dismissed.has(c.id));
  const limit = query.limit ?? (query.budget === undefined ? wanted : undefined);
  const diverse = spread(mind, distinct, wanted, limit, kept);
  watch.lap('diversity');
  const silent = abstained !== null && !query.weak;
  const wholes = await finalists(mind, caller, silent ? [] : diverse.slice(0, limit), query.budget === undefined ? '' : query.query);
  const { items, tokens } = fit(wholes, { ...query, limit });
  const returned = new Set(items.map(({ memory }) => memory.id));
  const offered = new Set(wholes.map(({ memory }) => memory.id));
  watch.lap('fit');
  const trace = query.explain
    ? traceOf({ analysis, crossEncoder: judged?.model ?? null, quality: again.quality, reformulated: again.reformulated, preload: preloadOf(waiting, kept, diverse), found, candidates, rows: kept, duplicates, suspect, dismissed, offered, returned, order: diverse, silent, ms: watch.ms })
    : null;
  mind.trail.read(caller, 'recall', items.length, { subject: query.query });
  return seenBy(caller, { items, degraded: [...found.degraded, ...(judged?.degraded ? [judged.degraded] : [])], coverage: coverage(mind), tokens, abstained, trace });
}

/** Only what the caller may see takes part, so that the answer tells nothing of the rest. */
function abstention(candidates: readonly Weighed[], seen: ReadonlyMap<number, CandidateRow>): RecallResult['abstained'] {
  const told = candidates.flatMap(({ id, clues }) => (clues && seen.has(id) ? [clues] : []));
  if (!toldOfAnother(told)) return null;
  // No name in it: names come from memories, and the sentence is shown to models as ours.
  return { code: 'other_person', reason: 'What was asked is told of somebody else than the person named.' };
}

const withoutThose = (rows: ReadonlyMap<number, CandidateRow>, gone: ReadonlySet<number>): Map<number, CandidateRow> => new Map([...rows].filter(([id]) => !gone.has(id)));

/** Fine scores tell what lies near a question, so a client sees steps and no trace (§10.16.1). */
function seenBy(caller: Caller, result: RecallResult): RecallResult {
  if (caller.kind === 'person') return result;
  const scores = scoresFor(caller, result.items.map((item) => item.score));
  return { ...result, trace: null, items: result.items.map((item, i) => ({ ...item, score: scores[i]!, signals: [] })) };
}

/** Near duplicates move down. Only the part that can be returned is worth it. */
function spread(mind: Mind, items: readonly Weighed[], wanted: number, limit: number | undefined, rows: ReadonlyMap<number, CandidateRow>): Weighed[] {
  const lambda = mind.settings()['recall.diversity'];
  if (lambda >= 1) return [...items];
  const head = items.slice(0, Math.min(items.length, wanted + SPARE, 60));
  const vectors = new Map(head.flatMap(({ id }) => { const vector = rows.get(id)?.vector; return vector ? [[id, vector] as const] : []; }));
  return [...diversify(head, vectors, lambda, limit), ...items.slice(head.length)];
}

/** The best with all that is told of them, in their order. What was erased between two reads is missing. */
async function finalists(mind: Mind, caller: Caller, ranked: readonly Weighed[], question: string): Promise<Finalist[]> {
  const rows = await mind.vault.read('memoriesByNumber', { ids: ranked.map((c) => c.id), space: mind.embedding().index.space });
  const whole = new Map(rows.map((row) => [row.id, row]));
  const facets = facetsOf(question);
  return ranked.flatMap(({ id, score, signals }): Finalist[] => {
    const row = whole.get(id);
    if (row === undefined) return [];
    const memory = toMemory(row, openedText(mind, caller, row));
    return [{ memory, score, signals: signals as Recalled['signals'], facets: facets(memory.text) }];
  });
}

/**
 * The person reads sensitive texts here; confidential ones stay closed until asked for one by one.
 * Everybody else sees what is guarded in its redacted rendering only.
 */
function openedText(mind: Mind, caller: Caller, row: MemoryRow): string | null {
  if (row.tier === 'cleartext') return row.text;
  return row.tier === 'sensitive' && caller.kind === 'person' ? mind.vault.text(row) : null;
}

const coverage = (mind: Mind): number => mind.embedding().index.coverage;

function stopwatch() {
  const ms: Record<string, number> = {};
  let last = performance.now();
  return {
    ms,
    lap(stage: string) {
      const now = performance.now();
      ms[stage] = Math.round((now - last) * 100) / 100;
      last = now;
    },
  };
}
