import { LEAST_BYTES } from './quotations.ts';

/** Of a long text these many bytes are looked for, at several places: a page border may cut one of them. */
const PIECE_BYTES = 24;
const PIECES = 4;
const TABLE_BITS = 16;

const slot = (word: number): number => (Math.imul(word, 0x9e3779b1) >>> (32 - TABLE_BITS));

/** Latin letters in small, byte by byte; bytes of other characters stay. */
const SMALL = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));
const small = (bytes: Buffer): Buffer => {
  const folded = Buffer.allocUnsafe(bytes.length);
  for (let i = 0; i < bytes.length; i++) folded[i] = SMALL[bytes[i]!]!;
  return folded;
};

/** The ways a text is written in another case or with other spacing; a plain English one has a single one. */
function formsOf(text: string): Buffer[] {
  const spaced = new Set([text, text.replace(/\s+/gu, ' ').trim()]);
  const [first = ''] = text;
  const rest = text.slice(first.length);
  const forms = [...spaced].flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()]).concat(first.toLowerCase() + rest, first.toUpperCase() + rest);
  return [...new Map(forms.map((form) => small(Buffer.from(form, 'utf8'))).filter((bytes) => bytes.length >= LEAST_BYTES).map((bytes) => [bytes.toString('latin1'), bytes])).values()];
}

/** Finds any of many texts in bytes, whatever their case, in one pass whatever their number. */
export class Needles {
  readonly #table = new Uint8Array(1 << TABLE_BITS);
  readonly #byStart = new Map<number, { bytes: Buffer; form: number; piece: number }[]>();
  /** Of each form of a text: which text, and in how many pieces. */
  readonly #forms: { text: number; pieces: number }[] = [];

  constructor(texts: readonly string[]) {
    texts.forEach((text, number) => {
      if (Buffer.byteLength(text) < LEAST_BYTES) return;
      for (const whole of formsOf(text)) {
        const step = Math.max(1, Math.floor((whole.length - PIECE_BYTES) / (PIECES - 1)));
        const starts = whole.length <= PIECE_BYTES ? [0] : Array.from({ length: PIECES }, (_, i) => Math.min(i * step, whole.length - PIECE_BYTES));
        const pieces = [...new Set(starts)];
        pieces.forEach((start, piece) => this.#add(whole.subarray(start, start + PIECE_BYTES), this.#forms.length, piece));
        this.#forms.push({ text: number, pieces: pieces.length });
      }
    });
  }

  /** No text is long enough to be looked for. */
  get none(): boolean {
    return this.#forms.length === 0;
  }

  #add(bytes: Buffer, form: number, piece: number): void {
    const word = bytes.readUInt32LE(0);
    this.#table[slot(word)] = 1;
    const known = this.#byStart.get(word);
    if (known) known.push({ bytes, form, piece });
    else this.#byStart.set(word, [{ bytes, form, piece }]);
  }

  /** Adds the pieces that stand in `bytes` to `found`, as `form/piece`. */
  findIn(given: Buffer, found: Set<string>): void {
    const bytes = small(given);
    const last = bytes.length - 4;
    let word = bytes.length >= 4 ? bytes.readUInt32LE(0) : 0;
    for (let at = 0; at <= last; at++) {
      if (at > 0) word = (word >>> 8) | (bytes[at + 3]! << 24);
      if (this.#table[slot(word)] === 0) continue;
      for (const piece of this.#byStart.get(word >>> 0) ?? [])
        if (bytes.compare(piece.bytes, 0, piece.bytes.length, at, Math.min(bytes.length, at + piece.bytes.length)) === 0) found.add(`${piece.form}/${piece.piece}`);
    }
  }

  /** Texts of which all pieces but one were found: a page border may cut one, and single pieces are in other texts too. */
  remaining(found: ReadonlySet<string>): number {
    const texts = new Set<number>();
    for (const [form, { text, pieces }] of this.#forms.entries()) {
      let seen = 0;
      for (let piece = 0; piece < pieces; piece++) if (found.has(`${form}/${piece}`)) seen++;
      if (seen >= Math.max(1, pieces - 1)) texts.add(text);
    }
    return texts.size;
  }
}
