import { z } from 'zod';
import { call } from './base.ts';
import { Embedder, Model, ModelRef, Provider, ProviderInput, Reranker } from '../entities/model.ts';
import { JobId } from '../ids.ts';

const fetched = z.strictObject({ source: z.string().trim().min(1).max(4000), sha256: z.string().regex(/^[0-9a-f]{64}$/i).optional() });
const name = z.strictObject({ name: ProviderInput.shape.name });

export const models = {
  /** Models of all reachable providers, the built-in responder first. */
  list: call.route({ method: 'GET', path: '/models' }).output(z.object({
    models: z.array(Model),
    /** Providers that did not answer, with the reason. */
    unreachable: z.array(z.object({ provider: z.string(), reason: z.string() })),
  })),
  /** Asks a model for one word and measures it. */
  test: call
    .route({ method: 'POST', path: '/models/test' })
    .input(z.strictObject({ model: ModelRef }))
    .output(z.object({ ok: z.literal(true), ms: z.number(), reply: z.string() })),
  providers: call.route({ method: 'GET', path: '/providers' }).output(z.array(Provider)),
  /** Adds or replaces; a missing key keeps the stored one. */
  saveProvider: call.route({ method: 'PUT', path: '/providers' }).input(ProviderInput).output(Provider),
  removeProvider: call.route({ method: 'DELETE', path: '/providers/{name}' }).input(name).output(name),
  embedders: call.route({ method: 'GET', path: '/embedders' }).output(z.array(Embedder)),
  /** Installs a transformer from a directory or an address, as a job. */
  addEmbedder: call
    .route({ method: 'POST', path: '/embedders' })
    .input(fetched)
    .output(z.object({ job: JobId })),
  /** Makes an embedder the current one and re-embeds in the background. */
  useEmbedder: call
    .route({ method: 'POST', path: '/embedders/use' })
    .input(z.strictObject({ id: ModelRef }))
    .output(Embedder),
  /** The installed cross-encoders; connected chat models can take their place. */
  rerankers: call.route({ method: 'GET', path: '/rerankers' }).output(z.array(Reranker)),
  /** Installs a cross-encoder from a directory or an address, as a job. */
  addReranker: call.route({ method: 'POST', path: '/rerankers' }).input(fetched).output(z.object({ job: JobId })),
};
