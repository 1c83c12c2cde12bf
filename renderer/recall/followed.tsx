import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { SquareArrowOutUpRight, X } from 'lucide-react';
import type { MemoryDetail, MemoryId, RecallTrace, Scope } from '../../contract/index.ts';
import { engine, faultOf } from '../bridge/index.ts';
import { Button, ErrorNotice, IconButton, Loading, scopeName, signalNames, statusNames, useInspector } from '../ui/index.ts';
import { dismiss, undismiss } from './dismiss.ts';
import { barsOf } from './bars.ts';
import { ClueBars } from './clue-bars.tsx';
import { signed } from './clue-names.ts';
import { fallOf, nth, said, shown } from './fall.ts';
import type { Weighed, Weights } from './replay.ts';

interface FollowedProps {
  id: MemoryId;
  /** Null before anything was asked. */
  trace: RecallTrace | null;
  /** Weights on trial, or null. */
  trial: Weights | null;
  /** The order at the trial's weights. */
  order: readonly Weighed[];
  exact: boolean;
  /** From where it was asked; null before. */
  from: Scope | null;
  onFrom: (scope: Scope) => void;
  /** Follows another one instead. */
  onPick: (id: MemoryId) => void;
  /** The question, as it was asked; null before. */
  question: string | null;
  onClose: () => void;
}

/** One memory's way through recall: where it fell or was placed, and what spoke for and against it. */
export function Followed({ id, trace, trial, order, exact, from, onFrom, onPick, question, onClose }: FollowedProps) {
  const { inspect } = useInspector();
  const row = trace?.candidates.find((candidate) => candidate.id === id);
  const memory = useQuery({ ...engine.memories.get.queryOptions({ input: { id } }), enabled: row === undefined });
  const fall = trace === null ? null : fallOf(trace, id);
  const tried = trial === null ? undefined : order.find((weighed) => weighed.row.id === id);
  const reranking = trace?.reranking ?? null;
  const bars = row && reranking ? barsOf(row.clues, trial ?? reranking.weights) : [];
  const sum = bars.reduce((total, { amount }) => total + amount, 0);
  return (
    <section aria-label="Followed memory" className="quiet-scroll sticky bottom-0 z-10 max-h-[45dvh] overflow-y-auto border-t bg-surface @4xl:static @4xl:max-h-[42%] @4xl:min-h-36">
      <div className="grid gap-x-10 gap-y-3 px-4 py-3 @4xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="min-w-0">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">{row ? <p dir="auto" className="remembered">{row.keyFact}</p> : <Text memory={memory} />}</div>
            <IconButton size="small" icon={SquareArrowOutUpRight} label="Open this memory" onClick={() => inspect({ what: 'memory', id })} />
            <IconButton size="small" icon={X} label="Stop following" hint="Esc" onClick={onClose} />
          </div>
          <p role="status" className="mt-1.5 font-medium">{memory.error ? '' : fall === null ? 'Ask a question to see where it falls.' : said(fall)}</p>
          {!row && memory.data && from !== null && <Hints memory={memory.data} from={from} onFrom={onFrom} />}
          {tried && <p className="mt-0.5 text-warn">On trial: place {tried.place} of {order.length}, score {shown(tried.score)}.</p>}
          {row && row.signals.length > 0 && (
            <p className="mt-0.5 text-muted">Found by {row.signals.map(({ signal, rank }) => `${signalNames[signal].toLowerCase()} (${nth(rank)})`).join(', ')}.{reranking && row.fused !== null && <> Together they gave it <span className="figures">{shown(row.fused)}</span>, before its clues were weighed.</>}</p>
          )}
          {row && question !== null && (row.verdict === 'kept' || row.verdict === 'dismissed') && (
            <p className="mt-1.5"><Button size="small" onClick={() => void (row.verdict === 'kept' ? dismiss(id, question) : undismiss(id))}>{row.verdict === 'kept' ? 'Not relevant here' : 'Relevant after all'}</Button></p>
          )}
          {row?.duplicateOf && <p className="mt-0.5 text-muted">It repeats <button type="button" onClick={() => onPick(row.duplicateOf!)} className="rounded-control text-text underline decoration-line underline-offset-2">{trace?.candidates.find((other) => other.id === row.duplicateOf)?.keyFact ?? 'another memory'}</button></p>}
        </div>
        {row && (
          <div className="min-w-0">
            {bars.length === 0
              ? <p className="text-muted">Not weighed by clues: it stands where the signals placed it, with {shown(row.score)}.</p>
              : (
                <>
                  <ClueBars bars={bars} exact={exact} />
                  {exact && reranking && (
                    <p className="figures mt-1.5 border-t pt-1.5 text-xs text-muted">{signed(sum, 3)} − {reranking.middle.toFixed(3)} = {signed(sum - reranking.middle, 3)}, squeezed into 0..1: {shown(tried?.score ?? row.score)}</p>
                  )}
                </>
              )}
          </div>
        )}
      </div>
    </section>
  );
}

/** A memory that is not among the candidates, as it is told elsewhere. */
function Text({ memory }: { memory: UseQueryResult<MemoryDetail, unknown> }) {
  if (memory.error) {
    const fault = faultOf(memory.error);
    return fault.code === 'NOT_FOUND'
      ? <p className="text-muted">There is no memory with this id. It may have been erased.</p>
      : <ErrorNotice fault={fault} onRetry={() => void memory.refetch()} />;
  }
  if (!memory.data) return <Loading rows={2} label="Loading memory" />;
  return <p dir="auto" className="remembered line-clamp-4">{memory.data.text}</p>;
}

/** What about a memory itself keeps signals from finding it. */
function Hints({ memory, from, onFrom }: { memory: MemoryDetail; from: Scope; onFrom: (scope: Scope) => void }) {
  const { status, embedded, scope } = memory;
  return (
    <>
      {status !== 'active' && <p className="mt-0.5 text-muted">{statusNames[status]}: only memories in use are searched.</p>}
      {!embedded && <p className="mt-0.5 text-muted">Its meaning is not computed yet, so only words can find it.</p>}
      {!isSeen(scope, from) && (
        <p className="mt-0.5 flex flex-wrap items-center gap-2 text-muted">
          It belongs to {scopeName(scope)}, and is not seen from where you asked. <Button size="small" onClick={() => onFrom(scope)}>Ask from there</Button>
        </p>
      )}
    </>
  );
}

/** Every part the memory names must be the asker's own. */
const isSeen = (memory: Scope, from: Scope): boolean => (Object.keys(memory) as (keyof Scope)[]).every((part) => memory[part] === from[part]);
