import { readFileSync } from 'node:fs';
import { EngramError, PROTOCOL, type RecoveryKit, type VaultId, type VaultStatus } from '../../contract/index.ts';
import { systemKeychain } from '../../native/keychain/index.ts';
import { createKeys, makeKit, type KeyFile } from '../../security/keys/index.ts';
import { createIds, silentLog, systemClock, type Clock, type Log } from '../kernel/index.ts';
import { mergeVault } from '../flow/index.ts';
import { beginThreads, endThreads, fileAnchor, lastBackupAt, makePrivateDir, readKeyFile, restoreHere, restoreInto, thinBackups, Vault, type AnchorStore, type Threads } from '../vault/index.ts';
import { keychainAnchor } from './anchors.ts';
import type { EngineOptions } from './engine.ts';
import { EventHub } from './hub.ts';
import { IdleLock } from './idle-lock.ts';
import { KeyRing, type Proof } from './key-ring.ts';
import { OpenSession } from './session.ts';
import { Uploads } from './uploads.ts';

const DEFAULT_READERS = 2;
const DEFAULT_NAME = 'My vault';
const KEYCHAIN_BYTES = 32;
/** Pauses after wrong passphrases begin here and double up to the second. */
const GUESS_MS = 500;
const MOST_PAUSE_MS = 30_000;
const version = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;

/** The life of one vault folder: none, locked, unlocked, locked again. Changes of state run one after another. */
export class Host {
  readonly dir: string;
  readonly hub = new EventHub();
  readonly uploads = new Uploads();
  readonly clock: Clock;
  readonly log: Log;
  readonly #options: EngineOptions;
  readonly #ring: KeyRing;
  #session: OpenSession | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #idle: IdleLock;
  #wrongTries = 0;

  constructor(options: EngineOptions) {
    this.dir = options.dir;
    this.#options = options;
    this.clock = options.clock ?? systemClock;
    this.log = options.log ?? silentLog;
    this.#idle = new IdleLock(this.clock, () => this.#session?.settings['security.autoLockMinutes'] ?? 0, () => void this.lock());
    const keychain = typeof options.keychain === 'object' ? options.keychain : options.keychain === false ? null : systemKeychain();
    this.#ring = new KeyRing(options.dir, keychain, options.kdf === 'floor');
  }

  get startReader(): EngineOptions['startReader'] {
    return this.#options.startReader;
  }

  get isOpen(): boolean {
    return this.#session !== null;
  }

