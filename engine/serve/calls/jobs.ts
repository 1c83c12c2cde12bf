import { basename } from 'node:path';
import { z } from 'zod';
import { EngramError, ImportOptions, ImportSource, type ImportFormat, type JobId, type MemoryId, type SessionId, type UploadId } from '../../../contract/index.ts';
import { assertPerson, type Caller } from '../../../security/access/index.ts';
import { assertStrong, passphraseWords, sealArchive } from '../../../security/archive/index.ts';
import { exportTo, previewImport, runImport, takeBack } from '../../flow/index.ts';
import { ImportReader, isArchive, sourceAt, sourceIn, type ImportSource as FileSource, type Work } from '../../jobs/index.ts';
import type { Host } from '../host.ts';
import { calls } from './base.ts';

/** What an import was asked to do, as its row keeps it; parsed again before it is resumed. A passphrase is never in it. */
const ImportInput = z.object({ source: ImportSource, options: ImportOptions.omit({ archivePassphrase: true }) });
const UNDO_BATCH = 200;

function sourceOf(host: Host, from: ImportSource): { label: string; source: FileSource } {
  if ('path' in from) return { label: basename(from.path), source: sourceAt(from.path) };
  const upload = host.uploads.get(from.upload);
  return { label: upload.name, source: sourceIn(upload.name, upload.bytes) };
}

interface Reading {
  from: ImportSource;
  format?: ImportFormat | undefined;
  archivePassphrase: string | undefined;
}

const readerOf = (host: Host, { from, format, archivePassphrase }: Reading, signal?: AbortSignal): Promise<ImportReader> =>
  ImportReader.open({ source: sourceOf(host, from).source, format, passphrase: archivePassphrase, now: host.clock.now(), start: host.startReader, signal });

async function importWork(host: Host, caller: Caller, { source: from, options }: z.infer<typeof ImportInput>, archivePassphrase: string | undefined): Promise<Work> {
  const { label, source } = sourceOf(host, from);
  try {
    // Asked for before anything starts, so that whoever has it can give it.
    if (archivePassphrase === undefined && (await isArchive(source))) throw new EngramError('WRONG_PASSPHRASE', { detail: 'the archive has a passphrase of its own' });
  } finally {
    await source.close();
  }
  return {
    kind: 'import', label: `Importing ${label}`, input: { source: from, options }, undoable: true,
    run: async (progress, signal, job) => {
      await using reader = await readerOf(host, { from, format: options.format, archivePassphrase }, signal);
      // The first time nothing is kept, so that a file which breaks a limit or is not whole changes nothing.
      const { whole, problem, items } = await reader.look();
      if (!whole) throw new EngramError('IMPORT_UNREADABLE', { ...(problem !== null && { detail: problem }) });
      progress.total(items);
      return await runImport(host.open().mind, caller, { format: reader.format, items: reader.items() }, options, progress, signal, job);
    },
  };
}

async function undoImport(host: Host, caller: Caller, id: JobId) {
  const { jobs, mind, chat } = host.open();
  const row = await jobs.row(id);
  if (row.kind !== 'import' || row.undoable !== 1 || row.state === 'running') throw new EngramError('CONFLICT', { detail: 'nothing to undo' });
  const brought = await mind.vault.read('broughtBy', { job: id });
  for (let i = 0; i < brought.memories.length; i += UNDO_BATCH) await takeBack(mind, caller, brought.memories.slice(i, i + UNDO_BATCH) as MemoryId[]);
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
    await jobs.resume(input.id, await importWork(host, context.caller, ImportInput.parse(JSON.parse(row.input)), input.archivePassphrase));
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
  preview: calls.transfer.preview.handler(async ({ input, context, signal }) => {
    assertPerson(context.caller);
    const { archivePassphrase, ...options } = input.options ?? {};
    const { mind } = host.open();
    await using reader = await readerOf(host, { from: input.source, format: options.format, archivePassphrase }, signal);
    return await previewImport(mind, { format: reader.format, items: reader.items() }, options);
  }),
  import: calls.transfer.import.handler(async ({ input, context }) => {
    const jobs = jobsOf(host, context.caller);
    const { archivePassphrase, ...options } = input.options ?? {};
    return { job: await jobs.start(await importWork(host, context.caller, { source: input.source, options }, archivePassphrase)) };
  }),
  verify: calls.transfer.verify.handler(async ({ input, context, signal }) => {
    // No vault is looked at, so it works beside a locked one.
    assertPerson(context.caller);
    const { source } = sourceOf(host, input.source);
    const looksRight = await isArchive(source).finally(() => source.close());
    if (!looksRight) throw new EngramError('IMPORT_UNREADABLE', { detail: 'not an encrypted archive' });
    await using reader = await readerOf(host, { from: input.source, format: 'archive', archivePassphrase: input.archivePassphrase }, signal);
    const { items: _items, ...report } = await reader.look();
    return report;
  }),
  words: calls.transfer.words.handler(({ context }) => {
    assertPerson(context.caller);
    return { passphrase: passphraseWords() };
  }),
  export: calls.transfer.export.handler(async ({ input, context }) => {
    const jobs = jobsOf(host, context.caller);
    const { path, format, archivePassphrase } = input;
    if ((format === 'archive') !== (archivePassphrase !== undefined))
      throw new EngramError('INVALID_INPUT', { issues: [{ path: 'archivePassphrase', message: 'an archive needs a passphrase of its own, nothing else takes one' }] });
    // What leaves the vault asks for its passphrase again.
    await host.verifyPassphrase(input.passphrase);
    if (archivePassphrase !== undefined) await assertStrong(archivePassphrase);
    const seal = archivePassphrase === undefined ? {} : { seal: (lines: AsyncIterable<string>) => sealArchive(lines, archivePassphrase) };
    return {
      job: await jobs.start({
        kind: 'export', label: `Exporting to ${basename(path)}`, input: { format },
        run: (progress, signal) => exportTo(host.open().mind, { path, format, ...seal }, progress, signal),
      }),
    };
  }),
});
