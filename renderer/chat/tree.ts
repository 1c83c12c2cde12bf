import type { Message, MessageId } from '../../contract/index.ts';

/** A message on the shown branch with the alternatives beside it. */
export interface Turn {
  message: Message;
  /** Messages with the same parent and role, oldest first, this one included. */
  siblings: readonly Message[];
  position: number;
}

/** The path from the root to `leaf`; to the newest message when the leaf is not known. */
export function branchTo(messages: readonly Message[], leaf: MessageId | null): Turn[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const path: Turn[] = [];
  let at = (leaf === null ? undefined : byId.get(leaf)) ?? messages.at(-1);
  while (at !== undefined) {
    const { parent, role, id } = at;
    const siblings = messages.filter((other) => other.parent === parent && other.role === role);
    path.push({ message: at, siblings, position: siblings.findIndex((other) => other.id === id) });
    at = parent === null ? undefined : byId.get(parent);
  }
  return path.reverse();
}

/** Where a branch that goes through `from` ends: always along the newest child. */
export function newestLeaf(messages: readonly Message[], from: MessageId): MessageId {
  const children = messages.filter((message) => message.parent === from);
  const newest = children.at(-1);
  return newest === undefined ? from : newestLeaf(messages, newest.id);
}
