/** Texts shorter than this are in many places by chance and prove nothing. In UTF-8 bytes. */
const LEAST_BYTES = 12;
/** Of a long text these many bytes are looked for, at several places: a page border may cut one of them. */
const PIECE_BYTES = 24;
const PIECES = 4;
const TABLE_BITS = 16;

const slot = (word: number): number => (Math.imul(word, 0x9e3779b1) >>> (32 - TABLE_BITS));

/** Finds any of many texts in bytes, in one pass whatever their number. */
export class Needles {
  readonly #table = new Uint8Array(1 << TABLE_BITS);
  readonly #byStart = new Map<number, { bytes: Buffer; text: number; piece: number }[]>();
  /** Pieces of each text. */
  readonly pieces: number[] = [];

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const whole = Buffer.from(text, 'utf8');
      if (whole.length < LEAST_BYTES) continue;
      const step = Math.max(1, Math.floor((whole.length - PIECE_BYTES) / (PIECES - 1)));
      const starts = whole.length <= PIECE_BYTES ? [0] : Array.from({ length: PIECES }, (_, i) => Math.min(i * step, whole.length - PIECE_BYTES));
      const pieces = [...new Set(starts)];
      pieces.forEach((start, piece) => this.#add(whole.subarray(start, start + PIECE_BYTES), this.pieces.length, piece));
      this.pieces.push(pieces.length);
    }
  }

  #add(bytes: Buffer, text: number, piece: number): void {
    const word = bytes.readUInt32LE(0);
    this.#table[slot(word)] = 1;
    const known = this.#byStart.get(word);
    if (known) known.push({ bytes, text, piece });
    else this.#byStart.set(word, [{ bytes, text, piece }]);
  }

  /** Adds the pieces that stand in `bytes` to `found`, as `text/piece`. */
  findIn(bytes: Buffer, found: Set<string>): void {
    const last = bytes.length - 4;
    let word = bytes.length >= 4 ? bytes.readUInt32LE(0) : 0;
    for (let at = 0; at <= last; at++) {
      if (at > 0) word = (word >>> 8) | (bytes[at + 3]! << 24);
      if (this.#table[slot(word)] === 0) continue;
      for (const piece of this.#byStart.get(word >>> 0) ?? [])
        if (bytes.compare(piece.bytes, 0, piece.bytes.length, at, Math.min(bytes.length, at + piece.bytes.length)) === 0) found.add(`${piece.text}/${piece.piece}`);
    }
  }

  /** Texts of which all pieces but one were found: a page border may cut one, and single pieces are in other texts too. */
  remaining(found: ReadonlySet<string>): number {
    return this.pieces.filter((count, text) => {
      let seen = 0;
      for (let piece = 0; piece < count; piece++) if (found.has(`${text}/${piece}`)) seen++;
      return seen >= Math.max(1, count - 1);
    }).length;
  }
}
