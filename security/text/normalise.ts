/** A text as the detectors read it, with the way back to the original. */
export interface Normalised {
  text: string;
  /** Position in the original of every unit of `text`, and one past the end. */
  origin: number[] | null;
}

/** Where a place of the normalised text stands in the original. */
export const placeInOriginal = ({ origin }: Pick<Normalised, 'origin'>, at: number): number => (origin === null ? at : origin[at]!);
/** The part of the original that a part of the normalised text came from, at least one unit long. */
export const spanInOriginal = ({ origin }: Pick<Normalised, 'origin'>, start: number, end: number): { start: number; end: number } =>
  origin === null ? { start, end } : { start: origin[start]!, end: Math.max(origin[end]!, origin[end - 1]! + 1) };

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u061C]/u;
const DASH = /[\u2010-\u2015\u2043\u2212\uFE58\uFE63\uFF0D]/;
const SPACE = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/;
/** Zeros of the digit rows of other scripts: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
// Most texts are plain, and for them nothing has to be mapped.
const PLAIN = /^[\x00-\x7f]*$/;

function plainOf(char: string): string {
  const code = char.codePointAt(0)!;
  if (code < 128) return char;
  if (INVISIBLE.test(char)) return '';
  if (DASH.test(char)) return '-';
  if (SPACE.test(char)) return ' ';
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? char.normalize('NFKC') : String(code - zero);
}

/** Compatibility forms (full width, circled, other digits and dashes) become plain, invisible marks go, so that hiding does not help. */
export function normalise(text: string): Normalised {
  if (PLAIN.test(text)) return { text, origin: null };
  let out = '';
  const origin: number[] = [];
  let at = 0;
  for (const char of text) {
    const plain = plainOf(char);
    for (let i = 0; i < plain.length; i++) origin.push(at);
    out += plain;
    at += char.length;
  }
  origin.push(at);
  return { text: out, origin };
}
