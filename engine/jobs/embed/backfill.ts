import { EngramError } from '../../../contract/index.ts';
import type { VectorIndex } from '../../cortex/index.ts';
import type { EmbeddingModel } from '../../providers/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { Progress } from '../runner.ts';

const BATCH = 128;

/** Gives every memory without a vector in the current space one. Reports how many it read. */
export async function backfill(
  vault: Vault, model: EmbeddingModel, index: VectorIndex, progress: Progress, signal: AbortSignal,
): Promise<{ embedded: number }> {
  const counts = await vault.read('embeddingCounts', { space: model.space.name });
  progress.total(progress.done + counts.total - counts.embedded);
  let embedded = 0;
  while (true) {
    if (signal.aborted) throw new EngramError('CANCELLED');
    const batch = await vault.read('withoutVector', { space: index.space, limit: BATCH });
    if (batch.length === 0) return { embedded };
    const vectors = await model.embed(batch.map((memory) => memory.text), 'document', signal);
    const put = new Set(await vault.write('putEmbeddings', {
      space: index.space, vectors: batch.map((memory, i) => ({ id: memory.id, text: memory.text, vector: vectors[i]! })),
    }));
    batch.forEach((memory, i) => put.has(memory.id) && index.put(memory.id, memory.scope, memory.status, vectors[i]!));
    embedded += put.size;
    progress.advance(batch.length);
  }
}
