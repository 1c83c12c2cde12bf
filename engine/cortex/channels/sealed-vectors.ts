import type { SealedVectorRow, Vault } from '../../vault/index.ts';
import { innerProduct, type RankedList } from '../fuse/index.ts';
import { LEAST_COSINE } from './vectors.ts';

/**
 * Confidential memories by meaning. Their vectors are opened for this one search and compared one by
 * one; they never lie among the codes. Only for a caller that may read them.
 */
export function nearSealed(vault: Vault, space: number, rows: readonly SealedVectorRow[], vector: Float32Array): RankedList['items'] {
  return rows.map((row) => {
    const other = vault.openVector(row, space);
    const score = innerProduct(other, vector);
    other.fill(0);
    return { id: row.id, score };
  }).filter((hit) => hit.score >= LEAST_COSINE);
}
