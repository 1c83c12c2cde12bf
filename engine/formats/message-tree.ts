import { limits } from '../../contract/index.ts';
import { cleanText, MOST_MESSAGES, nameOf, skipped, type ImportItem, type ImportMessage } from './item.ts';

/** A node of a foreign message tree. Nodes without text stand between others and fall out. */
export interface TreeNode {
  id: string;
  parent: string | null;
  role: 'user' | 'assistant';
  /** Null for what is not kept: system and tool messages, empty ones. */
  text: string | null;
  createdAt: number | undefined;
  /** How an answer ended and what gave it, where the file says so. */
  more?: Pick<ImportMessage, 'status' | 'model' | 'kind' | 'tool'>;
}

interface Tree {
  id: string;
  title: string;
  createdAt: number | undefined;
  /** Node the shown branch ends in, if the file says. */
  leaf: string | null;
  nodes: readonly TreeNode[];
}

const encoder = new TextEncoder();

/** At most what a message may hold; the rest is lost. */
export function cutText(text: string): string {
  const bytes = encoder.encode(text);
  if (bytes.length <= limits.messageBytes) return text;
  // A character that the cut goes through becomes a replacement mark, which is dropped.
  return new TextDecoder().decode(bytes.subarray(0, limits.messageBytes)).replace(/\uFFFD$/u, '');
}

/**
 * A conversation with every kept message, parents first. Whatever is wrong with a foreign tree
 * (circles, missing parents, two nodes of one id, no times) is mended, not refused. Messages
 * without a time get their parent's.
 */
export function conversationItems(tree: Tree, now: number | undefined): ImportItem[] {
  const notes: ImportItem[] = [];
  const nodes = new Map<string, TreeNode>();
  for (const node of tree.nodes) {
    if (nodes.has(node.id)) notes.push(skipped('a message with the id of another'));
    else if (nodes.size >= MOST_MESSAGES) {
      notes.push(skipped(`messages beyond ${MOST_MESSAGES} in one conversation`));
      break;
    } else nodes.set(node.id, node);
  }
  const keptFrom = keptAncestors(nodes);
  const children = new Map<string | null, TreeNode[]>();
  for (const node of nodes.values()) {
    if (node.text === null) continue;
    const parent = node.parent === null ? null : keptFrom(node.parent);
    const list = children.get(parent) ?? [];
    list.push(node);
    children.set(parent, list);
  }
  const start = tree.createdAt ?? earliest(tree.nodes) ?? now ?? 0;
  const messages: ImportMessage[] = [];
  const placed = new Set<string>();
  const place = (root: TreeNode, rootParent: string | null): void => {
    const open: [TreeNode, string | null, number][] = [[root, rootParent, start]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [node, parent, before] = next;
      if (placed.has(node.id)) continue;
      placed.add(node.id);
      const whole = cleanText(node.text!);
      const text = cutText(whole);
      if (text.length < whole.length) notes.push(skipped(`the end of a message over ${limits.messageBytes} bytes`));
      const createdAt = node.createdAt ?? before;
      messages.push({ id: node.id, parent, role: node.role, text, createdAt, ...node.more });
      const branches = children.get(node.id) ?? [];
      for (let i = branches.length - 1; i >= 0; i--) open.push([branches[i]!, node.id, createdAt]);
    }
  };
  for (const root of children.get(null) ?? []) place(root, null);
  // Nobody leads to a circle, so each one is opened at its first message.
  for (const node of nodes.values()) if (node.text !== null && !placed.has(node.id)) place(node, null);
  if (messages.length === 0) return [...notes, skipped('a conversation without messages')];
  const leaf = tree.leaf === null ? null : keptFrom(tree.leaf);
  const title = nameOf(tree.title) ?? '';
  return [{ type: 'conversation', id: tree.id, title, createdAt: start, leaf, messages }, ...notes];
}

/** For any node id the nearest node with text, itself included; null at the root or in a circle. */
function keptAncestors(nodes: ReadonlyMap<string, TreeNode>): (id: string) => string | null {
  const known = new Map<string, string | null>();
  return (id) => {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: string | null = id;
    let found: string | null = null;
    while (at !== null && !onPath.has(at)) {
      if (known.has(at)) {
        found = known.get(at)!;
        break;
      }
      const node: TreeNode | undefined = nodes.get(at);
      if (!node) break;
      if (node.text !== null) {
        found = at;
        break;
      }
      path.push(at);
      onPath.add(at);
      at = node.parent;
    }
    for (const passed of path) known.set(passed, found);
    return found;
  };
}

function earliest(nodes: readonly TreeNode[]): number | undefined {
  let least: number | undefined;
  for (const { createdAt } of nodes) if (createdAt !== undefined && (least === undefined || createdAt < least)) least = createdAt;
  return least;
}
