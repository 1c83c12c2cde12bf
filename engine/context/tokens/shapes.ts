/** What a piece of text looks like; tokenizers differ by these far more than by language. */
export type Shape = 'word' | 'accented' | 'wide' | 'script' | 'digits' | 'space' | 'mark' | 'symbol';

const WIDE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]/u;
const LETTER = /^\p{L}|^\p{M}/u;
const NUMBER = /^\p{N}/u;
const LATIN_WORD = /^['’]?[A-Za-z]+(?:['’][A-Za-z]+)?$/;
const LATIN = /^\p{Script=Latin}/u;

/** The shape of one piece as the encodings cut it: at most one kind of character after an optional sign or space before it. */
export function shapeOf(piece: string): Shape {
  const first = piece.charCodeAt(0);
  const body = piece.length > 1 && (first === 32 || !LETTER.test(piece) && LETTER.test(piece.slice(1))) ? piece.slice(1) : piece;
  if (LATIN_WORD.test(body)) return 'word';
  if (/^\s/.test(body)) return 'space';
  if (NUMBER.test(body)) return 'digits';
  if (WIDE.test(body)) return 'wide';
  if (LATIN.test(body)) return 'accented';
  if (LETTER.test(body)) return 'script';
  return body.charCodeAt(0) < 128 ? 'mark' : 'symbol';
}
