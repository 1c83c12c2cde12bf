import { EngramError, type Job, type ProviderKind } from '../../../contract/index.ts';
import { all, get, marks, run, type ReadableVault, type WritableVault } from './handle.ts';

/** Stored settings by key, as JSON texts; absent ones have their default. */
export const storedSettings = (db: ReadableVault): Record<string, string> =>
  Object.fromEntries(all<{ key: string; value: string }>(db, 'SELECT key, value FROM settings').map((row) => [row.key, row.value]));

/** Null resets a key. */
export function saveSettings(db: WritableVault, values: Readonly<Record<string, string | null>>): void {
  for (const [key, value] of Object.entries(values))
    if (value === null) run(db, 'DELETE FROM settings WHERE key = ?', key);
    else run(db, 'INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value', key, value);
}

export interface ProviderRow {
  name: string;
  kind: ProviderKind;
  base_url: string | null;
  key_cipher: Uint8Array | null;
}

export const listProviders = (db: ReadableVault): ProviderRow[] => all(db, 'SELECT name, kind, base_url, key_cipher FROM providers ORDER BY name');

/** A null key keeps the stored one. */
export function saveProvider(db: WritableVault, row: ProviderRow): void {
  run(db, `
    INSERT INTO providers VALUES (?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, base_url = excluded.base_url, key_cipher = coalesce(excluded.key_cipher, key_cipher)`,
    row.name, row.kind, row.base_url, row.key_cipher);
}

export function removeProvider(db: WritableVault, query: { name: string }): void {
  if (run(db, 'DELETE FROM providers WHERE name = ?', query.name) === 0) throw new EngramError('NOT_FOUND');
}

/** What a job was asked to do and what it ended with are JSON texts, parsed again when read. */
export interface JobRow {
  id: string;
  kind: Job['kind'];
  label: string;
  state: Job['state'];
  done: number;
  total: number | null;
  input: string;
  result: string | null;
  error: string | null;
  undoable: number;
  started_at: number;
  ended_at: number | null;
}

export const listJobs = (db: ReadableVault): JobRow[] => all(db, 'SELECT * FROM jobs ORDER BY started_at DESC, id DESC LIMIT 200');
export const jobById = (db: ReadableVault, query: { id: string }): JobRow | undefined => get(db, 'SELECT * FROM jobs WHERE id = ?', query.id);

export function saveJob(db: WritableVault, row: JobRow): void {
  run(db, `
    INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, state = excluded.state, done = excluded.done, total = excluded.total,
      result = excluded.result, error = excluded.error, undoable = excluded.undoable, ended_at = excluded.ended_at`,
    row.id, row.kind, row.label, row.state, row.done, row.total, row.input, row.result, row.error, row.undoable, row.started_at, row.ended_at);
}

/** Jobs that were running when the process ended can be resumed. */
export const interruptJobs = (db: WritableVault): number => run(db, `UPDATE jobs SET state = 'paused' WHERE state IN ('running', 'waiting')`);

/** Everything an import brought: public ids of its memories and ids of its sessions. */
export const broughtBy = (db: ReadableVault, query: { job: string }): { memories: string[]; sessions: string[] } => ({
  memories: all<{ public_id: string }>(db, 'SELECT public_id FROM memories WHERE job = ?', query.job).map((row) => row.public_id),
  sessions: all<{ id: string }>(db, 'SELECT id FROM sessions WHERE job = ?', query.job).map((row) => row.id),
});

/** Which of these hashes are stored already, for the dry run of an import. */
export function knownHashes(db: ReadableVault, query: { hashes: readonly Uint8Array[] }): number {
  if (query.hashes.length === 0) return 0;
  return get<{ n: number }>(db, `SELECT count(DISTINCT text_hash) AS n FROM memories WHERE text_hash IN (${marks(query.hashes.length)})`, ...query.hashes)!.n;
}
