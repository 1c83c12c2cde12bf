import type { ContextPreview, SessionId } from '../../contract/index.ts';
import { counted, cx } from '../ui/index.ts';
import type { Changed } from './changes.ts';
import { Disclosure } from './disclosure.tsx';
import { ItemGroups } from './item-groups.tsx';
import { fills, nothingIn, sliceNames } from './part-words.ts';
import { sentOf } from './sent.ts';
import { SentText } from './sent-text.tsx';
import { slicesOf, type Part, type SliceName } from './slices.ts';

interface PartListProps {
  session: SessionId;
  preview: ContextPreview;
  /** The same at the chat's own window, while another is tried. */
  before: ContextPreview | null;
  changes: readonly Changed[];
  lit: SliceName | null;
  onLit: (name: SliceName | null) => void;
}

const columns = 'grid grid-cols-[1fr_4.5rem_4.5rem] gap-x-2';

/** The window in numbers: each part with what it was given and what it takes, and what is kept free. */
export function PartList({ session, preview, before, changes, lit, onLit }: PartListProps) {
  const { parts, room, joins } = slicesOf(preview);
  const { window } = preview;
  const row = (name: SliceName) => ({ onPointerEnter: () => onLit(name), onPointerLeave: () => onLit(null), className: 'border-t' });
  return (
    <section aria-label="Parts">
      <div aria-hidden className={cx(columns, 'eyebrow pb-1')}><span className="pl-5">Part</span><span className="text-right">Used</span><span className="text-right">Given</span></div>
      <ul>
        {parts.map(({ name }) => {
          const part = preview.sections.find((section) => section.name === name)!;
          return (
            <li key={name} {...row(name)}>
              <PartLine {...{ session, preview, part }} lit={lit === name} was={before?.sections.find((section) => section.name === name) ?? null} changes={changes.filter((one) => one.part === name)} />
            </li>
          );
        })}
        {room.map(({ name, tokens }) => (tokens === 0 && name === 'margin' ? null : (
          <li key={name} {...row(name)}>
            <div className={cx(columns, 'min-h-8 items-center', lit === name && 'bg-sunken')}>
              <span className="flex min-w-0 items-center gap-1.5 pl-[18px]"><Swatch name={name} />{sliceNames[name]}</span>
              <span className="figures text-right text-xs text-muted">{tokens.toLocaleString()}<span className="sr-only"> tokens</span></span>
            </div>
          </li>
        )))}
        <li className={cx(columns, 'min-h-8 items-center border-t border-edge font-medium')}>
          <span className="pl-[18px]">Window</span>
          <span className="figures text-right text-xs">{window.toLocaleString()}<span className="sr-only"> tokens</span></span>
        </li>
      </ul>
      {joins !== 0 && <p className="text-xs text-muted">Parts are counted one by one; put together they take {counted(Math.abs(joins), 'token')} {joins < 0 ? 'less' : 'more'}.</p>}
    </section>
  );
}

const Swatch = ({ name }: { name: SliceName }) => <span aria-hidden className={cx('size-2 shrink-0 rounded-[2px] border', fills[name])} />;

function PartLine({ session, preview, part, lit, was, changes }: { session: SessionId; preview: ContextPreview; part: Part; lit: boolean; was: Part | null; changes: readonly Changed[] }) {
  const { name, used, budget, items } = part;
  const kept = items.filter((item) => item.kept).length;
  const fixed = name === 'system' || name === 'message';
  const moved = was !== null && was.used !== used;
  const label = (
    <span className={cx(columns, 'py-1')}>
      <span className="flex min-w-0 items-center gap-1.5">
        <Swatch name={name} />
        <span className="min-w-0">
          <span className={cx('block', items.length === 0 && used === 0 && 'text-muted')}>{sliceNames[name]}</span>
          {!fixed && items.length > 0 && <span className="block text-xs text-muted">{kept.toLocaleString()} in{items.length > kept && `, ${(items.length - kept).toLocaleString()} left out`}</span>}
        </span>
      </span>
      <span className="figures self-center text-right text-xs">
        {used.toLocaleString()}<span className="sr-only"> tokens used</span>
        {moved && <span className="block text-muted"><span className="sr-only">, </span>was {was.used.toLocaleString()}</span>}
      </span>
      <span className="figures self-center text-right text-xs text-muted"><span className="sr-only">of </span>{budget.toLocaleString()}<span className="sr-only"> given</span></span>
    </span>
  );
  return (
    <Disclosure label={label} lit={lit}>
      <div className="pb-2 pl-[18px]">
        {fixed ? <p className="text-xs text-muted">{items[0]?.reason}</p> : items.length === 0 && used === 0 ? <p className="text-xs text-muted">{nothingIn[name]}</p> : <ItemGroups {...{ session, part, changes }} />}
        <SentText title="Text as sent" of={sliceNames[name]} sent={sentOf(preview, name)} />
      </div>
    </Disclosure>
  );
}
