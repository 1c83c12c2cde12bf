import { EngramError } from '../../contract/index.ts';
import { randomBytes, type KdfCost } from '../../native/secure-memory/index.ts';
import { KEY_BYTES, openBundle, sealBundle, slotKey, wrapSlot, type SlotInput } from './hierarchy.ts';
import type { KeyFile, Slot } from './key-file.ts';

/** Changes to the keys themselves. Each makes a new key file of an old one; writing it is the caller's. */

const replaceSlot = (file: KeyFile, slot: Slot): KeyFile => ({ ...file, slots: [...file.slots.filter((s) => s.id !== slot.id), slot] });

/** Wraps the master key for other secrets; what it wraps stays the same, so no data is written again. */
export async function changeSecrets(
  file: KeyFile, master: Buffer, next: SlotInput, keychainStore: string | null, cost: KdfCost,
): Promise<KeyFile> {
  if (next.passphrase === null && next.keychain === null)
    throw new EngramError('INVALID_INPUT', { detail: 'a vault needs a passphrase, the keychain, or both' });
  const kdf = next.passphrase === null ? null : { salt: randomBytes(16).toString('base64'), ...cost };
  const slot = wrapSlot(file, 'primary', await slotKey(file, 'primary', kdf, next), master, kdf, next);
  return { ...replaceSlot(file, slot), keychainStore };
}

/** A fresh recovery slot. `recovery` are the 32 bytes that the words encode; the caller wipes them. */
export async function changeKit(file: KeyFile, master: Buffer): Promise<{ file: KeyFile; recovery: Buffer }> {
  const recovery = randomBytes(KEY_BYTES);
  const kit: SlotInput = { passphrase: null, keychain: recovery };
  const slot = wrapSlot(file, 'recovery', await slotKey(file, 'recovery', null, kit), master, null, kit);
  return { file: replaceSlot(file, slot), recovery };
}

/**
 * Begins a rotation: a fresh database key beside the current one, in `pending`. The keys of fields
 * and hashes stay, because what they guard lies inside the database and dies with its key.
 */
export function beginRotation(file: KeyFile, master: Buffer): KeyFile {
  const bundle = openBundle(file, master, file);
  // The database key is the first of the bundle.
  randomBytes(KEY_BYTES).copy(bundle, 0);
  const keyVersion = Math.max(file.keyVersion, file.pending?.keyVersion ?? 0) + 1;
  const keys = sealBundle(file, master, keyVersion, bundle);
  bundle.fill(0);
  return { ...file, pending: { keyVersion, keys } };
}

/** The rotation ended: what was pending is current, and the old database key is in no file any more. */
export function endRotation(file: KeyFile): KeyFile {
  const { pending, ...rest } = file;
  return pending ? { ...rest, ...pending } : file;
}

/** The rotation did not come to its swap: everything is as before. */
export function dropRotation(file: KeyFile): KeyFile {
  const { pending: _dropped, ...rest } = file;
  return rest;
}
