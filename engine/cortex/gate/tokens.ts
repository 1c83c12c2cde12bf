/** A word of a message as it is compared, and where it stands. */
export interface Token {
  /** Lower case, without marks and apostrophes; numbers and dates as written. */
  word: string;
  /** As written. */
  written: string;
  start: number;
  end: number;
}

/** Longer messages are read up to here: what somebody asks for stands in a few sentences. */
export const MOST_CHARS = 2_000;

const PIECE = /\d{4}-\d{2}-\d{2}|\d{1,4}(?:[./]\d{1,2}){2}\d{0,2}|\d{1,2}:\d{2}|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\d+/gu;
/** What Romance languages write before an apostrophe: `l'année`, `qu'est`, `dell'anno`. */
const ELIDED = new Set('l d j m n s c t qu un dell all nell dall sull dov com quand'.split(' '));
const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** The words of a message, at most of its first {@link MOST_CHARS} characters. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.slice(0, MOST_CHARS).matchAll(PIECE)) {
    let start = match.index;
    let written = match[0];
    for (let cut = written.search(/['’]/); cut > 0 && ELIDED.has(bare(written.slice(0, cut))); cut = written.search(/['’]/)) {
      tokens.push({ word: bare(written.slice(0, cut)), written: written.slice(0, cut), start, end: start + cut });
      start += cut + 1;
      written = written.slice(cut + 1);
    }
    tokens.push({ word: bare(written).replace(/['’]/g, ''), written, start, end: start + written.length });
  }
  return tokens;
}

/** The words with one space before, between and after, for patterns. */
export const plainOf = (tokens: readonly Token[]): string => ` ${tokens.map((token) => token.word).join(' ')} `;
