import { EdgeType, Instant, MemoryText, MemoryVersion, Tier, TurnKind, Unit, type Agent, type Memory, type MemoryEdge, type Message, type Session, type Settings } from '../../contract/index.ts';
import { instantOf } from './instant.ts';
import { cleanText, memoryItem, nameOf, skipped, type ImportItem, type ImportMessage, type ImportRelation, type ReadOptions, type Standing } from './item.ts';
import { fieldsOf } from './json-list.ts';
import { conversationItems, cutText, type TreeNode } from './message-tree.ts';

/** Version of Engram JSON Lines; a reader refuses a higher one. */
export const ENGRAM_VERSION = 1;
/** Deepest nesting that any line of ours has use for. */
export const ENGRAM_DEPTH = 16;

/** One line holds no more than this; what is longer goes on in the next. */
const RELATIONS_IN_LINE = 1000;
const MESSAGE_BYTES_IN_LINE = 2 * 1024 * 1024;

const iso = (at: number | null | undefined): string | null => (at === null || at === undefined ? null : new Date(at).toISOString());
/** A line without the fields that say nothing. */
const line = (fields: Record<string, unknown>): string =>
  JSON.stringify(fields, (_key, value: unknown) => (value === null ? undefined : value));

/** The first line of a file. */
export function engramHeader(): string {
  return line({ format: 'engram', version: ENGRAM_VERSION });
}

/** A memory as an export writes it, with what only the vault knows of it. */
export type WrittenMemory = Memory & {
  strength?: number;
  edges?: readonly Pick<MemoryEdge, 'from' | 'to' | 'type' | 'weight'>[];
  versions?: readonly (Omit<MemoryVersion, 'redacted'> & { tier: Tier })[];
};

/** One memory as lines without their line breaks: itself, and its older texts, oldest first. */
export function engramLines(memory: WrittenMemory): string[] {
  const { id, text, kind, category, scope, importance, strength, trust, tier, pinned, speaker, session, message, steps, source, origin, status, fact, uses, corroborations } = memory;
  const relations = (memory.edges ?? []).filter((edge) => edge.from === id).map((edge) => ({ to: edge.to, type: edge.type, weight: edge.weight }));
  const lines = [line({
    type: 'memory', id, text, kind, category, importance, tier, status, origin, trust, strength, speaker, session, message, source, fact,
    scope: Object.keys(scope).length > 0 ? scope : null,
    pinned: pinned || null,
    redacted: memory.redacted || null,
    steps: steps.length > 0 ? steps : null,
    uses: uses || null, corroborations: corroborations || null, lastUsedAt: iso(memory.lastUsedAt),
    happenedAt: iso(memory.happenedAt), validFrom: iso(memory.validFrom), validTo: iso(memory.validTo),
    createdAt: iso(memory.createdAt), updatedAt: iso(memory.updatedAt),
    relations: relations.length > 0 ? relations.slice(0, RELATIONS_IN_LINE) : null,
  })];
  for (let i = RELATIONS_IN_LINE; i < relations.length; i += RELATIONS_IN_LINE) lines.push(line({ type: 'relations', memory: id, relations: relations.slice(i, i + RELATIONS_IN_LINE) }));
  for (const old of [...(memory.versions ?? [])].sort((a, b) => a.version - b.version))
    lines.push(line({ type: 'version', memory: id, version: old.version, text: old.text, tier: old.tier, reason: old.reason, changedAt: iso(old.changedAt) }));
  return lines;
}

/** One conversation as lines, every branch of it; long ones go on in `messages` lines. */
export function* engramConversationLines(session: Session, messages: readonly Message[]): Generator<string> {
  const { id, title, agent, scope, readMemory, saveMemory, model, leaf, draft } = session;
  const head = { type: 'conversation', id, title, agent, scope, readMemory, saveMemory, model, leaf, draft: draft || null, createdAt: iso(session.createdAt), updatedAt: iso(session.updatedAt) };
  let part: object[] = [];
  let bytes = 0;
  let first = true;
  const close = () => {
    const written = first ? line({ ...head, messages: part }) : line({ type: 'messages', conversation: id, messages: part });
    part = [];
    bytes = 0;
    first = false;
    return written;
  };
  for (const message of messages) {
    const { session: _session, createdAt, ...fields } = message;
    const written = { ...fields, createdAt: iso(createdAt) };
    part.push(written);
    bytes += JSON.stringify(written).length;
    if (bytes >= MESSAGE_BYTES_IN_LINE) yield close();
  }
  if (first || part.length > 0) yield close();
}

