/** One row of a file as text, or why there is none. */
export type Row = { text: string } | { problem: string };

/** Largest element or line that is read; a whole conversation is one element. */
export const ROW_BYTES = 16 * 1024 * 1024;
const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BOM = [0xef, 0xbb, 0xbf];
const opens = (byte: number) => byte === 0x7b || byte === 0x5b;
const closes = (byte: number) => byte === 0x7d || byte === 0x5d;
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Cuts a JSON list into its elements without parsing the whole: it only follows strings and
 * brackets, so one element at a time is in memory. A single object counts as a list of one.
 */
export class ListScanner {
  readonly #most: number;
  readonly #decoder = new TextDecoder();
  #state: 'start' | 'list' | 'object' | 'done' = 'start';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #parts: Uint8Array[] = [];
  #size = 0;
  #tooDeep = false;
  #commas = 0;
  #seen = 0;

  /** @param most bytes of one element; a longer one is reported and passed over */
  constructor(most: number = ROW_BYTES) {
    this.#most = most;
  }

  push(chunk: Uint8Array): Row[] {
    const rows: Row[] = [];
    let from = 0;
    for (let i = 0; i < chunk.length && this.#state !== 'done'; i++) {
      const byte = chunk[i]!;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (this.#state === 'start') {
        from = i;
        if (opens(byte)) {
          this.#state = byte === 0x5b ? 'list' : 'object';
          if (byte === 0x5b) from = i + 1;
          else this.#depth = 1;
        } else if (!isSpace(byte) && byte !== BOM[this.#seen]) {
          this.#state = 'done';
          rows.push({ problem: 'the file is not JSON' });
        }
        this.#seen++;
      } else if (byte === QUOTE) this.#inString = true;
      else if (opens(byte)) {
        if (++this.#depth > DEEPEST) this.#tooDeep = true;
      } else if (closes(byte)) {
        if (this.#depth > 0) this.#depth--;
        else if (byte === 0x5d) {
          this.#keep(chunk.subarray(from, i));
          this.#emit(rows, this.#commas > 0);
          this.#state = 'done';
        }
        if (this.#state === 'object' && this.#depth === 0) {
          this.#keep(chunk.subarray(from, i + 1));
          this.#emit(rows, true);
          this.#state = 'done';
        }
      } else if (byte === COMMA && this.#depth === 0) {
        this.#keep(chunk.subarray(from, i));
        this.#commas++;
        this.#emit(rows, true);
        from = i + 1;
      }
    }
    // A copy, because the caller may use the buffer again.
    if (this.#state === 'list' || this.#state === 'object') this.#keep(chunk.slice(from));
    return rows;
  }

  end(): Row[] {
    if (this.#state === 'start') return [{ problem: 'the file is empty' }];
    return this.#state === 'done' ? [] : [{ problem: 'the file is cut off' }];
  }

  #keep(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > this.#most) this.#parts = [];
    else if (bytes.length > 0) this.#parts.push(bytes);
  }

  #emit(rows: Row[], always: boolean): void {
    if (this.#size > this.#most) rows.push({ problem: 'a row is too large' });
    else if (this.#tooDeep) rows.push({ problem: 'a row is nested too deeply' });
    else {
      const text = joined(this.#parts, this.#decoder).trim();
      if (text !== '' || always) rows.push({ text });
    }
    this.#parts = [];
    this.#size = 0;
    this.#tooDeep = false;
  }
}

function joined(parts: readonly Uint8Array[], decoder: InstanceType<typeof TextDecoder>): string {
  if (parts.length === 1) return decoder.decode(parts[0]);
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}

/** The elements of a JSON list (or the one object) in a file, one at a time. */
export async function* listRows(bytes: AsyncIterable<Uint8Array>, most?: number): AsyncGenerator<Row> {
  const scanner = new ListScanner(most);
  for await (const chunk of bytes) yield* scanner.push(chunk);
  yield* scanner.end();
}

/** The lines of a file, without empty ones. */
export async function* lineRows(bytes: AsyncIterable<Uint8Array>, most: number = ROW_BYTES): AsyncGenerator<Row> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let size = 0;
  const line = (): Row | null => {
    const text = size > most ? '' : joined(parts, decoder).trim();
    const row = size > most ? { problem: 'a row is too large' } : { text };
    parts = [];
    size = 0;
    return 'text' in row && text === '' ? null : row;
  };
  const keep = (piece: Uint8Array) => {
    size += piece.length;
    if (size > most) parts = [];
    else if (piece.length > 0) parts.push(piece);
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      keep(chunk.subarray(from, at));
      from = at + 1;
      const row = line();
      if (row) yield row;
    }
    keep(chunk.slice(from));
  }
  const row = line();
  if (row) yield row;
}

/** The value of a row, or why there is none. Deep nesting is refused before the parser sees it. */
export function parseRow(row: Row, deepest: number = DEEPEST): { value: unknown } | { problem: string } {
  if ('problem' in row) return row;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < row.text.length; i++) {
    const unit = row.text.charCodeAt(i);
    if (inString) {
      if (unit === BACKSLASH) i++;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) inString = true;
    else if (opens(unit) && ++depth > deepest) return { problem: 'a row is nested too deeply' };
    else if (closes(unit)) depth--;
  }
  try {
    return { value: JSON.parse(row.text) };
  } catch {
    return { problem: 'a row is not JSON' };
  }
}

/** The own fields of a JSON object; null for anything else. A map, so that no name is special. */
export function fieldsOf(value: unknown): Map<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}
