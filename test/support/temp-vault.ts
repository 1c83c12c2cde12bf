import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type Engine, type EngineClient, type EngineOptions } from '../../engine/serve/index.ts';

export const PASSPHRASE = 'correct horse battery staple';
export const person = { kind: 'person', local: true } as const;

export interface TempVault extends AsyncDisposable {
  dir: string;
  engine: Engine;
  client: EngineClient;
}

/** A folder that goes away with the test. */
export function tempDir(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'engram-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A fresh unlocked vault with the cheapest allowed key derivation and no keychain. */
export async function tempVault(options: Partial<EngineOptions> = {}): Promise<TempVault> {
  const folder = tempDir();
  const vault = await started(join(folder.path, 'vault'), options, (client) => client.vault.create({ passphrase: PASSPHRASE }), () => folder[Symbol.dispose]());
  await vault.engine.settled();
  return vault;
}

/** A vault that is there already, unlocked; its folder stays. */
export const openedVault = (dir: string, passphrase: string = PASSPHRASE, options: Partial<EngineOptions> = {}): Promise<TempVault> =>
  started(dir, options, (client) => client.vault.unlock({ passphrase }), () => {});

async function started(dir: string, options: Partial<EngineOptions>, open: (client: EngineClient) => Promise<unknown>, after: () => void): Promise<TempVault> {
  const engine = await createEngine({ dir, host: 'cli', kdf: 'floor', keychain: false, ...options });
  const client = engine.client(person);
  await open(client);
  return {
    dir, engine, client,
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      after();
    },
  };
}
