import { FileSearch } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ArchiveReport, ImportSource } from '../../contract/index.ts';
import { client } from '../bridge/index.ts';
import { Button, TextField } from '../ui/index.ts';
import { ArchiveQuestion } from './archive-question.tsx';
import { ArchiveReportCard } from './archive-report.tsx';
import { uploadFile } from './upload.ts';

type Chosen = { name: string; source: () => Promise<ImportSource> };

/** Reads an archive from end to end and stores nothing of it. */
export function VerifyPanel() {
  const input = useRef<HTMLInputElement>(null);
  const [path, setPath] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [report, setReport] = useState<ArchiveReport | null>(null);
  const choose = (next: Chosen | null) => {
    setReport(null);
    setChosen(next);
  };
  const fromFile = (file: File): Chosen => ({ name: file.name, source: async () => ({ upload: await uploadFile(file, () => {}, new AbortController().signal) }) });

  if (report && chosen)
    return (
      <div className="flex max-w-144 flex-col gap-3">
        <p className="font-medium break-all">{chosen.name}</p>
        <ArchiveReportCard report={report} />
        <div><Button onClick={() => choose(null)}>Verify another</Button></div>
      </div>
    );
  if (chosen)
    return (
      <div className="flex max-w-120 flex-col gap-3">
        <p className="font-medium break-all">{chosen.name}</p>
        <ArchiveQuestion
          autoFocus button="Verify" onCancel={() => choose(null)}
          onGiven={async (archivePassphrase) => setReport(await client.transfer.verify({ source: await chosen.source(), archivePassphrase }))}
        />
      </div>
    );
  return (
    <form className="flex max-w-120 flex-wrap items-end gap-2" onSubmit={(event) => { event.preventDefault(); choose({ name: path.trim(), source: async () => ({ path: path.trim() }) }); }}>
      <Button icon={FileSearch} onClick={() => input.current?.click()}>Choose an archive</Button>
      <input
        ref={input} type="file" hidden aria-label="Archive to verify" accept=".age"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) choose(fromFile(file));
          event.target.value = '';
        }}
      />
      <span className="self-center text-muted">or</span>
      <div className="min-w-40 flex-1"><TextField label="Path of an archive on the computer that runs Engram" hideLabel placeholder="/home/me/engram.age" value={path} className="figures" onChange={(event) => setPath(event.target.value)} /></div>
      <Button type="submit" disabled={path.trim() === ''}>Verify</Button>
    </form>
  );
}
