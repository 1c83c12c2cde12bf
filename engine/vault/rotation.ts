import { existsSync, renameSync, rmSync } from 'node:fs';
import { dropRotation, endRotation, type KeyFile, type Unlocked } from '../../security/keys/index.ts';
import { replaceKeyFile, syncDir, vaultPaths } from './files.ts';
import { writeUnderKey } from './threads/index.ts';

/**
 * A new database key by copy and swap (security notes 2.1). The key file names the next key as
 * pending before the first byte is written under it, and makes it current after the swap: whatever
 * moment a crash chooses, one of the two opens the vault.
 *
 * | the crash comes            | the database opens with | the next start                     |
 * |----------------------------|-------------------------|------------------------------------|
 * | before the swap            | the current key         | drops the pending key and the copy |
 * | after it                   | the pending key         | makes the pending key current      |
 */
export async function rotateDatabase(dir: string, begun: KeyFile, keys: Unlocked, next: Unlocked): Promise<KeyFile> {
  const { database, rotated, lock } = vaultPaths(dir);
  replaceKeyFile(dir, begun);
  try {
    await writeUnderKey({ path: database, to: rotated, lockPath: lock }, keys, next);
  } catch (error) {
    undoRotation(dir, begun);
    throw error;
  }
  renameSync(rotated, database);
  syncDir(dir);
  return finishRotation(dir, begun);
}

/** The swap has happened: the old key leaves the key file. */
export function finishRotation(dir: string, file: KeyFile): KeyFile {
  const ended = endRotation(file);
  replaceKeyFile(dir, ended);
  return ended;
}

/** The swap has not happened: the copy and its key go. */
export function undoRotation(dir: string, file: KeyFile): KeyFile {
  const { rotated } = vaultPaths(dir);
  for (const suffix of ['', '-journal', '-wal', '-shm']) if (existsSync(`${rotated}${suffix}`)) rmSync(`${rotated}${suffix}`);
  const dropped = dropRotation(file);
  replaceKeyFile(dir, dropped);
  return dropped;
}
