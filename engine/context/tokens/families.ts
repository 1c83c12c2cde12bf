import type { Capabilities } from '../../../contract/index.ts';
import type { Bpe } from './bpe.ts';
import { shapeOf, type Shape } from './shapes.ts';

/** Tokenizers whose vocabulary is here, and are counted exactly. */
export type Encoding = 'o200k' | 'cl100k';
export type Tokenizer = Capabilities['tokenizer'];
export type Family = Exclude<Tokenizer, Encoding | 'heuristic'>;

/** Tokens of a family for each token cl100k makes of such a piece; `digit` counts for each digit besides. */
type Ratios = Record<Shape | 'digit', number>;

interface Calibration {
  ratios: Ratios;
  /** Share of a window by which the count may be too low; it is kept free. */
  error: number;
  /** What the ratios were measured on; null when no tokenizer of the family can be had. */
  measuredOn: string | null;
}

/**
 * Families whose vocabulary is not here, as ratios by the shape of each piece. They were fitted on
 * prose, code, JSON and thirteen scripts and rounded up; the test repeats the measurement on other texts.
 */
export const families: Record<Family, Calibration> = {
  claude: {
    ratios: { word: 1.05, accented: 1.36, wide: 1.05, script: 1.24, digits: 0.72, digit: 0, space: 0.95, mark: 1.22, symbol: 1.1 },
    error: 0.1, measuredOn: 'the tokenizer Anthropic published for Claude 2; later ones are not public',
  },
  llama3: {
    ratios: { word: 1.005, accented: 0.78, wide: 0.71, script: 0.64, digits: 1, digit: 0, space: 1, mark: 1.005, symbol: 1 },
    error: 0.05, measuredOn: 'Llama 3',
  },
  sentencepiece: {
    ratios: { word: 1.17, accented: 1.2, wide: 1.36, script: 1.05, digits: 0.35, digit: 0.62, space: 1.75, mark: 1.27, symbol: 1.5 },
    error: 0.05, measuredOn: 'Llama 2, a vocabulary of 32,000',
  },
  mistral: {
    ratios: { word: 1.17, accented: 1.22, wide: 1.03, script: 1.06, digits: 0.42, digit: 0.58, space: 1.6, mark: 1.26, symbol: 1.2 },
    error: 0.05, measuredOn: 'Mistral 7B, a vocabulary of 32,000',
  },
  // Made of cl100k's tokens and more Chinese ones, with every digit by itself: never more than this (Qwen technical report).
  qwen: {
    ratios: { word: 1.02, accented: 1, wide: 1, script: 1, digits: 0, digit: 1, space: 1, mark: 1.02, symbol: 1 },
    error: 0.1, measuredOn: null,
  },
  // A vocabulary of 256,000, every digit by itself; cautious, for want of anything to measure on.
  gemini: {
    ratios: { word: 1.1, accented: 1.1, wide: 1, script: 1, digits: 0, digit: 1, space: 1.2, mark: 1.15, symbol: 1.2 },
    error: 0.15, measuredOn: null,
  },
};

/** Tokens of a text for a family, from the pieces cl100k cuts it into; not yet a whole number. */
export function countByRatio(cl100k: Bpe, { ratios }: Calibration, text: string): number {
  let tokens = 0;
  for (const piece of cl100k.pieces(text)) {
    const shape = shapeOf(piece);
    tokens += cl100k.countPiece(piece) * ratios[shape];
    if (shape === 'digits') tokens += piece.length * ratios.digit;
  }
  return tokens;
}
