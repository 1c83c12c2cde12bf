import { z } from 'zod';
import { call } from './base.ts';
import { limits } from '../limits.ts';
import { JobId, UploadId } from '../ids.ts';
import { ArchiveReport, ImportOptions, ImportPreview, Job } from '../entities/job.ts';
import { Passphrase } from '../entities/vault.ts';

const byId = z.strictObject({ id: JobId });

/** A path on the host (only for callers on the host itself), or a finished upload. */
export const ImportSource = z.union([
  z.strictObject({ path: z.string().min(1).max(4096) }),
  z.strictObject({ upload: UploadId }),
]);
export type ImportSource = z.infer<typeof ImportSource>;

export const jobs = {
  list: call.route({ method: 'GET', path: '/jobs' }).output(z.array(Job)),
  get: call.route({ method: 'GET', path: '/jobs/{id}' }).input(byId).output(Job),
  cancel: call.route({ method: 'POST', path: '/jobs/{id}/cancel' }).input(byId).output(Job),
  /** Continues a cancelled, failed or interrupted job where it stopped. The passphrase of an archive was not kept. */
  resume: call
    .route({ method: 'POST', path: '/jobs/{id}/resume' })
    .input(byId.extend({ archivePassphrase: Passphrase.optional() }))
    .output(Job),
  /** Removes everything an import brought. */
  undo: call.route({ method: 'POST', path: '/jobs/{id}/undo' }).input(byId).output(Job),
};

export const transfer = {
  /** Appends to an upload; the first chunk has no id and gets one. Base64, held in memory only. */
  upload: call
    .route({ method: 'POST', path: '/uploads' })
    .input(z.strictObject({
      upload: UploadId.optional(),
      name: z.string().min(1).max(255),
      offset: z.int().min(0).max(limits.uploadBytes),
      chunk: z.base64().max(Math.ceil(limits.uploadChunkBytes / 3) * 4),
    }))
    .output(z.object({ upload: UploadId, bytes: z.int() })),
  preview: call
    .route({ method: 'POST', path: '/imports/preview' })
    .input(z.strictObject({ source: ImportSource, options: ImportOptions.optional() }))
    .output(ImportPreview),
  import: call
    .route({ method: 'POST', path: '/imports' })
    .input(z.strictObject({ source: ImportSource, options: ImportOptions.optional() }))
    .output(z.object({ job: JobId })),
  /**
   * Writes a new file on the host: `archive` is an encrypted file under a passphrase of its own,
   * `engram` readable JSON Lines, `markdown` a folder. Asks for the passphrase of the vault again.
   * Throws WEAK_PASSPHRASE for an archive that could be guessed open, CONFLICT when the target exists.
   */
  export: call
    .route({ method: 'POST', path: '/exports' })
    .input(z.strictObject({
      path: z.string().min(1).max(4096),
      format: z.enum(['archive', 'engram', 'markdown']),
      passphrase: Passphrase.optional(),
      archivePassphrase: Passphrase.optional(),
    }))
    .output(z.object({ job: JobId })),
  /** Six random words for a new archive. Shown once, kept nowhere. */
  words: call.route({ method: 'POST', path: '/exports/words' }).output(z.object({ passphrase: z.string() })),
  /** Reads an encrypted archive from end to end and stores nothing. Throws WRONG_PASSPHRASE, IMPORT_UNREADABLE when it is no archive. */
  verify: call
    .route({ method: 'POST', path: '/imports/verify' })
    .input(z.strictObject({ source: ImportSource, archivePassphrase: Passphrase.optional() }))
    .output(ArchiveReport),
};
