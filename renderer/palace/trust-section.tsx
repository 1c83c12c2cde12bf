import { ThumbsUp } from 'lucide-react';
import type { MemoryDetail } from '../../contract/index.ts';
import { Button, counted, originNames, TrustSignature, trustBars } from '../ui/index.ts';
import { judge } from './actions.ts';

/** How far the memory can be believed, each dimension with its reason. */
export function TrustSection({ memory, readOnly }: { memory: MemoryDetail; readOnly: boolean }) {
  const reasons: Record<string, string> = {
    Trust: `Source: ${originNames[memory.origin].toLowerCase()}. Your feedback below moves it.`,
    Importance: memory.pinned ? 'Pinned: always weighs in full.' : 'How much it weighs among others.',
    Corroboration: memory.corroborations === 0 ? 'Nothing else has said the same yet.' : `${counted(memory.corroborations, 'other source')} said the same.`,
  };
  return (
    <section>
      <h3 className="eyebrow mb-1.5 flex items-center gap-2">Trust <TrustSignature trust={memory.trust} importance={memory.importance} corroborations={memory.corroborations} /></h3>
      <dl className="flex flex-col gap-1.5">
        {trustBars(memory).map(({ name, value }) => (
          <div key={name} className="grid grid-cols-[92px_1fr] gap-x-3">
            <dt className="text-muted">{name}</dt>
            <dd>
              <span className="flex items-center gap-2">
                <span aria-hidden className={`h-1.5 w-20 overflow-hidden rounded-full ${value === null ? 'border border-edge' : 'bg-sunken'}`}>
                  {value !== null && <span className="block h-full bg-muted" style={{ width: `${value * 100}%` }} />}
                </span>
                <span className="figures text-xs">{name === 'Corroboration' ? memory.corroborations : value?.toFixed(2)}</span>
              </span>
              <span className="text-xs text-muted">{reasons[name]}</span>
            </dd>
          </div>
        ))}
      </dl>
      {!readOnly && memory.status !== 'forgotten' && (
        <div role="group" aria-label="Feedback" className="mt-2.5 flex flex-wrap gap-1.5">
          <Button size="small" icon={ThumbsUp} onClick={() => void judge(memory.id, 'helpful')}>Helpful</Button>
          <Button size="small" onClick={() => void judge(memory.id, 'wrong')}>Wrong</Button>
          <Button size="small" onClick={() => void judge(memory.id, 'not_relevant')}>Not relevant</Button>
        </div>
      )}
    </section>
  );
}
