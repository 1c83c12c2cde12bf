import type { Capabilities } from '../../contract/index.ts';

type Tokenizer = Capabilities['tokenizer'];
type Flags = { tools?: boolean; vision?: boolean; thinking?: boolean };
type Row = readonly [prefix: string, contextWindow: number, maxOutput: number, tokenizer: Tokenizer, flags: Flags];

const M = 1_048_576;
const all: Flags = { tools: true, vision: true, thinking: true };
const sees: Flags = { tools: true, vision: true };
const thinks: Flags = { tools: true, thinking: true };
const plain: Flags = { tools: true };

/**
 * What models can do, by the beginning of their name; the longest match wins, so families come with
 * their exceptions (§15.5, §17.5.2). Names are in the normal form of `normalModelName`.
 */
const rows: readonly Row[] = [
  // OpenAI
  ['codex-5', 256_000, 65_536, 'o200k', all],
  ['codex-5-3', 256_000, 65_536, 'o200k', all],
  ['chatgpt-5', 256_000, 65_536, 'o200k', all],
  ['gpt-5', 256_000, 65_536, 'o200k', all],
  ['gpt-4o', 128_000, 16_384, 'o200k', sees],
  ['gpt-4o-mini', 128_000, 16_384, 'o200k', sees],
  ['chatgpt-4o', 128_000, 16_384, 'o200k', sees],
  ['gpt-4-1', 1_047_576, 32_768, 'o200k', sees],
  ['gpt-4-turbo', 128_000, 4096, 'cl100k', sees],
  ['gpt-4', 8192, 4096, 'cl100k', plain],
  ['gpt-3-5-turbo', 16_384, 4096, 'cl100k', plain],
  ['gpt-oss', 131_072, 32_768, 'o200k', thinks],
  ['o1', 200_000, 100_000, 'o200k', all],
  ['o1-mini', 128_000, 65_536, 'o200k', { thinking: true }],
  ['o1-pro', 200_000, 100_000, 'o200k', all],
  ['o3', 200_000, 100_000, 'o200k', all],
  ['o3-mini', 200_000, 100_000, 'o200k', thinks],
  ['o4-mini', 200_000, 100_000, 'o200k', all],
  // Anthropic
  ['claude-opus-4-6', 200_000, 32_768, 'claude', all],
  ['claude-sonnet-4-6', 200_000, 64_000, 'claude', all],
  ['claude-haiku-4-5', 200_000, 64_000, 'claude', all],
  ['claude-sonnet-4-5', 200_000, 64_000, 'claude', all],
  ['claude-opus-4', 200_000, 32_000, 'claude', all],
  ['claude-sonnet-4', 200_000, 64_000, 'claude', all],
  ['claude-haiku-4', 200_000, 64_000, 'claude', all],
  ['claude-3-7-sonnet', 200_000, 64_000, 'claude', all],
  ['claude-3-5-sonnet', 200_000, 8192, 'claude', sees],
  ['claude-3-5-haiku', 200_000, 8192, 'claude', sees],
  ['claude-3-opus', 200_000, 4096, 'claude', sees],
  ['claude-3-haiku', 200_000, 4096, 'claude', sees],
  // Google
  ['gemini-3-1-pro', 2_097_152, 65_536, 'gemini', all],
  ['gemini-3-pro', M, 65_536, 'gemini', all],
  ['gemini-3-flash', M, 65_536, 'gemini', all],
  ['gemini-2-5-pro', M, 65_536, 'gemini', all],
  ['gemini-2-5-flash', M, 65_536, 'gemini', all],
  ['gemini-2-5-flash-lite', M, 65_536, 'gemini', all],
  ['gemini-2-0-flash', M, 8192, 'gemini', sees],
  ['gemini-2-0-pro', M, 8192, 'gemini', sees],
  // DeepSeek, Mistral, Grok
  ['deepseek-chat', 128_000, 8192, 'qwen', plain],
  ['deepseek-reasoner', 128_000, 65_536, 'qwen', thinks],
  ['mistral-large', 128_000, 4096, 'mistral', plain],
  ['mistral', 32_000, 4096, 'mistral', plain],
  ['mixtral', 32_000, 4096, 'mistral', plain],
  ['grok-3', 131_072, 16_384, 'heuristic', plain],
  ['grok-2', 131_072, 8192, 'heuristic', plain],
  // Local families
  ['llama-2', 4096, 2048, 'sentencepiece', {}],
  ['llama2', 4096, 2048, 'sentencepiece', {}],
  ['llama-4', 128_000, 8192, 'llama3', sees],
  ['llama4', 128_000, 8192, 'llama3', sees],
  ['llama-3', 128_000, 4096, 'llama3', plain],
  ['llama3', 8192, 2048, 'llama3', plain],
  ['llama3-2', 8192, 2048, 'llama3', plain],
  ['llama3-1', 128_000, 4096, 'llama3', plain],
  ['llama3-3', 128_000, 4096, 'llama3', plain],
  ['qwen2-5', 128_000, 8192, 'qwen', plain],
  ['qwen-2-5', 128_000, 8192, 'qwen', plain],
];

