import { EngramError, type Recalled, type RecallQuery, type RecallResult, type RecallTrace, type Signal, type TraceRow } from '../../contract/index.ts';
import { scopedTo, scoresFor, type Caller, type Scoped } from '../../security/access/index.ts';
import { analyse, calledNames, carryOver, cluesOf, diversify, duplicatesAmong, findByGraph, findByTime, findByVectors, findByWords, findSealed, fuseByRank, namesToLookUp, poolOf, profileOf, RERANKING, scoreOf, STOP_WORDS, toldOfAnother, type Analysis, type Candidate, type ChannelQuery, type Clues, type Fused, type Question, type RankedList, type Reading, type WordsFound } from '../cortex/index.ts';
import { wantedFor } from '../context/index.ts';
import { formsOf, identifiersOf, stemOf, toMemory, wordsOf, type CandidateRow, type MemoryRow } from '../vault/index.ts';
import { facetsOf } from './facets.ts';
import { fit, type Finalist } from './fit.ts';
import type { Mind } from './mind.ts';
import { suspects } from './quarantine.ts';

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
/** Weights at setting 1, found on development conversations (docs/decisions/fusion.md). */
const WEIGHT = { words: 1, vectors: 0.6, graph: 0.15, time: 0.5, speaker: 0.7 } as const;

