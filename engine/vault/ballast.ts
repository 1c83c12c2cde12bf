import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { vaultPaths } from './files.ts';

/** Room that is given back when the disk is full, so that forgetting and erasing still work. */
export const BALLAST_BYTES = 8 * 1024 * 1024;
/** Below this the person is warned, and no ballast is taken. */
export const LOW_DISK_BYTES = 500 * 1024 * 1024;

/** Bytes this user may still write where the vault lies. */
export function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

/** Lays the ballast down when there is room for it. It holds chance, because a file system may give zeros no room. */
export function layBallast(dir: string): boolean {
  const { ballast } = vaultPaths(dir);
  if (existsSync(ballast)) return true;
  if (freeBytes(dir) < LOW_DISK_BYTES) return false;
  try {
    const fd = openSync(ballast, 'wx', 0o600);
    try {
      const piece = randomFillSync(Buffer.alloc(1024 * 1024));
      for (let written = 0; written < BALLAST_BYTES; written += piece.length) writeSync(fd, piece);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    return true;
  } catch {
    rmSync(ballast, { force: true });
    return false;
  }
}

/** Gives the room back. False when there was none to give. */
export function dropBallast(dir: string): boolean {
  const { ballast } = vaultPaths(dir);
  if (!existsSync(ballast)) return false;
  rmSync(ballast, { force: true });
  return true;
}
