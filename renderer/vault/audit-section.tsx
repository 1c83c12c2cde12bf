import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { MemoryId, type AuditEntry, type AuditReport } from '../../contract/index.ts';
import { client, engine, faultOf, useTask } from '../bridge/index.ts';
import { Button, counted, Empty, ErrorNotice, exactDate, Loading, useInspector } from '../ui/index.ts';

const pageSize = 50;

/** What was done, in words; a new operation is shown by its own name. */
const said: Record<string, string> = {
  open: 'Vault opened', store: 'Remembered', merge: 'Confirmed by another source', edit: 'Corrected', pin: 'Pinned', unpin: 'Unpinned', forget: 'Forgotten', restore: 'Restored',
  erase: 'Erased', relate: 'Tied together', quarantine: 'Put in quarantine', approve: 'Approved', withdraw: 'Took an approval back', recall: 'Recalled', read: 'Read', list: 'Listed', look_up: 'Looked up',
  access_granted: 'Access given', access_changed: 'Access changed', access_revoked: 'Access revoked',
  feedback_helpful: 'Called helpful', feedback_wrong: 'Called wrong', feedback_not_relevant: 'Called not relevant', feedback_taken_back: 'Called relevant again',
};
const who = (actor: string): string => (actor === 'person' ? 'You' : actor === 'engine' ? 'Engram itself' : actor.replace(/^client:/, ''));

/** The trail of what was done, and the proof that nothing in it was altered. */
export function AuditSection() {
  const list = useInfiniteQuery({
    ...engine.vault.audit.infiniteOptions({
      input: (before: number | undefined) => ({ limit: pageSize, ...(before !== undefined && { before }) }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page: AuditEntry[]) => (page.length < pageSize ? undefined : page.at(-1)?.number),
    }),
    staleTime: 0,
  });
  const entries = list.data?.pages.flat() ?? [];
  return (
    <div className="flex flex-col gap-5 py-2">
      <Verify />
      {list.error && entries.length === 0 && <ErrorNotice fault={faultOf(list.error)} onRetry={() => void list.refetch()} />}
      {list.isPending && <Loading rows={6} label="Loading the audit trail" />}
      {list.isSuccess && entries.length === 0 && <Empty className="rounded-panel border py-10" title="Nothing was done yet" />}
      {entries.length > 0 && (
        <div tabIndex={0} role="region" aria-label="Entries" className="overflow-x-auto rounded-panel border">
          <table className="w-full text-left">
            <thead className="border-b bg-surface text-xs text-muted">
              <tr><th scope="col" className="px-4 py-2 font-medium">Number</th><th scope="col" className="px-4 py-2 font-medium">When</th><th scope="col" className="px-4 py-2 font-medium">What</th><th scope="col" className="px-4 py-2 font-medium">Who</th></tr>
            </thead>
            <tbody className="divide-y">{entries.map((entry) => <Entry key={entry.number} entry={entry} />)}</tbody>
          </table>
        </div>
      )}
      {list.hasNextPage && <div><Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>Show older</Button></div>}
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { inspect } = useInspector();
  const memory = MemoryId.safeParse(entry.memory);
  const what = said[entry.operation] ?? entry.operation.replaceAll('_', ' ');
  return (
    <tr className="h-9">
      <td className="figures px-4 text-xs text-muted">{entry.number}</td>
      <td className="px-4 whitespace-nowrap"><time dateTime={new Date(entry.at).toISOString()}>{exactDate(entry.at)}</time></td>
      <td className="px-4">
        {memory.success && entry.operation !== 'erase'
          ? <button type="button" onClick={() => inspect({ what: 'memory', id: memory.data })} className="min-h-6 text-left underline decoration-line underline-offset-2 hover:text-accent">{what}</button>
          : what}
        {entry.count !== 1 && <span className="text-muted">, {counted(entry.count, 'memory', 'memories')}</span>}
      </td>
      <td className="px-4 wrap-anywhere">{who(entry.actor)}</td>
    </tr>
  );
}

function Verify() {
  const [report, setReport] = useState<AuditReport | null>(null);
  const task = useTask();
  return (
    <div className="flex flex-col gap-3">
      <div><Button look="primary" icon={ShieldCheck} busy={task.busy} onClick={() => void task.run(async () => setReport(await client.vault.verifyAudit()))}>Check the whole trail</Button></div>
      {task.fault && <ErrorNotice fault={task.fault} />}
      {report && (
        <div role="status" className={`flex gap-3 rounded-panel border p-4 ${report.whole ? 'border-accent bg-tint' : 'border-danger bg-danger-tint'}`}>
          {report.whole
            ? <ShieldCheck aria-hidden size={18} strokeWidth={1.5} className="mt-0.5 shrink-0 text-accent" />
            : <CircleAlert aria-hidden size={18} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" />}
          <div>
            <p className="font-medium">{report.whole ? 'The trail is whole.' : `The trail was altered at entry ${report.firstBroken}.`}</p>
            <p className="text-muted">
              {report.whole
                ? `${counted(report.entries, 'entry', 'entries')}${report.from !== null && report.to !== null ? `, from ${exactDate(report.from)} to ${exactDate(report.to)}` : ''}. None was altered, left out or put in.`
                : 'An entry was changed, left out or put in from outside. What stands before it is sound. Compare with a backup, and change the key.'}
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
