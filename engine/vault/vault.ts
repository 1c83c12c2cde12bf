import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { EngramError, type ProviderKind } from '../../contract/index.ts';
import { openField, sealField } from '../../security/cipher/index.ts';
import type { KeyFile, Unlocked } from '../../security/keys/index.ts';
import type { Tiered } from '../../security/pii/index.ts';
import { makePrivateDir, placeKeyFile, prepareKeyFile, removeUnfinished, vaultPaths } from './files.ts';
import { openText, sealText, type SealedText } from './sealed-text.ts';
import type { MemoryRow } from './tables/memory-row.ts';
import { ThreadPool, type ReadCalls, type WriteCalls } from './threads/index.ts';

export interface OpenOptions {
  dir: string;
  keys: Unlocked;
  readers: number;
  now: number;
}

const BACKUPS_KEPT = 3;

/** An open vault. The engine's own thread never touches SQLite; everything goes to the pool. */
export class Vault {
  readonly dir: string;
  readonly keys: Unlocked;
  readonly #pool: ThreadPool;

  private constructor(dir: string, keys: Unlocked, pool: ThreadPool) {
    this.dir = dir;
    this.keys = keys;
    this.#pool = pool;
  }

  /** Throws VAULT_EXISTS. The key file takes its place last: until then there is no vault, and a creation that broke off is cleared away by the next. */
  static async create(options: OpenOptions, file: KeyFile): Promise<Vault> {
    const paths = vaultPaths(options.dir);
    makePrivateDir(options.dir);
    removeUnfinished(options.dir);
    if (existsSync(paths.database)) throw new EngramError('VAULT_EXISTS');
    prepareKeyFile(options.dir, file);
    const vault = await Vault.#start(options, { vaultId: file.vaultId, name: file.name });
    placeKeyFile(options.dir);
    return vault;
  }

  /** Throws VAULT_MISSING, NOT_A_VAULT, VAULT_DAMAGED, VAULT_BUSY, VAULT_TOO_NEW, MIGRATION_FAILED; creates nothing. */
  static async open(options: OpenOptions): Promise<Vault> {
    const paths = vaultPaths(options.dir);
    if (!existsSync(paths.database)) throw new EngramError('VAULT_MISSING');
    if (statSync(paths.database).size === 0) throw new EngramError('NOT_A_VAULT', { detail: 'the file is empty' });
    const vault = await Vault.#start(options, null);
    const head = await vault.read('headRow');
    if (head?.vault_id !== options.keys.vaultId) {
      await vault.close();
      throw new EngramError('NOT_A_VAULT', { detail: 'the key file belongs to another vault' });
    }
    return vault;
  }

  static async #start(options: OpenOptions, create: { vaultId: string; name: string } | null): Promise<Vault> {
    const paths = vaultPaths(options.dir);
    const pool = await ThreadPool.start({
      path: paths.database, lockPath: paths.lock, keys: options.keys, create, readers: options.readers, now: options.now,
    });
    return new Vault(options.dir, options.keys, pool);
  }

  read<Name extends keyof ReadCalls>(name: Name, ...input: Parameters<ReadCalls[Name]>): ReturnType<ReadCalls[Name]> {
    return this.#pool.read(name, ...input);
  }

  /** Resolves when the change is durable. */
  write<Name extends keyof WriteCalls>(name: Name, ...input: Parameters<WriteCalls[Name]>): Promise<Awaited<ReturnType<WriteCalls[Name]>>> {
    return this.#pool.write(name, ...input);
  }

  get writesUnderWay(): number {
    return this.#pool.writesUnderWay;
  }

  /** Makes a text storable under a public id. Only detected text can be sealed. */
  seal(content: Tiered<string>, publicId: string): SealedText {
    return sealText(this.keys, content, publicId);
  }

  /** The whole text of a row, decrypted when its tier asks for it. */
  text(row: Pick<MemoryRow, 'public_id' | 'tier' | 'text' | 'cipher'>): string {
    return openText(this.keys, row);
  }

  /** A provider's key as a field that opens only here. */
  sealProviderKey(name: string, key: string): Uint8Array {
    return sealField(this.keys.key('confidential'), this.keys.keyVersion, key, this.#providerPlace(name));
  }

  /** Configured providers with their keys opened. They never leave the engine. */
  async providers(): Promise<{ name: string; kind: ProviderKind; baseUrl: string | null; key: string | null }[]> {
    return (await this.read('listProviders')).map((row) => ({
      name: row.name, kind: row.kind, baseUrl: row.base_url,
      key: row.key_cipher && openField(this.keys.key('confidential'), row.key_cipher, this.#providerPlace(row.name)),
    }));
  }

  #providerPlace(name: string) {
    return { vaultId: this.keys.vaultId, table: 'providers', row: name, column: 'key', tier: 'confidential' as const };
  }

  /** A checked encrypted copy in `backups/`; the newest three are kept. Needs the key file to be opened. */
  async backup(now: number): Promise<{ path: string; bytes: number; sha256: string; memories: number }> {
    const { backups } = vaultPaths(this.dir);
    makePrivateDir(backups);
    const stamp = new Date(now).toISOString().replace(/[:.]/g, '-');
    const path = join(backups, `vault-${stamp}.db`);
    const memories = await this.#pool.copyTo(path);
    for (const old of readdirSync(backups).filter((f) => /^vault-.*\.db$/.test(f)).sort().slice(0, -BACKUPS_KEPT)) unlinkSync(join(backups, old));
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return { path, bytes: statSync(path).size, sha256: hash.digest('hex'), memories };
  }

  /** Readers end, the writer drains and truncates its log, the keys are wiped. */
  async close(): Promise<void> {
    await this.#pool.close();
    this.keys.wipe();
  }
}

/** When the last backup was made, by the names of the files; null when there is none. */
export function lastBackupAt(dir: string): number | null {
  const { backups } = vaultPaths(dir);
  if (!existsSync(backups)) return null;
  const newest = readdirSync(backups).filter((f) => /^vault-.*\.db$/.test(f)).sort().at(-1);
  return newest === undefined ? null : Math.round(statSync(join(backups, newest)).mtimeMs);
}

