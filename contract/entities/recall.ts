import { z } from 'zod';
import { limits } from '../limits.ts';
import { Instant, MemoryId, Unit } from '../ids.ts';
import { Level, Memory, MemoryKind } from './memory.ts';
import { Scope } from './scope.ts';

/** A way of finding memories. */
export const Signal = z.enum(['words', 'vectors', 'graph', 'time', 'speaker']);
export type Signal = z.infer<typeof Signal>;

/** What speaks for or against a memory that was found; a reranker adds them up. */
export const Clue = z.enum([
  'words', 'spoken', 'meaning', 'near', 'coverage', 'conversation', 'speaker', 'date', 'reply', 'tie',
  'time', 'place', 'reason', 'feeling', 'duration', 'advice', 'first_person', 'asking', 'content', 'length', 'cross',
]);
export type Clue = z.infer<typeof Clue>;

export const RecallQuery = z.strictObject({
  query: z.string().trim().min(1).max(limits.queryChars),
  scope: Scope.optional(),
  /** Most memories to return; with `budget` the tokens decide instead. */
  limit: z.int().min(1).max(limits.recall).optional(),
  /** Tokens the returned texts may take together. */
  budget: z.int().min(1).max(4_000_000).optional(),
  /** The budget is for a section of a prompt: lines, headings and boundaries count, and each memory comes at the level that fits. */
  section: z.boolean().optional(),
  kinds: z.array(MemoryKind).optional(),
  /** Include facts that were true once and are not any more. */
  past: z.boolean().optional(),
  /** The moment "yesterday" is relative to; now when absent. */
  at: Instant.optional(),
  /** Return the nearest even when recall would rather say nothing. */
  weak: z.boolean().optional(),
  /** The turns before the question, oldest first; they tell what it means, and are not searched for. */
  context: z.array(z.string().max(limits.queryChars)).max(limits.contextTurns).optional(),
  explain: z.boolean().optional(),
});
export type RecallQuery = z.infer<typeof RecallQuery>;

/** Where a signal placed a memory: rank from 1, and the signal's own raw score. */
export const SignalRank = z.object({ signal: Signal, rank: z.int().min(1), score: z.number() });
export type SignalRank = z.infer<typeof SignalRank>;

export const Recalled = z.object({
  memory: Memory,
  /** Fused rank score; higher is better. Only comparable within one recall. */
  score: z.number(),
  signals: z.array(SignalRank),
  /** How much of it there is room for; `full` unless a section was asked for. */
  level: Level,
  /** Tokens of its text, or of its line in the section. */
  tokens: z.int().min(0),
});
export type Recalled = z.infer<typeof Recalled>;

/** How much memory a message calls for: little when it names nothing to look for, as much as there is when it sweeps, compares or asks why (§8.4). */
export const InjectionMode = z.enum(['minimal', 'standard', 'deep']);
export type InjectionMode = z.infer<typeof InjectionMode>;

/** Why a candidate was kept or cut. Every candidate has exactly one. */
export const Verdict = z.enum(['kept', 'below_limit', 'over_budget', 'duplicate', 'quarantined', 'dismissed', 'withheld']);
export type Verdict = z.infer<typeof Verdict>;

export const TraceRow = z.object({
  id: MemoryId,
  keyFact: z.string(),
  score: z.number(),
  /** Score of the fused ranks, before clues placed it; null in chats kept from before it was told. */
  fused: z.number().nullable().default(null),
  signals: z.array(SignalRank),
  /** Clues that are not 0, before their weight; null when nothing was reranked, and in chats kept from before there were clues. */
  clues: z.partialRecord(Clue, z.number()).nullable().default(null),
  verdict: Verdict,
  /** The verdict in a sentence. */
  reason: z.string(),
  /** The memory that a `duplicate` repeats; null for every other verdict. */
  duplicateOf: MemoryId.nullable().default(null),
});
export type TraceRow = z.infer<typeof TraceRow>;

/** How an answer looks before anybody has judged it: the score of its first result, and the share of the question's worth that its first five hold. */
export const Quality = z.object({ tier: z.enum(['good', 'fair', 'poor']), best: Unit, coverage: Unit });
export type Quality = z.infer<typeof Quality>;

/** Another way the question was asked: one of several things it asks for, or less of what it asked for. */
export const Reformulation = z.object({ text: z.string(), by: z.enum(['decompose', 'broaden']) });
export type Reformulation = z.infer<typeof Reformulation>;

export const RecallTrace = z.object({
  gate: z.object({ decision: z.enum(['skip', 'retrieve', 'deep', 'ask']), reason: z.string() }),
  /** What was taken over from the turns before a question that points at them; null when it stood alone. */
  momentum: z.object({ words: z.array(z.string()), turns: z.array(z.string()), share: Unit }).nullable(),
  /** Of the candidates, how many had been looked up ahead, and whether the best one was among them; null when nothing waited for this reader. */
  preload: z.object({ waiting: z.int().min(0), used: z.int().min(0), hit: z.boolean() }).nullable(),
  /** Words that were looked up, and those left out as too common. */
  terms: z.array(z.string()),
  droppedTerms: z.array(z.string()),
  time: z.object({ from: Instant, to: Instant, phrase: z.string() }).nullable(),
  weights: z.record(z.string(), z.number()),
  /** What each clue counts; a candidate's score is the logistic function of the weighted sum minus `middle`. */
  reranking: z.object({ weights: z.record(Clue, z.number()), middle: z.number() }).nullable(),
  /** The model whose judgement is the clue `cross` of the best; null when none judged. */
  crossEncoder: z.string().nullable(),
  /** Of the question as it stands; null when nothing was weighed by clues. */
  quality: Quality.nullable(),
  /** What was asked besides, because the answer was poor; its results count when `used`, that is, when they were a tier better. Ranks of a candidate are then those of the question that placed it best. */
  reformulated: z.object({ queries: z.array(Reformulation), quality: Quality, used: z.boolean() }).nullable(),
  candidates: z.array(TraceRow),
  /** Milliseconds per stage. */
  ms: z.record(z.string(), z.number()),
});
export type RecallTrace = z.infer<typeof RecallTrace>;

export const RecallResult = z.object({
  items: z.array(Recalled),
  /** What could not take part, in plain words; empty when every signal worked. */
  degraded: z.array(z.string()),
  /** Share of memories whose vectors took part. */
  coverage: Unit,
  /** Of all items; of a section with its headings and boundaries. */
  tokens: z.int().min(0),
  /** Why recall would rather return nothing of what it found, and does unless the query is `weak`; null otherwise. An empty answer beats a misleading one. */
  abstained: z.object({ code: z.enum(['other_person']), reason: z.string() }).nullable(),
  trace: RecallTrace.nullable(),
});
export type RecallResult = z.infer<typeof RecallResult>;
