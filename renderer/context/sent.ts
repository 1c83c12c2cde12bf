import type { ContextPreview } from '../../contract/index.ts';
import type { PartName } from './slices.ts';

/** A text of the prompt and where it stands: with the instructions, or as a message of its own. */
export interface Sent {
  role: 'system' | 'user' | 'assistant';
  text: string;
}

/** The text of a part exactly as it would be sent; none when it is not there. */
export function sentOf({ sections, prompt }: ContextPreview, part: PartName): Sent[] {
  const text = sections.find(({ name }) => name === part)?.text ?? '';
  const instructions: Sent[] = text === '' ? [] : [{ role: 'system', text }];
  const messages = prompt.messages.map(({ role, content }): Sent => ({ role, text: content }));
  if (part === 'message') return messages.slice(-1);
  return part === 'history' ? [...instructions, ...messages.slice(0, -1)] : instructions;
}

/** Everything, in the order in which it is sent. */
export const allSent = ({ prompt }: ContextPreview): Sent[] =>
  [{ role: 'system', text: prompt.system }, ...prompt.messages.map(({ role, content }): Sent => ({ role, text: content }))];

/** Characters that are laid out as one piece: a page of any length stays quick when pieces out of view are passed over. */
export const pieceChars = 8_000;

/**
 * The first `most` characters of the texts, each in pieces that are its text when joined. Pieces end with a line
 * where there is one, and never inside a character.
 */
export function piecesOf(sent: readonly Sent[], most: number): { role: Sent['role']; pieces: string[] }[] {
  let left = most;
  const shown: { role: Sent['role']; pieces: string[] }[] = [];
  for (const { role, text } of sent) {
    if (left <= 0) break;
    const end = text.length <= left ? text.length : wholeAt(text, left);
    shown.push({ role, pieces: cut(text.slice(0, end)) });
    left -= text.length;
  }
  return shown;
}

function cut(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const most = from + pieceChars;
    const line = most >= text.length ? text.length : text.lastIndexOf('\n', most - 1) + 1;
    const to = line > from ? line : wholeAt(text, most);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

/** `at`, or one before it where that would split a surrogate pair. */
function wholeAt(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return at > 1 && before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
}
