import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that some tests need, with the Debian package that has them. */
export const neededPrograms = {
  chromium: { names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], debian: 'chromium' },
  age: { names: ['age'], debian: 'age' },
  ent: { names: ['ent'], debian: 'ent' },
  keyring: { names: ['gnome-keyring-daemon'], debian: 'gnome-keyring' },
  dbus: { names: ['dbus-run-session'], debian: 'dbus-daemon' },
  strace: { names: ['strace'], debian: 'strace' },
} as const;
export type NeededProgram = keyof typeof neededPrograms;

/** Path of the first of the names that is installed, or null. */
export function findProgram(program: NeededProgram, path: string = process.env.PATH ?? ''): string | null {
  for (const name of neededPrograms[program].names)
    for (const folder of path.split(delimiter)) {
      if (folder === '') continue;
      const candidate = join(folder, name);
      try {
        accessSync(candidate, constants.X_OK);
        return candidate;
      } catch {
        // Not in this folder.
      }
    }
  return null;
}

/** Longest an installation may take, in milliseconds. */
const installMs = 240_000;

/**
 * Installs what is missing where the machine allows it (root, apt). Returns what is still missing
 * with the reason; the tests that need it say that they are skipped.
 */
export function installMissing(tell: (line: string) => void): { program: NeededProgram; reason: string }[] {
  const missing = () => (Object.keys(neededPrograms) as NeededProgram[]).filter((program) => findProgram(program) === null);
  const before = missing();
  if (before.length === 0) return [];
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return before.map((program) => ({ program, reason: 'not installed, and this user may not install it' }));
  const packages = before.map((program) => neededPrograms[program].debian);
  tell(`Installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => spawnSync('apt-get', ['-q', '-y', ...args], { env, stdio: ['ignore', 'ignore', 'ignore'], timeout: installMs });
  let install = apt('install', '--no-install-recommends', ...packages);
  if (install.error !== undefined && (install.error as NodeJS.ErrnoException).code === 'ENOENT') return before.map((program) => ({ program, reason: 'not installed, and there is no apt' }));
  if (install.status !== 0 && apt('update').status === 0) install = apt('install', '--no-install-recommends', ...packages);
  return missing().map((program) => ({ program, reason: `not installed; apt ended with ${install.status ?? install.signal ?? 'an error'}` }));
}