  /** Throws VAULT_LOCKED or VAULT_MISSING. Every use puts off the automatic lock. */
  open(): OpenSession {
    if (!this.#session) throw new EngramError(readKeyFile(this.dir) ? 'VAULT_LOCKED' : 'VAULT_MISSING');
    if (!this.#idle.use()) throw new EngramError('VAULT_LOCKED');
    return this.#session;
  }

  async status(): Promise<VaultStatus> {
    const file = readKeyFile(this.dir);
    const primary = file?.slots.find((slot) => slot.id === 'primary');
    const counts = this.#session ? await this.#session.vault.read('countByStatus') : null;
    const readOnly = this.#session?.vault.readOnly ?? null;
    return {
      state: this.#session ? (readOnly ? 'readonly' : 'unlocked') : file ? 'locked' : 'none',
      vaultId: file?.vaultId ?? null,
      name: file?.name ?? null,
      protection: { passphrase: primary?.passphrase ?? false, keychain: primary?.keychain ?? false },
      counts: counts && { active: counts.active, quarantined: counts.quarantined, forgotten: counts.forgotten },
      readOnly,
      createdAt: file?.createdAt ?? null,
      lastBackupAt: lastBackupAt(this.dir),
      host: this.#options.host,
      version,
      protocol: PROTOCOL,
    };
  }

  create(input: { passphrase?: string; keychain?: boolean; name?: string }): Promise<{ status: VaultStatus; kit: RecoveryKit }> {
    return this.#inTurn(async () => {
      if (readKeyFile(this.dir)) throw new EngramError('VAULT_EXISTS');
      const now = this.clock.now();
      const vaultId = createIds()<VaultId>(now);
      const name = input.name ?? DEFAULT_NAME;
      const chain = input.keychain ? this.#ring.keychain() : null;
      const secret = chain ? Buffer.from(crypto.getRandomValues(new Uint8Array(KEYCHAIN_BYTES))) : null;
      // The entry is written and read back before anything is created (security-notes 2.3).
      if (chain) await chain.write(vaultId, secret!);
      try {
        const keys = await createKeys({ vaultId, name, createdAt: now, keychainStore: chain?.store ?? null },
          { passphrase: input.passphrase ?? null, keychain: secret }, await this.#ring.cost(input.passphrase));
        makePrivateDir(this.dir);
        const vault = await Vault.create({ dir: this.dir, keys: keys.unlocked, readers: this.#readers, now, ...this.#anchorOf(keys.file) }, keys.file);
        const kit = makeKit(keys.recovery, vaultId, name, now);
        keys.recovery.fill(0);
        await this.#begin(vault);
        return { status: await this.status(), kit };
      } catch (error) {
        // A creation that failed leaves no entry for a vault that is not there.
        if (chain && !readKeyFile(this.dir)) await chain.remove(vaultId).catch(() => {});
        throw error;
      } finally {
        secret?.fill(0);
      }
    });
  }

  unlock(input: Proof, accept = false): Promise<VaultStatus> {
    return this.#inTurn(async () => {
      if (!this.#session) await this.#open(input, accept);
      return this.status();
    });
  }

  async #open(proof: Proof, accept = false): Promise<void> {
    const file = readKeyFile(this.dir);
    if (!file) throw new EngramError('VAULT_MISSING');
    let threads: Threads | undefined;
    try {
      const keys = await this.#guessed(() => {
        threads = beginThreads(this.#readers);
        return this.#ring.unlock(file, proof);
      });
      this.#options.onKeys?.();
      const vault = await Vault.open({
        dir: this.dir, keys, readers: this.#readers, now: this.clock.now(), accept, threads: threads!, ...this.#anchorOf(file),
      }).catch((error: unknown) => {
        keys.wipe();
        throw error;
      });
      await this.#begin(vault);
    } catch (error) {
      if (threads) await endThreads(threads);
      throw error;
    }
  }

