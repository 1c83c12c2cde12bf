import { EngramError, errorBody, type ErrorBody } from '../../../contract/index.ts';
import { sqliteCode } from './open.ts';

/** A thrown value as one of our codes. SQLite's own texts can hold values, so they stay here. */
export function vaultFailure(thrown: unknown, fallback: 'WRITE_FAILED' | 'INTERNAL'): ErrorBody {
  if (thrown instanceof EngramError) return errorBody(thrown);
  const code = sqliteCode(thrown);
  if (code === null) return errorBody(thrown);
  const detail = { detail: code };
  if (code.startsWith('SQLITE_FULL')) return errorBody(new EngramError('DISK_FULL', detail));
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return errorBody(new EngramError('VAULT_BUSY', detail));
  if (code.startsWith('SQLITE_READONLY')) return errorBody(new EngramError('READ_ONLY', detail));
  // The disk did not take a change: what the file holds is as it was.
  if (/^SQLITE_IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|DELETE)/.test(code)) return errorBody(new EngramError('WRITE_FAILED', detail));
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(code)) return errorBody(new EngramError('VAULT_DAMAGED', detail));
  return errorBody(new EngramError(fallback, detail));
}
