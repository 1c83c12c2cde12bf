import { z } from 'zod';
import { limits } from '../../contract/index.ts';
import { messageTime } from './instant.ts';
import { cleanText, memoryItem, skipped, type ImportItem, type ReadOptions } from './item.ts';
import { fieldsOf } from './json-list.ts';
import { conversationItems, type TreeNode } from './message-tree.ts';
import { piecesOf } from './pieces.ts';

const Message = z.object({
  uuid: z.string(),
  sender: z.string(),
  text: z.string().nullish(),
  content: z.array(z.object({ type: z.string(), text: z.string().nullish() })).nullish().catch(null),
  created_at: z.unknown().optional(),
  parent_message_uuid: z.string().nullish(),
  attachments: z.array(z.unknown()).nullish().catch(null),
  files: z.array(z.unknown()).nullish().catch(null),
});
const Project = z.object({
  name: z.string(),
  description: z.string().nullish(),
  prompt_template: z.string().nullish(),
  created_at: z.unknown().optional(),
});

/** True when a value of a list can be a Claude conversation at all. */
export function isClaudeConversation(value: unknown): boolean {
  return Array.isArray(fieldsOf(value)?.get('chat_messages'));
}

/** One conversation of a Claude export; older exports have no parents and are one line. */
export function claudeConversationItems(value: unknown, options: ReadOptions): ImportItem[] {
  const fields = fieldsOf(value);
  const list = fields?.get('chat_messages');
  if (!fields || !Array.isArray(list)) return [skipped('not a conversation')];
  const notes: ImportItem[] = [];
  const read = (list as unknown[]).flatMap((raw) => {
    const parsed = Message.safeParse(raw);
    if (!parsed.success) notes.push(skipped('an unreadable message'));
    return parsed.success ? [parsed.data] : [];
  });
  const isTree = read.some((message) => message.parent_message_uuid);
  const nodes = read.map((message, i): TreeNode => {
    const attached = (message.attachments?.length ?? 0) + (message.files?.length ?? 0);
    for (let n = 0; n < attached; n++) notes.push(skipped('an attachment'));
    const text = textOf(message);
    return {
      id: message.uuid,
      parent: isTree ? message.parent_message_uuid ?? null : read[i - 1]?.uuid ?? null,
      role: message.sender === 'human' ? 'user' : 'assistant',
      text: text.trim() === '' ? null : text,
      createdAt: messageTime(message.created_at, options.now),
    };
  });
  const text = (name: string) => (typeof fields.get(name) === 'string' ? (fields.get(name) as string) : '');
  return [...conversationItems({
    id: text('uuid'),
    title: text('name'),
    createdAt: messageTime(fields.get('created_at'), options.now),
    leaf: text('current_leaf_message_uuid') || null,
    nodes,
  }, options.now), ...notes];
}

/** The parts hold the same as `text`, without the placeholders for thoughts and tools. */
function textOf({ text, content }: z.infer<typeof Message>): string {
  const parts = (content ?? []).flatMap((part) => (part.type === 'text' && part.text ? [part.text] : []));
  return parts.length > 0 ? parts.join('\n\n') : text ?? '';
}

/** What Claude remembered, as `memories.json` gives it: one text in all, and one for each project. */
export function claudeMemoryItems(value: unknown): ImportItem[] {
  const fields = fieldsOf(value);
  const all = fields?.get('conversations_memory');
  const projects = fieldsOf(fields?.get('project_memories'));
  const items = [
    ...(typeof all === 'string' ? statements(all) : []),
    ...[...projects?.values() ?? []].flatMap((text) => (typeof text === 'string' ? statements(text) : [skipped('a memory without text')])),
  ];
  return items.length > 0 ? items : [skipped('a memory without text')];
}

/** The instructions and description of a project of `projects.json`. */
export function claudeProjectItems(value: unknown, options: ReadOptions): ImportItem[] {
  const parsed = Project.safeParse(value);
  if (!parsed.success) return [skipped('an unreadable project')];
  const { name, description, prompt_template: instructions, created_at } = parsed.data;
  const happenedAt = messageTime(created_at, options.now);
  const items = (text: string | null | undefined, category: string) =>
    piecesOf(cleanText(text ?? ''), limits.memoryBytes - TITLE_BYTES).map((piece) =>
      memoryItem({ text: `${cleanText(name).slice(0, TITLE_CHARS)}: ${piece}`, kind: 'semantic', category, happenedAt }));
  return [...items(description, 'project'), ...items(instructions, 'instruction')];
}

const TITLE_CHARS = 100;
/** A name of that many units in UTF-8, and the mark after it. */
const TITLE_BYTES = TITLE_CHARS * 3 + 2;

/** Paragraphs and points become memories of their own; the heading above them goes in front. */
function statements(markdown: string): ImportItem[] {
  let heading = '';
  return cleanText(markdown).split(/\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)/).flatMap((block) => {
    const lines = block.trim().split('\n');
    const title = /^(?:#{1,6}\s+(.+)|\*\*([^*]+)\*\*:?)$/.exec(lines[0]!.trim());
    if (title) {
      heading = (title[1] ?? title[2]!).trim().slice(0, TITLE_CHARS);
      lines.shift();
    }
    const text = lines.join('\n').replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '');
    return piecesOf(text, limits.memoryBytes - TITLE_BYTES).map((piece) =>
      memoryItem({ text: heading === '' ? piece : `${heading}: ${piece}`, kind: 'semantic' }));
  });
}
