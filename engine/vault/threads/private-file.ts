import { chmodSync, closeSync, openSync } from 'node:fs';

const PRIVATE_FILE = 0o600;

/**
 * Makes an empty file for its owner only, or narrows one that is there. SQLite would make it with
 * the modes of the process; its log and its shared memory take over the mode of the database.
 */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  if (process.platform !== 'win32') chmodSync(path, PRIVATE_FILE);
}
