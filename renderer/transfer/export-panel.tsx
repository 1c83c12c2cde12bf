import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobId } from '../../contract/index.ts';
import { bodyFault, client, engine, faultOf, type Fault } from '../bridge/index.ts';
import { bytes, Button, ErrorNotice, Notice, PassphraseField, Progress, SelectField, TextField } from '../ui/index.ts';

type Format = 'engram' | 'markdown';

/** Writes everything in readable form. Asks for the passphrase, because the result is not encrypted. */
export function ExportPanel() {
  const status = useQuery(engine.vault.status.queryOptions()).data;
  const [format, setFormat] = useState<Format>('engram');
  const [path, setPath] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [job, setJob] = useState<JobId | null>(null);
  const asks = status?.protection.passphrase !== false;

  async function start() {
    setBusy(true);
    setFault(null);
    try {
      const started = await client.transfer.export({ path: path.trim(), format, ...(passphrase !== '' && { passphrase }) });
      setPassphrase('');
      setJob(started.job);
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="flex max-w-120 flex-col gap-4" onSubmit={(event) => { event.preventDefault(); void start(); }}>
      <Notice tone="warn">The result can be read by anyone who gets hold of it. For an encrypted copy, make a backup in Settings, Security.</Notice>
      <SelectField label="Format" value={format} onChange={(event) => setFormat(event.target.value as Format)}>
        <option value="engram">JSON Lines: complete, can be imported again</option>
        <option value="markdown">Markdown: a folder of notes to read</option>
      </SelectField>
      <TextField
        label={format === 'engram' ? 'File on this computer' : 'Folder on this computer'} required value={path} className="figures"
        placeholder={format === 'engram' ? '/home/me/engram.jsonl' : '/home/me/engram-notes'} onChange={(event) => setPath(event.target.value)}
        help="The full path on the computer that runs Engram. Nothing that exists is overwritten."
      />
      {asks && <PassphraseField label="Passphrase" autoComplete="current-password" value={passphrase} onChange={setPassphrase} error={fault?.code === 'WRONG_PASSPHRASE' ? 'That is not the passphrase of this vault.' : undefined} />}
      {fault && fault.code !== 'WRONG_PASSPHRASE' && <ErrorNotice fault={fault} />}
      <div><Button type="submit" busy={busy} disabled={path.trim() === '' || (asks && passphrase === '')}>Export</Button></div>
      {job && <ExportJob id={job} />}
    </form>
  );
}

function ExportJob({ id }: { id: JobId }) {
  const job = useQuery(engine.jobs.get.queryOptions({ input: { id } })).data;
  if (!job) return null;
  if (job.error) return <ErrorNotice fault={bodyFault(job.error)} />;
  if (job.state !== 'done') return <Progress label={job.label} value={job.total ? job.done / job.total : null} />;
  return (
    <dl role="status" className="grid grid-cols-[92px_1fr] gap-y-1 rounded-panel border p-4">
      {Object.entries(job.result ?? {}).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="figures min-w-0 text-xs leading-5 break-all">{name === 'bytes' && typeof value === 'number' ? bytes(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}
