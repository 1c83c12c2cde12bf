import { useState } from 'react';
import type { SessionId } from '../../contract/index.ts';
import { groupsOf } from './groups.ts';
import { ItemRow } from './item-row.tsx';
import { changeTitles, levelName } from './part-words.ts';
import type { Changed } from './changes.ts';
import type { Part } from './slices.ts';

/** Rows shown at first, and with each "Show more". */
const step = { first: 20, more: 100 };

interface ItemGroupsProps {
  session: SessionId;
  part: Part;
  /** What a replay changes in this part. */
  changes: readonly Changed[];
}

/** The items of a part by what became of them, with the reason said once. */
export function ItemGroups({ session, part, changes }: ItemGroupsProps) {
  const changed = new Map(changes.map((one) => [one.id, one]));
  return groupsOf(part.items).map(({ level, kept, reason, items }) => (
    <Group key={`${level} ${reason}`} title={kept ? levelName(level) : 'Left out'} count={items.length} reason={reason}>
      {items.map(({ id, tokens }) => {
        const change = changed.get(id);
        return { key: id, row: <ItemRow key={id} {...{ session, id }} figure={tokens.toLocaleString()} part={part.name} note={change && <ChangeNote changed={change} />} /> };
      })}
    </Group>
  ));
}

/** `Shortened; was full text`. */
function ChangeNote({ changed: { change, before } }: { changed: Changed }) {
  const was = before === null ? 'not recalled' : before.kept ? levelName(before.level).toLowerCase() : 'left out';
  return <span className={change === 'cut' || change === 'shorter' ? 'text-warn' : 'text-accent'}>{changeTitles[change]}; was {was}</span>;
}

interface GroupProps {
  title: string;
  count: number;
  reason?: string;
  children: readonly { key: string; row: React.ReactNode }[];
}

/** A list of any length under a name; only the first are made at once. */
export function Group({ title, count, reason, children }: GroupProps) {
  const [most, setMost] = useState(step.first);
  return (
    <div className="mb-2">
      <h4 className="eyebrow flex justify-between"><span>{title}</span><span className="figures font-normal">{count.toLocaleString()}</span></h4>
      {reason && <p className="text-xs text-muted">{reason}</p>}
      <ul aria-label={title} className="flex flex-col">{children.slice(0, most).map(({ row }) => row)}</ul>
      {children.length > most && (
        <button type="button" onClick={() => setMost(most + step.more)} className="min-h-6 rounded-control text-xs text-muted underline decoration-line underline-offset-2 hover:text-text">
          Show {Math.min(step.more, children.length - most).toLocaleString()} more<span className="sr-only"> in {title}</span>
        </button>
      )}
    </div>
  );
}
