import { z } from 'zod';
import { call } from './base.ts';
import { AuditEntry, AuditReport, Backup, DoctorCheck, Passphrase, RecoveryKit, VaultStatus } from '../entities/vault.ts';

/** The present secret, asked again before anything about the keys changes. A vault with the keychain alone needs none. */
const proof = { passphrase: Passphrase.optional(), kit: z.string().max(1000).optional() };
const BackupName = z.string().regex(/^vault-[0-9A-Za-z-]{1,60}\.db$/, 'not the name of a backup');

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
  backups: call.route({ method: 'GET', path: '/vault/backups' }).output(z.array(Backup)),
  /**
   * Brings a backup back. Nothing is overwritten: without `into` the present file is set aside beside
   * the restored one, and what only the present file holds is merged in when it still opens; with
   * `into` a whole new vault folder is made of the backup, under the same passphrase and kit.
   */
  restore: call
    .route({ method: 'POST', path: '/vault/restore' })
    .input(z.strictObject({ backup: BackupName, into: z.string().min(1).max(4096).optional(), ...proof }))
    .output(z.object({ status: VaultStatus, merged: z.int(), path: z.string() })),
  /** Another passphrase, or the keychain instead: the keys are wrapped anew, the data stays as it is. */
  changePassphrase: call
    .route({ method: 'POST', path: '/vault/passphrase' })
    .input(z.strictObject({ ...proof, next: z.strictObject({ passphrase: Passphrase.optional(), keychain: z.boolean().optional() }) }))
    .output(VaultStatus),
  /** A fresh recovery kit; the old one opens nothing any more. */
  newKit: call.route({ method: 'POST', path: '/vault/kit' }).input(z.strictObject(proof)).output(RecoveryKit),
  /** Writes the vault under a new key and destroys the old one, and with it every older copy of the file. */
  rotateKey: call
    .route({ method: 'POST', path: '/vault/rotate' })
    .input(z.strictObject(proof))
    .output(z.object({ keyVersion: z.int(), backupsRemoved: z.int() })),
  /** Takes the present file for the right one after a rollback was reported; it can be written again. */
  acceptFile: call.route({ method: 'POST', path: '/vault/accept' }).input(z.strictObject(proof)).output(VaultStatus),
  audit: call
    .route({ method: 'GET', path: '/vault/audit' })
    .input(z.strictObject({ before: z.coerce.number().int().optional(), limit: z.coerce.number().int().min(1).max(500).optional() }))
    .output(z.array(AuditEntry)),
  verifyAudit: call.route({ method: 'POST', path: '/vault/audit/verify' }).output(AuditReport),
  doctor: call.route({ method: 'GET', path: '/vault/doctor' }).output(z.array(DoctorCheck)),
};
