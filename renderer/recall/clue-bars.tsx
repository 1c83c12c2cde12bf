import { cx } from '../ui/index.ts';
import type { Bar } from './bars.ts';
import { clueNames, signed } from './clue-names.ts';

interface ClueBarsProps {
  bars: readonly Bar[];
  /** With the arithmetic: each clue's value and weight. */
  exact: boolean;
}

/** What speaks for and against a memory, as bars from one line: right is for, left is against. */
export function ClueBars({ bars: all, exact }: ClueBarsProps) {
  const digits = exact ? 2 : 1;
  // What would be shown as 0 says nothing.
  const bars = all.filter(({ amount }) => Math.abs(amount) >= 0.5 * 10 ** -digits);
  const longest = Math.max(...bars.map(({ amount }) => Math.abs(amount)));
  const against = Math.max(0, ...bars.map(({ amount }) => -amount));
  const forIt = Math.max(0, ...bars.map(({ amount }) => amount));
  const zero = (against / (against + forIt || 1)) * 100;
  const scale = (100 - zero) / (forIt || 1);
  return (
    <ul aria-label="Clues" className="flex flex-col gap-0.5">
      {bars.map(({ clue, value, weight, amount }) => {
        const width = Math.max(Math.abs(amount) * (forIt > 0 ? scale : zero / (longest || 1)), 0.5);
        return (
          <li key={clue} className={cx('grid items-center gap-x-3', exact ? 'grid-cols-[11rem_1fr_3rem_7.5rem]' : 'grid-cols-[11rem_1fr_3rem]', 'max-[30rem]:grid-cols-[1fr_3rem]')}>
            <span className="truncate">{clueNames[clue]}</span>
            <span aria-hidden className="relative h-3 max-[30rem]:order-1 max-[30rem]:col-span-2">
              <span className="absolute inset-y-0 w-px bg-edge" style={{ left: `${zero}%` }} />
              <span
                className={cx('absolute inset-y-0.5', amount > 0 ? 'rounded-r-[3px] bg-accent' : 'rounded-l-[3px] bg-danger')}
                style={amount > 0 ? { left: `${zero}%`, width: `${width}%` } : { right: `${100 - zero}%`, width: `${width}%` }}
              />
            </span>
            <span className="figures text-right text-xs">{signed(amount, digits)}</span>
            {exact && <span className="figures text-xs text-muted max-[30rem]:order-2 max-[30rem]:col-span-2">{value.toFixed(3)} × {weight.toFixed(3)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
