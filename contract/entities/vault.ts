import { z } from 'zod';
import { Instant, VaultId } from '../ids.ts';

/** Bumped when an old client could misread a new host; the client then asks for a reload. */
export const PROTOCOL = 1;

export const VaultStatus = z.object({
  /** `none`: no vault yet. `readonly`: open, and refuses to write. */
  state: z.enum(['none', 'locked', 'unlocked', 'readonly']),
  vaultId: VaultId.nullable(),
  name: z.string().nullable(),
  protection: z.object({ passphrase: z.boolean(), keychain: z.boolean() }),
  /** Memories by status; null while locked. */
  counts: z.object({ active: z.int(), quarantined: z.int(), forgotten: z.int() }).nullable(),
  /**
   * Why nothing can be written; null unless `readonly`. `rolled_back`: the file is older than the last
   * one this machine saw (a restored backup, or somebody put an old one back); the person decides.
   */
  readOnly: z.enum(['rolled_back', 'disk_full']).nullable(),
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

/** One checked copy of the vault file, encrypted under the vault's own key. */
export const Backup = z.object({
  /** File name inside the folder of backups; names it in `restore`. */
  name: z.string(),
  bytes: z.int().min(0),
  createdAt: Instant,
  /** Why it was made. */
  reason: z.enum(['asked', 'daily', 'migration', 'purge', 'rotation']),
});
export type Backup = z.infer<typeof Backup>;

/** Outcome of reading the whole audit trail: every entry is chained to the one before it. */
export const AuditReport = z.object({
  entries: z.int().min(0),
  whole: z.boolean(),
  /** Number of the first entry that was altered, left out or put in; null when whole. */
  firstBroken: z.int().nullable(),
  from: Instant.nullable(),
  to: Instant.nullable(),
});
export type AuditReport = z.infer<typeof AuditReport>;

/** What was done and by whom; ids and keyed hashes, never content. */
export const AuditEntry = z.object({
  number: z.int(),
  at: Instant,
  operation: z.string(),
  /** Id of the memory, when it was one. */
  memory: z.string().nullable(),
  actor: z.string(),
  count: z.int(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
