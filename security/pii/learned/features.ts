import { BASIS, hashOf, mix } from '../../text/index.ts';
import { meaningsOf } from './meanings.ts';
import { rowsOf, type Row } from './numerals.ts';
import { tokensOf, type Token } from './tokens.ts';

/** Places for weights; two features on one place share it. */
export const PLACES = 1 << 20;

/** What the weights see of a text. */
export interface Features {
  tokens: Token[];
  /** Its rows of numbers. */
  rows: Row[];
  /** Places of the features of every token; one that stands twice counts once. */
  places: Int32Array[];
}

/** Kinds of tokens, by number: rows of numbers by their digits, and words by how they are written. */
const LOOK = { fewDigits: 0, manyDigits: 5, numberWord: 6, mixed: 7, symbols: 8, capital: 9, capitals: 10, small: 11, caseless: 12, han: 13, mark: 14, inner: 15 } as const;
/** Upper bounds of the digits of a row, from few to many. */
const DIGIT_STEPS = [2, 4, 6, 8, 11] as const;
const stepOf = (digits: number): number => {
  const step = DIGIT_STEPS.findIndex((bound) => digits <= bound);
  return step < 0 ? DIGIT_STEPS.length : step;
};
/** Fewer digits in words are counting. */
const FEW_IN_WORDS = 3;
/** Words so long are compounds or made up. */
const LONG_WORD = 13;
/** Years tell a birth from history and from the next appointment. */
const YEAR = /(?<!\d)(?:1\d{3}|20\d\d)(?!\d)/;
const YEAR_STEPS = [1800, 1900, 1925, 1950, 1975, 2000, 2015, 2024, 2028] as const;
const LAST_STEP = YEAR_STEPS.length;
/** Nobody who lives was born before, and who was born after is still a child, in years. */
const AGES = { living: 1900, children: 2016 } as const;
/** How far the meanings of other words reach, in tokens, on each side: around a row of numbers, and around a word. */
const REACH = { row: 10, word: 8, bag: 14 } as const;
/** Runs of letters that count, and how far into a word. */
const RUNS = { shortest: 3, longest: 5, within: 24 } as const;
const STEM = { from: 5, least: 4, ending: 3, most: 5 } as const;
const SCRIPTS = [/[\u0400-\u04ff]/, /[\u0370-\u03ff]/, /[\u0600-\u06ff]/, /[\u0900-\u0dff]/, /[\u3040-\u30ff]/, /[\u4e00-\u9fff]/, /[\uac00-\ud7af]/, /[\u0e00-\u0e7f]/, /[\u0590-\u05ff]/];
/** Words before the first and behind the last token. */
const OUTSIDE = { before: -1, behind: -2 } as const;

function placeOf(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) & (PLACES - 1);
}

