import type { Recalled, RecallQuery, RecallResult } from '../../contract/index.ts';
import { scopedTo, scoresFor, type Caller, type Scoped } from '../../security/access/index.ts';
import { analyse, calledNames, carryOver, diversify, duplicatesAmong, fuseByRank, namesToLookUp, poolOf, STOP_WORDS, toldOfAnother, type Analysis } from '../cortex/index.ts';
import { wantedFor } from '../context/index.ts';
import { identifiersOf, stemOf, toMemory, wordsOf, type CandidateRow, type MemoryRow } from '../vault/index.ts';
import { judge } from './cross-encoders.ts';
import { fit, type Finalist } from './fit.ts';
import type { Mind } from './mind.ts';
import { suspects } from './quarantine.ts';
import { askChannels } from './recall-channels.ts';
import { rerank, type Weighed } from './recall-rerank.ts';
import { nothing, preloadOf, traceOf } from './recall-trace.ts';

/**
 * The way out: question → gate → channels on the reader threads → rank fusion → candidates → reranking
 * → duplicates → diversity → limit or budget. The trace names every candidate with each signal's rank and why it
 * was kept or cut. Recall never writes; uses are told to the writer by whoever puts a memory to use.
 */

const DEFAULT_LIMIT = 12;
/** Candidates that are fetched, weighed and explained, beyond what is asked for, and at least. */
const SPARE = 40;
const POOL = 120;
/** The best of each signal are weighed, however little it counts in the fusion. */
const SEATS = 40;

export async function recall(mind: Mind, caller: Caller, query: RecallQuery): Promise<RecallResult> {
  const watch = stopwatch();
  const at = query.at ?? mind.clock.now();
  const view = scopedTo({ past: query.past ?? false, kinds: query.kinds ?? null }, caller, query.scope);
  const analysis = await understand(mind, view, query.query, at, query.context);
  watch.lap('gate');
  if (analysis.gate.decision === 'skip') return nothing(analysis, coverage(mind), query.explain ?? false, watch.ms);
  const found = await askChannels(mind, caller, { ...view, analysis });
  watch.lap('channels');
  const fused = fuseByRank(found.lists);
  watch.lap('fuse');
  const wanted = query.limit ?? (query.budget === undefined ? DEFAULT_LIMIT : wantedFor(query.budget));
  const pool = poolOf(fused, found.lists, Math.max(POOL, wanted + SPARE), SEATS);
  const space = mind.embedding().index.space;
  // A channel may be a moment behind; what a row says of itself decides.
  const stands = (row: CandidateRow): boolean => row.status === 'active' || (row.status === 'superseded' && (query.past ?? false));
  const waiting = mind.ahead.waiting(caller, query.scope);
  const rows = (await mind.ahead.rows(pool.map((c) => c.id), space, waiting))
    .filter((row) => stands(row) && (!query.kinds || query.kinds.includes(row.kind)) && (row.tier !== 'confidential' || caller.kind === 'person'));
  const kept = new Map(rows.map((row) => [row.id, row]));
  const suspect = suspects(mind, rows);
  watch.lap('rows');
  const settings = mind.settings();
  const weighed = settings['recall.rerank'] === 'none' ? pool.map((item): Weighed => ({ ...item, fused: item.score })) : rerank(query.query, analysis, found, pool, rows);
  watch.lap('rerank');
  const judged = settings['recall.rerank'] === 'cross-encoder' ? await judge(mind.crossEncoders, settings, query.query, weighed, new Map(rows.flatMap((row) => (suspect.has(row.id) ? [] : [[row.id, row]])))) : null;
  if (judged) watch.lap('cross');
  const candidates = judged?.candidates ?? weighed;
  const duplicates = duplicatesAmong(candidates.flatMap((c) => (kept.has(c.id) ? [kept.get(c.id)!] : [])));
  const distinct = candidates.filter((c) => kept.has(c.id) && !duplicates.has(c.id) && !suspect.has(c.id));
  const abstained = settings['recall.abstain'] ? abstention(candidates, kept) : null;
  const diverse = spread(mind, distinct, wanted, kept);
  watch.lap('diversity');
  const silent = abstained !== null && !query.weak;
  const limit = query.limit ?? (query.budget === undefined ? wanted : undefined);
  const wholes = await finalists(mind, caller, silent ? [] : diverse.slice(0, limit), query.budget === undefined ? '' : query.query);
  const { items, tokens } = fit(wholes, { ...query, limit });
  const returned = new Set(items.map(({ memory }) => memory.id));
  const offered = new Set(wholes.map(({ memory }) => memory.id));
  watch.lap('fit');
  const trace = query.explain
    ? traceOf({ analysis, crossEncoder: judged?.model ?? null, preload: preloadOf(waiting, rows, diverse), found, candidates, rows: kept, duplicates, suspect, offered, returned, order: diverse, silent, ms: watch.ms })
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

/** The query taken apart, with the names in it resolved among the people the reader may know of. */
async function understand(mind: Mind, view: Scoped<object>, text: string, at: number, context?: readonly string[]): Promise<Analysis> {
  const speakers = await mind.vault.read('speakers', view);
  const names = namesToLookUp(text, speakers);
  const called = calledNames(names.length === 0 || speakers.length === 0 ? [] : await mind.vault.read('mentions', { ...view, names }));
  const analysis = analyse(text, at, { speakers, called }, identifiersOf, context);
  return mind.settings()['recall.momentum'] ? carryOver(analysis, text, context, speakers) : analysis;
}

/** Fine scores tell what lies near a question, so a client sees steps and no trace (§10.16.1). */
function seenBy(caller: Caller, result: RecallResult): RecallResult {
  if (caller.kind === 'person') return result;
  const scores = scoresFor(caller, result.items.map((item) => item.score));
  return { ...result, trace: null, items: result.items.map((item, i) => ({ ...item, score: scores[i]!, signals: [] })) };
}

/** Near duplicates move down. Only the part that can be returned is worth it. */
function spread(mind: Mind, items: readonly Weighed[], wanted: number, rows: ReadonlyMap<number, CandidateRow>): Weighed[] {
  const lambda = mind.settings()['recall.diversity'];
  if (lambda >= 1) return [...items];
  const head = items.slice(0, Math.min(items.length, wanted + SPARE, 60));
  const vectors = new Map(head.flatMap(({ id }) => { const vector = rows.get(id)?.vector; return vector ? [[id, vector] as const] : []; }));
  return [...diversify(head, vectors, lambda), ...items.slice(head.length)];
}

/** The best with all that is told of them, in their order. What was erased between two reads is missing. */
async function finalists(mind: Mind, caller: Caller, ranked: readonly Weighed[], question: string): Promise<Finalist[]> {
  const rows = await mind.vault.read('memoriesByNumber', { ids: ranked.map((c) => c.id), space: mind.embedding().index.space });
  const whole = new Map(rows.map((row) => [row.id, row]));
  const asked = stemsOf(question);
  return ranked.flatMap(({ id, score, signals }): Finalist[] => {
    const row = whole.get(id);
    if (row === undefined) return [];
    const memory = toMemory(row, openedText(mind, caller, row));
    // Stems cost more than all the rest here, and without a budget nobody asks for facets.
    const held = asked.size === 0 ? asked : stemsOf(memory.text);
    return [{ memory, score, signals: signals as Recalled['signals'], facets: [...asked].filter((stem) => held.has(stem)) }];
  });
}

const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).filter((word) => !STOP_WORDS.has(word)).map(stemOf));

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
