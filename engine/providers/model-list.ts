import { z } from 'zod';
import { EngramError, type ProviderKind } from '../../contract/index.ts';
import { apiAddress, isLocalAddress } from './address.ts';
import { resolveCapabilities } from './capabilities.ts';
import type { ListedModel, ProviderConfig } from './chat-model.ts';
import { askJson, keyHeaders } from './http.ts';

const LIST_TIMEOUT_MS = 5000;
const MOST_MODELS = 500;
/** Anthropic and Google answer in pages; no account has more pages than this. */
const MOST_PAGES = 20;

const OllamaTags = z.object({ models: z.array(z.object({ name: z.string() })) });
/** Servers that speak this protocol say how long a window is under different names (vLLM, Groq, OpenRouter, LM Studio). */
const tokens = z.int().min(1).max(100_000_000).nullish().catch(undefined);
const OpenAiModels = z.object({ data: z.array(z.object({
  id: z.string(), max_model_len: tokens, context_length: tokens, context_window: tokens, max_context_length: tokens, max_completion_tokens: tokens,
})) });
const AnthropicModels = z.object({
  data: z.array(z.object({ id: z.string(), display_name: z.string().optional() })),
  has_more: z.boolean().optional(), last_id: z.string().nullish(),
});
const GoogleModels = z.object({
  models: z.array(z.object({
    name: z.string(), displayName: z.string().optional(), supportedGenerationMethods: z.array(z.string()).optional(),
    inputTokenLimit: z.int().min(1).optional(), outputTokenLimit: z.int().min(1).optional(),
  })).optional(),
  nextPageToken: z.string().optional(),
});

interface Listed {
  name: string;
  label?: string;
  /** Tokens, when the provider says so itself. */
  window?: number;
  output?: number;
}
type Ask = (path: string) => Promise<unknown>;

const listers: Record<ProviderKind, (ask: Ask) => Promise<Listed[]>> = {
  ollama: async (ask) => OllamaTags.parse(await ask('/tags')).models.map(({ name }) => ({ name })),
  openai: async (ask) => OpenAiModels.parse(await ask('/models')).data.map(({ id }) => ({ name: id })).filter(({ name }) => isChatName(name)),
  'openai-compatible': async (ask) => OpenAiModels.parse(await ask('/models')).data.map((row) => ({
    name: row.id, window: row.max_model_len ?? row.context_length ?? row.context_window ?? row.max_context_length ?? undefined, output: row.max_completion_tokens ?? undefined,
  })),
  anthropic: async (ask) => {
    const found: Listed[] = [];
    for (let page = 0, after = ''; page < MOST_PAGES; page += 1) {
      const answer = AnthropicModels.parse(await ask(`/models?limit=100${after && `&after_id=${encodeURIComponent(after)}`}`));
      found.push(...answer.data.map(({ id, display_name: label }) => ({ name: id, label })));
      if (!answer.has_more || !answer.last_id) break;
      after = answer.last_id;
    }
    return found;
  },
  google: async (ask) => {
    const found: Listed[] = [];
    for (let page = 0, token = ''; page < MOST_PAGES; page += 1) {
      const answer = GoogleModels.parse(await ask(`/models?pageSize=200${token && `&pageToken=${encodeURIComponent(token)}`}`));
      for (const model of answer.models ?? []) {
        if (model.supportedGenerationMethods && !model.supportedGenerationMethods.includes('generateContent')) continue;
        found.push({ name: model.name.replace(/^models\//, ''), label: model.displayName, window: model.inputTokenLimit, output: model.outputTokenLimit });
      }
      if (!answer.nextPageToken) break;
      token = answer.nextPageToken;
    }
    return found;
  },
};

/** OpenAI lists pictures, voices and embeddings among its models; none of them can chat. */
function isChatName(name: string): boolean {
  return /^(ft:)?(gpt|chatgpt|codex|o\d)/.test(name) && !/(audio|realtime|transcribe|tts|image|instruct|search)/.test(name);
}

/**
 * The models a provider offers, with ids `provider/model`. A window or limit the provider states
 * itself is believed before the table of names. Throws what ChatProvider documents.
 */
export async function fetchModels(config: ProviderConfig, signal?: AbortSignal): Promise<ListedModel[]> {
  const base = apiAddress(config.kind, config.baseUrl);
  const ask: Ask = (path) => askJson({ url: base + path, headers: keyHeaders(config.kind, config.key), signal, timeoutMs: LIST_TIMEOUT_MS });
  const local = isLocalAddress(config.kind, config.baseUrl);
  let listed: Listed[];
  try {
    listed = await listers[config.kind](ask);
  } catch (error) {
    if (error instanceof EngramError) throw error;
    throw new EngramError('PROVIDER_FAILED', { detail: 'the list of models has an unknown form' });
  }
  return listed.slice(0, MOST_MODELS).map(({ name, label, window, output }) => {
    const reported = { contextWindow: window, maxOutput: output };
    return { id: `${config.name}/${name}`, label: label ?? name, provider: config.name, local, capabilities: resolveCapabilities(name, reported), reported };
  });
}
