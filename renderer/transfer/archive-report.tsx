import { CircleAlert, ShieldCheck } from 'lucide-react';
import type { ArchiveReport } from '../../contract/index.ts';
import { bytes, kindNames, shortDate } from '../ui/index.ts';

/** What an archive holds, and whether all of it is there. */
export function ArchiveReportCard({ report }: { report: ArchiveReport }) {
  const { whole, problem, memories, from, to, sha256, skipped } = report;
  const rows: [string, number][] = [
    [`${kindNames.semantic}s`, memories.semantic], [`${kindNames.episodic}s`, memories.episodic], [`${kindNames.procedural}s`, memories.procedural], ['Versions', report.versions],
    ['Ties', report.relations], ['Conversations', report.conversations], ['Messages', report.messages], ['Agents', report.agents], ['Settings', report.settings],
  ];
  return (
    <section aria-label="Verified archive" className={`flex flex-col gap-3 rounded-panel border p-4 ${whole ? 'border-accent bg-tint' : 'border-danger bg-danger-tint'}`}>
      <p role="status" className="flex items-start gap-2">
        {whole ? <ShieldCheck aria-hidden size={16} strokeWidth={1.5} className="mt-0.5 shrink-0 text-accent" /> : <CircleAlert aria-hidden size={16} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" />}
        <span><strong className="font-medium">{whole ? 'The archive is whole.' : 'The archive is not whole.'}</strong> {whole ? `It was read to its end, ${bytes(report.bytes)}.` : problem}</span>
      </p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 sm:grid-cols-[1fr_auto_1fr_auto_1fr_auto]">
        {rows.map(([name, count]) => <div key={name} className="contents"><dt className="text-muted">{name}</dt><dd className="figures text-right">{count.toLocaleString()}</dd></div>)}
      </dl>
      {from !== null && to !== null && <p className="text-muted">From {shortDate(from)} to {shortDate(to)}.</p>}
      {skipped.length > 0 && <ul>{skipped.map(({ reason, count }) => <li key={reason} className="text-muted"><span className="figures">{count.toLocaleString()}</span> {reason}</li>)}</ul>}
      <p className="figures text-xs break-all text-muted">sha256 {sha256}</p>
    </section>
  );
}
