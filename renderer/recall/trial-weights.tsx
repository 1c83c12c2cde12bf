import { RotateCcw } from 'lucide-react';
import { Clue } from '../../contract/index.ts';
import { Button, cx } from '../ui/index.ts';
import { clueNames } from './clue-names.ts';
import type { Weights } from './replay.ts';

const widest = { min: -5, max: 10, step: 0.05 };

interface TrialWeightsProps {
  own: Weights;
  over: Partial<Record<Clue, number>>;
  onChange: (over: Partial<Record<Clue, number>>) => void;
}

/** Other weights for the clues, tried in the page alone. */
export function TrialWeights({ own, over, onChange }: TrialWeightsProps) {
  const touched = Object.keys(over).length > 0;
  return (
    <section aria-label="Other weights" className="shrink-0 border-b bg-surface px-4 py-3">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 text-muted">What each clue counts, on trial: the order changes here only, and nothing is saved. Variety is left out of a trial.</p>
        <Button size="small" icon={RotateCcw} disabled={!touched} onClick={() => onChange({})}>Reset</Button>
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-x-6 gap-y-1">
        {Clue.options.map((clue) => {
          const value = over[clue] ?? own[clue];
          const changed = value !== own[clue];
          return (
            <label key={clue} className="grid grid-cols-[1fr_auto] items-baseline gap-x-2">
              <span className={cx('truncate', changed && 'font-medium')}>{clueNames[clue]}</span>
              <span className={cx('figures text-xs', changed ? 'text-warn' : 'text-muted')}>{changed && <span className="sr-only">on trial </span>}{value.toFixed(2)}</span>
              <input
                type="range" {...widest} value={value} aria-label={`Weight of “${clueNames[clue]}”`} aria-valuetext={`${value.toFixed(2)}${changed ? `, was ${own[clue].toFixed(2)}` : ''}`}
                onChange={(event) => onChange({ ...over, [clue]: Number(event.target.value) })} className="col-span-2 h-6 w-full min-w-0"
              />
            </label>
          );
        })}
      </div>
    </section>
  );
}
