import { statSync } from 'node:fs';
import Database from 'better-sqlite3-multiple-ciphers';
import { EngramError } from '../../../contract/index.ts';

export type Connection = Database.Database;

export const PAGE_SIZE = 8192;
/**
 * Pages that stay decrypted, in bytes: a share of the file, within bounds. A large vault's lists of words and
 * sizes, which every question reads, no longer fit into the least.
 */
const CACHE = { least: 16 * 2 ** 20, most: 32 * 2 ** 20, share: 1 / 48 } as const;
export const cacheBytes = (fileBytes: number): number => Math.min(CACHE.most, Math.max(CACHE.least, fileBytes * CACHE.share));
const KEY_BYTES = 32;
/** Milliseconds a call waits for somebody else's lock. */
export const BUSY_TIMEOUT_MS = 5000;

/** In this order. */
const SAFETY = [
  'temp_store=MEMORY', 'secure_delete=ON', 'trusted_schema=OFF', 'cell_size_check=ON', 'foreign_keys=ON', 'mmap_size=0',
] as const;
const WRITER = [
  'journal_mode=WAL', 'synchronous=FULL', 'fullfsync=ON', 'checkpoint_fullfsync=ON', `busy_timeout=${BUSY_TIMEOUT_MS}`,
  'journal_size_limit=0', 'wal_autocheckpoint=1000',
] as const;

/** What must read back, or the vault is closed again. */
const EXPECTED: Record<string, unknown> = {
  cipher: 'sqlcipher', legacy: 4, hmac_check: 1, hmac_use: 1, plaintext_header_size: 0, temp_store: 2, secure_delete: 1,
};

/**
 * Opens the database as an encrypted SQLCipher 4 file. `key` is 32 raw bytes and is left to the
 * caller to wipe. `create` makes the file; without it a missing file is an error and none is made.
 * Throws VAULT_MISSING, WRONG_PASSPHRASE-free codes only: VAULT_DAMAGED when the key does not open
 * the first page, SELF_CHECK_FAILED when a setting did not take.
 */
export function openConnection(path: string, key: Uint8Array, mode: 'create' | 'write' | 'read'): Connection {
  let db: Connection;
  try {
    db = new Database(path, { fileMustExist: mode !== 'create', readonly: mode === 'read' });
  } catch (cause) {
    throw new EngramError('VAULT_MISSING', {}, { cause });
  }
  try {
    chooseCipher(db, mode === 'create');
    withRawKey(key, (raw) => db.key(raw));
    for (const pragma of SAFETY) db.pragma(pragma);
    for (const pragma of mode === 'read' ? [`busy_timeout=${BUSY_TIMEOUT_MS}`] : WRITER) db.pragma(pragma);
    db.pragma(`cache_size=-${Math.round(cacheBytes(mode === 'read' ? statSync(path).size : 0) / 1024)}`);
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    if (mode === 'read') db.pragma('query_only=ON');
    selfCheck(db);
    return db;
  } catch (error) {
    db.close();
    throw error instanceof EngramError ? error : openFailure(error);
  }
}

/** `legacy` selects the SQLCipher 4 layout and must come before the key. */
function chooseCipher(db: Connection, create: boolean): void {
  db.pragma("cipher='sqlcipher'");
  db.pragma('legacy=4');
  if (create) db.pragma(`page_size=${PAGE_SIZE}`);
  db.pragma(`legacy_page_size=${PAGE_SIZE}`);
}

/** A key as SQLite3MC takes raw ones. As bytes, never as a pragma: its text would stay in the heap. */
function withRawKey(key: Uint8Array, use: (raw: Buffer) => void): void {
  const raw = Buffer.alloc(4 + KEY_BYTES);
  raw.write('raw:', 0, 'latin1');
  raw.set(key, 4);
  use(raw);
  raw.fill(0);
}

/** Gives a closed copy another key and another salt. Only ever a copy: in this journal mode a crash leaves neither key fitting (security notes 0.4). */
export function rekeyCopy(path: string, key: Uint8Array, next: Uint8Array): void {
  const db = new Database(path, { fileMustExist: true });
  try {
    chooseCipher(db, false);
    withRawKey(key, (raw) => db.key(raw));
    for (const pragma of [...SAFETY, 'journal_mode=DELETE', 'synchronous=FULL']) db.pragma(pragma);
    withRawKey(next, (raw) => db.rekey(raw));
  } finally {
    db.close();
  }
}

function openFailure(error: unknown): EngramError {
  const code = sqliteCode(error);
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') return new EngramError('VAULT_BUSY', {}, { cause: error });
  if (code === 'SQLITE_FULL') return new EngramError('DISK_FULL', {}, { cause: error });
  return new EngramError('VAULT_DAMAGED', { detail: 'the first page does not open with this key' }, { cause: error });
}

/** The SQLite result code of a thrown value, or null. */
export function sqliteCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : null;
}

function readPragma(db: Connection, name: string): unknown {
  const rows = db.pragma(name) as Record<string, unknown>[];
  return Object.values(rows[0] ?? {})[0];
}

export function selfCheck(db: Connection): void {
  for (const [name, want] of Object.entries(EXPECTED)) {
    const got = readPragma(db, name);
    if (String(got) !== String(want)) throw new EngramError('SELF_CHECK_FAILED', { detail: name });
  }
}

/** `synchronous` only tells the truth after the first write in WAL mode (security-notes 0.3). */
export function checkDurability(db: Connection): void {
  if (String(readPragma(db, 'synchronous')) !== '2') throw new EngramError('SELF_CHECK_FAILED', { detail: 'synchronous' });
  if (String(readPragma(db, 'journal_mode')) !== 'wal') throw new EngramError('SELF_CHECK_FAILED', { detail: 'journal_mode' });
}
