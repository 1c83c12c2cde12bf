import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Job, JobId } from '../../contract/index.ts';
import { bodyFault, client, engine, faultOf, keepJob, queryClient, type Fault } from '../bridge/index.ts';
import { Button, counted, ErrorNotice, Loading, Progress, span, toast } from '../ui/index.ts';
import { ArchiveQuestion } from './archive-question.tsx';

/** An import at work and after it: progress, stop, resume, approve, and one way back. */
export function ImportJob({ id, onAnother }: { id: JobId; onAnother: () => void }) {
  const job = useQuery(engine.jobs.get.queryOptions({ input: { id } }));
  const navigate = useNavigate();
  const [fault, setFault] = useState<Fault | null>(null);
  const [approved, setApproved] = useState<number | null>(null);
  const [asksArchive, setAsksArchive] = useState(false);
  const waiting = useQuery({
    ...engine.memories.list.queryOptions({ input: { filter: { job: id, status: ['quarantined'] }, limit: 1 } }),
    enabled: job.data?.state === 'done',
  });
  if (job.error && !job.data) return <ErrorNotice fault={faultOf(job.error)} onRetry={() => void job.refetch()} />;
  if (!job.data) return <Loading rows={2} />;
  const { state, label, done, total, rate, secondsLeft, result, undoable } = job.data;

  const run = (call: (input: { id: JobId }) => Promise<Job>) => async () => {
    setFault(null);
    try {
      keepJob(await call({ id }));
      void queryClient.invalidateQueries({ queryKey: engine.memories.key() });
    } catch (error) {
      const cause = faultOf(error);
      // The passphrase of an archive was not kept with the job.
      if (cause.code === 'WRONG_PASSPHRASE') setAsksArchive(true);
      else setFault(cause);
    }
  };
  async function approveAll() {
    try {
      const answer = await client.memories.approve({ job: id });
      setApproved(answer.approved);
      void queryClient.invalidateQueries({ queryKey: engine.memories.key() });
      toast(`${counted(answer.approved, 'memory', 'memories')} approved`);
    } catch (error) {
      setFault(faultOf(error));
    }
  }

  const working = state === 'running' || state === 'waiting' || state === 'paused';
  const left = waiting.data?.total ?? 0;
  return (
    <section aria-label="Import" className="flex flex-col gap-3 rounded-panel border p-5">
      <h2 className="text-base font-semibold">
        {working ? label : { done: 'Imported', failed: 'The import stopped', cancelled: 'The import was stopped', undone: 'The import was undone' }[state]}
      </h2>
      {working && (
        <>
          <Progress label={label} value={total ? done / total : null} />
          <p className="figures text-xs text-muted" aria-live="off">
            {done.toLocaleString()}{total !== null && ` of ${total.toLocaleString()}`}{rate ? ` · ${Math.round(rate)}/s` : ''}{secondsLeft ? ` · ${span(secondsLeft)} left` : ''}
          </p>
        </>
      )}
      {state === 'done' && (
        <>
          {result && <dl className="flex flex-wrap gap-x-6 gap-y-1">{Object.entries(result).filter(([, value]) => typeof value === 'number').map(([name, value]) => <div key={name} className="flex gap-1.5"><dt className="text-muted">{name}</dt><dd className="figures">{value.toLocaleString()}</dd></div>)}</dl>}
          {left > 0 && <p role="status">{counted(left, 'memory waits', 'memories wait')} for approval and {left === 1 ? 'is' : 'are'} not recalled until then.</p>}
          {approved !== null && <p role="status">{counted(approved, 'memory', 'memories')} can be recalled now.</p>}
        </>
      )}
      {job.data.error && <ErrorNotice fault={bodyFault(job.data.error)} />}
      {fault && <ErrorNotice fault={fault} />}
      {asksArchive && <ArchiveQuestion autoFocus button="Resume" onCancel={() => setAsksArchive(false)} onGiven={async (archivePassphrase) => { keepJob(await client.jobs.resume({ id, archivePassphrase })); setAsksArchive(false); }} />}
      <div className="flex flex-wrap gap-2">
        {working && <Button onClick={() => void run(client.jobs.cancel)()}>Stop</Button>}
        {(state === 'failed' || state === 'cancelled') && !asksArchive && <Button look="primary" onClick={() => void run(client.jobs.resume)()}>Resume</Button>}
        {left > 0 && <Button look="primary" onClick={() => void approveAll()}>Approve all {left.toLocaleString()}</Button>}
        {left > 0 && <Button onClick={() => void navigate({ to: '/review', search: { job: id } } as never)}>Review them</Button>}
        {undoable && <Button onClick={() => void run(client.jobs.undo)()}>Undo import</Button>}
        {!working && <Button look="quiet" onClick={onAnother}>Import something else</Button>}
      </div>
    </section>
  );
}
