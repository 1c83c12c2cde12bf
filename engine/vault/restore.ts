import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EngramError } from '../../contract/index.ts';
import { makePrivateDir, syncDir, syncFile, vaultPaths } from './files.ts';

/** Files a vault can be opened from. */
const PARTS = ['vault.db', 'vault.db-wal', 'vault.db-shm'] as const;

function backupPath(dir: string, name: string): string {
  const path = join(vaultPaths(dir).backups, basename(name));
  if (!existsSync(path)) throw new EngramError('NOT_FOUND', { detail: 'no such backup' });
  return path;
}

/** A whole new vault folder from a backup: same keys, so the same passphrase and kit open it. Throws CONFLICT when something lies there. */
export function restoreInto(dir: string, backup: string, into: string): void {
  const from = backupPath(dir, backup);
  const target = vaultPaths(into);
  if (existsSync(target.database) || existsSync(target.keys)) throw new EngramError('CONFLICT', { detail: 'there is a vault in that folder' });
  makePrivateDir(into);
  copyFileSync(from, target.database);
  syncFile(target.database);
  copyFileSync(vaultPaths(dir).keys, target.keys);
  syncFile(target.keys);
  syncDir(into);
}

/**
 * Puts a backup in the place of the closed vault. What lay there is moved into a folder of its own,
 * never overwritten; its path is returned. A crash in between leaves the backup and the moved file.
 */
export function restoreHere(dir: string, backup: string, now: number): string {
  const from = backupPath(dir, backup);
  const paths = vaultPaths(dir);
  const aside = join(paths.setAside, new Date(now).toISOString().replace(/[:.]/g, '-'));
  if (existsSync(aside)) throw new EngramError('CONFLICT', { detail: 'a vault was set aside in this moment' });
  makePrivateDir(aside);
  const fresh = `${paths.database}.restored`;
  copyFileSync(from, fresh);
  syncFile(fresh);
  copyFileSync(paths.keys, join(aside, 'vault.keys'));
  for (const part of PARTS) if (existsSync(join(dir, part))) renameSync(join(dir, part), join(aside, part));
  renameSync(fresh, paths.database);
  syncDir(aside);
  syncDir(dir);
  return aside;
}

/** Removes every vault that a restore set aside. Returns how many. */
export function removeSetAside(dir: string): number {
  const { setAside } = vaultPaths(dir);
  if (!existsSync(setAside)) return 0;
  const count = readdirSync(setAside).length;
  rmSync(setAside, { recursive: true, force: true });
  return count;
}