const unknown: Capabilities = {
  contextWindow: 32_000, maxOutput: 4096, tools: true, vision: false, thinking: false, tokenizer: 'heuristic', known: false,
};

/** Lower case, without `provider/` prefixes, with dashes for dots, colons and underscores. */
export function normalModelName(model: string): string {
  const name = model.trim().toLowerCase().split('/').at(-1) ?? '';
  return name.replace(/[.:_@\s]+/g, '-');
}

/** What a provider says of one of its models; it knows better than a table of names. */
export interface Reported {
  contextWindow?: number;
  maxOutput?: number;
}

/**
 * What a model can do, by the longest known beginning of its name, so that dated names resolve.
 * A model nobody knows gets a window of 32,000 and an output of 4,096 tokens. What the provider
 * reports goes before the table, and what the person wrote goes before both.
 */
export function resolveCapabilities(model: string, reported: Reported = {}, written: readonly string[] = []): Capabilities {
  const name = normalModelName(model);
  let best: Row | null = null;
  for (const row of rows) if (startsWithWord(name, row[0]) && row[0].length > (best?.[0].length ?? 0)) best = row;
  const found: Capabilities = best === null ? { ...unknown } : {
    contextWindow: best[1], maxOutput: best[2], tools: false, vision: false, thinking: false, ...best[4], tokenizer: best[3], known: true,
  };
  const told: Partial<Capabilities> = { ...given(reported), ...writtenFor(name, written) };
  const all = { ...found, ...told };
  // A reply cannot be longer than the window.
  return { ...all, maxOutput: Math.min(all.maxOutput, all.contextWindow) };
}

const given = ({ contextWindow, maxOutput }: Reported): Partial<Capabilities> => ({ ...(contextWindow && { contextWindow }), ...(maxOutput && { maxOutput }) });

/** The longest of the person's own lines that fits the name; each has the form of `ModelFacts`. */
function writtenFor(name: string, written: readonly string[]): Partial<Capabilities> {
  let best: { prefix: string; facts: string[] } | null = null;
  for (const line of written) {
    const [model, ...facts] = line.split(' ');
    const prefix = normalModelName(model!);
    if (startsWithWord(name, prefix) && prefix.length > (best?.prefix.length ?? 0)) best = { prefix, facts };
  }
  const told: Partial<Capabilities> = {};
  for (const fact of best?.facts ?? []) {
    const [what, value] = fact.split('=') as [string, string];
    if (what === 'window') told.contextWindow = Number(value);
    else if (what === 'output') told.maxOutput = Number(value);
    else if (what === 'tokenizer') told.tokenizer = value as Tokenizer;
    else if (what === 'price') {
      const [input, output] = value.split('/').map(Number) as [number, number];
      told.price = { input, output };
    } else told[what as keyof Flags] = value === 'yes';
  }
  return told;
}

/** `o1` must not match `o100`, nor `gpt-4` the model `gpt-45`; `mistral` may match `mistral-nemo`. */
function startsWithWord(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && !/^\d/.test(name.slice(prefix.length));
}
