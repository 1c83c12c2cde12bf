import { readFileSync } from 'node:fs';
import { EngramError, PROTOCOL, type RecoveryKit, type VaultId, type VaultStatus } from '../../contract/index.ts';
import { systemKeychain, type Keychain } from '../../native/keychain/index.ts';
import { calibrateKdf, createKeys, KDF_FLOOR, kitEntropy, makeKit, unlockKeys, type KeyFile, type SlotInput, type Unlocked } from '../../security/keys/index.ts';
import { createIds, silentLog, systemClock, type Clock, type Log } from '../kernel/index.ts';
import { lastBackupAt, makePrivateDir, readKeyFile, Vault } from '../vault/index.ts';
import type { EngineOptions } from './engine.ts';
import { EventHub } from './hub.ts';
import { OpenSession } from './session.ts';
import { Uploads } from './uploads.ts';

const DEFAULT_READERS = 2;
const DEFAULT_NAME = 'My vault';
const KEYCHAIN_BYTES = 32;
const MINUTE_MS = 60_000;
const version = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;

/** The life of one vault folder: none, locked, unlocked, locked again. Changes of state run one after another. */
export class Host {
  readonly dir: string;
  readonly hub = new EventHub();
  readonly uploads = new Uploads();
  readonly clock: Clock;
  readonly log: Log;
  readonly #options: EngineOptions;
  readonly #keychain: Keychain | null;
  #session: OpenSession | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | null = null;
  #wrongTries = 0;

  constructor(options: EngineOptions) {
    this.dir = options.dir;
    this.#options = options;
    this.clock = options.clock ?? systemClock;
    this.log = options.log ?? silentLog;
    this.#keychain = typeof options.keychain === 'object' ? options.keychain : options.keychain === false ? null : systemKeychain();
  }

