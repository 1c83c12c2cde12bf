/** Largest element that is read, in bytes; one conversation with all its branches is far smaller. */
export const ELEMENT_BYTES = 16 * 1024 * 1024;
/** Deepest nesting inside one element. */
const DEEPEST = 64;

/** One value as JSON text, or why it cannot be read. */
export type JsonElement = { text: string } | { problem: 'too large' | 'nested too deeply' | 'cut off' };

const QUOTE = 0x22, BACKSLASH = 0x5c, COMMA = 0x2c;
const OPEN_LIST = 0x5b, CLOSE_LIST = 0x5d, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const BOM = [0xef, 0xbb, 0xbf];

/** The bytes of one element, gathered from the chunks it spans. */
class Gathered {
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #problem: 'too large' | 'nested too deeply' | null = null;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(part: Uint8Array): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#most) this.fail('too large');
    // Copied, because a source may reuse its buffer for the next chunk.
    else if (this.#problem === null) this.#parts.push(part.slice());
  }

  /** From here on the bytes are only passed over. */
  fail(problem: 'too large' | 'nested too deeply'): void {
    this.#problem ??= problem;
    this.#parts = [];
  }

  /** The element, or null when there was only white space; empty again afterwards. */
  take(): JsonElement | null {
    const problem = this.#problem;
    const decoder = new TextDecoder();
    const text = this.#parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
    this.#parts = [];
    this.#bytes = 0;
    this.#problem = null;
    if (problem !== null) return { problem };
    return text.trim() === '' ? null : { text };
  }
}

/**
 * The elements of a top-level JSON array, one at a time, so that files larger than the memory can
 * be read. A file whose top level is no array is one element. Only the structure is looked at: the
 * texts still have to be parsed. Ends with `cut off` when the array does not end.
 */
export async function* jsonElements(bytes: AsyncIterable<Uint8Array>, most: number = ELEMENT_BYTES): AsyncGenerator<JsonElement> {
  const element = new Gathered(most);
  let depth = 0;
  let inString = false;
  let escaped = false;
  let position = 0;
  let started = false;
  let isList = false;
  let ended = false;
  for await (const chunk of bytes) {
    let from = 0;
    for (let i = 0; i < chunk.length && !ended; i += 1, position += 1) {
      const byte = chunk[i]!;
      if (!started) {
        if (isSpace(byte) || (position < 3 && byte === BOM[position])) {
          from = i + 1;
          continue;
        }
        started = true;
        isList = byte === OPEN_LIST;
        if (isList) {
          from = i + 1;
          continue;
        }
      }
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth += 1;
        if (depth > DEEPEST) element.fail('nested too deeply');
      } else if (isList && depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) {
        element.add(chunk.subarray(from, i));
        const found = element.take();
        if (found) yield found;
        from = i + 1;
        ended = byte === CLOSE_LIST;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth = Math.max(0, depth - 1);
    }
    if (ended) return;
    if (started) element.add(chunk.subarray(from));
  }
  if (!started) return;
  const rest = element.take();
  if (isList) yield { problem: 'cut off' };
  else if (rest) yield rest;
}
