import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { TraceRow } from '../../contract/index.ts';

export interface Line {
  row: TraceRow;
  /** Before the text: a rank or a place. */
  rank: number | undefined;
  /** Under the text. */
  note?: ReactNode;
  /** After the rank, right-aligned: a score or a movement. */
  figure?: ReactNode;
}

interface CandidateListProps {
  label: string;
  lines: readonly Line[];
  picked: string | null;
  onPick: (id: TraceRow['id']) => void;
  /** Lines shown before "Show all". */
  most: number;
}

/** Candidates of one column. One tab stop; the arrow keys are the panel's (`walk`). */
export function CandidateList({ label, lines, picked, onPick, most }: CandidateListProps) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const at = lines.findIndex(({ row }) => row.id === picked);
  // Whoever is followed is seen in every column, however far down.
  const visible = all ? lines : lines.filter((_, i) => i < most || i === at);
  const stop = at === -1 ? lines[0]?.row.id : picked;

  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    const scroller = row?.closest<HTMLElement>('[data-scroller]');
    if (!row || !scroller || scroller.scrollHeight <= scroller.clientHeight || row === document.activeElement) return;
    const outer = scroller.getBoundingClientRect();
    // One signal of several that found it is enough to see.
    const seen = [...scroller.querySelectorAll('[aria-pressed="true"]')].some((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top >= outer.top && bottom <= outer.bottom;
    });
    if (!seen) scroller.scrollTop += row.getBoundingClientRect().top - outer.top - 48;
  }, [picked]);

  return (
    <>
      <ol ref={list} aria-label={label} data-list className="@container/list flex flex-col gap-px">
        {visible.map(({ row, rank, note, figure }) => (
          <li key={row.id}>
            <button
              type="button" data-row={row.id} aria-pressed={row.id === picked} tabIndex={row.id === stop ? 0 : -1} onClick={() => onPick(row.id)}
              className="grid w-full grid-cols-[1rem_1fr_auto] gap-x-2 rounded-control border border-transparent px-1.5 py-1 text-left hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-tint"
            >
              <span className="figures -ml-1 pt-0.5 text-right text-xs text-muted">{rank}</span>
              <span dir="auto" className="col-span-2 line-clamp-2 font-serif text-[0.9375rem] leading-5 @3xs/list:col-span-1">{row.keyFact}</span>
              {figure && <span className="figures col-start-3 row-start-2 self-end pt-0.5 text-right text-xs text-muted @3xs/list:row-start-1 @3xs/list:self-start">{figure}</span>}
              {note && <span className="col-start-2 row-start-2 min-w-0 text-xs text-muted">{note}</span>}
            </button>
          </li>
        ))}
      </ol>
      {lines.length > visible.length && (
        <button type="button" onClick={() => setAll(true)} className="mt-1 min-h-6 rounded-control px-1.5 text-xs text-muted underline decoration-line underline-offset-2 hover:text-text">
          Show all {lines.length.toLocaleString()}<span className="sr-only"> in {label}</span>
        </button>
      )}
    </>
  );
}
