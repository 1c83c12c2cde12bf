import { EdgeType, limits, NewMemory } from '../../contract/index.ts';

/** A file of an import. Names use forward slashes; bytes are read at most once and only on demand. */
export interface ImportFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

export interface ImportMessage {
  /** Unique within its conversation. */
  id: string;
  /** A message that stands earlier in the list; null starts a branch of its own. */
  parent: string | null;
  role: 'user' | 'assistant';
  text: string;
  /** Milliseconds since 1970 UTC. */
  createdAt: number;
}

export interface ImportRelation {
  /** `key` of another item; the first item of that key is meant. */
  to: string;
  type: EdgeType;
}

/**
 * One thing that a reader found. Ids and keys are the file's own: they tie items of one import
 * together and are never ids of the vault. Skipped reasons are fixed phrases, never content.
 */
export type ImportItem =
  | { type: 'memory'; memory: NewMemory; key?: string; relations?: ImportRelation[] }
  | { type: 'conversation'; id: string; title: string; createdAt: number; leaf: string | null; messages: ImportMessage[] }
  | { type: 'skipped'; reason: string };

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
export function memoryItem(fields: Readonly<Record<string, unknown>>, ties: { key?: string; relations?: ImportRelation[] } = {}): ImportItem {
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
