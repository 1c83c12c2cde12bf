import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import { apiAddress } from './address.ts';
import type { ProviderConfig } from './chat-model.ts';
import type { EmbeddingModel } from './embedder.ts';
import { isUnreachable } from './failures.ts';

const PROBE_TTL_MS = 30_000;
const PROBE_TIMEOUT_MS = 2000;
const EMBED_TIMEOUT_MS = 30_000;
const BATCH = 64;

const ollamaAnswer = z.object({ embeddings: z.array(z.array(z.number())) });
const openaiAnswer = z.object({ data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()) }).loose()) });

function normalise(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (x) => x / length);
}

async function request(config: ProviderConfig, model: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  const base = apiAddress(config.kind, config.baseUrl);
  const ollama = config.kind === 'ollama';
  let response: Response;
  try {
    response = await fetch(ollama ? `${base}/embed` : `${base}/embeddings`, {
      method: 'POST', redirect: 'error', signal,
      headers: { 'content-type': 'application/json', ...(config.key && { authorization: `Bearer ${config.key}` }) },
      body: JSON.stringify(ollama ? { model, input: texts, truncate: true } : { model, input: texts, encoding_format: 'float' }),
    });
  } catch (thrown) {
    throw new EngramError(isUnreachable(thrown) || signal.aborted ? 'EMBEDDER_UNAVAILABLE' : 'EMBEDDING_FAILED');
  }
  if (response.status >= 500 || response.status === 429) throw new EngramError('EMBEDDER_UNAVAILABLE', { detail: `HTTP ${response.status}` });
  if (!response.ok) throw new EngramError('EMBEDDING_FAILED', { detail: `HTTP ${response.status}` });
  const body: unknown = await response.json().catch(() => null);
  const answer = ollama ? ollamaAnswer.safeParse(body) : openaiAnswer.safeParse(body);
  if (!answer.success) throw new EngramError('EMBEDDING_FAILED', { detail: 'unreadable answer' });
  const rows = 'embeddings' in answer.data
    ? answer.data.embeddings
    : answer.data.data.map((row, i) => ({ ...row, index: row.index ?? i })).sort((a, b) => a.index - b.index).map((row) => row.embedding);
  if (rows.length !== texts.length) throw new EngramError('EMBEDDING_FAILED', { detail: 'another number of vectors than texts' });
  return rows.map(normalise);
}

/**
 * A model on an Ollama or OpenAI-compatible server. The dimensions are asked for once, so opening
 * throws EMBEDDER_UNAVAILABLE while the server is away.
 */
export async function openEmbeddingServer(config: ProviderConfig, model: string): Promise<EmbeddingModel> {
  const [first] = await request(config, model, ['dimensions'], AbortSignal.timeout(EMBED_TIMEOUT_MS));
  const dimensions = first!.length;
  let probe = { at: performance.now(), up: true };
  return {
    id: `${config.name}/${model}`,
    label: `${model} on ${config.name}`,
    space: { name: `${config.name}/${model}`, dimensions, metric: 'cosine' },
    available: async () => {
      if (performance.now() - probe.at < PROBE_TTL_MS) return probe.up;
      const up = await fetch(new URL(apiAddress(config.kind, config.baseUrl)), { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(() => true, () => false);
      probe = { at: performance.now(), up };
      return up;
    },
    embed: async (texts, _purpose, signal) => {
      const out: Float32Array[] = [];
      for (let i = 0; i < texts.length; i += BATCH) {
        const timeout = AbortSignal.timeout(EMBED_TIMEOUT_MS);
        const part = texts.slice(i, i + BATCH).map((text) => (text === '' ? ' ' : text));
        try {
          out.push(...await request(config, model, part, signal ? AbortSignal.any([signal, timeout]) : timeout));
        } catch (error) {
          if (signal?.aborted) throw new EngramError('CANCELLED');
          if (error instanceof EngramError && error.code === 'EMBEDDER_UNAVAILABLE') probe = { at: performance.now(), up: false };
          throw error;
        }
      }
      for (const vector of out) if (vector.length !== dimensions) throw new EngramError('DIMENSION_MISMATCH', { detail: `${vector.length} instead of ${dimensions}` });
      return out;
    },
    close: async () => {},
  };
}
