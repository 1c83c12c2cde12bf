import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import { isLocalAddress } from './address.ts';
import { askJson } from './http.ts';

const TIMEOUT_MS = 10_000;
/** Hits of one request at most; more would be an answer of megabytes. */
const MOST_HITS = 10_000;

/** A vector with the scope and state its filter goes by. */
export interface QdrantPoint {
  id: number;
  vector: Float32Array;
  scope: number;
  state: number;
}

export interface QdrantFilter {
  /** Scope numbers that may be seen; null sees all. */
  scopes: readonly number[] | null;
  states: readonly number[];
}

/** A collection on a Qdrant server. Calls throw what `askJson` throws. */
export interface QdrantCollection {
  /** Whether the server is on this machine. */
  readonly local: boolean;
  /** Makes it where it is missing; one of another size is made anew. */
  ensure(): Promise<void>;
  upsert(points: readonly QdrantPoint[]): Promise<void>;
  place(id: number, scope: number, state: number): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  /** By inner product, best first. */
  query(vector: Float32Array, limit: number, filter: QdrantFilter): Promise<{ id: number; score: number }[]>;
  count(): Promise<number>;
}

const Info = z.object({ result: z.object({ config: z.object({ params: z.object({ vectors: z.object({ size: z.int(), distance: z.string() }) }) }) }) });
const Hits = z.object({ result: z.object({ points: z.array(z.object({ id: z.int().min(0), score: z.number() })).max(MOST_HITS) }) });
const Count = z.object({ result: z.object({ count: z.int().min(0) }) });

/** An answer of another form is the server's failure, not ours. */
function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer);
  if (!result.success) throw new EngramError('PROVIDER_FAILED', { detail: 'the answer has an unknown form' });
  return result.data;
}

/**
 * A collection of a Qdrant server over REST. `address` is `http://host:6333`; `name` may hold letters,
 * digits, `-` and `_`. Vectors are compared by inner product.
 */
export function openQdrant(address: string, name: string, dimensions: number, key: string | null = null): QdrantCollection {
  if (!/^[\w-]{1,120}$/.test(name)) throw new EngramError('INVALID_INPUT', { detail: 'a name no collection can have' });
  const base = `${new URL(address).origin}/collections/${name}`;
  const headers: Record<string, string> = key === null ? {} : { 'api-key': key };
  const ask = (path: string, body?: unknown, method?: 'PUT' | 'DELETE') => askJson({ url: base + path, headers, timeoutMs: TIMEOUT_MS, ...(body !== undefined && { body }), ...(method && { method }) });
  const make = () => ask('', { vectors: { size: dimensions, distance: 'Dot' } }, 'PUT');
  return {
    local: isLocalAddress('openai-compatible', address),
    async ensure() {
      const there = await ask('').catch((error: unknown) => {
        if (error instanceof EngramError && /HTTP 404/.test(error.data.detail ?? '')) return null;
        throw error;
      });
      if (there !== null) {
        const { size, distance } = parsed(Info, there).result.config.params.vectors;
        if (size === dimensions && distance === 'Dot') return;
        await ask('', undefined, 'DELETE');
      }
      await make();
    },
    async upsert(points) {
      await ask('/points?wait=true', { points: points.map(({ id, vector, scope, state }) => ({ id, vector: [...vector], payload: { scope, state } })) }, 'PUT');
    },
    async place(id, scope, state) {
      await ask('/points/payload?wait=true', { payload: { scope, state }, points: [id] });
    },
    async remove(ids) {
      await ask('/points/delete?wait=true', { points: ids });
    },
    async query(vector, limit, { scopes, states }) {
      const must = [{ key: 'state', match: { any: states } }, ...(scopes ? [{ key: 'scope', match: { any: scopes } }] : [])];
      const answer = await ask('/points/query', { query: [...vector], limit: Math.min(limit, MOST_HITS), filter: { must }, with_payload: false, with_vector: false });
      return parsed(Hits, answer).result.points;
    },
    async count() {
      return parsed(Count, await ask('/points/count', { exact: true })).result.count;
    },
  };
}
