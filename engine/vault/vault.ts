import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EngramError, type Backup, type ProviderKind } from '../../contract/index.ts';
import { subjectDigest } from '../../security/audit/index.ts';
import { openBytes, openField, sealBytes, sealField } from '../../security/cipher/index.ts';
import type { KeyFile, Unlocked } from '../../security/keys/index.ts';
import type { Tiered } from '../../security/pii/index.ts';
import { digestOf, fileAnchor, foundFile, type AnchorStore } from './anchor.ts';
import { BACKUPS_KEPT, backupName, thinBackups } from './backups.ts';
import { dropBallast, layBallast } from './ballast.ts';
import { makePrivateDir, placeBackup, placeKeyFile, prepareKeyFile, readKeyFile, removeUnfinished, removeUnfinishedBackups, unfinishedBackup, vaultPaths } from './files.ts';
import { searchPages } from './pages.ts';
import { finishRotation, undoRotation } from './rotation.ts';
import { holdsValue, lookUpDigests, openText, openVector, sealText, sealVector, type SealedText } from './sealed-text.ts';
import type { MemoryRow } from './tables/memory-row.ts';
import { ThreadPool, type ReadCalls, type ReadOnly, type Threads, type WriteCalls } from './threads/index.ts';

export interface OpenOptions {
  dir: string;
  keys: Unlocked;
  readers: number;
  now: number;
  /** Where the last state seen is remembered; beside the vault when absent. */
  anchor?: AnchorStore;
  /** The person takes the file as it is, although it is not the last one seen. */
  accept?: boolean;
  /** Begun ahead, with as many readers. Whoever began them ends them when nothing is opened. */
  threads?: Threads;
}

/** Writes that make room; on a full disk they may take the ballast. */
const MAKE_ROOM: ReadonlySet<keyof WriteCalls> = new Set(['forgetMemory', 'eraseMemories', 'removeSession']);

/** Writes that leave every memory, tie and vector as it is. */
const LEAVES_MEMORIES: ReadonlySet<keyof WriteCalls> = new Set([
  'recordUses', 'saveSession', 'saveMessages', 'saveAgent', 'saveMindset', 'dropMindsets', 'saveSettings', 'saveProvider', 'removeProvider', 'saveJob',
  'addIdentity', 'changeIdentity', 'spend', 'countReads', 'audit',
]);

/** An open vault. The engine's own thread never touches SQLite; everything goes to the pool. */
export class Vault {
  readonly dir: string;
  readonly keys: Unlocked;
  readonly #pool: ThreadPool;
  #anchor: AnchorStore;
  #generation = 0;
  #changes = 0;

  /** What was handed over; `keys` may be its pending part. */
  readonly #given: Unlocked;

  private constructor(dir: string, given: Unlocked, keys: Unlocked, pool: ThreadPool, anchor: AnchorStore) {
    this.#given = given;
    this.dir = dir;
    this.keys = keys;
    this.#pool = pool;
    this.#anchor = anchor;
  }

  /** Throws VAULT_EXISTS. The key file takes its place last: until then there is no vault, and a creation that broke off is cleared away by the next. */
  static async create(options: OpenOptions, file: KeyFile): Promise<Vault> {
    const paths = vaultPaths(options.dir);
    makePrivateDir(options.dir);
    removeUnfinished(options.dir);
    if (existsSync(paths.database)) throw new EngramError('VAULT_EXISTS');
    prepareKeyFile(options.dir, file);
    const vault = await Vault.#start(options, options.keys, { vaultId: file.vaultId, name: file.name });
    placeKeyFile(options.dir);
    return vault;
  }

