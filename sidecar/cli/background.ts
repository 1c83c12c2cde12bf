import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { EngramError, ErrorBody } from '../../contract/index.ts';

const Outcome = z.union([z.object({ ready: z.literal(true) }), z.object({ ready: z.literal(false), error: ErrorBody })]);

/** Settings of the runtime that could load foreign code into the process that holds the keys. */
const unwanted = /^(NODE_|LD_|DYLD_)/;

/** What opens a vault; empty: the keychain does. */
export interface Opener {
  passphrase?: string;
  kit?: string;
}

/**
 * Starts a sidecar that outlives this process and holds the vault open. The secret goes through a
 * pipe, never through arguments or environment. Throws what the sidecar reports.
 */
export async function startBackground(dir: string, opener: Opener): Promise<void> {
  const entry = fileURLToPath(new URL('../main/main.ts', import.meta.url));
  const source = opener.kit !== undefined ? ['--kit-fd', '3'] : opener.passphrase !== undefined ? ['--passphrase-fd', '3'] : ['--unlock'];
  const child = spawn(process.execPath, ['--disable-sigusr1', entry, '--dir', dir, '--background', '--ready-fd', '4', ...source], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !unwanted.test(name))),
    windowsHide: true,
  });
  const secret = child.stdio[3] as Writable;
  secret.on('error', () => {});
  secret.end(opener.kit ?? opener.passphrase ?? '');
  const report = child.stdio[4] as Readable;
  child.once('error', () => report.destroy());
  // The pipe ends when the child does, so this waits no longer than the child lives.
  const line = await firstLine(report).catch(() => '');
  report.destroy();
  child.unref();
  const outcome = Outcome.safeParse(line === '' ? null : JSON.parse(line));
  if (!outcome.success) throw new EngramError('INTERNAL', { detail: 'the background process did not start' });
  if (!outcome.data.ready) throw EngramError.fromBody(outcome.data.error);
}

/** The first line of a stream, or what there was when it ended. */
async function firstLine(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n', 1)[0]!;
}