  /** Throws VAULT_LOCKED or VAULT_MISSING. Every use puts off the automatic lock. */
  open(): OpenSession {
    if (!this.#session) throw new EngramError(readKeyFile(this.dir) ? 'VAULT_LOCKED' : 'VAULT_MISSING');
    this.#armIdle();
    return this.#session;
  }

  async status(): Promise<VaultStatus> {
    const file = readKeyFile(this.dir);
    const primary = file?.slots.find((slot) => slot.id === 'primary');
    const counts = this.#session ? await this.#session.vault.read('countByStatus') : null;
    return {
      state: this.#session ? 'unlocked' : file ? 'locked' : 'none',
      vaultId: file?.vaultId ?? null,
      name: file?.name ?? null,
      protection: { passphrase: primary?.passphrase ?? false, keychain: primary?.keychain ?? false },
      counts: counts && { active: counts.active, quarantined: counts.quarantined, forgotten: counts.forgotten },
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
      const chain = input.keychain ? this.#requireKeychain() : null;
      const secret = chain ? Buffer.from(crypto.getRandomValues(new Uint8Array(KEYCHAIN_BYTES))) : null;
      // The entry is written and read back before anything is created (security-notes 2.3).
      if (chain) await chain.write(vaultId, secret!);
      const cost = this.#options.kdf === 'floor' || input.passphrase === undefined ? KDF_FLOOR : await calibrateKdf(() => performance.now());
      const keys = await createKeys({ vaultId, name, createdAt: now, keychainStore: chain?.store ?? null },
        { passphrase: input.passphrase ?? null, keychain: secret }, cost);
      makePrivateDir(this.dir);
      const vault = await Vault.create({ dir: this.dir, keys: keys.unlocked, readers: this.#readers, now }, keys.file);
      const kit = makeKit(keys.recovery, vaultId, name, now);
      keys.recovery.fill(0);
      secret?.fill(0);
      await this.#begin(vault);
      return { status: await this.status(), kit };
    });
  }

  unlock(input: { passphrase?: string; kit?: string }): Promise<VaultStatus> {
    return this.#inTurn(async () => {
      if (this.#session) return this.status();
      const file = readKeyFile(this.dir);
      if (!file) throw new EngramError('VAULT_MISSING');
      await this.#delay();
      try {
        const keys = await this.#keys(file, input);
        this.#wrongTries = 0;
        this.#options.onKeys?.();
        const vault = await Vault.open({ dir: this.dir, keys, readers: this.#readers, now: this.clock.now() }).catch((error: unknown) => {
          keys.wipe();
          throw error;
        });
        await this.#begin(vault);
      } catch (error) {
        if (error instanceof EngramError && error.code === 'WRONG_PASSPHRASE') this.#wrongTries++;
        throw error;
      }
      return this.status();
    });
  }

  /** Readers and streams end, keys are wiped; listeners hear it before anything else happens. */
  lock(): Promise<VaultStatus> {
    return this.close().then(() => this.status());
  }

  /** The same without an answer, for the end of the process. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      const session = this.#session;
      if (session) {
        this.#session = null;
        if (this.#idle) clearTimeout(this.#idle);
        this.hub.emit({ type: 'vault', state: 'locked' });
        this.uploads.clear();
        await session.close();
      }
    });
  }

  async #begin(vault: Vault): Promise<void> {
    try {
      this.#session = await OpenSession.start({ vault, clock: this.clock, log: this.log, hub: this.hub, retryMs: this.#options.retryMs });
    } catch (error) {
      await vault.close();
      throw error;
    }
    this.#armIdle();
    this.hub.emit({ type: 'vault', state: 'unlocked' });
  }

  /** Throws WRONG_PASSPHRASE unless it is the vault's own; a vault without one asks for none. */
  async verifyPassphrase(passphrase: string | undefined): Promise<void> {
    const file = readKeyFile(this.dir);
    if (!file?.slots.some((slot) => slot.id === 'primary' && slot.passphrase)) return;
    (await this.#keys(file, { passphrase })).wipe();
  }

  /** The secrets that fit the slot: the kit alone, or what the primary slot asks for. */
  async #keys(file: KeyFile, input: { passphrase?: string; kit?: string }): Promise<Unlocked> {
    if (input.kit !== undefined) return unlockKeys(file, 'recovery', { passphrase: null, keychain: kitEntropy(input.kit) });
    const primary = file.slots.find((slot) => slot.id === 'primary');
    const secrets: SlotInput = { passphrase: null, keychain: null };
    if (primary?.keychain) secrets.keychain = await this.#keychainSecret(file);
    if (primary?.passphrase) {
      if (input.passphrase === undefined) throw new EngramError('WRONG_PASSPHRASE', { detail: 'this vault needs its passphrase' });
      secrets.passphrase = input.passphrase;
    }
    return unlockKeys(file, 'primary', secrets);
  }

  async #keychainSecret(file: KeyFile): Promise<Buffer> {
    const chain = this.#requireKeychain();
    if (file.keychainStore !== chain.store) throw new EngramError('KEYCHAIN_CHANGED', { detail: chain.store });
    const secret = await chain.read(file.vaultId);
    if (!secret) throw new EngramError('KEYCHAIN_ENTRY_MISSING');
    return secret;
  }

  #requireKeychain(): Keychain {
    if (!this.#keychain) throw new EngramError('KEYCHAIN_UNAVAILABLE');
    return this.#keychain;
  }

  /** Guessing gets slower with every wrong try; nothing is ever wiped. */
  async #delay(): Promise<void> {
    const ms = this.#wrongTries < 3 ? 0 : Math.min(30_000, 500 * 2 ** (this.#wrongTries - 3));
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  #armIdle(): void {
    if (this.#idle) clearTimeout(this.#idle);
    const minutes = this.#session?.settings['security.autoLockMinutes'] ?? 0;
    if (minutes === 0) return;
    this.#idle = setTimeout(() => void this.lock(), minutes * MINUTE_MS);
    this.#idle.unref();
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
