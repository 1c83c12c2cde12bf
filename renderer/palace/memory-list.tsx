import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { Memory } from '../../contract/index.ts';
import { useInspector } from '../ui/index.ts';
import { MemoryRow } from './memory-row.tsx';

interface MemoryListProps {
  items: readonly Memory[];
  total: number;
  /** Asks for the next page when the end comes near. */
  onEnd: () => void;
}

/** Any number of memories; only those in view are in the page. Arrow keys walk, Enter opens. */
export function MemoryList({ items, total, onEnd }: MemoryListProps) {
  const { inspected, inspect } = useInspector();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 66,
    getItemKey: (index) => items[index]!.id,
    overscan: 10,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= items.length - 15) onEnd();
  }, [last, items.length, onEnd]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step === undefined) return;
    const row = (event.target as HTMLElement).closest('[data-index]');
    if (row === null) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(items.length - 1, Number(row.getAttribute('data-index')) + step));
    rows.scrollToIndex(to, { align: 'auto' });
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] [data-row]`)?.focus());
  }

  return (
    <div ref={scroller} onKeyDown={onKeyDown} className="quiet-scroll min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        <ul aria-label="Memories" className="absolute inset-x-0 top-0" style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}>
          {shown.map((row) => {
            const memory = items[row.index]!;
            return (
              <MemoryRow
                key={row.key} ref={rows.measureElement} index={row.index} memory={memory} total={total}
                selected={inspected?.what === 'memory' && inspected.id === memory.id}
                onOpen={() => inspect({ what: 'memory', id: memory.id })}
              />
            );
          })}
        </ul>
      </div>
    </div>
  );
}
