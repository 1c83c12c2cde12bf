import { hkdfSync } from 'node:crypto';
import { argon2id, randomBytes, type KdfCost } from '../../native/secure-memory/index.ts';

/** Least allowed cost: RFC 9106's second choice in memory and passes. */
export const KDF_FLOOR: KdfCost = { passes: 3, memoryBytes: 64 * 1024 * 1024 };
/** Where calibration starts: 256 MiB, three passes. */
export const KDF_DEFAULT: KdfCost = { passes: 3, memoryBytes: 256 * 1024 * 1024 };
const CALIBRATED_MS = 700;
const MOST_PASSES = 10;

/**
 * HKDF-SHA-512 to 32 bytes. One label per use; vault id and key version are bound in, so no two
 * vaults or versions ever share a derived key.
 */
export function deriveKey(input: Uint8Array, salt: Uint8Array, label: string, vaultId: string, keyVersion: number): Buffer {
  return Buffer.from(hkdfSync('sha512', input, salt, `engram/v1/${label}/${vaultId}/${keyVersion}`, 32));
}

/** Both Unicode forms of a passphrase open the vault: it is NFKC-normalised before derivation. */
export function stretchPassphrase(passphrase: string, salt: Uint8Array, cost: KdfCost): Promise<Buffer> {
  return argon2id(Buffer.from(passphrase.normalize('NFKC'), 'utf8'), salt, cost);
}

/** Raises the passes until one derivation takes about 0.7 s on this machine; never below the default. */
export async function calibrateKdf(now: () => number): Promise<KdfCost> {
  const start = now();
  await argon2id(randomBytes(16), randomBytes(16), KDF_DEFAULT);
  const perPass = Math.max(1, now() - start) / KDF_DEFAULT.passes;
  const passes = Math.min(MOST_PASSES, Math.max(KDF_DEFAULT.passes, Math.round(CALIBRATED_MS / perPass)));
  return { passes, memoryBytes: KDF_DEFAULT.memoryBytes };
}
