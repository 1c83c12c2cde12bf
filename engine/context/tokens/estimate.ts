/** Pieces by what they are made of: Latin words, wide characters, other letters, digits, spaces, the rest. The first character of a piece tells its kind. */
const PIECES = /[A-Za-z]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[\p{L}\p{M}]+|\p{N}+|\s+|[^\s\p{L}\p{N}\p{M}]+/gu;
const LATIN = /^[A-Za-z]/;
const WIDE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const LETTERS = /^[\p{L}\p{M}]/u;
const DIGITS = /^\p{N}/u;
const SPACES = /^\s/;
const HUMPS = /[A-Z]?[a-z]+|[A-Z]+/g;
/** Letters a Latin word, or a hump of a camelCase name, holds before it is cut. */
const SHORT = 7;
/** Tokens of each piece, fitted to the mean of cl100k, Llama 2, Mistral and Claude 2 and rounded up. */
const word = { each: 1.07, hump: 1.75, letterBeyondShort: 0.21 };
const wideCharacter = 1.17;
const script = { each: 0.24, letter: 0.78 };
const digit = 1.02;
const space = { run: 0.93, line: 0.21 };
const mark = { run: 1, character: 0.1 };
const symbolByte = 0.95;

/** Share by which the estimate of a whole window may be too low for a tokenizer nobody told us of. */
export const ESTIMATE_ERROR = 0.2;

/** Tokens of a text for a model whose tokenizer is unknown (§8.10). */
export const estimateTokens = (text: string): number => Math.ceil(estimateParts(text));

/** The same by what its pieces are made of, not yet a whole number. */
export function estimateParts(text: string): number {
  let tokens = 0;
  for (const piece of text.match(PIECES) ?? []) {
    if (piece === ' ') continue;
    if (LATIN.test(piece)) {
      const humps = piece.length > SHORT || /[A-Z]/.test(piece.slice(1)) ? piece.match(HUMPS)! : [piece];
      tokens += word.each + (humps.length - 1) * word.hump;
      for (const hump of humps) tokens += Math.max(0, hump.length - SHORT) * word.letterBeyondShort;
    } else if (SPACES.test(piece)) tokens += space.run + countOf(piece, '\n') * space.line;
    else if (WIDE.test(piece)) tokens += piece.length * wideCharacter;
    else if (LETTERS.test(piece)) tokens += script.each + piece.length * script.letter;
    else if (DIGITS.test(piece)) tokens += piece.length * digit;
    else tokens += marks(piece);
  }
  return tokens;
}

function marks(piece: string): number {
  let plain = 0;
  let bytes = 0;
  for (const character of piece) {
    if (character.charCodeAt(0) < 128) plain += 1;
    else bytes += Math.min(4, character.length * 2);
  }
  return (plain > 0 ? mark.run : 0) + plain * mark.character + bytes * symbolByte;
}

function countOf(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}
