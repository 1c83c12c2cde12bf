import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, isFresh, root } from './setup/build.ts';
import { electronProgram, fetchElectron } from './setup/electron-binary.ts';

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
/** A window that closes sooner than this with an error never opened. */
const openedMs = 5_000;

if (!isFresh('renderer')) {
  tell('Building the interface …');
  if (!build('renderer')) {
    tell('The interface could not be built.');
    process.exit(1);
  }
}

const window = await windowProgram();
if (window !== null && (await openWindow(window))) process.exit(0);
tell('Opening Engram in the default browser instead.');
serve();

/** The Electron program, or null with the reason told. */
async function windowProgram(): Promise<string | null> {
  if (process.env.ENGRAM_NO_ELECTRON === '1') return null;
  const display = process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
  if (!display) {
    tell('There is no display for a window.');
    return null;
  }
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    tell('The window does not run as root, because its sandbox would be off.');
    return null;
  }
  const program = electronProgram() ?? (await fetchElectron(tell));
  if (program === null) return null;
  if (!isFresh('electron') && !build('electron')) {
    tell('The window could not be built.');
    return null;
  }
  return program;
}

/** Runs the window to its end; false when it could not open. */
function openWindow(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(program, [join(root, 'dist', 'electron', 'electron', 'main', 'main.js')], { cwd: root, stdio: 'inherit' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      if (code === 0 || Date.now() - started > openedMs) return resolve(true);
      tell('The window could not open.');
      resolve(false);
    });
  });
}

/** Runs the sidecar in this terminal until it is stopped. */
function serve(): void {
  const child = spawn(process.execPath, ['--disable-sigusr1', join(root, 'sidecar', 'main', 'main.ts'), '--open', ...process.argv.slice(2)], {
    cwd: root, stdio: 'inherit',
  });
  // The terminal sends an interrupt to the whole group; the sidecar ends itself and then this.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}
