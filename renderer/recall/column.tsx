import { useId, type ReactNode } from 'react';

interface ColumnProps {
  name: string;
  /** How many, or what was decided. */
  count: ReactNode;
  ms: number | null;
  /** Nothing in it takes the focus, so it does itself, to be scrolled by keys. */
  inert?: boolean;
  children: ReactNode;
}

/** One step of recall: its name, what came of it, and how long it took. */
export function Column({ name, count, ms, inert = false, children }: ColumnProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col border-b @4xl:min-h-0 @4xl:border-b-0 @4xl:not-first:border-l">
      <h2 id={id} className="flex items-baseline gap-2 px-3 pt-2.5 pb-1.5 font-semibold">{name} <span className="figures text-xs font-normal text-muted">{count}</span></h2>
      <div data-scroller {...(inert ? { role: 'group', 'aria-labelledby': id, tabIndex: 0 } : {})} className="quiet-scroll min-h-0 flex-1 px-1.5 pb-2 @4xl:overflow-y-auto">{children}</div>
      {ms !== null && <p className="figures px-3 py-1.5 text-xs text-muted @4xl:border-t">{ms.toFixed(2)} ms</p>}
    </section>
  );
}

/** A part of a column. */
export function Group({ name, count, children }: { name: string; count: number; children: ReactNode }) {
  return (
    <div className="mb-3">
      <h3 className="eyebrow flex justify-between px-1.5 pb-1"><span>{name}</span><span className="figures font-normal">{count.toLocaleString()}</span></h3>
      {children}
    </div>
  );
}

export const Nothing = ({ children }: { children: ReactNode }) => <p className="px-1.5 text-muted">{children}</p>;
