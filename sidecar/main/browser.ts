import { spawn } from 'node:child_process';

/** Opens an address in the default browser; false when there is none to ask. */
export function openBrowser(address: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [program, ...args] = platform === 'darwin' ? ['open', address] : platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler', address] : ['xdg-open', address];
  return new Promise((resolve) => {
    const child = spawn(program!, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // Some openers stay until the browser ends.
    setTimeout(() => resolve(true), 3_000).unref();
    child.unref();
  });
}