  /**
   * Opens with the current key or, after a rotation that broke off, with the pending one. Throws
   * VAULT_MISSING, NOT_A_VAULT, VAULT_DAMAGED, VAULT_BUSY, VAULT_TOO_NEW, MIGRATION_FAILED; creates nothing.
   */
  static async open(options: OpenOptions): Promise<Vault> {
    const paths = vaultPaths(options.dir);
    if (!existsSync(paths.database)) throw new EngramError('VAULT_MISSING');
    // SQLite takes a file of one byte for an empty one, too, and would make a database of it.
    if (statSync(paths.database).size <= 1) throw new EngramError('NOT_A_VAULT', { detail: 'the file is empty' });
    const vault = await Vault.#startEither(options);
    removeUnfinishedBackups(options.dir);
    const head = await vault.read('headRow');
    if (head?.vault_id !== options.keys.vaultId) {
      await vault.close();
      throw new EngramError('NOT_A_VAULT', { detail: 'the key file belongs to another vault' });
    }
    return vault;
  }

  static async #startEither(options: OpenOptions): Promise<Vault> {
    const { pending } = options.keys;
    const file = readKeyFile(options.dir);
    try {
      const vault = await Vault.#start(options, options.keys, null);
      if (pending && file) undoRotation(options.dir, file);
      return vault;
    } catch (error) {
      if (!pending || !file || !(error instanceof EngramError) || error.code !== 'VAULT_DAMAGED') throw error;
      const { threads: _used, ...rest } = options;
      const vault = await Vault.#start(rest, pending, null);
      finishRotation(options.dir, file);
      return vault;
    }
  }

  static async #start(options: OpenOptions, keys: Unlocked, create: { vaultId: string; name: string } | null): Promise<Vault> {
    const paths = vaultPaths(options.dir);
    const anchor = options.anchor ?? fileAnchor(options.dir, keys);
    const found = create ? null : await foundFile(options.dir);
    const pool = await ThreadPool.start({
      path: paths.database, lockPath: paths.lock, keys, create, readers: options.readers, now: options.now, threads: options.threads,
      writer: { anchor: create ? null : await anchor.read(), file: found, accept: options.accept ?? false, backups: paths.backups },
    });
    const vault = new Vault(options.dir, options.keys, keys, pool, anchor);
    // From here on the file changes, so only its generation says whether it is the last one.
    if (pool.readOnly !== 'rolled_back') await vault.remember(pool.generation);
    layBallast(options.dir);
    return vault;
  }

  /** Why nothing can be written; null when it can. */
  get readOnly(): ReadOnly | null {
    return this.#pool.readOnly;
  }

  /** Keeps the generation where an old file cannot take it back. */
  async remember(generation: number, digest: string | null = null): Promise<void> {
    this.#generation = generation;
    await this.#anchor.write({ generation, digest });
  }

  /** Where the last state is remembered from now on. */
  async moveAnchor(anchor: AnchorStore | undefined): Promise<void> {
    this.#anchor = anchor ?? fileAnchor(this.dir, this.keys);
    await this.remember(this.#generation);
  }

  read<Name extends keyof ReadCalls>(name: Name, ...input: Parameters<ReadCalls[Name]>): ReturnType<ReadCalls[Name]> {
    return this.#pool.read(name, ...input);
  }

  /** Readers that would begin with a question at once. */
  get idleReaders(): number {
    return this.#pool.idleReaders;
  }

  /** Empties the caches of the readers. */
  releaseMemory(): Promise<void> {
    return this.#pool.releaseMemory();
  }

  /** Resolves when the change is durable. What makes room gets the ballast when the disk is full. */
  async write<Name extends keyof WriteCalls>(name: Name, ...input: Parameters<WriteCalls[Name]>): Promise<Awaited<ReturnType<WriteCalls[Name]>>> {
    const changing = !LEAVES_MEMORIES.has(name);
    if (changing) this.#changes++;
    try {
      return await this.#pool.write(name, ...input);
    } catch (error) {
      const full = error instanceof EngramError && error.code === 'DISK_FULL';
      if (!full || !MAKE_ROOM.has(name) || !dropBallast(this.dir)) throw error;
      return await this.#pool.write(name, ...input);
    } finally {
      if (changing) this.#changes++;
    }
  }

  /** Rises with the begin and the end of every write that may change a memory. */
  get changes(): number {
    return this.#changes;
  }

  /** Copies of what was erased may stand in the log of the file until it can be emptied, which is tried again and again. */
  get erasedInLog(): boolean {
    return this.#pool.erasedInLog;
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

  sealVector(vector: Float32Array, publicId: string, space: number): Uint8Array {
    return sealVector(this.keys, vector, publicId, space);
  }

  openVector(row: { public_id: string; cipher: Uint8Array }, space: number): Float32Array {
    return openVector(this.keys, row.cipher, row.public_id, space);
  }

  /** What an exact value is looked up by, and whether a found text really holds it. */
  lookUpDigests(value: string): Uint8Array[] {
    return lookUpDigests(this.keys, value);
  }

  holdsValue(row: Pick<MemoryRow, 'public_id' | 'tier' | 'text' | 'cipher'>, value: string): boolean {
    return holdsValue(this.text(row), value);
  }

  /** What an entry of the audit trail was about, as a keyed hash. */
  subjectDigest(subject: string): Uint8Array {
    return this.keys.key('audit').use((key) => subjectDigest(key, subject));
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

  /** What an agent has in mind, closed for the table it lies in. */
  sealMindset(place: string, plain: Uint8Array): Uint8Array {
    return sealBytes(this.keys.key('confidential'), this.keys.keyVersion, plain, this.#mindsetPlace(place));
  }

  /** Throws ENCRYPTION_FAILED when it was altered or moved. The caller overwrites what it got. */
  openMindset(place: string, cipher: Uint8Array): Uint8Array {
    return openBytes(this.keys.key('confidential'), cipher, this.#mindsetPlace(place));
  }

  #mindsetPlace(place: string) {
    return { vaultId: this.keys.vaultId, table: 'mindsets', row: place, column: 'cipher', tier: 'confidential' as const };
  }

  /** A question that was called beside the point, closed for the row it lies in. */
  sealDismissal(id: string, plain: Uint8Array): Uint8Array {
    return sealBytes(this.keys.key('confidential'), this.keys.keyVersion, plain, this.#dismissalPlace(id));
  }

  /** Throws ENCRYPTION_FAILED when it was altered or moved. */
  openDismissal(id: string, cipher: Uint8Array): Uint8Array {
    return openBytes(this.keys.key('confidential'), cipher, this.#dismissalPlace(id));
  }

  #dismissalPlace(id: string) {
    return { vaultId: this.keys.vaultId, table: 'dismissals', row: id, column: 'cipher', tier: 'confidential' as const };
  }

  #providerPlace(name: string) {
    return { vaultId: this.keys.vaultId, table: 'providers', row: name, column: 'key', tier: 'confidential' as const };
  }

  /** A checked encrypted copy in `backups/`; the newest `keep` stay. Needs the key file to be opened. */
  async backup(now: number, reason: Backup['reason'] = 'asked', keep = BACKUPS_KEPT): Promise<{ path: string; bytes: number; sha256: string; memories: number; removed: number }> {
    const { backups } = vaultPaths(this.dir);
    makePrivateDir(backups);
    const path = join(backups, backupName(now, reason));
    const memories = await this.#pool.copyTo(unfinishedBackup(path));
    placeBackup(path);
    const removed = thinBackups(this.dir, keep);
    return { path, bytes: statSync(path).size, sha256: await digestOf(path), memories, removed };
  }

  /** Where any of these texts still stands in the decrypted pages of the file. */
  async remains(texts: readonly string[]): Promise<number> {
    return searchPages(vaultPaths(this.dir).database, this.keys.key('database'), texts);
  }

  /** Readers end, the writer drains, seals, pads and truncates its log; the closed file is remembered and the keys are wiped. */
  async close(): Promise<void> {
    const generation = await this.#pool.close();
    try {
      if (generation > 0) await this.remember(generation, await digestOf(vaultPaths(this.dir).database));
    } finally {
      this.#given.wipe();
    }
  }
}
