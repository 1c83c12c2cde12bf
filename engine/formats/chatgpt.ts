import { z } from 'zod';
import { messageTime } from './instant.ts';
import { skipped, type ImportItem, type ReadOptions } from './item.ts';
import { fieldsOf } from './json-list.ts';
import { conversationItems, type TreeNode } from './message-tree.ts';

const Content = z.object({
  content_type: z.string(),
  parts: z.array(z.unknown()).optional(),
  text: z.string().optional(),
});
const Node = z.object({
  parent: z.string().nullish(),
  message: z.object({
    author: z.object({ role: z.string() }),
    create_time: z.unknown().optional(),
    recipient: z.string().nullish(),
    content: Content.nullish(),
    metadata: z.object({ is_visually_hidden_from_conversation: z.boolean().nullish() }).nullish(),
  }).nullish(),
});
const AudioPart = z.object({ content_type: z.literal('audio_transcription'), text: z.string() });

/** True when a value of a list can be a ChatGPT conversation at all. */
export function isChatGptConversation(value: unknown): boolean {
  return fieldsOf(fieldsOf(value)?.get('mapping')) !== null;
}

/** One conversation of a ChatGPT export: every branch of its tree, the shown one named by `leaf`. */
export function chatGptItems(value: unknown, options: ReadOptions): ImportItem[] {
  const fields = fieldsOf(value);
  const mapping = fieldsOf(fields?.get('mapping'));
  if (!fields || !mapping) return [skipped('not a conversation')];
  const notes: ImportItem[] = [];
  const nodes: TreeNode[] = [];
  for (const [id, raw] of mapping) {
    const parsed = Node.safeParse(raw);
    if (!parsed.success) {
      notes.push(skipped('an unreadable message'));
      const parent = fieldsOf(raw)?.get('parent');
      nodes.push({ id, parent: typeof parent === 'string' ? parent : null, role: 'user', text: null, createdAt: undefined });
      continue;
    }
    const { parent = null, message } = parsed.data;
    const role = message?.author.role === 'user' ? 'user' : 'assistant';
    nodes.push({ id, parent, role, text: message ? textOf(message, notes) : null, createdAt: messageTime(message?.create_time, options.now) });
  }
  const text = (name: string) => (typeof fields.get(name) === 'string' ? (fields.get(name) as string) : '');
  return [...conversationItems({
    id: text('conversation_id') || text('id'),
    title: text('title'),
    createdAt: messageTime(fields.get('create_time'), options.now),
    leaf: text('current_node') || null,
    nodes,
  }, options.now), ...notes];
}

type Message = NonNullable<z.infer<typeof Node>['message']>;

/** What a person would have seen of a message; null for anything else. */
function textOf(message: Message, notes: ImportItem[]): string | null {
  const { author, content, metadata, recipient } = message;
  const role = author.role;
  if (!content || metadata?.is_visually_hidden_from_conversation) return null;
  if (role !== 'user' && role !== 'assistant') {
    if (role === 'tool') notes.push(skipped('a message of a tool'));
    return null;
  }
  if (recipient && recipient !== 'all') {
    notes.push(skipped('a message to a tool'));
    return null;
  }
  let text: string;
  if (content.content_type === 'code') text = content.text === undefined ? '' : `\`\`\`\n${content.text}\n\`\`\``;
  else if (content.content_type === 'text' || content.content_type === 'multimodal_text') text = partsText(content.parts ?? [], notes);
  else {
    if (content.content_type !== 'user_editable_context') notes.push(skipped('a message that is not conversation'));
    return null;
  }
  return text.trim() === '' ? null : text;
}

function partsText(parts: readonly unknown[], notes: ImportItem[]): string {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return part === '' ? [] : [part];
    const spoken = AudioPart.safeParse(part);
    if (spoken.success) return [spoken.data.text];
    notes.push(skipped('an attachment'));
    return [];
  }).join('\n');
}
