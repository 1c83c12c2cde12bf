import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobId } from '../../contract/index.ts';
import { client, engine, useTask } from '../bridge/index.ts';
import { Button, ErrorNotice, Notice, PassphraseField, SelectField, TextField } from '../ui/index.ts';
import { ArchivePassphrase, useArchivePassphrase } from './archive-passphrase.tsx';
import { ExportJob } from './export-job.tsx';

const formats = {
  archive: { name: 'Encrypted archive: complete, for another computer', field: 'File on this computer', example: '/home/me/engram.age' },
  engram: { name: 'JSON Lines: complete, readable, can be imported again', field: 'File on this computer', example: '/home/me/engram.jsonl' },
  markdown: { name: 'Markdown: a folder of notes to read', field: 'Folder on this computer', example: '/home/me/engram-notes' },
} as const;
type ExportFormat = keyof typeof formats;

/** Writes everything into a file: encrypted under words of its own, or readable. Asks for the passphrase of the vault either way. */
export function ExportPanel() {
  const status = useQuery(engine.vault.status.queryOptions()).data;
  const [format, setFormat] = useState<ExportFormat>('archive');
  const [path, setPath] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const archive = useArchivePassphrase();
  const [job, setJob] = useState<{ id: JobId; sealed: boolean } | null>(null);
  const task = useTask();
  const asks = status?.protection.passphrase !== false;
  const sealed = format === 'archive';
  const weak = task.fault?.code === 'WEAK_PASSPHRASE';
  const wrong = task.fault?.code === 'WRONG_PASSPHRASE';

  async function start() {
    if (sealed) archive.chosen.ask();
    if (sealed && !archive.ready) return;
    await task.run(async () => {
      const started = await client.transfer.export({
        path: path.trim(), format, ...(passphrase !== '' && { passphrase }), ...(sealed && { archivePassphrase: archive.passphrase }),
      });
      setPassphrase('');
      archive.clear();
      setJob({ id: started.job, sealed });
    });
  }

  return (
    <form className="flex max-w-120 flex-col gap-4" onSubmit={(event) => { event.preventDefault(); void start(); }}>
      <SelectField label="Format" value={format} disabled={task.busy} onChange={(event) => { setFormat((Object.keys(formats) as ExportFormat[]).find((name) => name === event.target.value)!); task.forgetFault(); }}>
        {(Object.keys(formats) as ExportFormat[]).map((name) => <option key={name} value={name}>{formats[name].name}</option>)}
      </SelectField>
      {!sealed && <Notice tone="warn">The result can be read by anyone who gets hold of it. To keep a copy or to move to another computer, take the encrypted archive.</Notice>}
      <TextField
        label={formats[format].field} required value={path} className="figures" disabled={task.busy} placeholder={formats[format].example} onChange={(event) => setPath(event.target.value)}
        help="The full path on the computer that runs Engram. Nothing that exists is overwritten." error={task.fault?.code === 'CONFLICT' ? 'There is something with this name already.' : undefined}
      />
      {sealed && <ArchivePassphrase archive={archive} disabled={task.busy} weak={weak} />}
      {asks && <PassphraseField label="Passphrase of this vault" autoComplete="current-password" value={passphrase} disabled={task.busy} onChange={setPassphrase} error={wrong ? 'That is not the passphrase of this vault.' : undefined} />}
      {task.fault && !weak && !wrong && task.fault.code !== 'CONFLICT' && <ErrorNotice fault={task.fault} />}
      <div><Button type="submit" look="primary" busy={task.busy} disabled={path.trim() === '' || (asks && passphrase === '') || (sealed && archive.passphrase === '')}>Export</Button></div>
      {job && <ExportJob key={job.id} {...job} />}
    </form>
  );
}
