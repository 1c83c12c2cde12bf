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
export const keyNames = ['database', 'sensitive', 'confidential', 'index', 'audit', 'head', 'token', 'vectors'] as const;
export type KeyName = (typeof keyNames)[number];
export const KEY_BYTES = 32;

/** Only a key source makes it; opening a vault needs one. Wiped on lock. */
export class Unlocked {
  readonly vaultId: string;
  readonly keyVersion: number;
  /** What a rotation that broke off may have left the database under. */
  readonly pending: Unlocked | null;
  readonly #keys: Map<KeyName, Secret>;

  /** Wipes `bundle`. */
  constructor(vaultId: string, keyVersion: number, bundle: Buffer, pending: Unlocked | null = null) {
    this.vaultId = vaultId;
    this.keyVersion = keyVersion;
    this.pending = pending;
    this.#keys = new Map(
      keyNames.map((name, i) => [name, Secret.take(bundle.subarray(i * KEY_BYTES, (i + 1) * KEY_BYTES))]),
    );
  }

  key(name: KeyName): Secret {
    return this.#keys.get(name)!;
  }

  wipe(): void {
    for (const key of this.#keys.values()) key.wipe();
    this.pending?.wipe();
  }
}

/** The secrets a person or a machine brings. Both present means both are needed. */
export interface SlotInput {
  passphrase: string | null;
  keychain: Buffer | null;
}

export const aad = (vaultId: string, what: string, keyVersion: number) => Buffer.from(`engram/v1|wrap|${vaultId}|${what}|${keyVersion}`);

/** The key of a slot, from the secrets that open it. */
export async function slotKey(file: Pick<KeyFile, 'vaultId' | 'salt'>, id: Slot['id'], kdf: Slot['kdf'], input: SlotInput): Promise<Buffer> {
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

/** Wraps the master key for one way of opening. Wipes `key`. */
export function wrapSlot(file: Pick<KeyFile, 'vaultId' | 'salt'>, id: Slot['id'], key: Buffer, master: Buffer, kdf: Slot['kdf'], input: SlotInput): Slot {
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
  const keys = sealBundle(head, master, 1, bundle);
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
 * The master key, for the time of a change to the keys themselves; the caller wipes it. Throws
 * WRONG_PASSPHRASE when the secrets do not fit and VAULT_DAMAGED when they do but the file was
 * altered; both cost one full derivation.
 */
export async function openMaster(file: KeyFile, slotId: Slot['id'], input: SlotInput): Promise<Buffer> {
  const slot = file.slots.find((s) => s.id === slotId);
  if (!slot) throw new EngramError('WRONG_PASSPHRASE');
  return openSlot(file, slot, await slotKey(file, slotId, slot.kdf, input));
}

const wrapKeyOf = (file: Pick<KeyFile, 'vaultId' | 'salt'>, master: Buffer, keyVersion: number) =>
  deriveKey(master, Buffer.from(file.salt, 'base64'), 'keys', file.vaultId, keyVersion);

/** Seals the keys of a vault under its master key. Leaves both to the caller. */
export function sealBundle(file: Pick<KeyFile, 'vaultId' | 'salt'>, master: Buffer, keyVersion: number, bundle: Buffer): string {
  const wrapKey = wrapKeyOf(file, master, keyVersion);
  const sealed = sealXChaCha(wrapKey, bundle, aad(file.vaultId, 'keys', keyVersion)).toString('base64');
  wrapKey.fill(0);
  return sealed;
}

/** The keys as bytes, for the caller to wipe. Throws VAULT_DAMAGED when they were altered. */
export function openBundle(file: Pick<KeyFile, 'vaultId' | 'salt'>, master: Buffer, wrapped: { keyVersion: number; keys: string }): Buffer {
  const wrapKey = wrapKeyOf(file, master, wrapped.keyVersion);
  try {
    return openXChaCha(wrapKey, Buffer.from(wrapped.keys, 'base64'), aad(file.vaultId, 'keys', wrapped.keyVersion));
  } catch (cause) {
    throw new EngramError('VAULT_DAMAGED', { detail: 'the wrapped keys were altered' }, { cause });
  } finally {
    wrapKey.fill(0);
  }
}

/** Opens the hierarchy, with the keys of a rotation that did not end. Throws what `openMaster` throws. */
export async function unlockKeys(file: KeyFile, slotId: Slot['id'], input: SlotInput): Promise<Unlocked> {
  const master = await openMaster(file, slotId, input);
  const open = (wrapped: { keyVersion: number; keys: string }, pending: Unlocked | null): Unlocked =>
    new Unlocked(file.vaultId, wrapped.keyVersion, openBundle(file, master, wrapped), pending);
  try {
    return open(file, file.pending ? open(file.pending, null) : null);
  } finally {
    master.fill(0);
  }
}
