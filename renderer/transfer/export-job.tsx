import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ArchiveReport, JobId } from '../../contract/index.ts';
import { bodyFault, client, engine, faultOf } from '../bridge/index.ts';
import { bytes, ErrorNotice, Loading, Progress } from '../ui/index.ts';
import { ArchiveQuestion } from './archive-question.tsx';
import { ArchiveReportCard } from './archive-report.tsx';

/** An export at work and after it: where the file is, how large, with which checksum; an archive can be verified at once. */
export function ExportJob({ id, sealed }: { id: JobId; sealed: boolean }) {
  const query = useQuery(engine.jobs.get.queryOptions({ input: { id } }));
  const [report, setReport] = useState<ArchiveReport | null>(null);
  const job = query.data;
  if (!job) return query.error ? <ErrorNotice fault={faultOf(query.error)} onRetry={() => void query.refetch()} /> : <Loading rows={2} />;
  if (job.error) return <ErrorNotice fault={bodyFault(job.error)} />;
  if (job.state !== 'done') return <Progress label={job.label} value={job.total ? job.done / job.total : null} />;
  const path = job.result?.['path'];
  return (
    <div className="flex flex-col gap-4 rounded-panel border p-4">
      <div role="status">
        <dl className="grid grid-cols-[92px_1fr] gap-y-1">
          {Object.entries(job.result ?? {}).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="figures min-w-0 text-xs leading-5 break-all">{name === 'bytes' && typeof value === 'number' ? bytes(value) : value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {sealed && typeof path === 'string' && (report
        ? <ArchiveReportCard report={report} />
        : (
          <div className="flex flex-col gap-2 border-t pt-4">
            <p className="flex items-center gap-1.5 font-medium"><ShieldCheck aria-hidden size={15} strokeWidth={1.5} className="text-accent" />Verify it</p>
            <p className="text-muted">Type the words from where you stored them: that proves both the file and the words.</p>
            <ArchiveQuestion button="Verify" onGiven={async (archivePassphrase) => setReport(await client.transfer.verify({ source: { path }, archivePassphrase }))} />
          </div>
        ))}
    </div>
  );
}
