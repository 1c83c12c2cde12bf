import { cx } from './classes.ts';

/** How far something has come; without a value it only says that it runs. */
export function Progress({ label, value, className }: { label: string; value: number | null; className?: string }) {
  return (
    <div
      role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value * 100)}
      className={cx('h-1 overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className={cx('h-full rounded-full bg-accent transition-[width] duration-180', value === null && 'w-1/3 animate-[pulse-quiet_1.6s_infinite]')}
        style={value === null ? undefined : { width: `${Math.max(2, value * 100)}%` }}
      />
    </div>
  );
}
