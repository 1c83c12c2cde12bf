import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MemoryId, RecallResult, RecallTrace, TraceRow } from '../../contract/index.ts';
import { signalNames, verdictNames } from '../ui/index.ts';
import { barsOf } from './bars.ts';
import { CandidateList } from './candidate-list.tsx';
import { clueNames } from './clue-names.ts';
import { Column, Group, Nothing } from './column.tsx';
import { shown } from './fall.ts';
import { decisions, Reading } from './reading.tsx';
import type { Trial, Weighed } from './replay.ts';
import { cutByVerdict, foundBySignal, keptOf, movedByVariety, msByStage } from './stages.ts';
import { walk } from './walk.ts';

const most = { found: 12, weighed: 40, cut: 20 };

interface ColumnsProps {
  result: RecallResult;
  trace: RecallTrace;
  /** By score, at the trace's own weights. */
  own: readonly Weighed[];
  /** By score at the weights on trial, with what that changes; null when nothing is tried. */
  trial: (Trial & { order: readonly Weighed[] }) | null;
  picked: MemoryId | null;
  exact: boolean;
  onPick: (id: MemoryId) => void;
}

/** The way of a question in five columns; a memory that is followed is marked in each. */
export function Columns({ result, trace, own, trial, picked, exact, onPick }: ColumnsProps) {
  const { candidates } = trace;
  const ms = msByStage(trace.ms);
  const skipped = trace.gate.decision === 'skip';
  const found = foundBySignal(candidates);
  const cut = cutByVerdict(candidates);
  const kept = keptOf(candidates);
  const moved = movedByVariety(candidates);
  const placeBefore = new Map(own.map(({ row, place }) => [row.id, place]));
  const list = { picked, onPick };
  const nothing = <Nothing>{skipped ? 'Not asked.' : 'Nothing was found.'}</Nothing>;

  return (
    <div onKeyDown={(event) => walk(event, onPick)} className="grid @4xl:min-h-56 @4xl:flex-[1_1_0] @4xl:grid-cols-[minmax(0,3fr)_repeat(4,minmax(0,4fr))] @4xl:grid-rows-1">
      <Column name="Gate" count={decisions[trace.gate.decision]} ms={ms.gate} inert>
        <Reading trace={trace} coverage={result.coverage} />
      </Column>
      <Column name="Found" count={candidates.length} ms={skipped ? null : ms.found}>
        {found.length === 0 ? nothing : found.map(({ signal, rows }) => (
          <Group key={signal} name={signalNames[signal]} count={rows.length}>
            <CandidateList {...list} label={`Found by ${signalNames[signal].toLowerCase()}`} most={most.found} lines={rows.map(({ row, rank, score }) => ({ row, rank, figure: exact && score.toFixed(3) }))} />
          </Group>
        ))}
      </Column>
      <Column name={trace.reranking || candidates.length === 0 ? 'Weighed' : 'Fused'} count={trial ? <span className="text-warn">on trial</span> : candidates.length} ms={skipped ? null : ms.weighed}>
        {candidates.length === 0 ? nothing : (
          <CandidateList
            {...list} label={trial ? 'By score, on trial' : 'By score'} most={most.weighed}
            lines={(trial?.order ?? own).map(({ row, place, score }) => ({ row, rank: place, note: trial && <Moved by={placeBefore.get(row.id)! - place} />, figure: exact && shown(score) }))}
          />
        )}
      </Column>
      <Column name="Cut" count={trial ? `${candidates.length - kept.length}, as it was` : candidates.length - kept.length} ms={skipped ? null : ms.filtered}>
        {candidates.length === 0 ? nothing : cut.length === 0 ? <Nothing>Nothing was cut.</Nothing> : cut.map(({ verdict, rows }) => (
          <Group key={verdict} name={verdictNames[verdict]} count={rows.length}>
            <p className="px-1.5 pb-1 text-xs text-muted">{rows[0]!.reason}</p>
            <CandidateList {...list} label={verdictNames[verdict]} most={most.cut} lines={rows.map((row) => ({ row, rank: placeBefore.get(row.id), figure: exact && shown(row.score) }))} />
          </Group>
        ))}
      </Column>
      <Column name="Kept" count={trial ? <span className="text-warn">on trial</span> : kept.length} ms={skipped ? null : ms.kept}>
        {candidates.length === 0 ? nothing : trial ? (
          <>
            <CandidateList {...list} label="Kept, on trial" most={Infinity} lines={trial.first.map(({ row, score }, i) => ({ row, rank: i + 1, note: trial.entered.has(row.id) && <span className="font-medium text-accent">new here</span>, figure: exact && shown(score) }))} />
            {trial.left.length > 0 && (
              <div className="mt-3">
                <Group name="No longer here" count={trial.left.length}>
                  <CandidateList {...list} label="No longer kept, on trial" most={Infinity} lines={trial.left.map(({ row, place }) => ({ row, rank: place }))} />
                </Group>
              </div>
            )}
          </>
        ) : kept.length === 0 ? <Nothing>Nothing was kept.</Nothing> : (
          <CandidateList {...list} label="Kept" most={Infinity} lines={kept.map((row, i) => ({ row, rank: i + 1, note: <Why row={row} trace={trace} moved={moved.get(row.id) ?? 0} />, figure: exact && shown(row.score) }))} />
        )}
      </Column>
    </div>
  );
}

/** The two clues that count most for it, or what found it. */
function Why({ row, trace, moved }: { row: TraceRow; trace: RecallTrace; moved: number }) {
  const bars = trace.reranking ? barsOf(row.clues, trace.reranking.weights).filter(({ amount }) => amount > 0).slice(0, 2) : [];
  const why = bars.length > 0 ? bars.map(({ clue }) => clueNames[clue]) : row.signals.map(({ signal }) => signalNames[signal].toLowerCase());
  return <>{why.join(', ')}{moved > 0 && `; up ${moved} for variety`}</>;
}

function Moved({ by }: { by: number }) {
  if (by === 0) return null;
  const Arrow = by > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="figures inline-flex items-center text-warn">
      <Arrow aria-hidden size={12} strokeWidth={1.5} /><span className="sr-only">{by > 0 ? 'up' : 'down'} </span>{Math.abs(by)}
    </span>
  );
}
