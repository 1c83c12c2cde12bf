import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Longest silence of the download host before the start goes on without a window, in milliseconds. */
export const patienceMs = 8_000;

const require = createRequire(import.meta.url);

interface Progress {
  transferred: number;
  total: number | null;
}

/** The part of Electron's own downloader that is used here. */
interface Downloader {
  downloadArtifact(request: {
    version: string;
    artifactName: 'electron';
    platform: NodeJS.Platform;
    arch: string;
    checksums: Record<string, string>;
    cacheRoot?: string;
    downloadOptions: { quiet: true; signal: AbortSignal; getProgressCallback(progress: Progress): Promise<void> };
  }): Promise<string>;
}

/** Path of the Electron program, or null when it is not there (yet). */
export function electronProgram(): string | null {
  try {
    const folder = dirname(require.resolve('electron/package.json'));
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/**
 * Fetches the Electron program once, checked against the package's own checksums. Null with the
 * reason told when the host does not answer in time or the archive cannot be unpacked.
 */
export async function fetchElectron(tell: (line: string) => void): Promise<string | null> {
  const manifest = require.resolve('electron/package.json');
  const folder = dirname(manifest);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const downloader = (await import(pathToFileURL(createRequire(manifest).resolve('@electron/get')).href)) as Downloader;
  const silence = new AbortController();
  let watchdog = setTimeout(() => silence.abort(), patienceMs);
  const show = progressLine(version);
  tell(`Fetching Electron ${version}, once …`);
  try {
    await downloader.downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      checksums: JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8')) as Record<string, string>,
      downloadOptions: {
        quiet: true,
        signal: silence.signal,
        async getProgressCallback(progress) {
          clearTimeout(watchdog);
          watchdog = setTimeout(() => silence.abort(), patienceMs);
          show(progress);
        },
      },
    });
  } catch (error) {
    tell(silence.signal.aborted ? 'The host of Electron does not answer.' : `Electron could not be fetched (${(error as Error).name}).`);
    return null;
  } finally {
    clearTimeout(watchdog);
  }
  // The archive is in the cache now; the package's own installer unpacks it from there.
  const installed = spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const program = electronProgram();
  if (installed.status !== 0 || program === null) tell('Electron could not be unpacked.');
  return program;
}

function progressLine(version: string): (progress: Progress) => void {
  let shown = -1;
  return ({ transferred, total }) => {
    const percent = total === null ? Math.floor(transferred / 10_485_760) : Math.floor((100 * transferred) / total);
    if (percent === shown) return;
    shown = percent;
    const size = `${(transferred / 1_048_576).toFixed(0)} MB`;
    const text = total === null ? size : `${percent} % (${size} of ${(total / 1_048_576).toFixed(0)} MB)`;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[KElectron ${version}: ${text}${transferred === total ? '\n' : ''}`);
    else if (percent % 10 === 0) process.stderr.write(`Electron ${version}: ${text}\n`);
  };
}
