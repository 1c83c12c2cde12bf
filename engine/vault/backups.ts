import { existsSync, readdirSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Backup } from '../../contract/index.ts';
import { vaultPaths } from './files.ts';

/** Copies kept; older ones give way. */
export const BACKUPS_KEPT = 3;
const NAME = /^vault-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)(?:-([a-z]+))?\.db$/;
const REASONS: readonly Backup['reason'][] = ['asked', 'daily', 'migration', 'purge', 'rotation'];

export const backupName = (now: number, reason: Backup['reason']): string => `vault-${new Date(now).toISOString().replace(/[:.]/g, '-')}-${reason}.db`;

/** Whole copies on this machine, newest first. */
export function listBackups(dir: string): Backup[] {
  const { backups } = vaultPaths(dir);
  if (!existsSync(backups)) return [];
  return readdirSync(backups).flatMap((name): Backup[] => {
    const match = NAME.exec(name);
    if (!match) return [];
    const { size } = statSync(join(backups, name));
    if (size === 0) return [];
    const [day, time] = match[1]!.split('T') as [string, string];
    const createdAt = Date.parse(`${day}T${time.replace(/^(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, '$1:$2:$3.$4Z')}`);
    return [{ name, bytes: size, createdAt, reason: REASONS.find((reason) => reason === match[2]) ?? 'asked' }];
  }).sort((a, b) => b.createdAt - a.createdAt);
}

/** Removes all but the newest. Returns how many went. */
export function thinBackups(dir: string, keep: number): number {
  const { backups } = vaultPaths(dir);
  if (!existsSync(backups)) return 0;
  const gone = listBackups(dir).slice(keep);
  for (const { name } of gone) unlinkSync(join(backups, name));
  return gone.length;
}

/** When the last backup was made; null when there is none. */
export const lastBackupAt = (dir: string): number | null => listBackups(dir)[0]?.createdAt ?? null;
