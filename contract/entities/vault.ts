import { z } from 'zod';
import { Instant, VaultId } from '../ids.ts';

/** Bumped when an old client could misread a new host; the client then asks for a reload. */
export const PROTOCOL = 1;

export const VaultStatus = z.object({
  /** `none`: no vault yet. `readonly`: another process is the writer. */
  state: z.enum(['none', 'locked', 'unlocked', 'readonly']),
  vaultId: VaultId.nullable(),
  name: z.string().nullable(),
  protection: z.object({ passphrase: z.boolean(), keychain: z.boolean() }),
  /** Memories by status; null while locked. */
  counts: z.object({ active: z.int(), quarantined: z.int(), forgotten: z.int() }).nullable(),
  createdAt: Instant.nullable(),
  lastBackupAt: Instant.nullable(),
  host: z.enum(['electron', 'sidecar', 'cli']),
  version: z.string(),
  protocol: z.int(),
});
export type VaultStatus = z.infer<typeof VaultStatus>;

export const Passphrase = z.string().min(1).max(1024);

/** Shown once at creation: 24 words that open the vault without passphrase or keychain. */
export const RecoveryKit = z.object({
  vaultId: VaultId,
  words: z.array(z.string()).length(24),
  /** The same as a printable page of text. */
  page: z.string(),
});
export type RecoveryKit = z.infer<typeof RecoveryKit>;

export const DoctorCheck = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failed', 'skipped']),
  detail: z.string(),
  /** What the person can do; null when nothing is needed. */
  action: z.string().nullable(),
});
export type DoctorCheck = z.infer<typeof DoctorCheck>;
