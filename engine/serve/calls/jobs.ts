import { basename } from 'node:path';
import { z } from 'zod';
import { EngramError, ImportOptions, ImportSource, type JobId, type MemoryId, type SessionId, type UploadId } from '../../../contract/index.ts';
import { assertPerson, type Caller } from '../../../security/access/index.ts';
import { erase, exportTo, filesAt, filesIn, previewImport, runImport, type OpenSource } from '../../flow/index.ts';
import type { Work } from '../../jobs/index.ts';
import type { Host } from '../host.ts';
import { calls } from './base.ts';

/** What an import was asked to do, as its row keeps it; parsed again before it is resumed. */
const ImportInput = z.object({ source: ImportSource, options: ImportOptions });
const UNDO_BATCH = 200;

function sourceOf(host: Host, source: ImportSource): { label: string; open: OpenSource } {
  if ('path' in source) return { label: basename(source.path), open: () => filesAt(source.path) };
  const upload = host.uploads.get(source.upload);
  return { label: upload.name, open: () => filesIn(upload.name, upload.bytes) };
}

function importWork(host: Host, caller: Caller, input: z.infer<typeof ImportInput>): Work {
  const { label, open } = sourceOf(host, input.source);
  return {
    kind: 'import', label: `Importing ${label}`, input, undoable: true,
    run: (progress, signal, job) => runImport(host.open().mind, caller, open, input.options, progress, signal, job),
  };
}

async function undoImport(host: Host, caller: Caller, id: JobId) {
  const { jobs, mind, chat } = host.open();
  const row = await jobs.row(id);
  if (row.kind !== 'import' || row.undoable !== 1) throw new EngramError('CONFLICT', { detail: 'nothing to undo' });
  const brought = await mind.vault.read('broughtBy', { job: id });
  for (let i = 0; i < brought.memories.length; i += UNDO_BATCH) await erase(mind, caller, brought.memories.slice(i, i + UNDO_BATCH) as MemoryId[]);
  for (const session of brought.sessions) await chat.remove(session as SessionId);
  return jobs.undone(id);
}

const jobsOf = (host: Host, caller: Caller) => {
  assertPerson(caller);
  return host.open().jobs;
};

export const jobCalls = (host: Host) => ({
  list: calls.jobs.list.handler(({ context }) => jobsOf(host, context.caller).list()),
  get: calls.jobs.get.handler(({ input, context }) => jobsOf(host, context.caller).get(input.id)),
  cancel: calls.jobs.cancel.handler(({ input, context }) => jobsOf(host, context.caller).cancel(input.id)),
  resume: calls.jobs.resume.handler(async ({ input, context }) => {
    const jobs = jobsOf(host, context.caller);
    const row = await jobs.row(input.id);
    if (row.kind !== 'import') throw new EngramError('CONFLICT', { detail: 'only an import is resumed by hand' });
    await jobs.resume(input.id, importWork(host, context.caller, ImportInput.parse(JSON.parse(row.input))));
    return jobs.get(input.id);
  }),
  undo: calls.jobs.undo.handler(({ input, context }) => {
    assertPerson(context.caller);
    return undoImport(host, context.caller, input.id);
  }),
});

export const transferCalls = (host: Host) => ({
  upload: calls.transfer.upload.handler(({ input, context }) => {
    assertPerson(context.caller);
    const upload = input.upload ?? host.open().mind.newId<UploadId>(host.clock.now());
    const chunk = Buffer.from(input.chunk, 'base64');
    return { upload, bytes: host.uploads.append({ upload, name: input.name, offset: input.offset, chunk }) };
  }),
  preview: calls.transfer.preview.handler(({ input, context }) => {
    assertPerson(context.caller);
    return previewImport(host.open().mind, sourceOf(host, input.source).open, input.options ?? {});
  }),
  import: calls.transfer.import.handler(async ({ input, context }) => ({
    job: await jobsOf(host, context.caller).start(importWork(host, context.caller, { source: input.source, options: input.options ?? {} })),
  })),
  export: calls.transfer.export.handler(async ({ input, context }) => {
    const jobs = jobsOf(host, context.caller);
    // What leaves the vault readable asks for its passphrase again.
    await host.verifyPassphrase(input.passphrase);
    return {
      job: await jobs.start({
        kind: 'export', label: `Exporting to ${basename(input.path)}`, input: { format: input.format },
        run: (progress, signal) => exportTo(host.open().mind, input.path, input.format, progress, signal),
      }),
    };
  }),
});
