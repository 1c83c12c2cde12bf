import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './classes.ts';

interface PopoverProps {
  trigger: ReactElement;
  title: string;
  children: ReactNode;
  side?: 'top' | 'bottom';
  align?: 'start' | 'center' | 'end';
  className?: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function Popover({ trigger, title, children, side = 'bottom', align = 'start', className, open, onOpenChange }: PopoverProps) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-30">
          <Base.Popup
            className={cx(
              'max-h-(--available-height) max-w-[calc(100vw-16px)] overflow-auto rounded-panel border bg-raised p-3 shadow-overlay transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0',
              className ?? 'w-80',
            )}
          >
            <Base.Title className="eyebrow mb-2">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
