import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** A file system in memory that holds so many megabytes, mounted at `path` until it is disposed of. Null where this machine lets no test mount one. */
export function smallDisk(path: string, megabytes: number): Disposable | null {
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return { [Symbol.dispose]: () => execFileSync('umount', ['-l', path]) };
}
