import type { SessionId } from '../../contract/index.ts';
import { changeGroups, saidOf, type Changed } from './changes.ts';
import { Group } from './item-groups.tsx';
import { ItemRow } from './item-row.tsx';
import { changeTitles, levelName, sliceNames } from './part-words.ts';

/** `+12`, `−70`: the sign always stands there. */
const signed = (tokens: number): string => `${tokens < 0 ? '−' : '+'}${Math.abs(tokens).toLocaleString()}`;

/** What another window changes: in counts, and item by item with the reason. */
export function ReplayChanges({ session, changes }: { session: SessionId; changes: readonly Changed[] }) {
  return (
    <section aria-label="What changes">
      <h3 className="eyebrow mb-1">What changes</h3>
      <p role="status" className="mb-2 font-medium">{saidOf(changes)}</p>
      {changeGroups(changes).map(({ change, part, was, level, reason, items }) => (
        <Group
          key={`${change} ${part} ${was} ${level} ${reason}`} count={items.length} reason={`Before: ${levelName(was).toLowerCase()}. ${reason}`}
          title={`${changeTitles[change]}: ${sliceNames[part].toLowerCase()}${level === null ? '' : `, now ${levelName(level).toLowerCase()}`}`}
        >
          {items.map((one) => ({
            key: one.id,
            row: <ItemRow key={one.id} session={session} part={part} id={one.id} figure={signed((one.after?.tokens ?? 0) - (one.before?.tokens ?? 0))} />,
          }))}
        </Group>
      ))}
    </section>
  );
}
