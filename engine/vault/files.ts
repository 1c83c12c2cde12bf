import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
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

/** The key file, or null where no vault is. Never creates anything. */
export function readKeyFile(dir: string): KeyFile | null {
  const { keys, database } = vaultPaths(dir);
  if (!existsSync(keys)) {
    if (existsSync(database)) throw new EngramError('NOT_A_VAULT', { detail: 'the key file is missing' });
    return null;
  }
  return parseKeyFile(readFileSync(keys, 'utf8'));
}

/** Replaces the key file in one step: written, synced, renamed, folder synced. */
export function writeKeyFile(dir: string, file: KeyFile): void {
  const { keys } = vaultPaths(dir);
  const fd = openSync(`${keys}.new`, 'w', PRIVATE_FILE);
  try {
    writeSync(fd, `${JSON.stringify(file, null, 2)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
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

export function makePrivateFile(path: string): void {
  if (process.platform !== 'win32') chmodSync(path, PRIVATE_FILE);
}
