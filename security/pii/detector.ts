import type { Tier } from '../../contract/index.ts';
import type { PiiType } from './tiered.ts';

/** How one kind of personal data is recognised. Quantifiers are bounded, so no text makes a pattern slow. */
export interface Detector {
  type: PiiType;
  /** With the flags `g` and `d`. The group `found` is the personal part, the whole match when there is none. */
  pattern: RegExp;
  /** Refuses what only looks like it. `before` and `after` are the text around the personal part. */
  accept?: (found: string, before: string, after: string) => boolean;
  /** No match without a digit, so texts without one are passed over. */
  needsDigit?: true;
  /** When it is not that of the type. */
  tier?: Tier;
}

/** How much of the surroundings `accept` sees, in UTF-16 units. */
export const CONTEXT_CHARS = 80;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');
/** Words from a list as one pattern. */
export const anyOf = (words: readonly string[]): string => `(?:${words.join('|')})`;
/** No letter or digit on this side; `\b` knows only ASCII. */
export const START = String.raw`(?<![\p{L}\p{N}_])`;
export const END = String.raw`(?![\p{L}\p{N}_])`;
