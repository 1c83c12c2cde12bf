import type { EmbeddingModel } from '../../providers/index.ts';
import { blended, lessCommon, momentumOf } from '../../working/index.ts';
import type { RankedList } from '../fuse/index.ts';
import { mergeSpaces, type VectorIndex } from '../vectors/index.ts';
import type { ChannelQuery } from './words.ts';

export const VECTORS_DEPTH = 200;
/** Below this cosine a neighbour says nothing; unrelated texts of the built-in model lie under it. */
export const LEAST_COSINE = 0.2;

export interface VectorsFound {
  list: RankedList['items'];
  /** Of the question, and of the turns it takes over. */
  vector: Float32Array;
  /** What memories were searched with. */
  asked: Float32Array;
}

/** Nearest memories by meaning. Throws what the embedder throws when it is away. */
export async function findByVectors(index: VectorIndex, embedder: EmbeddingModel, query: ChannelQuery): Promise<VectorsFound> {
  const { previous } = index;
  const [found, before] = await Promise.all([
    inSpace(index, embedder, query),
    // The model of before may be gone; then what has moved so far is found.
    previous ? inSpace(previous.index, previous.model, query).catch(() => null) : null,
  ]);
  if (!before) return found;
  return { ...found, list: mergeSpaces(found.list, before.list, (id) => index.has(id), index.coverage) };
}

async function inSpace(index: VectorIndex, embedder: EmbeddingModel, query: ChannelQuery): Promise<VectorsFound> {
  const { analysis: { terms, topic, carried }, ...asking } = query;
  const [own, ...turns] = await embedder.embed([embedder.countsWords ? terms.join(' ') : topic, ...(carried?.turns ?? [])], 'query');
  const vector = carried === null ? own : blended(own!, momentumOf(turns)!, carried.share);
  const asked = embedder.countsWords ? lessCommon(vector!) : vector!;
  const hits = await index.search({ ...asking, vector: asked, k: VECTORS_DEPTH });
  return { list: hits.filter((hit) => hit.score >= LEAST_COSINE), vector: vector!, asked };
}
