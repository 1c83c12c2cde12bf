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

/** What a model can do (§15.5). Unknown models get a window of 32,000 tokens. */
export const Capabilities = z.object({
  contextWindow: z.int().min(1),
  maxOutput: z.int().min(1),
  tools: z.boolean(),
  vision: z.boolean(),
  thinking: z.boolean(),
  tokenizer: z.enum(['o200k', 'cl100k', 'gemini', 'sentencepiece', 'heuristic']),
  known: z.boolean(),
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

export const ModelRef = z.string().trim().min(1).max(limits.nameChars);
