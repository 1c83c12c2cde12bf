import { Menu as Base } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './classes.ts';

const item =
  'flex min-h-8 items-center gap-2 rounded-control px-2 outline-none select-none data-highlighted:bg-sunken data-disabled:text-muted';

export function Menu({ trigger, children, align = 'start', side = 'bottom' }: {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} collisionPadding={8} className="z-30">
          <Base.Popup className="max-h-(--available-height) max-w-80 min-w-48 overflow-auto rounded-panel border bg-raised p-1 shadow-overlay transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ icon: Icon, children, onSelect, danger = false, disabled = false, hint }: {
  icon?: LucideIcon;
  children: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  hint?: string;
}) {
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={cx(item, danger && 'text-danger')}>
      {Icon && <Icon aria-hidden size={15} strokeWidth={1.5} />}
      <span className="min-w-0 flex-1">{children}</span>
      {hint && <kbd className="text-muted">{hint}</kbd>}
    </Base.Item>
  );
}

export function MenuChoice({ value, onChange, label, options }: {
  value: string;
  onChange: (value: string) => void;
  label: string;
  options: readonly { value: string; label: ReactNode; note?: string }[];
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="eyebrow px-2 py-1">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: string) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} closeOnClick className={item}>
            <span className="grid size-4 place-items-center">
              <Base.RadioItemIndicator>
                <Check aria-hidden size={14} strokeWidth={1.5} />
              </Base.RadioItemIndicator>
            </span>
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            {option.note && <span className="text-xs text-muted">{option.note}</span>}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export const MenuLine = () => <Base.Separator className="my-1 h-px bg-line" />;
