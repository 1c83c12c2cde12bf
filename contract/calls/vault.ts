import { z } from 'zod';
import { call } from './base.ts';
import { DoctorCheck, Passphrase, RecoveryKit, VaultStatus } from '../entities/vault.ts';

export const vault = {
  /** Always answers, locked or not. */
  status: call.route({ method: 'GET', path: '/vault' }).output(VaultStatus),
  /** Makes a vault and leaves it unlocked. Needs a passphrase, the keychain, or both. */
  create: call
    .route({ method: 'POST', path: '/vault' })
    .input(z.strictObject({
      passphrase: Passphrase.optional(),
      keychain: z.boolean().optional(),
      name: z.string().trim().min(1).max(100).optional(),
    }))
    .output(z.object({ status: VaultStatus, kit: RecoveryKit })),
  unlock: call
    .route({ method: 'POST', path: '/vault/unlock' })
    .input(z.strictObject({
      passphrase: Passphrase.optional(),
      /** The 24 words of the recovery kit, separated by spaces. */
      kit: z.string().max(1000).optional(),
    }))
    .output(VaultStatus),
  /** Keeps partial answers, stops streams, closes the file and wipes the keys. */
  lock: call.route({ method: 'POST', path: '/vault/lock' }).output(VaultStatus),
  /** Writes a checked encrypted copy beside the vault. */
  backup: call
    .route({ method: 'POST', path: '/vault/backup' })
    .output(z.object({ path: z.string(), bytes: z.int(), sha256: z.string(), memories: z.int() })),
  doctor: call.route({ method: 'GET', path: '/vault/doctor' }).output(z.array(DoctorCheck)),
};
