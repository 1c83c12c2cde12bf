import { z } from 'zod';
import { Instant, JobId } from '../ids.ts';
import { ErrorBody } from '../errors.ts';
import { Scope } from './scope.ts';
import { Passphrase } from './vault.ts';

export const JobKind = z.enum(['import', 'export', 'embed', 'backup', 'sweep', 'model', 'levels']);
export type JobKind = z.infer<typeof JobKind>;

export const Job = z.object({
  id: JobId,
  kind: JobKind,
  label: z.string(),
  state: z.enum(['waiting', 'running', 'paused', 'done', 'failed', 'cancelled', 'undone']),
  done: z.int().min(0),
  total: z.int().min(0).nullable(),
  /** Items per second over the last seconds; null before there is a measure. */
  rate: z.number().min(0).nullable(),
  secondsLeft: z.number().min(0).nullable(),
  /** Path, size, checksum, counts: whatever the job ends with. */
  result: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
  error: ErrorBody.nullable(),
  undoable: z.boolean(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
});
export type Job = z.infer<typeof Job>;

export const ImportFormat = z.enum(['engram', 'chatgpt', 'claude', 'markdown', 'mcp-memory', 'archive']);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** What an import would do, without doing it. */
export const ImportPreview = z.object({
  format: ImportFormat,
  conversations: z.int().min(0),
  messages: z.int().min(0),
  memories: z.int().min(0),
  duplicates: z.int().min(0),
  from: Instant.nullable(),
  to: Instant.nullable(),
  skipped: z.array(z.object({ reason: z.string(), count: z.int().min(1) })),
  samples: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const ImportOptions = z.strictObject({
  format: ImportFormat.optional(),
  scope: Scope.optional(),
  /** Whether statements in conversations become memories; by default not for Engram's own formats, which hold the memories themselves. */
  extract: z.boolean().optional(),
  /** Approve at once instead of leaving the result in quarantine. */
  approve: z.boolean().optional(),
  /** What opens an encrypted archive. Used once and kept nowhere. */
  archivePassphrase: Passphrase.optional(),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

const count = z.int().min(0);

/** What an encrypted archive holds. It was read to its end, or up to where it is damaged. */
export const ArchiveReport = z.object({
  /** Header, footer, counts and checksum agree, and nothing is missing. */
  whole: z.boolean(),
  /** Why it is not whole; null when it is. */
  problem: z.string().nullable(),
  /** Of the file, and of what it holds. */
  bytes: count,
  plainBytes: count,
  /** SHA-256 of the file in hexadecimal. */
  sha256: z.string(),
  memories: z.object({ episodic: count, semantic: count, procedural: count }),
  versions: count,
  relations: count,
  conversations: count,
  messages: count,
  agents: count,
  settings: count,
  /** When the oldest and the newest memory or message happened. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** What an import would pass over. */
  skipped: z.array(z.object({ reason: z.string(), count: z.int().min(1) })),
});
export type ArchiveReport = z.infer<typeof ArchiveReport>;
