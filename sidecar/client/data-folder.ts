import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * Where the vault lives: the flag, else ENGRAM_DIR, else the data folder of the system.
 * @param flag value of `--dir` or `--vault`, relative to the working folder
 */
export function dataFolder(
  flag?: string,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (flag !== undefined && flag !== '') return resolve(flag);
  if (env.ENGRAM_DIR !== undefined && env.ENGRAM_DIR !== '') return resolve(env.ENGRAM_DIR);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Engram');
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Engram');
  // The base directory specification ignores relative values.
  const base = env.XDG_DATA_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(home, '.local', 'share'), 'engram');
}
