import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAtom } from 'jotai';
import { Copy, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Clue, MemoryId, RecallResult, RecallTrace } from '../../contract/index.ts';
import { faultOf } from '../bridge/index.ts';
import { Button, Empty, ErrorNotice, Loading, Notice, toast, Toggle, useEscape } from '../ui/index.ts';
import { askedAtom, type Asked, type RecallSearch } from './asked.ts';
import { Columns } from './columns.tsx';
import { Followed } from './followed.tsx';
import { QuestionForm } from './question-form.tsx';
import { changed, compare, weigh } from './replay.ts';
import { keptOf, msByStage } from './stages.ts';
import { TrialWeights } from './trial-weights.tsx';
import { useTrace } from './use-trace.ts';
import { WhyNot } from './why-not.tsx';

/** A question's way through recall, step by step, with every memory that was looked at. */
export function RecallScreen() {
  const [asked, setAsked] = useAtom(askedAtom);
  const { pick }: RecallSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { result, error, retry } = useTrace(asked);
  const [exact, setExact] = useState(false);
  const [trying, setTrying] = useState(false);
  const [over, setOver] = useState<Partial<Record<Clue, number>>>({});
  const picked = pick ?? null;
  const trace = result?.trace ?? null;
  const follow = (id: MemoryId | null) => void navigate({ to: '.', search: (before: object) => ({ ...before, pick: id ?? undefined }), replace: true } as never);
  // The same question again is asked again.
  const ask = (next: Asked) => (JSON.stringify(next) === JSON.stringify(asked) ? retry() : setAsked(next));
  useEscape(() => follow(null), picked !== null);
  useEffect(() => {
    document.title = 'Recall — Engram';
  }, []);

  const own = trace?.reranking?.weights ?? null;
  const weights = useMemo(() => (own === null ? null : changed(own, over)), [own, over]);
  const order = useMemo(() => (trace === null ? [] : weigh(trace, null)), [trace]);
  const trial = useMemo(() => {
    if (trace === null || weights === null) return null;
    const tried = weigh(trace, weights);
    return { order: tried, ...compare(order, tried, keptOf(trace.candidates).length) };
  }, [trace, weights, order]);

  return (
    <div className="@container h-full">
      <div className="flex min-h-full flex-col @4xl:h-full">
        <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3">
          <h1 className="text-lg font-semibold">Recall</h1>
          <QuestionForm key={JSON.stringify(asked)} asked={asked} onAsk={ask} />
          <div className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1">
            <Button size="small" look="quiet" icon={SlidersHorizontal} aria-expanded={trying} disabled={own === null} onClick={() => setTrying(!trying)}>Try other weights</Button>
            {trial && !trying && <Button size="small" icon={RotateCcw} onClick={() => setOver({})}>End the trial</Button>}
            <WhyNot onPick={follow} />
            {trace && <CopyTrace trace={trace} />}
            <Link to={'/settings/$section' as never} params={{ section: 'recall' } as never} className="rounded-control px-2 text-xs text-muted underline decoration-line underline-offset-2 hover:text-text">Recall settings</Link>
            <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
              {trace && <Total trace={trace} exact={exact} />}
              <Toggle inline label="Exact numbers" checked={exact} onChange={setExact} />
            </span>
          </div>
        </header>
        {trying && own && <TrialWeights own={own} over={over} onChange={setOver} />}
        {result?.degraded.map((note) => <Notice key={note} tone="warn" className="mx-4 mt-3">{note}</Notice>)}
        {result?.abstained && asked && (
          <Notice tone="warn" className="mx-4 my-3 flex flex-wrap items-center gap-x-3 gap-y-1">
            <span role="status">{result.abstained.reason} {asked.weak ? 'These are the nearest all the same.' : 'So nothing is answered.'}</span>
            {!asked.weak && <Button size="small" onClick={() => setAsked({ ...asked, weak: true })}>Show the nearest</Button>}
          </Notice>
        )}
        <Body {...{ asked: asked !== null, result, error, retry }}>
          {trace && result && <Columns {...{ result, trace, own: order, trial, picked, exact, onPick: follow }} />}
        </Body>
        {picked && <Followed key={picked} id={picked} trace={trace} trial={trial ? weights : null} order={trial?.order ?? order} exact={exact} from={result && asked ? asked.scope : null} onFrom={(scope) => asked && setAsked({ ...asked, scope })} onPick={follow} question={asked?.query ?? null} onClose={() => follow(null)} />}
      </div>
    </div>
  );
}

interface BodyProps {
  asked: boolean;
  result: RecallResult | undefined;
  error: Error | null;
  retry: () => void;
  children: ReactNode;
}

function Body({ asked, result, error, retry, children }: BodyProps) {
  if (error && !result) return <div className="flex-1"><ErrorNotice className="m-4" fault={faultOf(error)} onRetry={retry} /></div>;
  if (!asked) {
    return (
      <div className="flex-1">
        <Empty title="See how a question finds its memories">Ask one above. Every memory that is looked at is shown step by step, with what placed it or cut it.</Empty>
      </div>
    );
  }
  if (!result) return <div className="flex-1"><Loading rows={8} label="Recalling" /></div>;
  if (!result.trace) return <div className="flex-1"><Empty title="No trace">Only the person may see how memories were found.</Empty></div>;
  return (
    <>
      {error && <ErrorNotice className="mx-4 my-3" fault={faultOf(error)} onRetry={retry} />}
      {children}
    </>
  );
}

function Total({ trace, exact }: { trace: RecallTrace; exact: boolean }) {
  const { other, ...columns } = msByStage(trace.ms);
  const all = Object.values(columns).reduce((sum, ms) => sum + ms, other);
  return <span className="figures text-muted">{all.toFixed(exact ? 2 : 0)} ms{exact && other > 0 && `, ${other.toFixed(2)} elsewhere`}</span>;
}

function CopyTrace({ trace }: { trace: RecallTrace }) {
  return <Button size="small" look="quiet" icon={Copy} onClick={() => void navigator.clipboard.writeText(JSON.stringify(trace, null, 2)).then(() => toast('Trace copied as JSON'))}>Copy as JSON</Button>;
}
