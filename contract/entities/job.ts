import { z } from 'zod';
import { Instant, JobId } from '../ids.ts';
import { ErrorBody } from '../errors.ts';
import { Scope } from './scope.ts';

export const JobKind = z.enum(['import', 'export', 'embed', 'backup', 'sweep', 'model']);
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

export const ImportFormat = z.enum(['engram', 'chatgpt', 'claude', 'markdown', 'mcp-memory']);
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
  /** Keep conversations only, extract no memories. */
  extract: z.boolean().optional(),
  /** Approve at once instead of leaving the result in quarantine. */
  approve: z.boolean().optional(),
});
export type ImportOptions = z.infer<typeof ImportOptions>;