export const engramAgentLine = (agent: Agent): string =>
  line({ ...agent, type: 'agent', createdAt: iso(agent.createdAt), updatedAt: iso(agent.updatedAt) });

export const engramSettingsLine = (values: Partial<Settings>): string => line({ type: 'settings', values });

/** One line of a file. Unknown types and unknown fields are for later versions. */
export function engramItems(value: unknown, options: ReadOptions): ImportItem[] {
  const fields = fieldsOf(value);
  if (!fields) return [skipped('not an object')];
  if (fields.get('format') === 'engram') {
    const version = fields.get('version');
    return typeof version === 'number' && version <= ENGRAM_VERSION ? [] : [skipped('written by a newer version')];
  }
  switch (fields.get('type')) {
    case 'memory': return [memoryLine(fields)];
    case 'relations': return relationsLine(fields);
    case 'version': return [versionLine(fields)];
    case 'conversation': return conversationLine(fields, options);
    case 'messages': return messagesLine(fields);
    case 'agent': return [{ type: 'unused', what: 'agent' }];
    case 'settings': return [{ type: 'unused', what: 'settings' }];
    // The last line of an archive that was opened with another program.
    case 'end': return [];
    default: return [skipped('a line of an unknown type')];
  }
}

/** Whether a line is one that stands only at the begin or the end of an archive. */
export function isFrame(value: unknown): boolean {
  const fields = fieldsOf(value);
  return fields !== null && (fields.has('format') || fields.get('type') === 'end');
}

function relationsOf(list: unknown): ImportRelation[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).flatMap((raw) => {
    const relation = fieldsOf(raw);
    const type = EdgeType.safeParse(relation?.get('type'));
    const to = relation?.get('to');
    const weight = Unit.safeParse(relation?.get('weight'));
    return type.success && typeof to === 'string' ? [{ to, type: type.data, ...(weight.success && { weight: weight.data }) }] : [];
  });
}

function memoryLine(fields: Map<string, unknown>): ImportItem {
  const key = fields.get('id');
  const relations = relationsOf(fields.get('relations'));
  const standing = standingOf(fields);
  const times = Object.fromEntries(['happenedAt', 'validFrom', 'validTo'].map((name) => [name, timeOf(fields.get(name))]));
  return memoryItem({ ...Object.fromEntries(fields), ...times }, {
    ...(typeof key === 'string' && { key }), ...(relations.length > 0 && { relations }), ...(Object.keys(standing).length > 0 && { standing }),
  });
}

function standingOf(fields: Map<string, unknown>): Standing {
  const standing: Standing = {};
  for (const name of ['trust', 'strength'] as const) {
    const parsed = Unit.safeParse(fields.get(name));
    if (parsed.success) standing[name] = parsed.data;
  }
  for (const name of ['createdAt', 'updatedAt'] as const) {
    const at = timeOf(fields.get(name));
    if (at !== undefined) standing[name] = at;
  }
  const status = fields.get('status');
  if (status === 'superseded' || status === 'quarantined') standing.status = status;
  return standing;
}

function relationsLine(fields: Map<string, unknown>): ImportItem[] {
  const of = fields.get('memory');
  const relations = relationsOf(fields.get('relations'));
  return typeof of === 'string' && relations.length > 0 ? [{ type: 'relations', of, relations }] : [skipped('unreadable relations')];
}

