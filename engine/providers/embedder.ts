import type { Embedder as EmbedderInfo } from '../../contract/index.ts';

/** The vector space a model writes into. Two spaces never mix, even with equal dimensions. */
export interface Space {
  /** Stable name: source, model and revision, e.g. `builtin/taught-1` or `ollama/nomic-embed-text`. */
  name: string;
  dimensions: number;
  metric: EmbedderInfo['metric'];
}

/**
 * A source of embeddings. `embed` throws EngramError EMBEDDER_UNAVAILABLE when the source is away
 * (retry later), EMBEDDING_FAILED when it answered wrongly, DIMENSION_MISMATCH when a vector has
 * another length than the space says.
 */
export interface EmbeddingModel {
  readonly id: string;
  readonly label: string;
  readonly space: Space;
  /** Texts do not leave this machine. */
  readonly local: boolean;
  /** It averages words and reads no sentence: a question is given to it without its function words. */
  readonly countsWords?: boolean;
  /** Cheap: for servers a probe cached for 30 s, true for files that are loaded. */
  available(): Promise<boolean>;
  /** One L2-normalised vector of `space.dimensions` per text, in order. */
  embed(texts: readonly string[], purpose: 'document' | 'query', signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}
