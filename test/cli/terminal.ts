import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../../engine/serve/index.ts';
import { person } from '../support/temp-vault.ts';

/** The command line as a program. */
export const entry = fileURLToPath(new URL('../../sidecar/cli/main.ts', import.meta.url));

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** A vault folder of its own with a passphrase file, and the command line as a real process. */
export interface Terminal {
  readonly dir: string;
  readonly passphraseFile: string;
  /** Makes the vault with the cheapest allowed key derivation, which `init` would not: each command opens it anew. */
  make(): Promise<void>;
  /** Runs a command; `open: false` leaves the passphrase away. */
  run(args: readonly string[], options?: { open?: boolean; input?: string; env?: NodeJS.ProcessEnv }): Promise<Outcome>;
  /** Runs with `--json` and parses the result. Throws when the command fails. */
  json<T = Record<string, unknown>>(args: readonly string[], options?: { open?: boolean; input?: string }): Promise<T>;
  remove(): void;
}

export const passphrase = 'a long enough passphrase for tests 7381';

export function createTerminal(): Terminal {
  const root = mkdtempSync(join(tmpdir(), 'engram-cli-'));
  const dir = join(root, 'vault');
  const passphraseFile = join(root, 'passphrase');
  writeFileSync(passphraseFile, `${passphrase}\n`, { mode: 0o600 });
  const run: Terminal['run'] = (args, { open = true, input = '', env = {} } = {}) =>
    new Promise((resolve, reject) => {
      const clean = { ...process.env, ENGRAM_PASSPHRASE_FILE: '', ENGRAM_DIR: '', NODE_TEST_CONTEXT: undefined, ...env };
      const child = spawn(process.execPath, [entry, '--vault', dir, ...(open ? ['--passphrase-file', passphraseFile] : []), ...args], { env: clean });
      let out = '';
      let err = '';
      child.stdout.on('data', (data) => (out += String(data)));
      child.stderr.on('data', (data) => (err += String(data)));
      child.once('error', reject);
      child.once('close', (code) => resolve({ code: code ?? -1, out, err }));
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  return {
    dir,
    passphraseFile,
    async make() {
      const engine = await createEngine({ dir, host: 'cli', kdf: 'floor', keychain: false });
      await engine.client(person).vault.create({ passphrase });
      await engine.close();
    },
    run,
    async json<T>(args: readonly string[], options?: { open?: boolean; input?: string }) {
      const { code, out, err } = await run(['--json', ...args], options);
      if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${err}`);
      return JSON.parse(out) as T;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
