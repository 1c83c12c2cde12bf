import { Bpe } from './bpe.ts';
import { createCounter, encodingFor, type TokenCounter } from './counter.ts';
import type { Encoding, Tokenizer } from './families.ts';

/**
 * The vocabularies are megabytes and take a tenth of a second or two to set up, so each waits for
 * the first model that needs it, and is set up once.
 */
const loading: Partial<Record<Encoding, Promise<Bpe>>> = {};

const sources: Record<Encoding, () => Promise<Bpe>> = {
  async o200k() {
    const [{ default: ranks }, { O200KBase }] = await Promise.all([import('gpt-tokenizer/bpeRanks/o200k_base'), import('gpt-tokenizer/encodingParams/o200k_base')]);
    return new Bpe({ ranks, split: O200KBase(ranks).tokenSplitRegex });
  },
  async cl100k() {
    const [{ default: ranks }, { Cl100KBase }] = await Promise.all([import('gpt-tokenizer/bpeRanks/cl100k_base'), import('gpt-tokenizer/encodingParams/cl100k_base')]);
    return new Bpe({ ranks, split: Cl100KBase(ranks).tokenSplitRegex });
  },
};

export const loadEncoding = (name: Encoding): Promise<Bpe> => (loading[name] ??= sources[name]());

/** A fresh counter for a tokenizer, with its vocabulary loaded. */
export async function counterFor(tokenizer: Tokenizer): Promise<TokenCounter> {
  const encoding = encodingFor(tokenizer);
  return createCounter(tokenizer, encoding && await loadEncoding(encoding));
}
