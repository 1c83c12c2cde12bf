import { Lock, Pin } from 'lucide-react';
import type { Ref } from 'react';
import type { Memory } from '../../contract/index.ts';
import { categoryNames, cx, KindGlyph, originNames, scopeName, shortDate, statusNames, TrustSignature } from '../ui/index.ts';

/** One memory as a line: shape, words, where it belongs, how far it can be believed. */
export function MemoryRow({ memory, selected, index, total, onOpen, ref }: {
  memory: Memory;
  selected: boolean;
  /** Place in the whole list, from 0. */
  index: number;
  total: number;
  onOpen: () => void;
  ref: Ref<HTMLLIElement>;
}) {
  const out = memory.status === 'forgotten' || memory.status === 'superseded';
  return (
    <li ref={ref} data-index={index} aria-posinset={index + 1} aria-setsize={total} className="border-b">
      <button
        type="button" data-row aria-current={selected || undefined} onClick={onOpen}
        className="grid min-h-(--row) w-full grid-cols-[18px_1fr] gap-x-2 rounded-control px-3 py-2 text-left transition-colors duration-150 hover:bg-surface aria-[current]:bg-tint"
      >
        <span className="pt-1"><KindGlyph kind={memory.kind} labelled /></span>
        <span className="min-w-0">
          <span className={cx('remembered line-clamp-2', out && 'text-muted line-through decoration-line')}>{memory.text}</span>
          <span className="mt-0.5 flex flex-wrap items-center gap-x-2.5 text-xs text-muted">
            {memory.status !== 'active' && <span className={memory.status === 'quarantined' ? 'font-medium text-warn' : 'font-medium'}>{statusNames[memory.status]}</span>}
            {memory.pinned && <span className="inline-flex items-center gap-1 text-accent"><Pin aria-hidden size={11} strokeWidth={1.5} />Pinned</span>}
            {memory.tier !== 'cleartext' && <span className="inline-flex items-center gap-1"><Lock aria-hidden size={11} strokeWidth={1.5} />{memory.redacted ? 'Partly hidden' : 'Sensitive'}</span>}
            <span>{categoryNames[memory.category]}</span>
            <span>{memory.source ?? originNames[memory.origin]}</span>
            {Object.keys(memory.scope).length > 0 && <span className="truncate">{scopeName(memory.scope)}</span>}
            <span>{shortDate(memory.happenedAt)}</span>
            <TrustSignature className="ml-auto" trust={memory.trust} importance={memory.importance} corroborations={memory.corroborations} />
          </span>
        </span>
      </button>
    </li>
  );
}
