import { z } from 'zod';
import { EdgeType, Instant, limits, MemoryText, MemoryVersion, NewMemory, Tier, ToolName, TurnKind, Unit } from '../../contract/index.ts';

/** A file of an import. Names use forward slashes; bytes are read at most once and only on demand. */
export interface ImportFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Ids of a file; foreign ones are short. */
const Key = z.string().max(1000);
const wholeText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

export const ImportMessage = z.object({
  /** Unique within its conversation. */
  id: Key,
  /** A message that stands earlier in the list; null starts a branch of its own. */
  parent: Key.nullable(),
  role: z.enum(['user', 'assistant']),
  text: z.string().max(limits.messageBytes).refine(wholeText, 'NUL or half of a surrogate pair'),
  createdAt: Instant,
  /** How an answer ended and what gave it, in Engram's own files. */
  status: z.enum(['done', 'stopped', 'failed']).optional(),
  model: z.string().max(limits.nameChars).refine(wholeText).optional(),
  /** Of the turn, in Engram's own files; what a tool gave stays data, and nobody's word. */
  kind: TurnKind.optional(),
  tool: ToolName.refine(wholeText).optional(),
});
export type ImportMessage = z.infer<typeof ImportMessage>;

export const ImportRelation = z.object({
  /** `key` of another item; the first item of that key is meant. */
  to: Key,
  type: EdgeType,
  weight: Unit.optional(),
});
export type ImportRelation = z.infer<typeof ImportRelation>;

/** What Engram's own files say of a memory's life. An import takes of it only what lowers its standing, and times that can be. */
export const Standing = z.object({
  trust: Unit.optional(),
  strength: Unit.optional(),
  createdAt: Instant.optional(),
  updatedAt: Instant.optional(),
  /** `superseded`: another memory of the file took its place. `quarantined`: it waited for approval where it was written. */
  status: z.enum(['superseded', 'quarantined']).optional(),
});
export type Standing = z.infer<typeof Standing>;

/** Longest list of messages in one conversation. */
export const MOST_MESSAGES = 100_000;
const messages = z.array(ImportMessage).max(MOST_MESSAGES);

/**
 * One thing that a reader found. Ids and keys are the file's own: they tie items of one import
 * together and are never ids of the vault. Skipped reasons are fixed phrases, never content.
 */
export const ImportItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('memory'), memory: NewMemory, key: Key.optional(), relations: z.array(ImportRelation).optional(), standing: Standing.optional() }),
  /** Further relations of the memory that came last. */
  z.object({ type: z.literal('relations'), of: Key, relations: z.array(ImportRelation) }),
  /** An older text of the memory that came last. */
  z.object({ type: z.literal('version'), of: Key, text: MemoryText, tier: Tier.optional(), changedAt: Instant, reason: MemoryVersion.shape.reason }),
  z.object({
    type: z.literal('conversation'), id: Key, title: z.string().max(limits.nameChars), createdAt: Instant, updatedAt: Instant.optional(), leaf: Key.nullable(), messages,
  }),
  /** Further messages of the conversation that came last. */
  z.object({ type: z.literal('messages'), of: Key, messages }),
  /** Something that is in the file and is not taken over. */
  z.object({ type: z.literal('unused'), what: z.enum(['agent', 'settings']) }),
  z.object({ type: z.literal('skipped'), reason: z.string().max(200) }),
]);
export type ImportItem = z.infer<typeof ImportItem>;

/** What a reader may be told about the world; it has no clock of its own. */
export interface ReadOptions {
  /** Milliseconds since 1970 UTC; times of messages after it are taken for mistakes. */
  now?: number | undefined;
}

export const skipped = (reason: string): ImportItem => ({ type: 'skipped', reason });

/** Without NUL characters and halves of surrogate pairs, which no vault text may hold. */
export const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** A name that fits the contract's limit; undefined when nothing is left. */
export function nameOf(text: string): string | undefined {
  const name = cleanText(text).trim().slice(0, limits.nameChars).toWellFormed().trim();
  return name === '' ? undefined : name;
}

const optional = [
  'kind', 'category', 'scope', 'importance', 'tier', 'pinned', 'speaker', 'session', 'happenedAt', 'validFrom', 'validTo', 'steps', 'source',
] as const satisfies readonly (keyof NewMemory)[];

/** A memory of what a file says: the text must be valid, every other field is kept when it is. */
export function memoryItem(fields: Readonly<Record<string, unknown>>, ties: { key?: string; relations?: ImportRelation[]; standing?: Standing } = {}): ImportItem {
  if (typeof fields.text !== 'string') return skipped('a memory without text');
  const text = cleanText(fields.text);
  if (text.trim() === '') return skipped('a memory without text');
  if (!NewMemory.shape.text.safeParse(text).success) return skipped(`a text longer than ${limits.memoryBytes} bytes`);
  const memory: Record<string, unknown> = { text };
  for (const field of optional) {
    const parsed = NewMemory.shape[field].safeParse(fields[field] ?? undefined);
    if (parsed.success && parsed.data !== undefined) memory[field] = parsed.data;
  }
  return { type: 'memory', memory: memory as NewMemory, ...ties };
}
