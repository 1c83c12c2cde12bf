import { normalise } from '../text/index.ts';

/** A text as the lexicon reads it: lower case, without accents, look-alikes and marks, with one blank between words. */
export interface Folded {
  text: string;
  /** Number of the sentence every unit of `text` belongs to. */
  sentence: Uint32Array;
  /** 1 where the unit stands between quotation marks or in code. */
  quoted: Uint8Array;
}

const COMBINING = /\p{M}/gu;
const LATIN_WITH_MARK = /[\u00c0-\u024f\u1e00-\u1eff]/;
const SENTENCE_END = new Set('.!?。！？；;\n');
const OPENING: Record<string, string> = { '"': '"', '“': '”', '„': '“', '«': '»', '‹': '›', '「': '」', '『': '』', '`': '`', '‘': '’', "'": "'" };
/** A quotation is not longer than this; an opening mark without a closing one is no quotation. */
const LONGEST_QUOTATION = 400;

/** Letters of other scripts that look like Latin ones; they are folded only inside words that mix scripts. */
const LOOK_ALIKES: Record<string, string> = {
  а: 'a', в: 'b', е: 'e', ё: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', і: 'i', ї: 'i', ј: 'j', ѕ: 's', ԁ: 'd', һ: 'h', ԛ: 'q', ԝ: 'w', ɡ: 'g', ӏ: 'l',
  α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', μ: 'u', ν: 'v', ο: 'o', ρ: 'p', σ: 'o', τ: 't', υ: 'u', χ: 'x', ω: 'w', ı: 'i', ʟ: 'l', ɪ: 'i', ꜱ: 's', ɴ: 'n', ʀ: 'r', ᴏ: 'o', ᴇ: 'e',
};
const LATIN = /[a-z]/;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ALL_LOOK_ALIKE = new RegExp(`^[${Object.keys(LOOK_ALIKES).join('')}]+$`, 'u');

/** `latinText`: most letters are Latin, so a word made of look-alikes only is a disguise too. */
function plainWord(word: string, latinText: boolean): string {
  if (/^[\x00-\x7f]*$/.test(word)) return word;
  const mixed = LATIN.test(word) || (latinText && word.length > 1 && ALL_LOOK_ALIKE.test(word));
  if (!mixed) return LATIN_WITH_MARK.test(word) ? word.normalize('NFD').replace(COMBINING, '') : word;
  let out = '';
  for (const char of word.normalize('NFD').replace(COMBINING, '').normalize('NFC')) out += LOOK_ALIKES[char] ?? char;
  return out;
}

/** Where quotations lie: every opening mark that finds its partner in reach. Apostrophes inside words open nothing. */
function quotations(text: string): Uint8Array {
  const quoted = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const close = OPENING[text[i]!];
    if (close === undefined || (i > 0 && /[\p{L}\p{N}]/u.test(text[i - 1]!))) continue;
    let end = i + 1;
    const last = Math.min(text.length, i + LONGEST_QUOTATION);
    // A closing apostrophe stands behind a word and before none.
    while (end < last && !(text[end] === close && (close !== "'" || !/[\p{L}\p{N}]/u.test(text[end + 1] ?? ' ')))) end++;
    if (end >= last) continue;
    quoted.fill(1, i, end + 1);
    i = end;
  }
  return quoted;
}

/** Folds a text for the lexicon; also the words of the lexicon itself. */
export function fold(original: string): Folded {
  const lower = normalise(original).text.toLowerCase();
  let latin = 0;
  let other = 0;
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
    if (code >= 97 && code <= 122) latin++;
    else if (code >= 0x370 && code < 0x530) other++;
  }
  const marks = quotations(lower);
  let out = '';
  const sentence: number[] = [];
  const quoted: number[] = [];
  let number = 0;
  let at = 0;
  const put = (piece: string, from: number) => {
    for (let i = 0; i < piece.length; i++) {
      sentence.push(number);
      quoted.push(marks[from] ?? 0);
    }
    out += piece;
  };
  const gap = (from: number, to: number) => {
    const before = number;
    for (let i = from; i < to; i++) {
      const char = lower[i]!;
      if (!SENTENCE_END.has(char)) continue;
      // A mark inside a name, number or address ends nothing, nor does a single line break.
      if (to - from === 1 && to < lower.length && char < '\u0080') continue;
      number++;
    }
    if (number > before + 1) number = before + 1;
    if (out !== '' && to > from) put(' ', from);
  };
  for (const match of lower.matchAll(WORD)) {
    gap(at, match.index);
    put(plainWord(match[0], latin > other), match.index);
    at = match.index + match[0].length;
  }
  return { text: out, sentence: Uint32Array.from(sentence), quoted: Uint8Array.from(quoted) };
}