function versionLine(fields: Map<string, unknown>): ImportItem {
  const [of, raw] = [fields.get('memory'), fields.get('text')];
  const text = MemoryText.safeParse(typeof raw === 'string' ? cleanText(raw) : raw);
  const changedAt = timeOf(fields.get('changedAt'));
  const reason = MemoryVersion.shape.reason.safeParse(fields.get('reason'));
  const tier = Tier.safeParse(fields.get('tier'));
  if (typeof of !== 'string' || !text.success || changedAt === undefined) return skipped('an unreadable older text');
  return { type: 'version', of, text: text.data, changedAt, reason: reason.success ? reason.data : 'edited', ...(tier.success && { tier: tier.data }) };
}

/** Numbers are milliseconds here, however small, so that every time survives the way out and back. */
const timeOf = (value: unknown): number | undefined => (typeof value === 'number' ? Instant.safeParse(value).data : instantOf(value));

/** How an answer ended and which model gave it, as far as a file can say that. */
function endOf(message: Map<string, unknown>): Pick<ImportMessage, 'status' | 'model' | 'kind' | 'tool'> {
  const [status, raw, named] = [message.get('status'), message.get('model'), message.get('tool')];
  const kind = TurnKind.safeParse(message.get('kind')).data;
  const tool = typeof named === 'string' ? nameOf(named) : undefined;
  const model = typeof raw === 'string' ? nameOf(raw) : undefined;
  return {
    ...((status === 'failed' || status === 'stopped' || status === 'streaming') && { status: status === 'failed' ? 'failed' as const : 'stopped' as const }),
    ...(model !== undefined && { model }),
    ...(kind !== undefined && kind !== 'chat' && { kind }),
    ...(tool !== undefined && { tool }),
  };
}

function messageNodes(list: readonly unknown[], notes: ImportItem[]): TreeNode[] {
  return list.flatMap((raw) => {
    const message = fieldsOf(raw);
    const [id, parent, role, text] = ['id', 'parent', 'role', 'text'].map((name) => message?.get(name));
    if (typeof id !== 'string' || typeof text !== 'string' || (role !== 'user' && role !== 'assistant')) {
      notes.push(skipped('an unreadable message'));
      return [];
    }
    return [{ id, parent: typeof parent === 'string' ? parent : null, role, text: text.trim() === '' ? null : text, createdAt: timeOf(message!.get('createdAt')), more: endOf(message!) }];
  });
}

function conversationLine(fields: Map<string, unknown>, options: ReadOptions): ImportItem[] {
  const list = fields.get('messages');
  if (!Array.isArray(list)) return [skipped('a conversation without messages')];
  const notes: ImportItem[] = [];
  const nodes = messageNodes(list as unknown[], notes);
  const text = (name: string) => (typeof fields.get(name) === 'string' ? (fields.get(name) as string) : '');
  const items = conversationItems({
    id: text('id'), title: text('title'), createdAt: timeOf(fields.get('createdAt')), leaf: text('leaf') || null, nodes,
  }, options.now);
  const updatedAt = timeOf(fields.get('updatedAt'));
  for (const item of items)
    if (item.type === 'conversation' && updatedAt !== undefined) item.updatedAt = updatedAt;
  return [...items, ...notes];
}

/** The rest of a long conversation; parents may stand in the lines before. */
function messagesLine(fields: Map<string, unknown>): ImportItem[] {
  const [of, list] = [fields.get('conversation'), fields.get('messages')];
  if (typeof of !== 'string' || !Array.isArray(list)) return [skipped('messages of no conversation')];
  const notes: ImportItem[] = [];
  const nodes = messageNodes(list as unknown[], notes);
  const empty = new Map(nodes.filter((node) => node.text === null).map((node) => [node.id, node.parent]));
  let before = 0;
  const messages = nodes.flatMap((node): ImportMessage[] => {
    if (node.text === null) return [];
    let parent = node.parent;
    // A message without text falls out, and what answers it hangs on what it answered.
    for (let steps = 0; parent !== null && empty.has(parent) && steps <= empty.size; steps++) parent = empty.get(parent)!;
    before = node.createdAt ?? before;
    return [{ id: node.id, parent, role: node.role, text: cutText(cleanText(node.text)), createdAt: before, ...node.more }];
  });
  return [{ type: 'messages', of, messages }, ...notes];
}
