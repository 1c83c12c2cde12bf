import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Message } from '../../contract/index.ts';
import { IconButton } from '../ui/index.ts';
import type { Turn } from './tree.ts';

/** ‹ 2/3 › between versions of the same turn. */
export function BranchSwitch({ turn, onSwitch, disabled }: { turn: Turn; onSwitch: (to: Message) => void; disabled: boolean }) {
  const { siblings, position } = turn;
  if (siblings.length < 2) return null;
  const go = (to: number) => {
    const target = siblings[to];
    if (target) onSwitch(target);
  };
  return (
    <span role="group" aria-label={`Version ${position + 1} of ${siblings.length}`} className="inline-flex items-center">
      <IconButton size="small" icon={ChevronLeft} label="Earlier version" disabled={disabled || position === 0} onClick={() => go(position - 1)} />
      <span className="figures text-xs text-muted">{position + 1}/{siblings.length}</span>
      <IconButton size="small" icon={ChevronRight} label="Later version" disabled={disabled || position === siblings.length - 1} onClick={() => go(position + 1)} />
    </span>
  );
}
