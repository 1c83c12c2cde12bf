const encoder = new TextEncoder();
/** Where a long text may be cut, the best place first: paragraph, line, sentence, word. */
const joints = [/\n\s*\n/g, /\n/g, /(?<=[.!?。！？])\s+/g, /\s+/g] as const;

/** A text in pieces of at most `most` UTF-8 bytes, cut where it hurts least. */
export function piecesOf(text: string, most: number, level = 0): string[] {
  const whole = text.trim();
  if (whole === '') return [];
  if (encoder.encode(whole).length <= most) return [whole];
  const joint = joints[level];
  if (!joint) return hardPieces(whole, most);
  const pieces: string[] = [];
  let open = '';
  for (const part of whole.split(joint)) {
    const longer = open === '' ? part : `${open}${level === 0 ? '\n\n' : level === 1 ? '\n' : ' '}${part}`;
    if (encoder.encode(longer).length <= most) {
      open = longer;
      continue;
    }
    if (open !== '') pieces.push(open);
    const smaller = piecesOf(part, most, level + 1);
    open = smaller.pop() ?? '';
    pieces.push(...smaller);
  }
  if (open !== '') pieces.push(open);
  return pieces;
}

function hardPieces(text: string, most: number): string[] {
  const pieces: string[] = [];
  let open: string[] = [];
  let size = 0;
  for (const char of text) {
    const bytes = encoder.encode(char).length;
    if (size + bytes > most) {
      pieces.push(open.join(''));
      open = [];
      size = 0;
    }
    open.push(char);
    size += bytes;
  }
  return [...pieces, open.join('')];
}
