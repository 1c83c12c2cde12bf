import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
    anchor: join(dir, 'vault.anchor'),
    ballast: join(dir, 'ballast'),
    /** The database under its next key, until it takes its place. */
    rotated: join(dir, 'vault.db.next'),
    /** What a restore set aside. */
    setAside: join(dir, 'set-aside'),
    backups: join(dir, 'backups'),
    models: join(dir, 'models'),
    rerankers: join(dir, 'rerankers'),
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

/** Takes the place of the key file that is there. */
export function replaceKeyFile(dir: string, file: KeyFile): void {
  prepareKeyFile(dir, file);
  placeKeyFile(dir);
}

/** In one step: renamed, folder synced. */
export function placeKeyFile(dir: string): void {
  const { keys } = vaultPaths(dir);
  renameSync(`${keys}.new`, keys);
  syncDir(dir);
}

/** What a backup is written to before it is whole; only `.db` files count as backups. */
export const unfinishedBackup = (path: string): string => `${path}.new`;

/** Makes a finished copy count: synced, renamed, folder synced. */
export function placeBackup(path: string): void {
  syncFile(unfinishedBackup(path));
  renameSync(unfinishedBackup(path), path);
  syncDir(dirname(path));
}

/** Clears away what backups that broke off have left. For the one who holds the vault's lock and makes no backup yet. */
export function removeUnfinishedBackups(dir: string): void {
  const { backups } = vaultPaths(dir);
  if (existsSync(backups)) for (const name of readdirSync(backups)) if (/^vault-.*\.db\.(new|part)/.test(name)) rmSync(join(backups, name), { force: true });
}

export function syncFile(path: string): void {
  sync(path, 'r+');
}

export function syncDir(dir: string): void {
  if (process.platform !== 'win32') sync(dir, 'r');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
