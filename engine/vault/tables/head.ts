import { createHash } from 'node:crypto';
import type { Secret } from '../../../native/secure-memory/index.ts';
import { isSealed, sealHead, type Head } from '../../../security/audit/index.ts';
import { auditTip } from './audit.ts';
import { get, run, type ReadableVault, type WritableVault } from './handle.ts';

export interface HeadRow {
  vault_id: string;
  name: string;
  generation: number;
  created_at: number;
  access_epoch: number;
  tombstones: Uint8Array;
  audit_tip: Uint8Array;
  /** Null in a file that was never closed by a version that seals. */
  seal: Uint8Array | null;
}

export const headRow = (db: ReadableVault): HeadRow | undefined => get(db, 'SELECT * FROM vault_head WHERE id = 1');

export function writeHead(db: WritableVault, head: Pick<HeadRow, 'vault_id' | 'name' | 'created_at'>): void {
  run(db, 'INSERT INTO vault_head (id, vault_id, name, created_at) VALUES (1, ?, ?, ?)', head.vault_id, head.name, head.created_at);
}

const keys = new WeakMap<WritableVault, Secret>();
export const sealWith = (db: WritableVault, key: Secret): void => void keys.set(db, key);

const headOf = (row: HeadRow): Head => ({
  vaultId: row.vault_id, generation: row.generation, accessEpoch: row.access_epoch, tombstones: row.tombstones, auditTip: row.audit_tip,
});

/** Whether the stored seal fits; true for a file that never had one. */
export function headIsSealed(row: HeadRow, key: Secret): boolean {
  const { seal } = row;
  return seal === null || key.use((bytes) => isSealed(bytes, headOf(row), seal));
}

/** The next generation, sealed with everything done so far. Returns its number. */
export function advanceHead(db: WritableVault, change: { access?: boolean; erased?: readonly string[]; atLeast?: number } = {}): number {
  const row = headRow(db)!;
  const tombstones = (change.erased ?? []).reduce<Uint8Array>((root, id) => createHash('sha256').update(root).update(id).digest(), row.tombstones);
  const next: HeadRow = {
    ...row, tombstones, audit_tip: auditTip(db),
    generation: Math.max(row.generation, change.atLeast ?? 0) + 1,
    access_epoch: row.access_epoch + (change.access ? 1 : 0),
  };
  run(db, 'UPDATE vault_head SET generation = ?, access_epoch = ?, tombstones = ?, audit_tip = ?, seal = ? WHERE id = 1',
    next.generation, next.access_epoch, next.tombstones, next.audit_tip, keys.get(db)!.use((key) => sealHead(key, headOf(next))));
  return next.generation;
}

/** How much a file holds, to hold a copy against. */
export const rowCounts = (db: ReadableVault): unknown =>
  get(db, 'SELECT (SELECT count(*) FROM memories) AS memories, (SELECT count(*) FROM messages) AS messages, (SELECT count(*) FROM audit) AS audit');
