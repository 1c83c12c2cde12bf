import { useAtom, useSetAtom } from 'jotai';
import { FileUp, FolderUp } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { ImportFormat, limits, type ImportOptions, type ImportPreview, type ImportSource, type JobId } from '../../contract/index.ts';
import { client, faultOf, type Fault } from '../bridge/index.ts';
import { bytes, Button, ErrorNotice, Progress, SelectField, TextField } from '../ui/index.ts';
import { ArchiveQuestion } from './archive-question.tsx';
import { asOneFile, chooseFiles, chosenFiles, isArchive } from './chosen-files.ts';
import { DryRun } from './dry-run.tsx';
import { formatNames } from './format-names.ts';
import { ImportJob } from './import-job.tsx';
import { uploadFile } from './upload.ts';

type Stage =
  | { at: 'choose' }
  | { at: 'reading'; name: string; share: number; looking: boolean }
  | { at: 'passphrase'; name: string; source: ImportSource }
  | { at: 'dry-run'; name: string; source: ImportSource; preview: ImportPreview; format?: ImportFormat; archivePassphrase?: string }
  | { at: 'job'; job: JobId };

/** Choose, look without changing anything, then import: with a way back at every step. */
export function ImportPanel() {
  const [files] = useAtom(chosenFiles);
  const setFiles = useSetAtom(chooseFiles);
  const [stage, setStage] = useState<Stage>({ at: 'choose' });
  const [fault, setFault] = useState<Fault | null>(null);
  const [last, setLast] = useState<{ source: ImportSource; name: string } | null>(null);
  const running = useRef<AbortController | null>(null);

  const look = useCallback(async (source: ImportSource, name: string, format?: ImportFormat) => {
    setFault(null);
    setLast({ source, name });
    setStage({ at: 'reading', name, share: 1, looking: true });
    try {
      const preview = await client.transfer.preview({ source, ...(format && { options: { format } }) });
      setStage({ at: 'dry-run', name, source, preview, ...(format && { format }) });
    } catch (error) {
      const cause = faultOf(error);
      // An encrypted archive says so by asking for its passphrase.
      if (cause.code === 'WRONG_PASSPHRASE') return setStage({ at: 'passphrase', name, source });
      setFault(cause);
      setStage({ at: 'choose' });
    }
  }, []);

  const bring = useCallback(async (chosen: readonly File[]) => {
    const abort = new AbortController();
    running.current?.abort();
    running.current = abort;
    setFault(null);
    setLast(null);
    const name = chosen.length === 1 ? chosen[0]!.name : `${chosen.length} files`;
    setStage({ at: 'reading', name, share: 0, looking: false });
    try {
      const file = await asOneFile(chosen);
      if (file.size > limits.uploadBytes || file.name === 'too-large.zip') {
        setStage({ at: 'choose' });
        return setFault({
          code: 'CONTENT_TOO_LARGE', message: 'This is larger than a window can hand over.',
          action: 'Give its path on the computer that runs Engram instead, below.', data: { limit: bytes(limits.uploadBytes) },
        });
      }
      const upload = await uploadFile(file, (share) => setStage({ at: 'reading', name, share, looking: false }), abort.signal);
      if (await isArchive(file)) setStage({ at: 'passphrase', name, source: { upload } });
      else await look({ upload }, name);
    } catch (error) {
      if (abort.signal.aborted) return setStage({ at: 'choose' });
      setFault(faultOf(error));
      setStage({ at: 'choose' });
    }
  }, [look]);

  useEffect(() => {
    if (files === null) return;
    setFiles(null);
    void bring(files);
  }, [files, bring, setFiles]);

  async function start(source: ImportSource, options: ImportOptions) {
    setFault(null);
    try {
      const { job } = await client.transfer.import({ source, options });
      setStage({ at: 'job', job });
    } catch (error) {
      setFault(faultOf(error));
    }
  }

  return (
    <div className="flex flex-col gap-4">
      {stage.at === 'choose' && <Choose onFiles={(chosen) => void bring(chosen)} onPath={(path) => void look({ path }, path)} />}
      {stage.at === 'reading' && (
        <div className="rounded-panel border p-5">
          <p className="mb-2 font-medium">{stage.looking ? `Looking through ${stage.name}` : `Reading ${stage.name}`}</p>
          <Progress label={`Reading ${stage.name}`} value={stage.looking ? null : stage.share} />
          <Button className="mt-4" onClick={() => { running.current?.abort(); setStage({ at: 'choose' }); }}>Cancel</Button>
        </div>
      )}
      {stage.at === 'passphrase' && (
        <section aria-label="Encrypted archive" className="flex flex-col gap-3 rounded-panel border p-5">
          <h2 className="text-base font-semibold">An encrypted archive</h2>
          <p className="text-muted"><span className="break-all">{stage.name}</span> opens with the passphrase it was made with, not with that of this vault.</p>
          <ArchiveQuestion
            autoFocus button="Look inside" onCancel={() => setStage({ at: 'choose' })}
            onGiven={async (archivePassphrase) => {
              const { name, source } = stage;
              setStage({ at: 'dry-run', name, source, preview: await client.transfer.preview({ source, options: { archivePassphrase } }), archivePassphrase });
            }}
          />
        </section>
      )}
      {fault && (
        <ErrorNotice fault={fault}>
          {fault.code === 'IMPORT_UNREADABLE' && last && (
            <SelectField label="Read it as" value="" onChange={(event) => void look(last.source, last.name, ImportFormat.parse(event.target.value))}>
              <option value="" disabled>Choose the format</option>
              {ImportFormat.options.map((format) => <option key={format} value={format}>{formatNames[format]}</option>)}
            </SelectField>
          )}
        </ErrorNotice>
      )}
      {stage.at === 'dry-run' && (
        <DryRun
          name={stage.name} preview={stage.preview} onCancel={() => setStage({ at: 'choose' })}
          onStart={(options) => start(stage.source, { ...options, ...(stage.format && { format: stage.format }), ...(stage.archivePassphrase !== undefined && { archivePassphrase: stage.archivePassphrase }) })}
        />
      )}
      {stage.at === 'job' && <ImportJob id={stage.job} onAnother={() => setStage({ at: 'choose' })} />}
    </div>
  );
}

