import { ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { cx } from '../ui/index.ts';

interface DisclosureProps {
  label: ReactNode;
  /** At the end of the line. */
  figure?: ReactNode;
  small?: boolean;
  /** Pointed at elsewhere. */
  lit?: boolean;
  children: ReactNode;
}

/** A line that opens; what is inside is made when it does. */
export function Disclosure({ label, figure, small = false, lit = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="min-w-0">
      <button
        type="button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}
        className={cx('flex w-full items-center gap-1.5 rounded-control text-left hover:bg-sunken', small ? 'min-h-6 text-xs text-muted' : 'min-h-8', lit && 'bg-sunken')}
      >
        <ChevronRight aria-hidden size={12} strokeWidth={1.5} className={cx('shrink-0 text-muted transition-transform duration-150', open && 'rotate-90')} />
        <span className="min-w-0 flex-1">{label}</span>
        {figure && <span className="figures shrink-0 text-xs text-muted">{figure}</span>}
      </button>
      {open && <div id={id}>{children}</div>}
    </div>
  );
}
