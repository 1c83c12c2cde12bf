import { Memo } from '../memo.ts';
import type { Bpe } from './bpe.ts';
import { ESTIMATE_ERROR, estimateParts } from './estimate.ts';
import { countByRatio, families, type Encoding, type Family, type Tokenizer } from './families.ts';

/** The one way to count tokens. */
export interface TokenCounter {
  readonly tokenizer: Tokenizer;
  /** Share of a window by which the count may be too low, 0 when it is exact; the budget keeps it free. */
  readonly error: number;
  count(text: string): number;
  /** The same as `count(text) <= limit`, without counting when a cheap bound tells. */
  fits(text: string, limit: number): boolean;
  /** Forgets every text; for lock. */
  clear(): void;
}

export const isExact = (tokenizer: Tokenizer): tokenizer is Encoding => tokenizer === 'o200k' || tokenizer === 'cl100k';
/** The encoding a tokenizer is counted with; null for the heuristic, which needs none. */
export const encodingFor = (tokenizer: Tokenizer): Encoding | null => (tokenizer === 'heuristic' ? null : isExact(tokenizer) ? tokenizer : 'cl100k');

/** No tokenizer makes more of a text than this for each UTF-16 unit: three bytes, none above 1.75 tokens. */
const MOST_PER_UNIT = 5.25;
/** No token of any vocabulary here is longer than this. */
const LONGEST_TOKEN = 256;

/**
 * Longer texts are counted line by line, so that of a prompt that changed a little little is counted.
 * No piece of any encoding goes over the start of a line: what takes a line break in takes only line
 * breaks, and slashes, after it.
 */
const WHOLE_CHARS = 4096;
const LINE_START = /(?<=\n)(?=[^\s/])/;

/** A counter with a memory; `encoding` is what `encodingFor` asks for. */
export function createCounter(tokenizer: Tokenizer, encoding: Bpe | null, bounds: { texts?: number; characters?: number } = {}): TokenCounter {
  const error = isExact(tokenizer) ? 0 : tokenizer === 'heuristic' ? ESTIMATE_ERROR : families[tokenizer].error;
  const measure = (text: string): number => {
    if (tokenizer === 'heuristic') return estimateParts(text);
    return isExact(tokenizer) ? encoding!.count(text) : countByRatio(encoding!, families[tokenizer as Family], text);
  };
  const counted = new Memo<number>(bounds.texts ?? 32_768, bounds.characters ?? 4_000_000);
  const count = (text: string): number => {
    if (text === '') return 0;
    if (text.length <= WHOLE_CHARS) return Math.ceil(counted.of(text, measure));
    let tokens = 0;
    for (const line of text.split(LINE_START)) tokens += counted.of(line, measure);
    return Math.ceil(tokens);
  };
  return {
    tokenizer, error, count,
    fits: (text, limit) => text.length * MOST_PER_UNIT <= limit || (text.length / LONGEST_TOKEN <= limit && count(text) <= limit),
    clear() {
      counted.clear();
      encoding?.clear();
    },
  };
}
