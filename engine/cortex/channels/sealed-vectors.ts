import type { Vault } from '../../vault/index.ts';
import { innerProduct, type RankedList } from '../fuse/index.ts';
import { LEAST_COSINE } from './vectors.ts';
import type { ChannelQuery } from './words.ts';

/**
 * Confidential memories by meaning. Their vectors are opened for this one search and compared one by
 * one; they never lie among the codes. Only for a caller that may read them.
 */
export async function findSealed(vault: Vault, space: number, vector: Float32Array, { analysis: _analysis, ...asking }: ChannelQuery): Promise<RankedList['items']> {
  const rows = await vault.read('sealedVectors', { ...asking, space });
  return rows.map((row) => {
    const other = vault.openVector(row, space);
    const score = innerProduct(other, vector);
    other.fill(0);
    return { id: row.id, score };
  }).filter((hit) => hit.score >= LEAST_COSINE);
}
