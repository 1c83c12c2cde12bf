import { CircleAlert, CircleCheck, Copy, Download } from 'lucide-react';
import type { ErasureReport } from '../../contract/index.ts';
import { Button, exactDate, saveText, toast } from '../ui/index.ts';

/** What is gone, whether anything remains, and the signature of the vault under it. Holds no content. */
export function ErasureReportCard({ name, report }: { name: string; report: ErasureReport }) {
  const { removed, sessions, backupsReplaced, remains, inLog, at, signature } = report;
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const clean = remains === 0 && !inLog;
  const found = `The search of the file still found words of ${remains === 1 ? 'one text' : `${remains} texts`}, most likely in chats where they were said. Delete those, too.`;
  const waiting = 'Copies may stay in the log of the file until it can be emptied. Engram goes on trying; the check of the vault tells when it is done.';
  const rows = [
    ['Memories', removed.memories], ['Versions', removed.versions], ['Vectors', removed.vectors], ['Ties', removed.edges], ['Quotes in chats', removed.messages],
    ['Conversations', sessions], ['Copies replaced', backupsReplaced], ['Texts of which something remains', remains],
  ] as const;
  return (
    <section aria-label="Erasure report" className="rounded-panel border">
      <header className="flex gap-3 border-b px-5 py-3">
        {clean ? <CircleCheck aria-hidden size={18} strokeWidth={1.5} className="mt-0.5 shrink-0 text-accent" /> : <CircleAlert aria-hidden size={18} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" />}
        <div role="status">
          <h2 className="text-base font-semibold">{clean ? `Everything of ${name} is gone` : `${name} was erased, but something remains`}</h2>
          <p className="text-muted">{exactDate(at)}. {clean ? 'The whole decrypted file was searched; nothing they said was found.' : inLog ? waiting : found}</p>
        </div>
      </header>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 px-5 py-4 sm:grid-cols-[1fr_auto_1fr_auto]">
        {rows.map(([what, count]) => (
          <div key={what} className="contents"><dt className="text-muted">{what}</dt><dd className="figures text-right">{count.toLocaleString()}</dd></div>
        ))}
      </dl>
      <div className="border-t px-5 py-3">
        <p className="text-xs text-muted">Signed by this vault</p>
        <p className="figures text-xs break-all">{signature}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" icon={Copy} onClick={() => void navigator.clipboard.writeText(text).then(() => toast('Report copied'))}>Copy report</Button>
          <Button size="small" icon={Download} onClick={() => saveText(`engram-erasure-${new Date(at).toISOString().slice(0, 10)}.json`, text, 'application/json')}>Save report</Button>
        </div>
      </div>
    </section>
  );
}
