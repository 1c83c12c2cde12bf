import { z } from 'zod';
import { limits } from '../limits.ts';
import { Instant, JobId, MemoryId, MessageId, SessionId, Unit } from '../ids.ts';
import { Scope } from './scope.ts';

/** Events, knowledge, how-to (§3). */
export const MemoryKind = z.enum(['episodic', 'semantic', 'procedural']);
export type MemoryKind = z.infer<typeof MemoryKind>;

/** What a memory is about (§18, problem 2). */
export const Category = z.enum([
  'general', 'preference', 'identity', 'instruction', 'decision', 'fact',
  'project', 'person', 'technical', 'procedure', 'context',
]);
export type Category = z.infer<typeof Category>;

/** How closely a text is guarded (§10.5). Above `cleartext` it is encrypted field by field. */
export const Tier = z.enum(['cleartext', 'sensitive', 'confidential']);
export type Tier = z.infer<typeof Tier>;

/** Who put a memory there. It decides the trust a memory starts with and never changes. */
export const Origin = z.enum(['person', 'inferred', 'agent', 'document', 'imported', 'client', 'tool', 'network', 'derived']);
export type Origin = z.infer<typeof Origin>;

/**
 * `active`: recalled. `superseded`: a newer fact took its place; kept as history.
 * `quarantined`: waits for approval, never recalled. `forgotten`: on the shelf for 30 days.
 */
export const MemoryStatus = z.enum(['active', 'superseded', 'quarantined', 'forgotten']);
export type MemoryStatus = z.infer<typeof MemoryStatus>;

export const EdgeType = z.enum([
  'related_to', 'supports', 'contradicts', 'next_to',
  'derived_from', 'caused_by', 'instance_of', 'inferred_from', 'supersedes',
]);
export type EdgeType = z.infer<typeof EdgeType>;

/** A fact as subject, predicate, object, e.g. `user` · `uses editor` · `Helix`. */
export const Fact = z.object({ subject: z.string(), predicate: z.string(), object: z.string() });
export type Fact = z.infer<typeof Fact>;

/** The text of a memory: non-empty, at most 8 KiB of UTF-8, no NUL, no lone surrogate. */
export const MemoryText = z
  .string()
  .superRefine((text, ctx) => {
    const limit = `a memory holds 1 to ${limits.memoryBytes} bytes of whole Unicode text without NUL`;
    if (text.trim() === '') ctx.addIssue({ code: 'custom', message: `empty text; ${limit}` });
    else if (new TextEncoder().encode(text).length > limits.memoryBytes)
      ctx.addIssue({ code: 'custom', message: `text too long; ${limit}`, params: { tooLarge: true } });
    if (text.includes('\0')) ctx.addIssue({ code: 'custom', message: `text contains a NUL character; ${limit}` });
    if (!text.isWellFormed()) ctx.addIssue({ code: 'custom', message: `text contains half of a surrogate pair; ${limit}` });
  });

/** One content at four sizes, the largest first. */
export const Level = z.enum(['full', 'summary', 'key_fact', 'tag']);
export type Level = z.infer<typeof Level>;

export const Memory = z.object({
  id: MemoryId,
  kind: MemoryKind,
  category: Category,
  /** The whole text, or its redacted rendering when `redacted` is true. */
  text: z.string(),
  redacted: z.boolean(),
  /** One sentence and a few words of the same content, for small budgets. */
  summary: z.string(),
  keyFact: z.string(),
  tag: z.string(),
  /** The model that made summary, key fact and tag; null when they were taken out of the text without one. */
  levelsBy: z.string().nullable(),
  fact: Fact.nullable(),
  /** Steps of a procedural memory, in order; empty otherwise. */
  steps: z.array(z.string()),
  tier: Tier,
  scope: Scope,
  origin: Origin,
  /** Name of the client, file or tool the memory came from. */
  source: z.string().nullable(),
  status: MemoryStatus,
  pinned: z.boolean(),
  importance: Unit,
  /** How far the origin and later feedback are believed. */
  trust: Unit,
  /** Trust is high enough for the memory to count as the person's word; only the person raises it. */
  trusted: z.boolean(),
  speaker: z.string().nullable(),
  session: z.string().nullable(),
  message: MessageId.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  /** When the event happened, by the conversation's own clock. */
  happenedAt: Instant,
  /** When the fact was true; open ends are null. */
  validFrom: Instant.nullable(),
  validTo: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  uses: z.int().min(0),
  /** Other sources that said the same. */
  corroborations: z.int().min(0),
  version: z.int().min(1),
  /** Whether a vector for the current embedding space exists. */
  embedded: z.boolean(),
});
export type Memory = z.infer<typeof Memory>;

/** The words of a memory at one level. */
export function textAt(memory: Pick<Memory, 'text' | 'summary' | 'keyFact' | 'tag'>, level: Level): string {
  return { full: memory.text, summary: memory.summary, key_fact: memory.keyFact, tag: memory.tag }[level];
}

export const MemoryVersion = z.object({
  version: z.int().min(1),
  text: z.string(),
  redacted: z.boolean(),
  changedAt: Instant,
  reason: z.enum(['created', 'edited', 'superseded', 'merged']),
});
export type MemoryVersion = z.infer<typeof MemoryVersion>;

