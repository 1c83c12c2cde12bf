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
    if (batch.length === 0) return { embedded: embedded + (await backfillSealed(vault, model, index.space, progress, signal)) };
    const vectors = await model.embed(batch.map((memory) => memory.text), 'document', signal);
    const put = await vault.write('putEmbeddings', {
      space: index.space, vectors: batch.map((memory, i) => ({ id: memory.id, text: memory.text, vector: vectors[i]! })),
    });
    const made = new Map(batch.map((memory, i) => [memory.id, vectors[i]!]));
    // Where it stands now: it may have been forgotten or quarantined while it was being embedded.
    for (const { id, scope, status } of put) index.put(id, scope, status, made.get(id)!);
    embedded += put.length;
    progress.advance(batch.length);
  }
}

/** Confidential memories are embedded whole, by a model on this machine or not at all; their vectors are stored encrypted. */
async function backfillSealed(vault: Vault, model: EmbeddingModel, space: number, progress: Progress, signal: AbortSignal): Promise<number> {
  let embedded = 0;
  while (model.local) {
    if (signal.aborted) throw new EngramError('CANCELLED');
    const batch = await vault.read('withoutSealedVector', { space, limit: BATCH });
    if (batch.length === 0) break;
    const vectors = await model.embed(batch.map((row) => vault.text(row)), 'document', signal);
    const put = await vault.write('putSealedVectors', {
      space, vectors: batch.map((row, i) => ({ id: row.id, of: row.cipher, cipher: vault.sealVector(vectors[i]!, row.public_id, space) })),
    });
    // What was changed in this moment waits for the next run.
    if (put === 0) break;
    embedded += put;
    progress.advance(batch.length);
  }
  return embedded;
}
