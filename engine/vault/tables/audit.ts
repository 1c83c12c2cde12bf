import type { Secret } from '../../../native/secure-memory/index.ts';
import { chainOf, type ChainedEntry } from '../../../security/audit/index.ts';
import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';

/** What is to be written down; `digest` when it was about something that can be recognised again. */
export type AuditEntry = Omit<ChainedEntry, 'at' | 'digest'> & Partial<Pick<ChainedEntry, 'digest'>>;

/** The key of the chain, per writing connection; a reader has none and cannot forge an entry. */
const keys = new WeakMap<WritableVault, Secret>();
export const chainWith = (db: WritableVault, key: Secret): void => void keys.set(db, key);

const NO_LINK = Buffer.alloc(0);

/** Last link of the chain; empty before the first. */
export const auditTip = (db: ReadableVault): Uint8Array =>
  get<{ chain: Uint8Array | null }>(db, 'SELECT chain FROM audit ORDER BY id DESC LIMIT 1')?.chain ?? NO_LINK;

/** What happened to which memory, chained to the entry before. */
export function record(db: WritableVault, entry: AuditEntry, now: number): void {
  const digest = entry.digest ?? null;
  const chain = keys.get(db)!.use((key) => chainOf(key, auditTip(db), { ...entry, digest, at: now }));
  run(db, 'INSERT INTO audit (at, operation, memory, actor, count, digest, chain) VALUES (?, ?, ?, ?, ?, ?, ?)',
    now, entry.operation, entry.memory, entry.actor, entry.count, digest, chain);
}

/** An entry as it lies in the table. */
export interface AuditRow extends ChainedEntry {
  id: number;
  /** Null for entries from before the trail was chained. */
  chain: Uint8Array | null;
}

export const auditAfter = (db: ReadableVault, query: { after: number; limit: number }): AuditRow[] =>
  all(db, 'SELECT id, at, operation, memory, actor, count, digest, chain FROM audit WHERE id > ? ORDER BY id LIMIT ?', query.after, query.limit);

/** Newest first, before a given entry. */
export const auditBefore = (db: ReadableVault, query: { before: number | null; limit: number }): AuditRow[] =>
  all(db, 'SELECT id, at, operation, memory, actor, count, digest, chain FROM audit WHERE ? IS NULL OR id < ? ORDER BY id DESC LIMIT ?', query.before, query.before, query.limit);
