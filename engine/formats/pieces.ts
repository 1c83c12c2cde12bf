import { limits } from '../../contract/index.ts';

const encoder = new TextEncoder();

/** Length as UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length;

/** What can be stored at all: without NUL, without halves of surrogate pairs, one kind of line end. */
export const storable = (text: string): string => text.replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed();

/** Where a text is best cut, best first; each separator stays with the part before it. */
const cuts = [/(?<=\n[ \t]*\n)(?=\S)/u, /(?<=\n)/u, /(?<=[.!?…。！？]["'”’)\]]*\s+)/u, /(?<=\s)/u];

/**
 * The text in parts of at most `most` bytes, cut between paragraphs, then lines, sentences, words,
 * and only then anywhere. Nothing is lost but white space at the cuts.
 */
export function piecesOf(text: string, most: number = limits.memoryBytes): string[] {
  return cut(text, most, 0).map((part) => part.trim()).filter((part) => part !== '');
}

function cut(text: string, most: number, level: number): string[] {
  if (byteLength(text) <= most) return [text];
  const separator = cuts[level];
  const parts = separator === undefined ? chunksOf(text, most) : text.split(separator).flatMap((part) => cut(part, most, level + 1));
  const merged: string[] = [];
  let bytes = 0;
  for (const part of parts) {
    const size = byteLength(part);
    if (merged.length > 0 && bytes + size <= most) {
      merged[merged.length - 1] += part;
      bytes += size;
    } else {
      merged.push(part);
      bytes = size;
    }
  }
  return merged;
}

/** Cuts between code points, so that no character breaks. */
function chunksOf(text: string, most: number): string[] {
  const out: string[] = [];
  let chunk = '';
  let bytes = 0;
  for (const char of text) {
    const size = encoder.encode(char).length;
    if (bytes + size > most) {
      out.push(chunk);
      chunk = '';
      bytes = 0;
    }
    chunk += char;
    bytes += size;
  }
  return chunk === '' ? out : [...out, chunk];
}
