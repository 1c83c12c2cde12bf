/** A text as the detectors read it, with the way back to the original. */
export interface Normalised {
  text: string;
  /** Position in the original of every unit of `text`, and one past the end. */
  origin: number[];
}

const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/;

/** Compatibility forms (full width, circled) become plain, invisible marks go, so that hiding does not help. */
export function normalise(text: string): Normalised {
  let out = '';
  const origin: number[] = [];
  let at = 0;
  for (const char of text) {
    if (!INVISIBLE.test(char)) {
      const plain = char.charCodeAt(0) < 128 ? char : char.normalize('NFKC');
      for (let i = 0; i < plain.length; i++) origin.push(at);
      out += plain;
    }
    at += char.length;
  }
  origin.push(at);
  return { text: out, origin };
}

/** "jane at example dot com" as an address would be written; same length is not kept, so it is matched apart. */
export const SPELLED_MAIL =
  /\b[\p{L}\p{N}][\p{L}\p{N}._+-]{0,63}\s*(?:\(at\)|\[at\]|\{at\}|\s+at\s+)\s*[\p{L}\p{N}-]{1,63}(?:\s*(?:\(dot\)|\[dot\]|\{dot\}|\s+dot\s+|\.)\s*[\p{L}\p{N}-]{2,24}){1,3}\b/giu;
