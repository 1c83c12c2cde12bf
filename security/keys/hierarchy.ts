import { timingSafeEqual } from 'node:crypto';
import { EngramError } from '../../contract/index.ts';
import { openXChaCha, randomBytes, sealXChaCha, Secret, type KdfCost } from '../../native/secure-memory/index.ts';
import { deriveKey, stretchPassphrase } from './derive.ts';
import type { KeyFile, Slot } from './key-file.ts';

/**
 * Random keys of a vault, one per use (security-notes 2.2). `database` opens SQLCipher; `sensitive`
 * and `confidential` encrypt fields; `index` keys the duplicate and look-up hashes; the rest seal
 * what their names say.
 */
const keyNames = ['database', 'sensitive', 'confidential', 'index', 'audit', 'head', 'token', 'vectors'] as const;
export type KeyName = (typeof keyNames)[number];
const KEY_BYTES = 32;

/** Only a key source makes it; opening a vault needs one. Wiped on lock. */
export class Unlocked {
  readonly vaultId: string;
  readonly keyVersion: number;
  readonly #keys: Map<KeyName, Secret>;

  constructor(vaultId: string, keyVersion: number, bundle: Buffer) {
    this.vaultId = vaultId;
    this.keyVersion = keyVersion;
    this.#keys = new Map(
      keyNames.map((name, i) => [name, Secret.take(bundle.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES))]),
    );
  }

  key(name: KeyName): Secret {
    return this.#keys.get(name)!;
  }

  wipe(): void {
    for (const key of this.#keys.values()) key.wipe();
  }
}

/** The secrets a person or a machine brings. Both present means both are needed. */
export interface SlotInput {
  passphrase: string | null;
  keychain: Buffer | null;
}

const aad = (vaultId: string, what: string, keyVersion: number) => Buffer.from(`engram/v1|wrap|${vaultId}|${what}|${keyVersion}`);

async function slotKey(file: Pick<KeyFile, 'vaultId' | 'salt'>, id: Slot['id'], kdf: Slot['kdf'], input: SlotInput): Promise<Buffer> {
  const parts: Buffer[] = [];
  if (input.keychain) parts.push(input.keychain);
  if (input.passphrase !== null && kdf)
    parts.push(await stretchPassphrase(input.passphrase, Buffer.from(kdf.salt, 'base64'), kdf));
  const material = Buffer.concat(parts);
  const key = deriveKey(material, Buffer.from(file.salt, 'base64'), `kek/${id}`, file.vaultId, 1);
  material.fill(0);
  for (const part of parts) if (part !== input.keychain) part.fill(0);
  return key;
}

function wrapSlot(file: Pick<KeyFile, 'vaultId' | 'salt'>, id: Slot['id'], key: Buffer, master: Buffer, kdf: Slot['kdf'], input: SlotInput): Slot {
  const salt = Buffer.from(file.salt, 'base64');
  const slot: Slot = {
    id,
    passphrase: input.passphrase !== null && id === 'primary',
    keychain: input.keychain !== null && id === 'primary',
    kdf,
    commitment: deriveKey(key, salt, `commit/${id}`, file.vaultId, 1).toString('base64'),
    wrapped: sealXChaCha(key, master, aad(file.vaultId, id, 1)).toString('base64'),
  };
  key.fill(0);
  return slot;
}

export interface NewKeys {
  file: KeyFile;
  unlocked: Unlocked;
  /** 32 bytes; the recovery words encode them. The caller wipes it. */
  recovery: Buffer;
}

/** Makes a fresh hierarchy with a primary and a recovery slot. */
export async function createKeys(
  vault: { vaultId: KeyFile['vaultId']; name: string; createdAt: number; keychainStore: string | null },
  input: SlotInput,
  cost: KdfCost,
): Promise<NewKeys> {
  if (input.passphrase === null && input.keychain === null)
    throw new EngramError('INVALID_INPUT', { detail: 'a vault needs a passphrase, the keychain, or both' });
  const head = { vaultId: vault.vaultId, salt: randomBytes(32).toString('base64') };
  const master = randomBytes(KEY_BYTES);
  const recovery = randomBytes(KEY_BYTES);
  const kdf = input.passphrase === null ? null : { salt: randomBytes(16).toString('base64'), ...cost };
  const primary = wrapSlot(head, 'primary', await slotKey(head, 'primary', kdf, input), master, kdf, input);
  const kit: SlotInput = { passphrase: null, keychain: recovery };
  const rescue = wrapSlot(head, 'recovery', await slotKey(head, 'recovery', null, kit), master, null, kit);
  const bundle = randomBytes(KEY_BYTES * keyNames.length);
  const wrapKey = deriveKey(master, Buffer.from(head.salt, 'base64'), 'keys', vault.vaultId, 1);
  const keys = sealXChaCha(wrapKey, bundle, aad(vault.vaultId, 'keys', 1)).toString('base64');
  wrapKey.fill(0);
  master.fill(0);
  const unlocked = new Unlocked(vault.vaultId, 1, bundle);
  return {
    file: {
      format: 'engram-keys', version: 1, ...vault, keyVersion: 1, salt: head.salt, slots: [primary, rescue], keys,
    },
    unlocked,
    recovery,
  };
}

function openSlot(file: KeyFile, slot: Slot, key: Buffer): Buffer {
  const commitment = deriveKey(key, Buffer.from(file.salt, 'base64'), `commit/${slot.id}`, file.vaultId, 1);
  const stored = Buffer.from(slot.commitment, 'base64');
  if (stored.length !== commitment.length || !timingSafeEqual(stored, commitment)) throw new EngramError('WRONG_PASSPHRASE');
  try {
    return openXChaCha(key, Buffer.from(slot.wrapped, 'base64'), aad(file.vaultId, slot.id, 1));
  } catch (cause) {
    throw new EngramError('VAULT_DAMAGED', { detail: 'a wrapped key was altered' }, { cause });
  } finally {
    key.fill(0);
  }
}

/**
 * Opens the hierarchy. Throws WRONG_PASSPHRASE when the secrets do not fit and VAULT_DAMAGED when
 * they do but the file was altered; both cost one full derivation.
 */
export async function unlockKeys(file: KeyFile, slotId: Slot['id'], input: SlotInput): Promise<Unlocked> {
  const slot = file.slots.find((s) => s.id === slotId);
  if (!slot) throw new EngramError('WRONG_PASSPHRASE');
  const master = openSlot(file, slot, await slotKey(file, slotId, slot.kdf, input));
  const wrapKey = deriveKey(master, Buffer.from(file.salt, 'base64'), 'keys', file.vaultId, file.keyVersion);
  master.fill(0);
  try {
    const bundle = openXChaCha(wrapKey, Buffer.from(file.keys, 'base64'), aad(file.vaultId, 'keys', file.keyVersion));
    return new Unlocked(file.vaultId, file.keyVersion, bundle);
  } catch (cause) {
    throw new EngramError('VAULT_DAMAGED', { detail: 'the wrapped keys were altered' }, { cause });
  } finally {
    wrapKey.fill(0);
  }
}
