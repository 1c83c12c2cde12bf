import { join, resolve } from 'node:path';

/**
 * Where the vault lives: the same folder as with the command line, so that both see one memory.
 * @param appData the system's folder for application data
 * @param home the person's home folder
 */
export function dataFolder(appData: string, home: string, env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  if (env.ENGRAM_DIR !== undefined && env.ENGRAM_DIR !== '') return resolve(env.ENGRAM_DIR);
  if (platform === 'darwin' || platform === 'win32') return join(appData, 'Engram');
  const base = env.XDG_DATA_HOME;
  return join(base?.startsWith('/') ? base : join(home, '.local', 'share'), 'engram');
}
