import { EdgeType, type Memory, type MemoryEdge } from '../../contract/index.ts';
import { instantOf } from './instant.ts';
import { memoryItem, skipped, type ImportItem, type ImportMessage, type ImportRelation, type ReadOptions } from './item.ts';
import { fieldsOf } from './json-list.ts';
import { conversationItems, type TreeNode } from './message-tree.ts';

/** Version of Engram JSON Lines; a reader refuses a higher one. */
export const ENGRAM_VERSION = 1;

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
/** A line without the fields that say nothing. */
const line = (fields: Record<string, unknown>): string =>
  JSON.stringify(fields, (_key, value: unknown) => (value === null ? undefined : value));

/** The first line of a file. */
export function engramHeader(): string {
  return line({ format: 'engram', version: ENGRAM_VERSION });
}

/** One memory as a line, without its line break; relations are written when the memory brings them. */
export function engramLine(memory: Memory & { edges?: readonly MemoryEdge[] }): string {
  const { id, text, kind, category, scope, importance, trust, tier, pinned, speaker, session, steps, source, origin, status, fact, edges } = memory;
  return line({
    type: 'memory', id, text, kind, category, importance, tier, status, origin, trust, speaker, session, source, fact,
    scope: Object.keys(scope).length > 0 ? scope : null,
    pinned: pinned || null,
    redacted: memory.redacted || null,
    steps: steps.length > 0 ? steps : null,
    happenedAt: iso(memory.happenedAt), validFrom: iso(memory.validFrom), validTo: iso(memory.validTo),
    createdAt: iso(memory.createdAt), updatedAt: iso(memory.updatedAt),
    relations: edges?.filter((edge) => edge.from === id).map((edge) => ({ to: edge.to, type: edge.type })),
  });
}

/** One conversation as a line, every branch of it. */
export function engramConversationLine(conversation: Extract<ImportItem, { type: 'conversation' }>): string {
  return line({
    ...conversation,
    createdAt: iso(conversation.createdAt),
    messages: conversation.messages.map((message: ImportMessage) => ({ ...message, createdAt: iso(message.createdAt) })),
  });
}

/** One line of a file. Unknown types and unknown fields are for later versions. */
export function engramItems(value: unknown, options: ReadOptions): ImportItem[] {
  const fields = fieldsOf(value);
  if (!fields) return [skipped('not an object')];
  if (fields.get('format') === 'engram') {
    const version = fields.get('version');
    return typeof version === 'number' && version <= ENGRAM_VERSION ? [] : [skipped('written by a newer version')];
  }
  if (fields.get('type') === 'memory') return [memoryLine(fields)];
  if (fields.get('type') === 'conversation') return conversationLine(fields, options);
  return [skipped('a line of an unknown type')];
}

function memoryLine(fields: Map<string, unknown>): ImportItem {
  const relations = fields.get('relations');
  const ties: { key?: string; relations?: ImportRelation[] } = {};
  if (typeof fields.get('id') === 'string') ties.key = fields.get('id') as string;
  if (Array.isArray(relations)) {
    ties.relations = (relations as unknown[]).flatMap((raw) => {
      const relation = fieldsOf(raw);
      const type = EdgeType.safeParse(relation?.get('type'));
      const to = relation?.get('to');
      return type.success && typeof to === 'string' ? [{ to, type: type.data }] : [];
    });
    if (ties.relations.length === 0) delete ties.relations;
  }
  const times = Object.fromEntries(['happenedAt', 'validFrom', 'validTo'].map((name) => [name, timeOf(fields.get(name))]));
  return memoryItem({ ...Object.fromEntries(fields), ...times }, ties);
}

/** Numbers are milliseconds here, however small, so that every time survives the way out and back. */
const timeOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : instantOf(value));

function conversationLine(fields: Map<string, unknown>, options: ReadOptions): ImportItem[] {
  const list = fields.get('messages');
  if (!Array.isArray(list)) return [skipped('a conversation without messages')];
  const notes: ImportItem[] = [];
  const nodes = (list as unknown[]).flatMap((raw): TreeNode[] => {
    const message = fieldsOf(raw);
    const [id, parent, role, text] = ['id', 'parent', 'role', 'text'].map((name) => message?.get(name));
    if (typeof id !== 'string' || typeof text !== 'string' || (role !== 'user' && role !== 'assistant')) {
      notes.push(skipped('an unreadable message'));
      return [];
    }
    return [{ id, parent: typeof parent === 'string' ? parent : null, role, text: text.trim() === '' ? null : text, createdAt: timeOf(message!.get('createdAt')) }];
  });
  const text = (name: string) => (typeof fields.get(name) === 'string' ? (fields.get(name) as string) : '');
  return [...conversationItems({
    id: text('id'), title: text('title'), createdAt: timeOf(fields.get('createdAt')), leaf: text('leaf') || null, nodes,
  }, options.now), ...notes];
}
