import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { EngramError, errorBody } from '../../../contract/index.ts';
import type { ReadableVault } from '../tables/handle.ts';
import { rowCounts } from '../tables/head.ts';
import { takeLock } from './lock-file.ts';
import { vaultFailure } from './failure.ts';
import { openConnection, rekeyCopy, type Connection } from './open.ts';
import { makePrivate } from './private-file.ts';
import { afterOverwritingStack } from './used-stack.ts';
import type { FromRekey, RekeyStart } from './protocol.ts';

/** Writes a closed database anew under another key, beside the old one, and reads the copy back whole. The swap is the caller's. */

const port = parentPort!;
const start = workerData as RekeyStart;

function syncFile(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * A log that stays would lie beside the new file after the swap, with pages under the old key. Throws
 * VAULT_BUSY when somebody reads the file and WRITE_FAILED or DISK_FULL when the disk refuses.
 */
function emptyLog(db: Connection): void {
  const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  if (result?.busy !== 0) throw new EngramError('VAULT_BUSY', { detail: 'the log of the vault cannot be emptied while somebody reads it' });
}

let lock: Connection | null = null;
try {
  lock = takeLock(start.lockPath);
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${start.to}${suffix}`, { force: true });
  const old = openConnection(start.path, start.oldKey, 'write');
  const before = rowCounts(old as ReadableVault);
  emptyLog(old);
  makePrivate(start.to);
  old.prepare('VACUUM INTO ?').run(start.to);
  old.close();
  rekeyCopy(start.to, start.oldKey, start.newKey);
  const fresh = openConnection(start.to, start.newKey, 'read');
  const problems = fresh.pragma('integrity_check(1)') as { integrity_check: string }[];
  const after = rowCounts(fresh as ReadableVault);
  fresh.close();
  if (problems[0]?.integrity_check !== 'ok' || JSON.stringify(before) !== JSON.stringify(after))
    throw new EngramError('VAULT_DAMAGED', { detail: 'the copy under the new key does not read back' });
  syncFile(start.to);
  port.postMessage({ type: 'written' } satisfies FromRekey);
} catch (error) {
  port.postMessage({ type: 'failed', error: error instanceof EngramError ? errorBody(error) : vaultFailure(error, 'WRITE_FAILED') } satisfies FromRekey);
} finally {
  start.oldKey.fill(0);
  start.newKey.fill(0);
  lock?.close();
  afterOverwritingStack(() => port.close());
}
