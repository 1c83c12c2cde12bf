import { z } from 'zod';
import { EngramError, VaultId } from '../../contract/index.ts';

const base64 = z.base64();

/** One way to open the vault: what it is made of and the master key it wraps. */
export const Slot = z.object({
  id: z.enum(['primary', 'recovery']),
  passphrase: z.boolean(),
  keychain: z.boolean(),
  kdf: z.object({ salt: base64, passes: z.int().min(1).max(100), memoryBytes: z.int().min(8192).max(4_294_967_296) }).nullable(),
  /** HKDF commitment of the slot key: tells a wrong passphrase from a damaged file. */
  commitment: base64,
  wrapped: base64,
});
export type Slot = z.infer<typeof Slot>;

/** `vault.keys`, beside the database. Holds no secret in clear and nothing about the content. */
export const KeyFile = z.object({
  format: z.literal('engram-keys'),
  version: z.literal(1),
  vaultId: VaultId,
  name: z.string(),
  createdAt: z.int(),
  keyVersion: z.int().min(1),
  salt: base64,
  /** Name of the keychain store at creation; another one at opening is refused. */
  keychainStore: z.string().nullable(),
  slots: z.array(Slot).min(1),
  /** The random keys of the vault, wrapped by the master key. */
  keys: base64,
  /** The keys a rotation under way will leave behind; which of the two fits, the database tells. */
  pending: z.object({ keyVersion: z.int().min(2), keys: base64 }).optional(),
});
export type KeyFile = z.infer<typeof KeyFile>;

export function parseKeyFile(text: string): KeyFile {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (cause) {
    throw new EngramError('VAULT_DAMAGED', { detail: 'the key file is not readable' }, { cause });
  }
  if (typeof raw !== 'object' || raw === null || (raw as { format?: unknown }).format !== 'engram-keys')
    throw new EngramError('NOT_A_VAULT', { detail: 'the key file belongs to another program' });
  if ((raw as { version?: unknown }).version !== 1) throw new EngramError('VAULT_TOO_NEW');
  const parsed = KeyFile.safeParse(raw);
  if (!parsed.success) throw new EngramError('VAULT_DAMAGED', { detail: 'the key file is incomplete' });
  return parsed.data;
}
