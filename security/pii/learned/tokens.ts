/** A word, a number, a made-up value or one mark of a text, in UTF-16 units of that text. */
export interface Token {
  text: string;
  /** Small letters without marks, for looking words up. */
  folded: string;
  start: number;
  end: number;
  digits: number;
  letters: number;
  /** Kinds of signs in order, repeated ones once but for digits: "Aa", "00-00", "aA0!a". */
  shape: string;
}

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
/** Scripts that are written without blanks. */
export const isUnspaced = (text: string): boolean => UNSPACED_SIGN.test(text);
const UNSPACED_SIGN = new RegExp(`[${UNSPACED}]`, 'u');
const SCRIPT_RUNS = new RegExp(`[${UNSPACED}ー々〇]+|[^${UNSPACED}ー々〇]+`, 'gu');
const HAN = /^\p{Script=Han}+$/u;
/** Han words up to here stay words: longer ones are names of names, which no list holds. */
const LONGEST_HAN = 2;
/** Marks that end or begin a chunk and belong to the sentence; a plus, a hash or an at may belong to the value. */
const EDGE = /^[^\p{L}\p{N}\p{M}+#*@$]$/u;
const BOUND = /^(?:\p{L}[\p{L}\p{M}]*['’](?=\p{L})|\p{L}[\p{L}\p{M}]+[:=](?=.))/u;
const SUFFIX = /^(?:.*\p{N}|\p{Lu}[\p{L}\p{M}]+)(?=['’]\p{Ll}+$)/u;
const LONGEST_SHAPE = 24;
/** Letters that decompose into no letter and mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', đ: 'd', ı: 'i', ё: 'е' };

/** Words as they are compared: small, without the marks of Latin, Greek and Cyrillic letters. */
export const fold = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f]/g, '').replace(/[łøßæđıё]/g, (letter) => PLAIN_LETTERS[letter]!).normalize('NFC');

function signOf(char: string): string {
  if (/\p{Nd}/u.test(char)) return '0';
  if (/\p{Lu}/u.test(char)) return 'A';
  if (/\p{Ll}/u.test(char)) return 'a';
  if (/\p{Script=Han}/u.test(char)) return '字';
  return /[\p{L}\p{M}]/u.test(char) ? 'x' : char;
}

function tokenOf(text: string, start: number): Token {
  let shape = '';
  let digits = 0;
  let letters = 0;
  for (const char of text) {
    const sign = signOf(char);
    if (sign === '0') digits++;
    else if (/\p{L}/u.test(char)) letters++;
    if (sign === '0' || sign !== shape.at(-1)) shape += sign;
  }
  return { text, folded: fold(text), start, end: start + text.length, digits, letters, shape: shape.slice(0, LONGEST_SHAPE) };
}

let segmenter: Intl.Segmenter | null = null;

/** Words of a run that has no blanks; long runs of Han one by one. */
function* words(run: string, start: number): Generator<Token> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  for (const { segment, index } of segmenter.segment(run)) {
    if (segment.length > LONGEST_HAN && HAN.test(segment)) {
      let at = start + index;
      for (const char of segment) {
        yield tokenOf(char, at);
        at += char.length;
      }
    } else yield tokenOf(segment, start + index);
  }
}

/** What stands between two blanks: marks at its ends, an article bound to it ("l'amex"), a cue before a colon, an ending. */
function* chunk(text: string, start: number): Generator<Token> {
  let [from, to] = [0, text.length];
  for (; from < to && EDGE.test(text[from]!); from++) yield tokenOf(text[from]!, start + from);
  while (to > from && EDGE.test(text[to - 1]!)) to--;
  if (to > from) yield* inner(text.slice(from, to), start + from);
  for (; to < text.length; to++) yield tokenOf(text[to]!, start + to);
}

function* inner(text: string, start: number): Generator<Token> {
  if (isUnspaced(text)) {
    for (const { 0: run, index } of text.matchAll(SCRIPT_RUNS)) {
      if (isUnspaced(run)) yield* words(run, start + index);
      else if (run.length < text.length) yield* chunk(run, start + index);
      else yield tokenOf(run, start + index);
    }
    return;
  }
  const bound = BOUND.exec(text)?.[0].length;
  if (bound !== undefined) {
    yield tokenOf(text.slice(0, bound), start);
    yield* chunk(text.slice(bound), start + bound);
    return;
  }
  const stem = SUFFIX.exec(text)?.[0].length ?? text.length;
  yield tokenOf(text.slice(0, stem), start);
  if (stem < text.length) yield tokenOf(text.slice(stem), start + stem);
}

/** Everything of a text but its blanks, in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found, index } of text.matchAll(/\S+/g)) tokens.push(...chunk(found, index));
  return tokens;
}
