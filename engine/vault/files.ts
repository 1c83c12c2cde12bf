import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EngramError } from '../../contract/index.ts';
import { parseKeyFile, type KeyFile } from '../../security/keys/index.ts';

const PRIVATE_DIR = 0o700;
const PRIVATE_FILE = 0o600;

/** Where the parts of a vault lie inside its folder. */
export function vaultPaths(dir: string) {
  return {
    database: join(dir, 'vault.db'),
    keys: join(dir, 'vault.keys'),
    lock: join(dir, 'vault.lock'),
    backups: join(dir, 'backups'),
    models: join(dir, 'models'),
  };
}

export function makePrivateDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: PRIVATE_DIR });
}

/** A creation that broke off: the database is there, its key file never took its place, nothing was acknowledged. */
const unfinished = (dir: string): boolean => !existsSync(vaultPaths(dir).keys) && existsSync(`${vaultPaths(dir).keys}.new`);

/** Clears away what a creation that broke off has left. Does nothing to a vault. */
export function removeUnfinished(dir: string): void {
  if (!unfinished(dir)) return;
  const { database, keys } = vaultPaths(dir);
  for (const file of [database, `${database}-wal`, `${database}-shm`, `${keys}.new`]) rmSync(file, { force: true });
}

/** The key file, or null where no vault is. Never creates anything. */
export function readKeyFile(dir: string): KeyFile | null {
  const { keys, database } = vaultPaths(dir);
  if (!existsSync(keys)) {
    if (existsSync(database) && !unfinished(dir)) throw new EngramError('NOT_A_VAULT', { detail: 'the key file is missing' });
    return null;
  }
  return parseKeyFile(readFileSync(keys, 'utf8'));
}

/** Writes and syncs a key file beside its place; `placeKeyFile` makes it the one that counts. */
export function prepareKeyFile(dir: string, file: KeyFile): void {
  const fd = openSync(`${vaultPaths(dir).keys}.new`, 'w', PRIVATE_FILE);
  try {
    writeSync(fd, `${JSON.stringify(file, null, 2)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** In one step: renamed, folder synced. */
export function placeKeyFile(dir: string): void {
  const { keys } = vaultPaths(dir);
  renameSync(`${keys}.new`, keys);
  syncDir(dir);
}

function syncDir(dir: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(dir, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
