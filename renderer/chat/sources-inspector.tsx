import { Copy, Route } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { MessageId, SessionId, Signal, Sources, TraceRow, Verdict } from '../../contract/index.ts';
import { faultOf } from '../bridge/index.ts';
import { useOpenTrace } from '../recall/index.ts';
import { Button, counted, Empty, ErrorNotice, KindGlyph, Loading, signalNames, toast, Toggle, TrustSignature, useInspector, verdictNames } from '../ui/index.ts';
import { reasonFor } from './source-chips.tsx';
import { useMessages, useSession } from './use-session.ts';

/** A chat asks memory with the beginning of a very long message. */
const askedChars = 4000;

/** Why an answer knew what it knew: every candidate, where it came from and where it dropped out. */
export function SourcesInspector({ session, message }: { session: SessionId; message: MessageId }) {
  const messages = useMessages(session);
  const scope = useSession(session).data?.scope;
  const openTrace = useOpenTrace();
  const [exact, setExact] = useState(false);
  if (messages.error) return <ErrorNotice className="m-4" fault={faultOf(messages.error)} onRetry={() => void messages.refetch()} />;
  if (!messages.data) return <Loading />;
  const answer = messages.data.find((other) => other.id === message);
  const sources = answer?.sources;
  const question = messages.data.find((other) => other.id === answer?.parent);
  if (!sources) return <Empty title="Nothing recorded">This answer was written without a record of its sources.</Empty>;

  const dropped = sources.considered.filter((row) => row.verdict !== 'kept');
  const groups = Object.entries(Object.groupBy(dropped, (row) => row.verdict)) as [Verdict, TraceRow[]][];
  return (
    <div className="flex flex-col gap-5 p-4">
      <Funnel sources={sources} />
      <div className="flex items-center justify-between gap-2">
        <Toggle inline label="Exact numbers" checked={exact} onChange={setExact} />
        <Button
          size="small" look="quiet" icon={Copy}
          onClick={() => void navigator.clipboard.writeText(JSON.stringify(sources, null, 2)).then(() => toast('Trace copied as JSON'))}
        >
          Copy as JSON
        </Button>
      </div>
      {question && scope && (
        <div>
          <Button size="small" icon={Route} onClick={() => openTrace({ asked: { query: question.text.slice(0, askedChars), scope, at: question.createdAt } })}>Open the trace</Button>
          <p className="mt-1 text-xs text-muted">Asks the same again, of the memory as it is now, and shows every step.</p>
        </div>
      )}
      <section>
        <h3 className="eyebrow mb-1.5">Used <span className="figures">{sources.used.length}</span></h3>
        {sources.used.length === 0 ? <p className="text-muted">None: {reasonFor(sources)}.</p> : (
          <ul className="flex flex-col divide-y">
            {sources.used.map((used) => (
              <Row
                key={used.id} row={sources.considered.find((row) => row.id === used.id)} exact={exact} id={used.id}
                head={<><KindGlyph kind={used.kind} size={10} labelled /><span className="figures text-xs text-muted">{used.mark}</span></>}
                text={used.text} tail={<><TrustSignature trust={used.trust} /><span>{used.cited ? 'cited' : 'not cited'}</span></>}
              />
            ))}
          </ul>
        )}
      </section>
      {groups.map(([verdict, rows]) => (
        <section key={verdict}>
          <h3 className="eyebrow mb-1.5">{verdictNames[verdict]} <span className="figures">{rows.length}</span></h3>
          <ul className="flex flex-col divide-y">
            {rows.map((row) => <Row key={row.id} id={row.id} row={row} exact={exact} text={row.keyFact} tail={<span>{row.reason}</span>} />)}
          </ul>
        </section>
      ))}
      {sources.heldBack > 0 && <p className="text-warn">{counted(sources.heldBack, 'memory', 'memories')} held back: too sensitive for a model outside this computer. Settings, Privacy decides that.</p>}
    </div>
  );
}

/** Gate, candidates by signal, kept: the counts at each step, left to right. */
function Funnel({ sources }: { sources: Sources }) {
  const bySignal = new Map<Signal, number>();
  for (const row of sources.considered) for (const { signal } of row.signals) bySignal.set(signal, (bySignal.get(signal) ?? 0) + 1);
  const found = [...bySignal].map(([signal, count]) => `${signalNames[signal]} ${count}`).join(', ');
  const steps = [
    { name: 'Gate', value: sources.skipped === null ? 'looked' : 'skipped', note: sources.skipped ?? 'memory was searched' },
    { name: 'Found', value: sources.considered.length, note: found || 'no candidate' },
    { name: 'Used', value: sources.used.length, note: `${sources.used.filter((used) => used.cited).length} cited` },
  ];
  return (
    <ol className="grid grid-cols-3 overflow-hidden rounded-panel border">
      {steps.map((step, n) => (
        <li key={step.name} className={`min-w-0 bg-surface p-2.5 ${n > 0 ? 'border-l' : ''}`}>
          <span className="block text-xs text-muted">{step.name}</span>
          <span className={typeof step.value === 'number' ? 'figures block text-base' : 'block text-base'}>{step.value}</span>
          <span className="block text-xs text-muted">{step.note}</span>
        </li>
      ))}
    </ol>
  );
}

interface RowProps {
  id: TraceRow['id'];
  row: TraceRow | undefined;
  exact: boolean;
  text: string;
  head?: ReactNode;
  tail: ReactNode;
}

function Row({ id, row, exact, text, head, tail }: RowProps) {
  const { inspect } = useInspector();
  return (
    <li className="py-2">
      <button type="button" onClick={() => inspect({ what: 'memory', id })} className="flex w-full items-baseline gap-2 rounded-control text-left hover:text-accent">
        {head}
        <span className="remembered line-clamp-3 min-w-0 flex-1">{text}</span>
      </button>
      <div className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-muted">
        {tail}
        {row && !exact && row.signals.length > 0 && <span>found by {row.signals.map(({ signal }) => signalNames[signal].toLowerCase()).join(', ')}</span>}
      </div>
      {row && exact && (
        <table className="figures mt-1 text-xs text-muted">
          <caption className="sr-only">Signals</caption>
          <thead className="sr-only"><tr><th>Signal</th><th>Rank</th><th>Score</th></tr></thead>
          <tbody>
            {row.signals.map(({ signal, rank, score }) => (
              <tr key={signal}><td className="pr-4">{signal}</td><td className="pr-4">#{rank}</td><td>{score.toFixed(4)}</td></tr>
            ))}
            <tr><td className="pr-4">fused</td><td /><td>{row.score.toFixed(4)}</td></tr>
          </tbody>
        </table>
      )}
    </li>
  );
}