export const MemoryEdge = z.object({
  from: MemoryId,
  to: MemoryId,
  type: EdgeType,
  weight: Unit,
  /** The memory at the other end, as one line. */
  keyFact: z.string(),
});
export type MemoryEdge = z.infer<typeof MemoryEdge>;

/** An answer in a chat that had this memory in its prompt. */
export const MemoryUse = z.object({
  session: SessionId, message: MessageId, title: z.string(), usedAt: Instant,
});
export type MemoryUse = z.infer<typeof MemoryUse>;

export const MemoryDetail = Memory.extend({
  versions: z.array(MemoryVersion),
  edges: z.array(MemoryEdge),
  usedIn: z.array(MemoryUse),
});
export type MemoryDetail = z.infer<typeof MemoryDetail>;

/** What a caller may say about a memory it stores. */
export const NewMemory = z.strictObject({
  text: MemoryText,
  kind: MemoryKind.optional(),
  category: Category.optional(),
  scope: Scope.optional(),
  importance: Unit.optional(),
  /** A person may raise or lower the tier that detection finds; others may only raise it. */
  tier: Tier.optional(),
  pinned: z.boolean().optional(),
  speaker: z.string().trim().min(1).max(limits.nameChars).optional(),
  /** Conversation the memory belongs to; its neighbours there help to find it. */
  session: z.string().trim().min(1).max(limits.nameChars).optional(),
  happenedAt: Instant.optional(),
  validFrom: Instant.optional(),
  validTo: Instant.optional(),
  steps: z.array(z.string().max(limits.memoryBytes)).max(100).optional(),
  source: z.string().trim().min(1).max(limits.nameChars).optional(),
  /** Memories this one was made from. It is tied to them and never trusted more than the least of them. */
  derivedFrom: z.array(MemoryId).min(1).max(50).optional(),
});
export type NewMemory = z.infer<typeof NewMemory>;

/**
 * What became of a stored text. `stored`: new. `merged`: the same was known already and is now
 * corroborated. `superseded`: it took the place of an older fact.
 */
export const Remembered = z.object({
  id: MemoryId,
  outcome: z.enum(['stored', 'merged', 'superseded']),
  /** The older fact that was closed, if any. */
  replaced: MemoryId.nullable(),
  keyFact: z.string(),
  tier: Tier,
});
export type Remembered = z.infer<typeof Remembered>;

/** All given conditions hold at once; a list means any of its values. */
export const MemoryFilter = z.strictObject({
  /** Words the memory must contain, matched as typed so far. */
  text: z.string().max(limits.queryChars).optional(),
  kind: z.array(MemoryKind).optional(),
  category: z.array(Category).optional(),
  status: z.array(MemoryStatus).optional(),
  origin: z.array(Origin).optional(),
  tier: z.array(Tier).optional(),
  pinned: z.boolean().optional(),
  scope: Scope.optional(),
  session: z.string().optional(),
  job: JobId.optional(),
  /** Name of the client, file or tool. */
  source: z.string().max(limits.nameChars).optional(),
  happenedFrom: Instant.optional(),
  happenedTo: Instant.optional(),
});
export type MemoryFilter = z.infer<typeof MemoryFilter>;

/** Count of matching memories for every value of a facet. */
export const Facets = z.object({
  kind: z.record(z.string(), z.int()),
  category: z.record(z.string(), z.int()),
  status: z.record(z.string(), z.int()),
  origin: z.record(z.string(), z.int()),
  tier: z.record(z.string(), z.int()),
});
export type Facets = z.infer<typeof Facets>;

/** Everything that belongs to one user, agent, project, channel or source. */
export const PurgeTarget = z.strictObject({
  project: z.string().min(1).max(limits.nameChars).optional(),
  squad: z.string().min(1).max(limits.nameChars).optional(),
  agent: z.string().min(1).max(limits.nameChars).optional(),
  channel: z.string().min(1).max(limits.nameChars).optional(),
  channelUser: z.string().min(1).max(limits.nameChars).optional(),
  speaker: z.string().min(1).max(limits.nameChars).optional(),
  source: z.string().min(1).max(limits.nameChars).optional(),
}).refine((target) => Object.keys(target).length > 0, 'name at least one');
export type PurgeTarget = z.infer<typeof PurgeTarget>;

export const Removed = z.object({ memories: z.int(), versions: z.int(), vectors: z.int(), edges: z.int(), messages: z.int() });
export type Removed = z.infer<typeof Removed>;

/** What an erasure left behind, counted, searched for and signed by the vault. Holds no content. */
export const ErasureReport = z.object({
  at: Instant,
  removed: Removed,
  /** Conversations that were removed with the memories. */
  sessions: z.int(),
  /** Backups on this machine that held it and were replaced by a new one. */
  backupsReplaced: z.int(),
  /** Places where the search of the decrypted pages still found something; 0 is the promise. */
  remains: z.int(),
  /** Copies may stand in the log of the vault file until it can be emptied; that is tried again, and the doctor tells. */
  inLog: z.boolean(),
  /** HMAC-SHA-256 over the fields above in this order as JSON, under the vault's audit key, hex. */
  signature: z.string(),
});
export type ErasureReport = z.infer<typeof ErasureReport>;
