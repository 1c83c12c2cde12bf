import { counting } from './counting.ts';
import { fold, type Token } from './tokens.ts';

/** Digits of languages whose counting no list here gives, and other names of digits. */
const MORE_DIGITS = 'oh o zwo meia nolla sifr нула едно две четири седем едно осем девет еден седум осум nič ena dva tri štiri pet šest sedem osem nula jeden dve štyri päť sedem osem deväť null üks kaks kolm neli viis kuus seitse kaheksa üheksa núll einn tveir þrír fjórir fimm sex sjö átta níu dos tres quatre cinc sis set vuit nou dous catro sete oito bat bi hiru lau bost sei zazpi zortzi bederatzi një dy katër pesë gjashtë shtatë tetë nëntë զրո մեկ երկու երեք չորս հինգ վեց յոթ ութ ինը нөл бір екі үш төрт бес алты жеті сегіз тоғыз náid aon dó trí ceathair cúig sé seacht ocht naoi dim un dau tri pedwar pump chwech saith wyth naw адзін чатыры пяць шэсць сем восем дзевяць nol bir ikki uch to\'rt besh olti yetti sakkiz to\'qqiz';
/** Signs that stand for a digit each where several stand together. */
const DIGIT_SIGNS = /^(?:[零〇一二三四五六七八九幺两兩]+|[공영일이삼사오육륙칠팔구]{2,})$/u;
/** Longest number in words, in tokens. */
const LONGEST = 4;

const spaced = (text: string): string => text.replace(/[-\u2010]/g, ' ');

/** How many digits a number in words has. Made when the first text is read. */
let digitsByPhrase: Map<string, number> | null = null;
function phrases(): Map<string, number> {
  if (digitsByPhrase !== null) return digitsByPhrase;
  digitsByPhrase = new Map();
  for (const list of Object.values(counting))
    for (const [i, phrase] of list.split('|').entries()) {
      const number = i < 100 ? i : i - 99;
      const key = spaced(fold(phrase));
      if (!digitsByPhrase.has(key)) digitsByPhrase.set(key, String(number).length);
    }
  for (const word of MORE_DIGITS.split(' ')) if (!digitsByPhrase.has(fold(word))) digitsByPhrase.set(fold(word), 1);
  return digitsByPhrase;
}

/** Every word that numbers are told with. */
export const numberWords = (): Iterable<string> => new Set([...phrases().keys()].flatMap((phrase) => [phrase, ...phrase.split(' ')]));

/** Digits of a chain of numbers: "seven-one-seven", "086-acht-sechs"; null when a part of it is no number. */
function digitsOfChain(text: string): number | null {
  let digits = 0;
  for (const part of text.split('-')) {
    const own = /^\p{Nd}+$/u.test(part) ? part.length : phrases().get(part);
    if (own === undefined) return null;
    digits += own;
  }
  return digits;
}

/** Digits that each token stands for when it is a number in words, null when it is none; the first token of "vingt et un" holds the digits of all. */
export function digitsInWords(tokens: readonly Token[]): (number | null)[] {
  const digits: (number | null)[] = tokens.map(() => null);
  for (let i = 0; i < tokens.length; ) {
    let taken = 0;
    if (tokens[i]!.letters > 0) {
      if (DIGIT_SIGNS.test(tokens[i]!.text)) {
        digits[i] = tokens[i]!.text.length;
        taken = 1;
      }
      const chain = taken === 0 && tokens[i]!.folded.includes('-') ? digitsOfChain(tokens[i]!.folded) : null;
      if (chain !== null && !phrases().has(spaced(tokens[i]!.folded))) {
        digits[i] = chain;
        taken = 1;
      }
      for (let length = Math.min(LONGEST, tokens.length - i); length >= 1 && taken === 0; length--) {
        if (tokens[i]!.digits > 0) break;
        const number = phrases().get(spaced(tokens.slice(i, i + length).map(({ folded }) => folded).join(' ')));
        if (number === undefined) continue;
        digits.fill(0, i, i + length);
        digits[i] = number;
        taken = length;
      }
    }
    i += Math.max(1, taken);
  }
  return digits;
}

/** Numbers and what separates them, in one row: a telephone number in groups, an account number with blanks. */
export interface Row {
  /** First and last token. */
  from: number;
  to: number;
  digits: number;
  /** Letters in it: "AB 123456". */
  letters: number;
  /** Tokens that are numbers. */
  groups: number;
  /** Those told in words. */
  inWords: number;
  /** Digits of each group and the marks between: "3-3-4". */
  pattern: string;
  /** The sign it begins with. */
  first: string;
}

/** A chunk with more letters than this and than its digits is a word with a number in it. */
const FEW_LETTERS = 4;
const LONGEST_PATTERN = 14;
/** At so many digits a group counts as long. */
const LONG_GROUP = 9;
const SEPARATOR = /^[^\p{L}\p{N}!?]$/u;

/** The rows of numbers in a text, and for each token which row it is in, -1 for none. */
export function rowsOf(tokens: readonly Token[]): { rows: Row[]; rowAt: Int32Array } {
  const words = digitsInWords(tokens);
  const isNumber = (i: number): boolean => words[i] !== null || (tokens[i]!.digits > 0 && tokens[i]!.letters <= Math.max(FEW_LETTERS, tokens[i]!.digits));
  const rows: Row[] = [];
  const rowAt = new Int32Array(tokens.length).fill(-1);
  for (let i = 0; i < tokens.length; i++) {
    if (!isNumber(i)) continue;
    const row: Row = { from: i, to: i, digits: 0, letters: 0, groups: 0, inWords: 0, pattern: '', first: tokens[i]!.text[0]! };
    for (let j = i; j < tokens.length && j <= row.to + 2; j++) {
      const token = tokens[j]!;
      let part = token.text;
      if (isNumber(j)) {
        const inWords = words[j];
        row.to = j;
        row.groups++;
        row.digits += inWords ?? token.digits;
        if (inWords === null) row.letters += token.letters;
        else row.inWords++;
        part = inWords === null ? `${token.letters > 0 ? 'm' : ''}${Math.min(LONG_GROUP, token.digits)}` : inWords! > 0 ? String(inWords) : '';
      } else if (!SEPARATOR.test(token.text) || j + 1 >= tokens.length) break;
      if (row.pattern.length < LONGEST_PATTERN) row.pattern += part;
    }
    rowAt.fill(rows.length, row.from, row.to + 1);
    i = row.to;
    rows.push(row);
  }
  return { rows, rowAt };
}
