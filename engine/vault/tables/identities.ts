import { EngramError, type Identity, type Scope } from '../../../contract/index.ts';
import { DAY_MS, fullBucket, take, type BucketName, type Level } from '../../../security/access/index.ts';
import { record } from './audit.ts';
import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';
import { advanceHead } from './head.ts';

export interface IdentityRow {
  id: string;
  name: string;
  kind: Identity['kind'];
  scope: string;
  can_write: number;
  rows_per_day: number;
  token: Uint8Array | null;
  created_at: number;
  last_seen_at: number | null;
  revoked_at: number | null;
  rows_today: number;
}

const dayOf = (now: number): number => Math.floor(now / DAY_MS);
const columns = '*, (SELECT count(*) FROM identity_reads r WHERE r.identity = i.id AND r.day = ?) AS rows_today';

export const listIdentities = (db: ReadableVault, query: { now: number }): IdentityRow[] =>
  all(db, `SELECT ${columns} FROM identities i ORDER BY revoked_at IS NOT NULL, name`, dayOf(query.now));
export const identityById = (db: ReadableVault, query: { id: string; now: number }): IdentityRow | undefined =>
  get(db, `SELECT ${columns} FROM identities i WHERE id = ?`, dayOf(query.now), query.id);
export const identityByName = (db: ReadableVault, query: { name: string; now: number }): IdentityRow | undefined =>
  get(db, `SELECT ${columns} FROM identities i WHERE name = ?`, dayOf(query.now), query.name);
/** By the keyed hash of a token, so that the time of the search tells nothing about the token. */
export const identityByToken = (db: ReadableVault, query: { token: Uint8Array; now: number }): IdentityRow | undefined =>
  get(db, `SELECT ${columns} FROM identities i WHERE token = ?`, dayOf(query.now), query.token);

/** Throws CONFLICT when the name is taken. Every change of access is a new generation of the vault. */
export function addIdentity(
  db: WritableVault, added: { id: string; name: string; kind: Identity['kind']; scope: Scope; canWrite: boolean; rowsPerDay: number; token: Uint8Array | null; now: number },
): number {
  if (get(db, 'SELECT 1 FROM identities WHERE name = ?', added.name)) throw new EngramError('CONFLICT', { detail: 'the name is taken' });
  run(db, 'INSERT INTO identities (id, name, kind, scope, can_write, rows_per_day, token, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    added.id, added.name, added.kind, JSON.stringify(added.scope), Number(added.canWrite), added.rowsPerDay, added.token, added.now);
  record(db, { operation: 'access_granted', memory: null, actor: 'person', count: 1 }, added.now);
  return advanceHead(db, { access: true });
}

export function changeIdentity(db: WritableVault, change: { id: string; scope?: Scope; canWrite?: boolean; rowsPerDay?: number; revoke?: boolean; now: number }): number {
  if (!get(db, 'SELECT 1 FROM identities WHERE id = ?', change.id)) throw new EngramError('NOT_FOUND');
  if (change.scope !== undefined) run(db, 'UPDATE identities SET scope = ? WHERE id = ?', JSON.stringify(change.scope), change.id);
  if (change.canWrite !== undefined) run(db, 'UPDATE identities SET can_write = ? WHERE id = ?', Number(change.canWrite), change.id);
  if (change.rowsPerDay !== undefined) run(db, 'UPDATE identities SET rows_per_day = ? WHERE id = ?', change.rowsPerDay, change.id);
  if (change.revoke) run(db, 'UPDATE identities SET revoked_at = coalesce(revoked_at, ?), token = NULL WHERE id = ?', change.now, change.id);
  record(db, { operation: change.revoke ? 'access_revoked' : 'access_changed', memory: null, actor: 'person', count: 1 }, change.now);
  return advanceHead(db, { access: true });
}

/** Takes one from a bucket. Throws RATE_LIMITED with the time to wait; throws ACCESS_DENIED for whoever is revoked or unknown. */
export function spend(db: WritableVault, cost: { identity: string; bucket: BucketName; cost: number; now: number }): void {
  const row = get<{ revoked_at: number | null }>(db, 'SELECT revoked_at FROM identities WHERE id = ?', cost.identity);
  if (!row || row.revoked_at !== null) throw new EngramError('ACCESS_DENIED', { detail: 'revoked' });
  const before = get<Level>(db, 'SELECT level, at FROM identity_budgets WHERE identity = ? AND bucket = ?', cost.identity, cost.bucket) ?? fullBucket(cost.bucket, cost.now);
  const { next, waitMs } = take(cost.bucket, before, cost.cost, cost.now);
  if (waitMs > 0) throw new EngramError('RATE_LIMITED', { retryAfterMs: waitMs, limit: `${cost.bucket}s per minute` });
  run(db, 'INSERT INTO identity_budgets VALUES (?, ?, ?, ?) ON CONFLICT (identity, bucket) DO UPDATE SET level = excluded.level, at = excluded.at',
    cost.identity, cost.bucket, next.level, next.at);
  run(db, 'UPDATE identities SET last_seen_at = ? WHERE id = ?', cost.now, cost.identity);
}

/**
 * Counts memories that are about to be shown, each once a day. Throws RATE_LIMITED when the day's
 * number would be passed; then nothing may be shown.
 */
export function countReads(db: WritableVault, read: { identity: string; memories: readonly string[]; now: number }): void {
  const day = dayOf(read.now);
  run(db, 'DELETE FROM identity_reads WHERE identity = ? AND day < ?', read.identity, day);
  for (const id of read.memories)
    run(db, 'INSERT OR IGNORE INTO identity_reads SELECT ?, ?, id FROM memories WHERE public_id = ?', read.identity, day, id);
  const { rows, most } = get<{ rows: number; most: number }>(db, `
    SELECT (SELECT count(*) FROM identity_reads WHERE identity = ? AND day = ?) AS rows, rows_per_day AS most FROM identities WHERE id = ?`,
    read.identity, day, read.identity)!;
  if (rows > most) throw new EngramError('RATE_LIMITED', { retryAfterMs: (day + 1) * DAY_MS - read.now, limit: `${most} different memories a day` });
}
