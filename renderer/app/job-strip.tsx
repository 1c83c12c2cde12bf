import { useQuery } from '@tanstack/react-query';
import type { Job } from '../../contract/index.ts';
import { client, engine, faultOf, keepJob } from '../bridge/index.ts';
import { ago, Button, counted, Empty, Popover, Progress, span, toast } from '../ui/index.ts';

const isRunning = (job: Job) => job.state === 'running' || job.state === 'waiting' || job.state === 'paused';

/** What works in the background, always in the same place. */
export function JobStrip() {
  const jobs = useQuery(engine.jobs.list.queryOptions()).data ?? [];
  const counts = useQuery(engine.vault.status.queryOptions()).data?.counts;
  const running = jobs.filter(isRunning);
  const failed = jobs.find((job) => job.state === 'failed' && job.endedAt !== null && Date.now() - job.endedAt < 600_000);
  const first = running[0];
  return (
    <footer className="flex h-7 shrink-0 items-center gap-3 border-t bg-surface px-3 text-xs text-muted">
      <Popover
        title="Background work" side="top" className="w-96"
        trigger={
          <button type="button" className="flex min-h-6 min-w-0 items-center gap-2.5 rounded-control px-1 hover:text-text">
            {first ? (
              <>
                <Progress label={first.label} value={first.total ? first.done / first.total : null} className="w-24 shrink-0" />
                <span className="truncate">{first.label} {progressText(first)}{running.length > 1 && `, ${running.length - 1} more`}</span>
              </>
            ) : failed ? <span className="text-danger">{failed.label} failed</span> : <span>No background work</span>}
          </button>
        }
      >
        {jobs.length === 0 ? <Empty title="Nothing yet" className="py-4">Imports, exports, backups and embedding appear here.</Empty> : (
          <ul className="flex flex-col divide-y">{jobs.slice(0, 8).map((job) => <JobRow key={job.id} job={job} />)}</ul>
        )}
      </Popover>
      {counts && <span className="figures ml-auto hidden shrink-0 sm:inline">{counted(counts.active, 'memory', 'memories')}</span>}
    </footer>
  );
}

function progressText(job: Job): string {
  const of = job.total === null ? job.done.toLocaleString() : `${job.done.toLocaleString()} of ${job.total.toLocaleString()}`;
  return [of, job.rate ? `${Math.round(job.rate)}/s` : '', job.secondsLeft ? `${span(job.secondsLeft)} left` : ''].filter(Boolean).join(' · ');
}

const states: Record<Job['state'], string> = {
  waiting: 'waiting', running: 'running', paused: 'paused', done: 'done', failed: 'failed', cancelled: 'stopped', undone: 'undone',
};

function JobRow({ job }: { job: Job }) {
  const run = (call: (input: { id: Job['id'] }) => Promise<Job>) => () =>
    void call({ id: job.id }).then(keepJob, (error: unknown) => {
      const fault = faultOf(error);
      toast(fault.message, { detail: fault.action });
    });
  return (
    <li className="flex flex-col gap-1 py-2 text-sm first:pt-0 last:pb-0">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{job.label}</span>
        {isRunning(job) && <Button size="small" onClick={run(client.jobs.cancel)}>Stop</Button>}
        {(job.state === 'failed' || job.state === 'cancelled' || job.state === 'paused') && <Button size="small" onClick={run(client.jobs.resume)}>Resume</Button>}
        {job.undoable && <Button size="small" onClick={run(client.jobs.undo)}>Undo</Button>}
      </div>
      {isRunning(job)
        ? <><Progress label={job.label} value={job.total ? job.done / job.total : null} /><span className="figures text-xs text-muted">{progressText(job)}</span></>
        : <span className={job.error ? 'text-xs text-danger' : 'text-xs text-muted'}>{job.error ? `${job.error.message} ${job.error.data.action}` : `${states[job.state]} ${ago(job.endedAt ?? job.startedAt)}`}</span>}
    </li>
  );
}
