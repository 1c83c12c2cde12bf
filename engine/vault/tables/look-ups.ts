import type { Tier } from '../../../contract/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import { all, get, marks, run, type ReadableVault, type WritableVault } from './handle.ts';
import { visibleScopes } from './scopes.ts';

/** Replaces what a memory can be looked up by. */
export function putLookUps(db: WritableVault, memory: number, digests: readonly Uint8Array[]): void {
  run(db, 'DELETE FROM memory_look_ups WHERE memory = ?', memory);
  for (const digest of digests) run(db, 'INSERT OR IGNORE INTO memory_look_ups VALUES (?, ?)', digest, memory);
}

/** Numbers of active memories under any of the digests. */
export function lookUp(db: ReadableVault, query: Scoped<{ digests: readonly Uint8Array[]; limit: number }>): number[] {
  if (query.digests.length === 0) return [];
  const scopes = visibleScopes(db, query.view);
  return all<{ id: number }>(db, `
    SELECT DISTINCT m.id FROM memory_look_ups l JOIN memories m ON m.id = l.memory
    WHERE l.digest IN (${marks(query.digests.length)}) AND m.status = 'active' ${scopes ? `AND m.scope IN (${marks(scopes.length)})` : ''}
    ORDER BY m.id LIMIT ?`, ...query.digests, ...(scopes ?? []), query.limit).map((row) => row.id);
}

export interface SealedVectorRow {
  id: number;
  public_id: string;
  cipher: Uint8Array;
}

/** Encrypted vectors of the confidential memories a view sees. CROSS JOIN keeps the few of them in front: the other way round every memory would be looked at. */
export function sealedVectors(db: ReadableVault, query: Scoped<{ space: number; past: boolean }>): SealedVectorRow[] {
  const scopes = visibleScopes(db, query.view);
  return all(db, `
    SELECT m.id, m.public_id, e.cipher FROM sealed_embeddings e CROSS JOIN memories m ON m.id = e.memory
    WHERE e.space = ? AND m.status ${query.past ? `IN ('active', 'superseded')` : `= 'active'`} ${scopes ? `AND m.scope IN (${marks(scopes.length)})` : ''}
    ORDER BY e.memory`, query.space, ...(scopes ?? []));
}

/** Confidential memories without an encrypted vector in a space. */
export const withoutSealedVector = (db: ReadableVault, query: { space: number; limit: number }): { id: number; public_id: string; tier: Tier; text: string; cipher: Uint8Array }[] =>
  all(db, `
    SELECT id, public_id, tier, text, cipher FROM memories m WHERE tier = 'confidential' AND status <> 'forgotten'
    AND NOT EXISTS (SELECT 1 FROM sealed_embeddings e WHERE e.space = ? AND e.memory = m.id) LIMIT ?`, query.space, query.limit);

/** A text that changed meanwhile keeps its old vector out: the ciphertext it was made from must still be there. */
export function putSealedVectors(db: WritableVault, batch: { space: number; vectors: readonly { id: number; of: Uint8Array; cipher: Uint8Array }[] }): number {
  let put = 0;
  for (const { id, of, cipher } of batch.vectors) {
    const now = get<{ cipher: Uint8Array | null }>(db, 'SELECT cipher FROM memories WHERE id = ?', id);
    if (!now?.cipher || !Buffer.from(now.cipher).equals(Buffer.from(of))) continue;
    put += run(db, 'INSERT OR REPLACE INTO sealed_embeddings VALUES (?, ?, ?)', batch.space, id, cipher);
  }
  return put;
}
