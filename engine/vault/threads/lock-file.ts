import Database from 'better-sqlite3-multiple-ciphers';
import { EngramError } from '../../../contract/index.ts';
import { sqliteCode, type Connection } from './open.ts';
import { makePrivate } from './private-file.ts';

/** An operating-system lock on an empty file: gone with the process, however that ends. Throws VAULT_BUSY. */
export function takeLock(path: string): Connection {
  makePrivate(path);
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    throw sqliteCode(cause)?.startsWith('SQLITE_BUSY') ? new EngramError('VAULT_BUSY', {}, { cause }) : cause;
  }
}
