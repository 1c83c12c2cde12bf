import { useState } from 'react';
import type { ImportOptions, ImportPreview } from '../../contract/index.ts';
import { useGate } from '../bridge/index.ts';
import { Button, counted, shortDate, TextField, Toggle } from '../ui/index.ts';
import { formatNames } from './format-names.ts';

/** What would come in. Nothing has been changed yet. */
export function DryRun({ name, preview, onStart, onCancel }: {
  name: string;
  preview: ImportPreview;
  onStart: (options: ImportOptions) => Promise<void>;
  onCancel: () => void;
}) {
  const readOnly = useGate().state === 'readonly';
  const [project, setProject] = useState('');
  // Engram's own formats hold the memories themselves; drawing them from the conversations again would double them.
  const [extract, setExtract] = useState(preview.format !== 'engram' && preview.format !== 'archive');
  const [approve, setApprove] = useState(false);
  const [busy, setBusy] = useState(false);
  const nothing = preview.memories === 0 && preview.messages === 0;

  const figures = [
    { name: 'Memories', value: preview.memories },
    { name: 'Conversations', value: preview.conversations },
    { name: 'Messages', value: preview.messages },
    { name: 'Known already', value: preview.duplicates },
  ];

  async function start() {
    setBusy(true);
    await onStart({
      extract, approve,
      ...(project.trim() !== '' && { scope: { project: project.trim() } }),
    });
    setBusy(false);
  }

  return (
    <section aria-label="Dry run" className="rounded-panel border">
      <header className="border-b px-5 py-3">
        <h2 className="text-base font-semibold">{formatNames[preview.format]}</h2>
        <p className="text-muted">{name}. Nothing has been changed yet.</p>
      </header>
      <div className="flex flex-col gap-5 p-5">
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {figures.map((figure) => (
            <div key={figure.name}>
              <dt className="text-xs text-muted">{figure.name}</dt>
              <dd className="figures text-lg">{figure.value.toLocaleString()}</dd>
            </div>
          ))}
        </dl>
        {preview.from !== null && preview.to !== null && <p className="text-muted">From {shortDate(preview.from)} to {shortDate(preview.to)}.</p>}
        {preview.samples.length > 0 && (
          <div>
            <h3 className="eyebrow mb-1">For example</h3>
            <ul className="flex flex-col gap-1.5">
              {preview.samples.slice(0, 5).map((sample, n) => <li key={n} className="remembered line-clamp-2 border-l-2 pl-3">{sample}</li>)}
            </ul>
          </div>
        )}
        {preview.skipped.length > 0 && (
          <div>
            <h3 className="eyebrow mb-1">Left out</h3>
            <ul>{preview.skipped.map(({ reason, count }) => <li key={reason} className="text-muted"><span className="figures">{count.toLocaleString()}</span> {reason}</li>)}</ul>
          </div>
        )}
        {!nothing && (
          <div className="flex flex-col gap-3 border-t pt-4">
            <div className="max-w-72"><TextField label="Into project" placeholder="Everywhere" value={project} maxLength={200} onChange={(event) => setProject(event.target.value)} /></div>
            {preview.conversations > 0 && <Toggle label="Extract memories" help="Off: the conversations are kept, nothing is drawn from them." checked={extract} onChange={setExtract} />}
            <Toggle label="Approve at once" help="Off: what comes in waits for approval and is not recalled until you gave it." checked={approve} onChange={setApprove} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {!nothing && <Button look="primary" busy={busy} disabled={readOnly} onClick={() => void start()}>Import {preview.memories > 0 ? counted(preview.memories, 'memory', 'memories') : counted(preview.messages, 'message')}</Button>}
          <Button onClick={onCancel}>{nothing ? 'Choose something else' : 'Cancel'}</Button>
        </div>
        {nothing && <p role="status">There is nothing new in it.</p>}
      </div>
    </section>
  );
}