  /**
   * The keychain remembers the last state of a vault it protects; other vaults have it beside them, and
   * so has one that its kit opens on a machine without that keychain.
   */
  #anchorOf(file: KeyFile): { anchor?: AnchorStore } {
    const chain = this.#ring.keychainOf(file);
    return chain ? { anchor: keychainAnchor(chain, file.vaultId, this.log) } : {};
  }

  /** Readers and streams end, keys are wiped; listeners hear it before anything else happens. */
  lock(): Promise<VaultStatus> {
    return this.close().then(() => this.status());
  }

  /** The same without an answer, for the end of the process. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      const was = this.#session !== null;
      await this.#close();
      if (was) this.#options.onLocked?.();
    });
  }

  async #close(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    this.#session = null;
    this.#idle.stop();
    this.hub.emit({ type: 'vault', state: 'locked' });
    this.uploads.clear();
    await session.close();
  }

  async #begin(vault: Vault): Promise<void> {
    try {
      this.#session = await OpenSession.start({ vault, clock: this.clock, log: this.log, hub: this.hub, retryMs: this.#options.retryMs, readMemory: this.#options.readMemory });
    } catch (error) {
      await vault.close();
      throw error;
    }
    this.#idle.start();
    this.hub.emit({ type: 'vault', state: vault.readOnly ? 'readonly' : 'unlocked' });
  }

  /** Throws WRONG_PASSPHRASE unless it is the vault's own; a vault without one asks for none. */
  async verifyPassphrase(passphrase: string | undefined): Promise<void> {
    const file = readKeyFile(this.dir);
    if (!file?.slots.some((slot) => slot.id === 'primary' && slot.passphrase)) return;
    (await this.#guessed(() => this.#ring.unlock(file, { passphrase }))).wipe();
  }

  /** The open vault goes on with its keys; only what opens it next time changes. */
  changeSecrets(proof: Proof, next: { passphrase?: string; keychain?: boolean }): Promise<VaultStatus> {
    return this.#inTurn(async () => {
      const before = readKeyFile(this.dir);
      const file = await this.#guessed(() => this.#ring.changeSecrets(proof, next));
      if (this.#session && this.#session.vault.readOnly !== 'rolled_back') await this.#session.vault.moveAnchor(this.#anchorOf(file).anchor);
      if (before?.keychainStore && file.keychainStore === null) await this.#ring.forgetKeychain(file);
      return this.status();
    });
  }

  newKit(proof: Proof): Promise<RecoveryKit> {
    return this.#inTurn(() => this.#guessed(() => this.#ring.newKit(proof, this.clock.now())));
  }

  /** Closes the vault, writes it under a new key, destroys the copies under the old one, and opens it again. */
  rotate(proof: Proof): Promise<{ keyVersion: number; backupsRemoved: number }> {
    return this.#inTurn(() => this.#whileClosed(proof, async (anchor) => {
      // The file is about to be another one, and a crash must not make it look like an old one.
      const seen = await anchor.read();
      if (seen) await anchor.write({ ...seen, digest: null });
      const keyVersion = await this.#ring.rotate(proof);
      return { keyVersion, backupsRemoved: thinBackups(this.dir, 0) };
    }));
  }

  /** The person takes the file as the right one, although this machine saw a later one. */
  accept(proof: Proof): Promise<VaultStatus> {
    return this.#inTurn(async () => {
      await this.#whileClosed(proof, async () => {}, true);
      return this.status();
    });
  }

  /** Brings a backup back: here, with the present file set aside and merged in, or as a new vault in another folder. */
  restore(proof: Proof, backup: string, into: string | undefined): Promise<{ status: VaultStatus; merged: number; path: string }> {
    return this.#inTurn(async () => {
      const file = readKeyFile(this.dir);
      if (!file) throw new EngramError('VAULT_MISSING');
      (await this.#guessed(() => this.#ring.unlock(file, proof))).wipe();
      if (into !== undefined) {
        restoreInto(this.dir, backup, into);
        return { status: await this.status(), merged: 0, path: into };
      }
      let path = '';
      await this.#close();
      path = restoreHere(this.dir, backup, this.clock.now());
      await this.#open(proof, true);
      return { status: await this.status(), merged: await this.#mergeSetAside(proof, file, path), path };
    });
  }

  /** What only the file that was set aside holds comes back in; a damaged one stays where it is for a person to look at. */
  async #mergeSetAside(proof: Proof, file: KeyFile, path: string): Promise<number> {
    const { mind } = this.open();
    const keys = await this.#ring.unlock(file, proof);
    try {
      const old = await Vault.open({ dir: path, keys, readers: 1, now: this.clock.now(), accept: true });
      try {
        return await mergeVault(mind, old);
      } finally {
        await old.close();
      }
    } catch (error) {
      keys.wipe();
      if (error instanceof EngramError) this.log('warn', 'set_aside_not_merged', { code: error.code });
      return 0;
    }
  }

  /** Whatever happens to the work, a vault that was open is open again afterwards. */
  async #whileClosed<T>(proof: Proof, work: (anchor: AnchorStore) => Promise<T>, accept = false): Promise<T> {
    const file = readKeyFile(this.dir);
    if (!file) throw new EngramError('VAULT_MISSING');
    // A wrong proof is told before the vault closes.
    const keys = await this.#guessed(() => this.#ring.unlock(file, proof));
    await this.#close();
    try {
      return await work(this.#anchorOf(file).anchor ?? fileAnchor(this.dir, keys));
    } finally {
      keys.wipe();
      await this.#open(proof, accept);
    }
  }

  /** Guessing gets slower with every wrong try; nothing is ever wiped. */
  async #guessed<T>(work: () => Promise<T>): Promise<T> {
    await this.#delay();
    try {
      const value = await work();
      this.#wrongTries = 0;
      return value;
    } catch (error) {
      if (error instanceof EngramError && error.code === 'WRONG_PASSPHRASE') this.#wrongTries++;
      throw error;
    }
  }

  async #delay(): Promise<void> {
    const ms = this.#wrongTries < 3 ? 0 : Math.min(MOST_PAUSE_MS, (this.#options.guessMs ?? GUESS_MS) * 2 ** (this.#wrongTries - 3));
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(work, work);
    this.#queue = next.catch(() => {});
    return next;
  }

  get #readers(): number {
    return this.#options.readers ?? DEFAULT_READERS;
  }
}