function lookOf(token: Token, row: Row | undefined): number {
  if (row !== undefined) return row.inWords > 0 && row.digits < FEW_IN_WORDS ? LOOK.numberWord : LOOK.fewDigits + stepOf(row.digits);
  const { text, shape } = token;
  if (token.letters === 0 && token.digits === 0 && !/\p{M}/u.test(text)) return LOOK.mark;
  if (token.digits > 0 && token.letters > 0) return LOOK.mixed;
  if (/\p{L}[^\p{L}\p{M}'’.-]/u.test(text)) return LOOK.symbols;
  if (shape.includes('字')) return LOOK.han;
  if (shape === 'A') return text.length > 1 ? LOOK.capitals : LOOK.capital;
  if (/^Aa?[a'’.-]*(?:Aa)*$/.test(shape)) return LOOK.capital;
  if (shape.includes('aA')) return LOOK.inner;
  return /^[a'’.-]+$/.test(shape) ? LOOK.small : LOOK.caseless;
}

/** Which signs besides small letters a token is made of: made-up words have an underscore, a digit or a capital within. */
function makingOf({ text, shape }: Token): string {
  const signs = new Set(shape.replace(/^A/, '').replace(/[a字x]/g, ''));
  return `${[...signs].sort().join('')}${text.length >= LONG_WORD ? '+' : ''}`;
}

const yearIn = (token: Token): number | null => {
  const year = token.digits > 0 ? YEAR.exec(token.text) : null;
  return year === null ? null : Number(year[0]);
};
/** Which kinds of years a text names, as bits. */
function yearsIn(tokens: readonly Token[]): number {
  let kinds = 0;
  for (const token of tokens) {
    const year = yearIn(token);
    if (year !== null) kinds |= year < AGES.living ? 1 : year < AGES.children ? 2 : 4;
  }
  return kinds;
}

function stemOf({ folded, digits }: Token): number {
  if (digits > 0 || folded.length < STEM.from) return 0;
  return hashOf(`~${folded.slice(0, Math.min(STEM.most, Math.max(STEM.least, folded.length - STEM.ending)))}`);
}

/** How near, in three steps. */
const nearness = (distance: number): number => (distance <= 2 ? 0 : distance <= 5 ? 1 : 2);
const nearnessOfWords = (distance: number): number => (distance <= 1 ? 0 : distance <= 3 ? 1 : 2);

/** Features of one token while they are collected; one text is read at a time, so it is shared. */
let collected = new Int32Array(1 << 12);
function grown(full: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(full.length * 2);
  larger.set(full);
  return larger;
}

/** The features of one text; `ruled` says what the rules found at a place, '' for nothing. */
export function featuresOf(text: string, ruled: (start: number, end: number) => string): Features {
  const tokens = tokensOf(text);
  const { rows, rowAt } = rowsOf(tokens);
  const means = meaningsOf(tokens);
  const looks = tokens.map((token, i) => lookOf(token, rows[rowAt[i]!]));
  const words = tokens.map(({ folded, digits, shape }) => hashOf(digits > 0 ? `#${shape}` : folded));
  const shapes = tokens.map(({ shape }) => hashOf(shape));
  const stems = tokens.map(stemOf);
  const script = SCRIPTS.findIndex((pattern) => pattern.test(text));
  const years = yearsIn(tokens);
  const everything = [...new Set(means.flat())];
  const count = tokens.length;
  const wordAt = (i: number): number => (i < 0 ? OUTSIDE.before : i >= count ? OUTSIDE.behind : words[i]!);

  const places = tokens.map((token, i) => {
    let used = 0;
    const add = (kind: number, a = 0, b = 0, c = 0): void => {
      if (used === collected.length) collected = grown(collected);
      collected[used++] = placeOf(mix(mix(mix(mix(BASIS, kind), a), b + 7), c + 31));
    };
    const look = looks[i]!;
    const row = rows[rowAt[i]!];

    // The token itself.
    add(1);
    add(2, look);
    add(3, shapes[i]!);
    add(4, words[i]!);
    if (stems[i] !== 0) add(5, stems[i]!);
    add(6, look, script);
    add(7, Math.min(17, token.text.length), look);
    for (const meaning of means[i]!) {
      add(8, meaning);
      add(9, meaning, look);
    }
    const rule = ruled(token.start, token.end);
    if (rule === '') add(10, 1, look);
    else add(10, hashOf(rule));
    const year = yearIn(token);
    if (year !== null) {
      const step = YEAR_STEPS.findIndex((bound) => year < bound);
      add(11, step < 0 ? LAST_STEP : step);
    }
    if (years > 0) add(12, years, look);
    const making = hashOf(makingOf(token));
    add(45, making, look);

    if (row !== undefined) {
      // The row of numbers it is in, and what stands around that.
      const { digits, groups, inWords } = row;
      const pattern = hashOf(row.pattern);
      const step = stepOf(digits);
      const first = /[0+]/.test(row.first) ? 1 : /\p{L}/u.test(row.first) ? 2 : 0;
      add(13, inWords > 0 ? digits : -1, inWords > 0 && inWords < groups ? 1 : 0);
      add(14, pattern);
      add(15, digits, inWords > 0 ? 1 : 0);
      add(16, digits, first);
      add(17, groups, digits);
      add(18, row.letters, digits);
      add(19, pattern, first);
      for (const [side, at] of [[-1, row.from - 1], [1, row.to + 1], [-2, row.from - 2], [2, row.to + 2], [-3, row.from - 3]] as const) {
        add(20, side, wordAt(at));
        add(21, side, wordAt(at), step);
        if (at < 0 || at >= count) continue;
        if (stems[at] !== 0) add(22, side, stems[at]!, step);
        for (const meaning of means[at]!) add(23, side, meaning, step);
      }
      for (let distance = 1; distance <= REACH.row; distance++)
        for (const [side, at] of [[0, row.from - distance], [1, row.to + distance]] as const)
          for (const meaning of means[at] ?? []) {
            add(24, meaning, side, step * 4 + nearness(distance));
            add(25, meaning, pattern);
            add(26, meaning, digits, inWords > 0 ? 1 : 0);
          }
    } else {
      if (look !== LOOK.mark) {
        const padded = ` ${token.folded} `;
        for (let from = 0; from + RUNS.shortest <= padded.length && from < RUNS.within; from++) {
          let run = BASIS;
          for (let at = from; at < Math.min(padded.length, from + RUNS.longest); at++) {
            run = mix(run, padded.charCodeAt(at));
            if (at - from + 1 >= RUNS.shortest) add(27, run);
          }
        }
      }
      for (let distance = 1; distance <= REACH.word; distance++)
        for (const [side, at] of [[0, i - distance], [1, i + distance]] as const)
          for (const meaning of means[at] ?? []) {
            add(28, meaning, side, distance <= 3 ? distance : distance <= 5 ? 4 : 5);
            add(29, meaning, side, look * 4 + nearnessOfWords(distance));
          }
    }

    // The tokens beside it.
    for (let side = -3; side <= 3; side++) {
      if (side === 0) continue;
      const at = i + side;
      add(30, side, wordAt(at));
      if (at < 0 || at >= count) {
        add(31, side, wordAt(at), look);
        continue;
      }
      add(32, side, looks[at]!, look);
      add(33, side, shapes[at]!);
      if (stems[at] !== 0) add(34, side, stems[at]!);
      for (const meaning of means[at]!) add(35, side, meaning, look);
      if (Math.abs(side) <= 2) add(36, side, words[at]!, look);
    }
    add(37, wordAt(i - 1), wordAt(i - 2));
    add(38, wordAt(i + 1), wordAt(i + 2));
    add(39, wordAt(i - 1), wordAt(i + 1), look);

    // The text as a whole.
    for (const meaning of everything) {
      add(40, meaning, look);
      add(46, meaning, making);
    }
    if (look !== LOOK.small && look !== LOOK.mark)
      for (let at = Math.max(0, i - REACH.bag); at <= Math.min(count - 1, i + REACH.bag); at++) {
        if (at === i || looks[at]! < LOOK.capital || looks[at] === LOOK.mark) continue;
        add(41, words[at]!, look);
        if (stems[at] !== 0) add(42, stems[at]!, look);
      }
    add(43, count > 20 ? 3 : count > 12 ? 2 : count > 6 ? 1 : 0, look);
    add(44, Math.min(6, everything.length), look);
    return collected.slice(0, used);
  });
  return { tokens, rows, places };
}
