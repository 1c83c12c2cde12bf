import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './classes.ts';

const backdrop = 'fixed inset-0 z-40 bg-[var(--overlay)] transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0';
const popup =
  'fixed top-1/2 left-1/2 z-40 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-panel border bg-raised p-5 shadow-overlay transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Dialog({ open, onClose, title, children, className }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup className={cx(popup, className ?? 'max-w-120')}>
          <div className="mb-3 flex items-start justify-between gap-4">
            <Base.Title className="text-base font-semibold">{title}</Base.Title>
            {/* Without a tip: the first Escape would close that instead of the dialog. */}
            <Base.Close aria-label="Close" className="grid size-6 shrink-0 place-items-center rounded-control hover:bg-sunken">
              <X aria-hidden size={14} strokeWidth={1.5} />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What will happen, and what cannot be taken back. */
  children: ReactNode;
  /** The buttons: the safe one first. */
  actions: ReactNode;
  /** Room for a table or the words of a kit. */
  wide?: boolean;
}

/** A question that must be answered; a click beside it does not close it. */
export function Confirm({ open, onClose, title, children, actions, wide = false }: ConfirmProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdrop} />
        <AlertDialog.Popup className={cx(popup, wide ? 'max-w-160' : 'max-w-108')}>
          <AlertDialog.Title className="text-base font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div className="mt-2 flex flex-col gap-3 text-muted" />}>{children}</AlertDialog.Description>
          {actions && <div className="mt-5 flex flex-wrap justify-end gap-2">{actions}</div>}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
