import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './classes.ts';
import { Tip } from './tip.tsx';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent font-medium hover:brightness-110 disabled:bg-sunken disabled:text-muted',
  plain: 'border border-edge bg-raised hover:bg-surface disabled:border-line disabled:text-muted',
  quiet: 'hover:bg-sunken disabled:text-muted disabled:hover:bg-transparent',
  danger: 'border border-danger text-danger hover:bg-danger-tint disabled:border-line disabled:text-muted',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  size?: 'small' | 'normal' | 'large';
  icon?: LucideIcon;
  /** Shows work and refuses a second press; the label stays. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const sizes = { small: 'min-h-6 px-2 text-xs', normal: 'min-h-8 px-3', large: 'min-h-10 px-4 text-base' };

export function Button({ look = 'plain', size = 'normal', icon: Icon, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control whitespace-nowrap transition-colors duration-150',
        sizes[size], looks[look], className,
      )}
    >
      {Icon !== undefined && <Icon aria-hidden size={size === 'small' ? 13 : 15} strokeWidth={1.5} />}
      {children}
      {busy && <Dots />}
    </button>
  );
}

function Dots(): ReactNode {
  return (
    <span aria-hidden className="inline-flex gap-0.5">
      {[0, 1, 2].map((n) => (
        <span key={n} className="size-1 animate-[pulse-quiet_1s_infinite] rounded-full bg-current" style={{ animationDelay: `${n * 160}ms` }} />
      ))}
    </span>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  icon: LucideIcon;
  /** What the button does; shown as a tip and read aloud. */
  label: string;
  /** The key that does the same, as shown. */
  hint?: string;
}

export function IconButton({ icon: Icon, label, hint, look = 'quiet', size = 'normal', busy, className, ...rest }: IconButtonProps) {
  return (
    <Tip text={label} hint={hint}>
      <button
        type="button"
        {...rest}
        disabled={rest.disabled || busy}
        aria-label={label}
        className={cx(
          'inline-flex shrink-0 items-center justify-center rounded-control transition-colors duration-150',
          size === 'small' ? 'size-6' : size === 'large' ? 'size-10' : 'size-8', looks[look], className,
        )}
      >
        <Icon aria-hidden size={size === 'small' ? 14 : 16} strokeWidth={1.5} />
      </button>
    </Tip>
  );
}
