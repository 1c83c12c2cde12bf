import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import { apiAddress, isLocalAddress } from './address.ts';
import type { ProviderConfig } from './chat-model.ts';
import type { EmbeddingModel } from './embedder.ts';
import { askJson, keyHeaders } from './http.ts';
import { prefixesFor } from './prompts.ts';
import { normalised } from './vectors.ts';

/** Texts in one request. */
const BATCH = 64;
/** How long a health probe is believed, in milliseconds. */
const PROBE_MS = 30_000;
const PROBE_TIMEOUT_MS = 3000;
/** A server may have to load the model first. */
const EMBED_TIMEOUT_MS = 120_000;

const Vector = z.array(z.number()).min(1).max(65_536);
const OllamaAnswer = z.object({ embeddings: z.array(Vector) });
const OpenAiAnswer = z.object({ data: z.array(z.object({ index: z.int().min(0).optional(), embedding: Vector })) });

/** Errors of the road become errors of an embedder: away (retry later) or answered wrongly. */
function embedderError(error: unknown): EngramError {
  if (!(error instanceof EngramError)) return new EngramError('EMBEDDING_FAILED', { detail: 'the answer has an unknown form' });
  const { detail, retryAfterMs } = error.data;
  const facts = { ...(detail === undefined ? {} : { detail }), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  switch (error.code) {
    case 'PROVIDER_UNREACHABLE':
    case 'PROVIDER_RATE_LIMITED':
      return new EngramError('EMBEDDER_UNAVAILABLE', facts);
    case 'PROVIDER_FAILED':
      return new EngramError(/HTTP 50[234]/.test(detail ?? '') ? 'EMBEDDER_UNAVAILABLE' : 'EMBEDDING_FAILED', facts);
    case 'PROVIDER_KEY_REJECTED':
      return new EngramError('EMBEDDING_FAILED', facts);
    default:
      return error;
  }
}

/** One request: the raw vectors in the order of the texts. */
async function request(config: ProviderConfig, model: string, texts: readonly string[], signal?: AbortSignal): Promise<number[][]> {
  const base = apiAddress(config.kind, config.baseUrl);
  const road = { headers: keyHeaders(config.kind, config.key), signal, timeoutMs: EMBED_TIMEOUT_MS };
  let vectors: number[][];
  if (config.kind === 'ollama') {
    vectors = OllamaAnswer.parse(await askJson({ url: `${base}/embed`, body: { model, input: texts, truncate: true }, ...road })).embeddings;
  } else {
    const { data } = OpenAiAnswer.parse(await askJson({ url: `${base}/embeddings`, body: { model, input: texts, encoding_format: 'float' }, ...road }));
    vectors = data.map((row, i) => ({ at: row.index ?? i, vector: row.embedding })).sort((a, b) => a.at - b.at).map((row) => row.vector);
  }
  if (vectors.length !== texts.length) throw new EngramError('EMBEDDING_FAILED', { detail: `${vectors.length} vectors for ${texts.length} texts` });
  return vectors;
}

/**
 * A model behind Ollama's `/api/embed` or an OpenAI-compatible `/v1/embeddings`. Asks once for a
 * vector to learn the dimensions. Throws EMBEDDER_UNAVAILABLE when the server is away and
 * NOT_FOUND for a kind of provider without embeddings.
 */
export async function openServerEmbedder(config: ProviderConfig, model: string): Promise<EmbeddingModel> {
  if (config.kind === 'anthropic' || config.kind === 'google') throw new EngramError('NOT_FOUND', { detail: 'this kind of provider serves no embeddings' });
  const prefixes = prefixesFor(model);
  const ask = async (texts: readonly string[], signal?: AbortSignal): Promise<number[][]> => {
    try {
      const vectors = await request(config, model, texts, signal);
      health = { at: performance.now(), ok: Promise.resolve(true) };
      return vectors;
    } catch (thrown) {
      const error = embedderError(thrown);
      if (error.code === 'EMBEDDER_UNAVAILABLE') health = { at: performance.now(), ok: Promise.resolve(false) };
      throw error;
    }
  };
  const probe = async (): Promise<boolean> => {
    const url = apiAddress(config.kind, config.baseUrl) + (config.kind === 'ollama' ? '/tags' : '/models');
    try {
      await askJson({ url, headers: keyHeaders(config.kind, config.key), timeoutMs: PROBE_TIMEOUT_MS });
      return true;
    } catch (error) {
      // A server that only embeds may not list models: 404 and 405 still mean that it is there.
      return error instanceof EngramError && /HTTP 40[45]/.test(error.data.detail ?? '');
    }
  };
  let health = { at: -Infinity, ok: Promise.resolve(false) };
  const dimensions = (await ask([`${prefixes.query}hello`]))[0]!.length;

  return {
    id: `${config.name}/${model}`,
    label: `${model} (${config.name})`,
    space: { name: `${config.name}/${model}`, dimensions, metric: 'cosine' },
    local: isLocalAddress(config.kind, config.baseUrl),
    available() {
      if (performance.now() - health.at >= PROBE_MS) health = { at: performance.now(), ok: probe() };
      return health.ok;
    },
    async embed(texts, purpose, signal) {
      const found: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        if (signal?.aborted) throw new EngramError('CANCELLED');
        const batch = texts.slice(start, start + BATCH).map((text) => prefixes[purpose] + text);
        for (const vector of await ask(batch, signal)) {
          if (vector.length !== dimensions) throw new EngramError('DIMENSION_MISMATCH', { detail: `${vector.length} instead of ${dimensions}` });
          found.push(normalised(vector));
        }
      }
      return found;
    },
    async close() {},
  };
}
