import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { Memory } from '../../contract/index.ts';
import { Button, categoryNames, cx, KindGlyph, scopeName, shortDate } from '../ui/index.ts';
import { WhyWaiting, type Finding } from './reasons.tsx';

/** Longer texts are cut after six lines, with a way to read on. */
const longChars = 420;

/** One waiting memory: its words, why it waits, and the two answers. */
export function ReviewRow({ memory, finding, disabled, onOpen, onApprove, onDeny }: {
  memory: Memory;
  finding: Finding | undefined;
  disabled: boolean;
  onOpen: () => void;
  onApprove: () => void;
  onDeny: () => void;
}) {
  const [whole, setWhole] = useState(false);
  const long = memory.text.length > longChars || memory.text.split('\n').length > 6;
  return (
    <li className="flex flex-col items-start gap-x-4 gap-y-2 px-4 py-3 sm:flex-row">
      <div className="flex w-full min-w-0 flex-1 flex-col gap-1">
        <button type="button" data-row={memory.id} onClick={onOpen} className="flex items-baseline gap-2 rounded-control text-left hover:text-accent">
          <KindGlyph kind={memory.kind} size={10} labelled />
          <span dir="auto" className={cx('remembered min-w-0 wrap-anywhere whitespace-pre-wrap', !whole && 'line-clamp-6')}>{memory.text}</span>
        </button>
        {long && <button type="button" aria-expanded={whole} onClick={() => setWhole(!whole)} className="min-h-6 self-start pl-[18px] text-xs text-muted underline underline-offset-2">{whole ? 'Show less' : 'Show all of it'}</button>}
        <div className="flex flex-col gap-1 pl-[18px]">
          <WhyWaiting finding={finding} />
          <p className="text-xs text-muted">{categoryNames[memory.category]} · {scopeName(memory.scope)}{memory.speaker && ` · said by ${memory.speaker}`} · {shortDate(memory.happenedAt)}</p>
        </div>
      </div>
      <span className="ml-[18px] flex shrink-0 gap-1.5 sm:ml-0">
        <Button size="small" icon={Check} disabled={disabled} onClick={onApprove} aria-label={`Approve: ${memory.tag || memory.keyFact}`}>Approve</Button>
        <Button size="small" icon={X} look="quiet" disabled={disabled} onClick={onDeny} aria-label={`Deny: ${memory.tag || memory.keyFact}`}>Deny</Button>
      </span>
    </li>
  );
}
