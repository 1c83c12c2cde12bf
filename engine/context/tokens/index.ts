export { createCounter, type TokenCounter } from './counter.ts';
export { estimateTokens } from './estimate.ts';
export { families, type Tokenizer } from './families.ts';
export { counterFor } from './load.ts';
