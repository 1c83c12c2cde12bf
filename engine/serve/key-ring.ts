import { randomBytes } from 'node:crypto';
import { EngramError, type RecoveryKit } from '../../contract/index.ts';
import type { Keychain } from '../../native/keychain/index.ts';
import {
  beginRotation, calibrateKdf, changeKit, changeSecrets, KDF_FLOOR, kitEntropy, makeKit, openMaster, unlockKeys, type KeyFile, type SlotInput, type Unlocked,
} from '../../security/keys/index.ts';
import { headEntry } from './anchors.ts';
import { readKeyFile, replaceKeyFile, rotateDatabase } from '../vault/index.ts';

/** What a person shows to be the person: the passphrase, or the words of the kit. */
export interface Proof {
  passphrase?: string | undefined;
  kit?: string | undefined;
}

const KEYCHAIN_BYTES = 32;

/** The secrets of one vault folder: what opens it, and changes to what opens it. */
export class KeyRing {
  readonly #dir: string;
  readonly #keychain: Keychain | null;
  readonly #cheap: boolean;

  constructor(dir: string, keychain: Keychain | null, cheap: boolean) {
    this.#dir = dir;
    this.#keychain = keychain;
    this.#cheap = cheap;
  }

  /** Throws KEYCHAIN_UNAVAILABLE when there is none. */
  keychain(): Keychain {
    if (!this.#keychain) throw new EngramError('KEYCHAIN_UNAVAILABLE');
    return this.#keychain;
  }

  /** The keychain that protects this vault; null when none does, or another one is here. */
  keychainOf(file: KeyFile): Keychain | null {
    return file.keychainStore !== null && this.#keychain?.store === file.keychainStore ? this.#keychain : null;
  }

  cost(passphrase: string | undefined | null) {
    return this.#cheap || passphrase === undefined || passphrase === null ? Promise.resolve(KDF_FLOOR) : calibrateKdf(() => performance.now());
  }

  /** The slot a proof opens, with all it asks for. */
  async #secrets(file: KeyFile, proof: Proof): Promise<{ slot: 'primary' | 'recovery'; input: SlotInput }> {
    if (proof.kit !== undefined) return { slot: 'recovery', input: { passphrase: null, keychain: kitEntropy(proof.kit) } };
    const primary = file.slots.find((slot) => slot.id === 'primary');
    const input: SlotInput = { passphrase: null, keychain: null };
    if (primary?.keychain) input.keychain = await this.#keychainSecret(file);
    if (primary?.passphrase) {
      if (proof.passphrase === undefined) throw new EngramError('WRONG_PASSPHRASE', { detail: 'this vault needs its passphrase' });
      input.passphrase = proof.passphrase;
    }
    return { slot: 'primary', input };
  }

  async #keychainSecret(file: KeyFile): Promise<Buffer> {
    const chain = this.keychain();
    if (file.keychainStore !== chain.store) throw new EngramError('KEYCHAIN_CHANGED', { detail: chain.store });
    const secret = await chain.read(file.vaultId);
    if (!secret) throw new EngramError('KEYCHAIN_ENTRY_MISSING');
    return secret;
  }

  async unlock(file: KeyFile, proof: Proof): Promise<Unlocked> {
    const { slot, input } = await this.#secrets(file, proof);
    return unlockKeys(file, slot, input);
  }

  async #withMaster<T>(proof: Proof, work: (file: KeyFile, master: Buffer) => Promise<T>): Promise<T> {
    const file = readKeyFile(this.#dir);
    if (!file) throw new EngramError('VAULT_MISSING');
    const { slot, input } = await this.#secrets(file, proof);
    const master = await openMaster(file, slot, input);
    try {
      return await work(file, master);
    } finally {
      master.fill(0);
    }
  }

  /**
   * Wraps the keys for another passphrase, the keychain, or both. A keychain entry that opens the vault
   * now is used again, and a new one is written and read back before the key file counts on it: a crash
   * in between leaves what was there before.
   */
  changeSecrets(proof: Proof, next: { passphrase?: string | undefined; keychain?: boolean | undefined }): Promise<KeyFile> {
    return this.#withMaster(proof, async (file, master) => {
      const chain = next.keychain ? this.keychain() : null;
      const used = file.slots.some((slot) => slot.id === 'primary' && slot.keychain) && this.keychainOf(file) !== null;
      // An entry that was lost is no reason to refuse whoever brought the kit.
      const present = chain && used ? await chain.read(file.vaultId) : null;
      const secret = chain ? present ?? randomBytes(KEYCHAIN_BYTES) : null;
      if (chain && !present) await chain.write(file.vaultId, secret!);
      const input = { passphrase: next.passphrase ?? null, keychain: secret };
      const changed = await changeSecrets(file, master, input, chain?.store ?? null, await this.cost(next.passphrase));
      replaceKeyFile(this.#dir, changed);
      secret?.fill(0);
      return changed;
    });
  }

  /** What no longer opens anything is not left lying about; a keychain that is away keeps it, harmless. */
  async forgetKeychain(file: KeyFile): Promise<void> {
    await Promise.allSettled([this.#keychain?.remove(file.vaultId), this.#keychain?.remove(headEntry(file.vaultId))]);
  }

  newKit(proof: Proof, now: number): Promise<RecoveryKit> {
    return this.#withMaster(proof, async (file, master) => {
      const changed = await changeKit(file, master);
      const kit = makeKit(changed.recovery, file.vaultId, file.name, now);
      changed.recovery.fill(0);
      replaceKeyFile(this.#dir, changed.file);
      return kit;
    });
  }

  /** Writes the closed database under a fresh key. Returns the number of that key. */
  async rotate(proof: Proof): Promise<number> {
    const begun = await this.#withMaster(proof, async (file, master) => beginRotation(file, master));
    const keys = await this.unlock(begun, proof);
    try {
      return (await rotateDatabase(this.#dir, begun, keys, keys.pending!)).keyVersion;
    } finally {
      keys.wipe();
    }
  }
}
