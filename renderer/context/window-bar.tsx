import type { ContextPreview } from '../../contract/index.ts';
import { cx } from '../ui/index.ts';
import { fills, sliceNames } from './part-words.ts';
import { percent, slicesOf, type Slice, type SliceName } from './slices.ts';

/** Below this share of the window the parts of a prompt are too thin to be told apart, and it is drawn a second time, larger. */
const enlargedBelow = 0.4;

interface WindowBarProps {
  preview: ContextPreview;
  /** The stretch that is pointed at, in the bar or in the list. */
  lit?: SliceName | null;
  onLit?: (name: SliceName | null) => void;
}

/** What takes the window, to scale; the list says the same in numbers. */
export function WindowBar({ preview, lit = null, onLit }: WindowBarProps) {
  const { parts, room } = slicesOf(preview);
  const { window, used } = preview;
  const all = [...parts, ...room].filter(({ tokens }) => tokens > 0);
  const said = `${used.toLocaleString()} of ${window.toLocaleString()} tokens: ${all.map(({ name, tokens }) => `${sliceNames[name]} ${tokens.toLocaleString()}`).join(', ')}`;
  const enlarged = used / window < enlargedBelow;
  return (
    <div role="img" aria-label={said} className="flex flex-col">
      <Stretch slices={all} whole={window} lit={lit} onLit={onLit} className="h-3" />
      {enlarged && (
        <>
          <svg aria-hidden viewBox="0 0 100 10" preserveAspectRatio="none" className="block h-2.5 w-full text-line">
            <path d={`M0 0 L0 10 L100 10 L${(used / window) * 100} 0 Z`} fill="currentColor" opacity={0.45} />
          </svg>
          <Stretch slices={parts.filter(({ tokens }) => tokens > 0)} whole={parts.reduce((sum, { tokens }) => sum + tokens, 0)} lit={lit} onLit={onLit} className="h-5" />
        </>
      )}
    </div>
  );
}

function Stretch({ slices, whole, lit, onLit, className }: { slices: readonly Slice[]; whole: number; lit: SliceName | null; onLit: WindowBarProps['onLit']; className: string }) {
  return (
    <div className={cx('flex gap-px overflow-hidden rounded-[3px] border bg-sunken', className)}>
      {slices.map(({ name, tokens }) => (
        <span
          key={name} title={`${sliceNames[name]}: ${tokens.toLocaleString()} (${percent(tokens, whole)})`}
          onPointerEnter={() => onLit?.(name)} onPointerLeave={() => onLit?.(null)}
          className={cx('min-w-0 transition-opacity duration-150', fills[name], lit !== null && lit !== name && 'opacity-25')}
          style={{ flex: `${tokens} 0 0` }}
        />
      ))}
    </div>
  );
}
