import type { ReactNode } from 'react';
import { Signal, type RecallTrace } from '../../contract/index.ts';
import { exactDate, signalNames } from '../ui/index.ts';

export const decisions: Record<RecallTrace['gate']['decision'], string> = { skip: 'skipped', retrieve: 'searched', deep: 'searched deep', ask: 'asks back' };

/** What the gate decided, and how the question was understood. */
export function Reading({ trace, coverage }: { trace: RecallTrace; coverage: number }) {
  const { gate, momentum, terms, droppedTerms, time, weights, crossEncoder, quality, reformulated } = trace;
  const signals = Signal.options.filter((signal) => weights[signal] !== undefined);
  return (
    <div className="flex flex-col gap-3 px-1.5">
      <p>{gate.reason}</p>
      {gate.decision !== 'skip' && (
        <>
          <Part name="Looked up">{terms.length === 0 ? <span className="text-muted">no word</span> : <Words words={terms} />}</Part>
          {droppedTerms.length > 0 && <Part name="Too common"><span className="text-muted"><Words words={droppedTerms} /></span></Part>}
          {momentum !== null && <Part name="Taken over from before"><Words words={momentum.words} /></Part>}
          <Part name="Time">
            {time === null ? <span className="text-muted">none named</span> : <>“{time.phrase}”<span className="block text-xs text-muted">{exactDate(time.from)} to {exactDate(time.to)}</span></>}
          </Part>
          {signals.length > 0 && (
            <Part name="Signals count">
              <span className="grid max-w-40 grid-cols-[1fr_auto] gap-x-2">
                {signals.map((signal) => (
                  <span key={signal} className="col-span-2 grid grid-cols-subgrid"><span>{signalNames[signal]}</span><span className="figures text-right text-xs text-muted">×{Number(weights[signal]!.toFixed(2))}</span></span>
                ))}
              </span>
            </Part>
          )}
          {quality !== null && <Part name="The answer looks">{quality.tier}<span className="figures block text-xs text-muted">first {quality.best.toFixed(2)}, {Math.round(quality.coverage * 100)} % of the question held</span></Part>}
          {reformulated !== null && (
            <Part name="Asked again as">
              <ul>{reformulated.queries.map(({ text }) => <li key={text} dir="auto">“{text}”</li>)}</ul>
              <span className="block text-xs text-muted">{reformulated.used ? `Better: now ${reformulated.quality.tier}.` : 'No better, so the first answer stands.'}</span>
            </Part>
          )}
          {crossEncoder !== null && <Part name="The best were read by">{crossEncoder}</Part>}
          {coverage < 1 && <Part name="Meaning known of"><span className="figures">{Math.floor(coverage * 100)} %</span> of memories</Part>}
        </>
      )}
    </div>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="eyebrow pb-0.5">{name}</h3>
      <div className="break-words">{children}</div>
    </div>
  );
}

const Words = ({ words }: { words: readonly string[] }) => <>{words.join(', ')}</>;
