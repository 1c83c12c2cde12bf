import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EngramError } from '../../../contract/index.ts';
import type { Connection } from '../threads/open.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/;

export interface Migration {
  version: number;
  name: string;
  text: string;
}

/** All migrations in order. Numbers are unique and rise by tens. */
export function migrations(): Migration[] {
  return readdirSync(FOLDER).sort().flatMap((file) => {
    const match = NAME.exec(file);
    return match ? [{ version: Number(match[1]), name: match[2]!, text: readFileSync(FOLDER + file, 'utf8') }] : [];
  });
}

/** Version the tables are at; 0 for an empty file. */
export function schemaVersion(db: Connection): number {
  const table = db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'`).get();
  if (!table) return 0;
  return (db.prepare('SELECT coalesce(max(version), 0) AS version FROM schema_migrations').get() as { version: number }).version;
}

/** Whether tables of an earlier version wait to be changed. */
export const isOlder = (db: Connection): boolean => schemaVersion(db) < migrations().at(-1)!.version;

/**
 * Brings the tables to the newest version in one exclusive transaction: all or nothing.
 * Throws VAULT_TOO_NEW and MIGRATION_FAILED; the file is unchanged then.
 */
export function migrate(db: Connection, now: number, to = Infinity): number {
  const steps = migrations();
  const newest = steps.at(-1)!.version;
  const current = schemaVersion(db);
  if (current > newest) throw new EngramError('VAULT_TOO_NEW', { detail: `tables ${current}, program ${newest}` });
  const due = steps.filter((step) => step.version > current && step.version <= to);
  if (due.length === 0) return current;
  db.exec('BEGIN EXCLUSIVE');
  try {
    db.exec('CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT');
    for (const step of due) {
      db.exec(step.text);
      db.prepare('INSERT INTO schema_migrations VALUES (?, ?, ?)').run(step.version, step.name, now);
    }
    db.exec('COMMIT');
    return due.at(-1)!.version;
  } catch (cause) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw new EngramError('MIGRATION_FAILED', { detail: due.map((step) => step.version).join(', ') }, { cause });
  }
}
