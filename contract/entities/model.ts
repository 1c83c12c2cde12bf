import { z } from 'zod';
import { limits } from '../limits.ts';

export const ProviderKind = z.enum(['ollama', 'openai', 'openai-compatible', 'anthropic', 'google']);
export type ProviderKind = z.infer<typeof ProviderKind>;

/** A place that serves models. Its key is stored in the vault and never returned. */
export const Provider = z.object({
  name: z.string(),
  kind: ProviderKind,
  baseUrl: z.string().nullable(),
  hasKey: z.boolean(),
  /** Loopback addresses count as local; everything else is a cloud destination. */
  local: z.boolean(),
});
export type Provider = z.infer<typeof Provider>;

export const ProviderInput = z.strictObject({
  name: z.string().trim().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, 'lower-case letters, digits, dot, dash'),
  kind: ProviderKind,
  baseUrl: z.url({ protocol: /^https?$/ }).max(2000).optional(),
  key: z.string().min(1).max(2000).optional(),
});
export type ProviderInput = z.infer<typeof ProviderInput>;

export const Tokenizer = z.enum(['o200k', 'cl100k', 'claude', 'gemini', 'llama3', 'mistral', 'qwen', 'sentencepiece', 'heuristic']);

/** What a model can do (§15.5). Unknown models get a window of 32,000 tokens. */
export const Capabilities = z.object({
  contextWindow: z.int().min(1),
  maxOutput: z.int().min(1),
  tools: z.boolean(),
  vision: z.boolean(),
  thinking: z.boolean(),
  tokenizer: Tokenizer,
  known: z.boolean(),
  /** Money for a million tokens, in whatever currency the person wrote it; absent when nobody told. */
  price: z.object({ input: z.number().min(0), output: z.number().min(0) }).optional(),
});
export type Capabilities = z.infer<typeof Capabilities>;

export const Model = z.object({
  /** `provider/model`; `builtin` for the responder that needs no model. */
  id: z.string(),
  label: z.string(),
  provider: z.string(),
  local: z.boolean(),
  capabilities: Capabilities,
});
export type Model = z.infer<typeof Model>;

/** A source of embeddings. `space` names the vector space; vectors of two spaces never mix. */
export const Embedder = z.object({
  /** `builtin`, a directory name, or `provider/model`. */
  id: z.string(),
  label: z.string(),
  space: z.string(),
  dimensions: z.int().min(1),
  metric: z.enum(['cosine', 'dot', 'euclidean', 'hamming']),
  active: z.boolean(),
  available: z.boolean(),
  /** Memories that have a vector in this space, and all that should. */
  embedded: z.int().min(0),
  total: z.int().min(0),
});
export type Embedder = z.infer<typeof Embedder>;

/** A model that reads a question and a memory together. `id` is what the setting `recall.crossEncoder` takes. */
export const Reranker = z.object({ id: z.string(), label: z.string(), active: z.boolean() });
export type Reranker = z.infer<typeof Reranker>;

const fact = `(?:(?:window|output)=[1-9]\\d{2,7}|tokenizer=(?:${Tokenizer.options.join('|')})|(?:tools|vision|thinking)=(?:yes|no)|price=\\d{1,6}(?:\\.\\d{1,6})?/\\d{1,6}(?:\\.\\d{1,6})?)`;
/**
 * What the person knows of a model, by the beginning of its name: `my-model window=65536 output=8192
 * tokenizer=llama3 vision=no price=0.5/1.5`.
 */
export const ModelFacts = z.string().max(limits.nameChars * 2).regex(new RegExp(`^\\S{1,${limits.nameChars}}(?: ${fact})+$`), 'name window=… output=… tokenizer=… tools|vision|thinking=yes|no price=in/out');

export const ModelRef = z.string().trim().min(1).max(limits.nameChars);