/** @param most how many memories to return at most by what the gate said; `limit` when absent */
export async function recall(mind: Mind, caller: Caller, asked: RecallQuery, most?: (gate: RecallTrace['gate']) => number): Promise<RecallResult> {
  let query = asked;
  const watch = stopwatch();
  const at = query.at ?? mind.clock.now();
  const view = scopedTo({ past: query.past ?? false, kinds: query.kinds ?? null }, caller, query.scope);
  const analysis = await understand(mind, view, query.query, at, query.context);
  watch.lap('gate');
  if (analysis.gate.decision === 'skip') return nothing(mind, analysis, query.explain ?? false, watch.ms);
  if (most !== undefined) query = { ...query, limit: most(analysis.gate) };
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
  const candidates = mind.settings()['recall.rerank'] === 'none' ? pool : rerank(query.query, analysis, found, pool, rows);
  watch.lap('rerank');
  const duplicates = duplicatesAmong(candidates.flatMap((c) => (kept.has(c.id) ? [kept.get(c.id)!] : [])));
  const distinct = candidates.filter((c) => kept.has(c.id) && !duplicates.has(c.id) && !suspect.has(c.id));
  const abstained = mind.settings()['recall.abstain'] ? abstention(candidates, kept) : null;
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
    ? traceOf(analysis, preloadOf(waiting, rows, diverse), found, candidates, kept, { duplicates, suspect, offered, returned, order: diverse, silent }, watch.ms)
    : null;
  mind.trail.read(caller, 'recall', items.length, { subject: query.query });
  return seenBy(caller, { items, degraded: found.degraded, coverage: coverage(mind), tokens, abstained, trace });
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

interface Found {
  lists: RankedList[];
  /** The question's vector, when the embedder answered. */
  vector: Float32Array | null;
  degraded: string[];
  terms: WordsFound['terms'];
  dropped: string[];
}

/** Words and vectors at the same time; then what builds on them. A signal that fails degrades the answer and says so. */
async function askChannels(mind: Mind, caller: Caller, query: ChannelQuery): Promise<Found> {
  const settings = mind.settings();
  const { model, index, standsIn } = mind.embedding();
  const degraded: string[] = [];
  if (standsIn) degraded.push('The chosen embedding model is away; the built-in one stands in for it.');
  const byVectors = settings['recall.weight.vectors'] === 0
    ? Promise.resolve(null)
    : findByVectors(index, model, query).catch((error: unknown) => {
        if (!(error instanceof EngramError)) throw error;
        degraded.push(`${error.message} Only words were searched.`);
        return null;
      });
  const [words, vectors] = await Promise.all([findByWords(mind.vault, query), byVectors]);
  const sealed = caller.kind === 'person' && vectors && model.local ? await findSealed(mind.vault, index.space, vectors.vector, query) : [];
  if (!index.loaded) degraded.push('The vectors are still being loaded; some memories were found by words only.');
  const near = [...(vectors?.list ?? []), ...sealed].sort((a, b) => b.score - a.score || a.id - b.id);
  const { weights, hops } = profileOf(query.analysis.intent);
  const weight = (signal: Signal) => WEIGHT[signal] * settings[`recall.weight.${signal}`] * weights[signal];
  const first: RankedList[] = [
    { signal: 'words', weight: weight('words'), items: words.list },
    { signal: 'vectors', weight: weight('vectors'), items: near },
    { signal: 'speaker', weight: weight('speaker') * settings['recall.weight.words'], items: words.spoken },
  ];
  const soFar = fuseByRank(first);
  const [graph, time] = await Promise.all([
    settings['recall.weight.graph'] === 0 ? [] : findByGraph(mind.vault, query, soFar, hops),
    settings['recall.weight.time'] === 0 ? [] : findByTime(mind.vault, query, soFar),
  ]);
  return {
    lists: [...first, { signal: 'graph', weight: weight('graph'), items: graph }, { signal: 'time', weight: weight('time'), items: time }],
    vector: vectors?.vector ?? null, degraded, terms: words.terms, dropped: words.dropped,
  };
}

/** Near duplicates move down. Only the part that can be returned is worth it. */
function spread(mind: Mind, items: readonly Weighed[], wanted: number, rows: ReadonlyMap<number, CandidateRow>): Weighed[] {
  const lambda = mind.settings()['recall.diversity'];
  if (lambda >= 1) return [...items];
  const head = items.slice(0, Math.min(items.length, wanted + SPARE, 60));
  const vectors = new Map(head.flatMap(({ id }) => { const vector = rows.get(id)?.vector; return vector ? [[id, vector] as const] : []; }));
  return [...diversify(head, vectors, lambda), ...items.slice(head.length)];
}

/** A fused candidate, with the clues that placed it when it was reranked. */
export interface Weighed extends Fused {
  clues?: Clues;
}

/** The candidates in the order of what speaks for each. Pure. */
function rerank(text: string, analysis: Analysis, found: Found, pool: readonly Fused[], rows: readonly CandidateRow[]): Weighed[] {
  const question: Question = {
    text, speakers: analysis.speakers, time: analysis.time,
    terms: found.terms.map(({ term, worth }) => ({ stems: formsOf(term).map(stemOf), worth })),
  };
  const fused = new Map(pool.map((item) => [item.id, item]));
  const near = new Map(found.lists.find(({ signal }) => signal === 'vectors')!.items.map(({ id, score }) => [id, score]));
  const ties = new Map(found.lists.find(({ signal }) => signal === 'graph')!.items.map(({ id, score }) => [id, score]));
  const { vector } = found;
  const candidates = rows.map((row): Candidate => {
    const rank = (signal: Signal) => fused.get(row.id)!.signals.find((s) => s.signal === signal)?.rank ?? null;
    return {
      id: row.id, text: row.tier === 'confidential' ? '' : row.text, before: row.before, speaker: row.speaker, happenedAt: row.happened_at,
      conversation: row.session === null ? null : `${row.scope} ${row.session}`,
      cosine: row.vector && vector ? row.vector.reduce((sum, x, i) => sum + x * vector[i]!, 0) : near.get(row.id) ?? 0,
      words: rank('words'), spoken: rank('speaker'), near: rank('vectors'), tie: ties.get(row.id) ?? 0,
    };
  });
  const clues = cluesOf(question, candidates, READING);
  return candidates.map(({ id }, i): Weighed => {
    return { ...fused.get(id)!, score: scoreOf(clues[i]!, RERANKING), clues: clues[i]! };
  }).sort((a, b) => b.score - a.score || a.id - b.id);
}

const READING: Reading = { wordsOf, stemOf, isFunctionWord: (word) => STOP_WORDS.has(word) };

/** The best with all that is told of them, in their order. What was erased between two reads is missing. */
async function finalists(mind: Mind, caller: Caller, ranked: readonly Weighed[], question: string): Promise<Finalist[]> {
  const rows = await mind.vault.read('memoriesByNumber', { ids: ranked.map((c) => c.id), space: mind.embedding().index.space });
  const whole = new Map(rows.map((row) => [row.id, row]));
  const facets = facetsOf(question);
  return ranked.flatMap(({ id, score, signals }): Finalist[] => {
    const row = whole.get(id);
    if (row === undefined) return [];
    const memory = toMemory(row, openedText(mind, caller, row));
    // Stems cost more than all the rest here, and without a budget nobody asks for facets.
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

const REASON: Record<TraceRow['verdict'], string> = {
  kept: 'Among the best.',
  below_limit: 'Ranked below the number asked for.',
  over_budget: 'Does not fit the remaining tokens.',
  duplicate: 'Says the same as a better placed memory.',
  quarantined: 'Reads like a command to the model; it waits for your approval.',
  withheld: 'Tells of somebody else than the person named.',
};

/** What had been looked up ahead, and whether it was the right thing. */
function preloadOf(waiting: ReadonlyMap<number, CandidateRow>, rows: readonly CandidateRow[], order: readonly Fused[]): RecallTrace['preload'] {
  if (waiting.size === 0) return null;
  return { waiting: waiting.size, used: rows.filter(({ id }) => waiting.has(id)).length, hit: order[0] !== undefined && waiting.has(order[0].id) };
}

function traceOf(
  analysis: Analysis, preload: RecallTrace['preload'], found: Found, candidates: readonly Weighed[], rows: ReadonlyMap<number, CandidateRow>,
  outcome: { duplicates: ReadonlySet<number>; suspect: ReadonlySet<number>; offered: ReadonlySet<string>; returned: ReadonlySet<string>; order: readonly Fused[]; silent: boolean },
  ms: Record<string, number>,
): RecallTrace {
  const place = new Map(outcome.order.map((item, i) => [item.id, i]));
  const traced = candidates.filter((c) => rows.has(c.id)).map((candidate): TraceRow & { place: number } => {
    const row = rows.get(candidate.id)!;
    const id = row.public_id as TraceRow['id'];
    const verdict = outcome.suspect.has(candidate.id) ? 'quarantined' : outcome.duplicates.has(candidate.id) ? 'duplicate' : outcome.silent ? 'withheld'
      : outcome.returned.has(id) ? 'kept' : outcome.offered.has(id) ? 'over_budget' : 'below_limit';
    return {
      id, keyFact: row.key_fact, score: candidate.score, signals: candidate.signals as TraceRow['signals'],
      clues: candidate.clues ? Object.fromEntries(Object.entries(candidate.clues).filter(([, value]) => value !== 0)) : null,
      verdict, reason: REASON[verdict], place: place.get(candidate.id) ?? Infinity,
    };
  });
  traced.sort((a, b) => a.place - b.place);
  return {
    gate: analysis.gate, momentum: analysis.carried, preload, terms: found.terms.map(({ term }) => term), droppedTerms: found.dropped, time: analysis.time,
    weights: Object.fromEntries(found.lists.map((list) => [list.signal, list.weight])),
    reranking: candidates.some(({ clues }) => clues !== undefined) ? RERANKING : null,
    candidates: traced.map(({ place: _place, ...row }) => row), ms,
  };
}

function nothing(mind: Mind, analysis: Analysis, explain: boolean, ms: Record<string, number>): RecallResult {
  const trace: RecallTrace | null = explain
    ? { gate: analysis.gate, momentum: analysis.carried, preload: null, terms: [], droppedTerms: [], time: analysis.time, weights: {}, reranking: null, candidates: [], ms }
    : null;
  return { items: [], degraded: [], coverage: coverage(mind), tokens: 0, abstained: null, trace };
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