function Choose({ onFiles, onPath }: { onFiles: (files: readonly File[]) => void; onPath: (path: string) => void }) {
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [path, setPath] = useState('');
  const take = (input: HTMLInputElement) => {
    if (input.files && input.files.length > 0) onFiles([...input.files]);
    input.value = '';
  };
  return (
    <>
      <div className="flex flex-col items-center gap-4 rounded-panel border border-dashed border-edge px-6 py-10 text-center">
        <div>
          <p className="text-base font-medium">Drop a file anywhere in this window</p>
          <p className="mx-auto mt-1 max-w-[56ch] text-muted">A ChatGPT or Claude export (zip or json), notes in Markdown or an Obsidian folder, the memory file of an MCP server, Engram's own JSON Lines, or an encrypted archive.</p>
        </div>
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="primary" icon={FileUp} onClick={() => file.current?.click()}>Choose a file</Button>
          <Button icon={FolderUp} onClick={() => folder.current?.click()}>Choose a folder</Button>
        </div>
        <input ref={file} type="file" hidden aria-label="File to import" accept=".zip,.json,.jsonl,.md,.markdown,.txt,.age" onChange={(event) => take(event.target)} />
        <input ref={folder} type="file" hidden aria-label="Folder to import" multiple {...{ webkitdirectory: '' }} onChange={(event) => take(event.target)} />
      </div>
      <details className="text-muted">
        <summary className="min-h-6">Very large, or already on the computer that runs Engram?</summary>
        <form className="mt-2 flex items-end gap-2" onSubmit={(event: FormEvent) => { event.preventDefault(); onPath(path.trim()); }}>
          <div className="min-w-0 flex-1"><TextField label="Path on that computer" value={path} onChange={(event) => setPath(event.target.value)} className="figures" /></div>
          <Button type="submit" disabled={path.trim() === ''}>Look inside</Button>
        </form>
      </details>
    </>
  );
}
