import { z } from 'zod';
import { limits } from '../limits.ts';
import { AgentId, Instant, MemoryId, MessageId, SessionId, Unit } from '../ids.ts';
import { Scope } from './scope.ts';
import { Memory, Remembered } from './memory.ts';
import { TraceRow } from './recall.ts';
import { ErrorBody } from '../errors.ts';

export const Session = z.object({
  id: SessionId,
  title: z.string(),
  agent: AgentId.nullable(),
  scope: Scope,
  /** Both memory switches off, nothing written to the vault, gone when closed. */
  offRecord: z.boolean(),
  readMemory: z.boolean(),
  saveMemory: z.boolean(),
  /** `provider/model`, or `builtin`. */
  model: z.string(),
  /** The message the shown branch ends in. */
  leaf: MessageId.nullable(),
  draft: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Session = z.infer<typeof Session>;

/** A memory that took part in an answer. `text` is what the model was shown. */
export const SourceUsed = z.object({
  id: MemoryId,
  /** Number of the citation mark, from 1. */
  mark: z.int().min(1),
  kind: Memory.shape.kind,
  text: z.string(),
  trust: z.number(),
  score: z.number(),
  cited: z.boolean(),
});
export type SourceUsed = z.infer<typeof SourceUsed>;

/** Complete because the prompt builder itself records it: used, considered, cut. */
export const Sources = z.object({
  used: z.array(SourceUsed),
  /** Every candidate with its verdict, the used ones included. */
  considered: z.array(TraceRow),
  /** Why memory was not read at all; null when it was. */
  skipped: z.string().nullable(),
  /** Held back because a tier forbids the destination. */
  heldBack: z.int().min(0),
});
export type Sources = z.infer<typeof Sources>;

export const Usage = z.object({
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  /** True when the provider did not report and we counted. */
  estimated: z.boolean(),
  ms: z.number().min(0),
});
export type Usage = z.infer<typeof Usage>;

/** What a turn stored; `said` are the words of the message it was taken from, which go when the memory is erased. */
export const RememberedInChat = Remembered.extend({ said: z.string().optional() });
export type RememberedInChat = z.infer<typeof RememberedInChat>;

/**
 * What a turn is. `chat`: the person talks. `task`: the person's instruction, done without the turns
 * before it. `tool`: what a tool gave comes back into the conversation, as data. `headless`: asked and
 * answered, and kept nowhere unless that is asked for.
 */
export const TurnKind = z.enum(['chat', 'task', 'tool', 'headless']);
export type TurnKind = z.infer<typeof TurnKind>;

export const ToolName = z.string().trim().min(1).max(limits.nameChars);

/** One node of the message tree. Siblings share a parent; a branch is a path from root to leaf. */
export const Message = z.object({
  id: MessageId,
  session: SessionId,
  parent: MessageId.nullable(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  status: z.enum(['done', 'streaming', 'stopped', 'failed']),
  model: z.string().nullable(),
  sources: Sources.nullable(),
  remembered: z.array(RememberedInChat),
  usage: Usage.nullable(),
  error: ErrorBody.nullable(),
  /** Of the turn it belongs to. */
  kind: TurnKind.default('chat'),
  /** What gave the text of a `tool` message; null for every other. */
  tool: z.string().nullable().default(null),
  /** Of a request that was said while saving was on: whether what its exchange came to is still due to be stored; null otherwise. */
  leaving: z.enum(['due', 'stored']).nullable().default(null),
  createdAt: Instant,
});
export type Message = z.infer<typeof Message>;

export const MessageText = z.string().refine((t) => t.trim() !== '', 'empty message').refine(
  (t) => new TextEncoder().encode(t).length <= limits.messageBytes,
  `a message holds at most ${limits.messageBytes} bytes`,
).refine((t) => t.isWellFormed() && !t.includes('\0'), 'message contains NUL or half of a surrogate pair');

/** What a running turn tells, in this order: started, recalling, sources, delta…, remembered, done | failed. */
export const ChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), user: Message, assistant: MessageId }),
  z.object({ type: z.literal('recalling'), considered: z.int(), kept: z.int() }),
  z.object({ type: z.literal('sources'), sources: Sources }),
  /** Text to append; deltas are batched to about one per 16 ms. */
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('remembered'), items: z.array(Remembered) }),
  /** Status `done` or `stopped`; the text is kept either way. */
  z.object({ type: z.literal('done'), message: Message }),
  z.object({ type: z.literal('failed'), message: Message }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;

/** One thing the agent of a conversation has in mind; `activation` is how present it is. */
export const MindSlot = z.object({ id: z.string(), text: z.string(), tokens: z.int().min(0), activation: Unit });
export type MindSlot = z.infer<typeof MindSlot>;

export const Agent = z.object({
  id: AgentId,
  name: z.string(),
  /** Instructions placed before every conversation. */
  instructions: z.string(),
  model: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Agent = z.infer<typeof Agent>;
