import { useQuery } from '@tanstack/react-query';
import { useRef, type KeyboardEvent } from 'react';
import { limits, type JobId, type Memory, type MemoryId } from '../../contract/index.ts';
import { engine } from '../bridge/index.ts';
import { counted, useInspector } from '../ui/index.ts';
import { approve, deny } from './decisions.ts';
import { GroupActions } from './group-actions.tsx';
import type { Reasons } from './reasons.tsx';
import { ReviewRow } from './review-row.tsx';

interface ReviewListProps {
  /** What waits, by the name of where it came from. */
  groups: ReadonlyMap<string, Memory[]>;
  reasons: Reasons;
  job: JobId | undefined;
  /** Everything that waits is loaded, so that a group is complete. */
  whole: boolean;
  disabled: boolean;
}

/** The queue, grouped by source. Letters act only while a row has the focus. */
export function ReviewList({ groups, reasons, job, whole, disabled }: ReviewListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { inspect } = useInspector();

  const focusRow = (at: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    rows[Math.max(0, Math.min(rows.length - 1, at))]?.focus();
  };
  function onKeyDown(event: KeyboardEvent) {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (row === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = [...(list.current?.querySelectorAll('[data-row]') ?? [])].indexOf(row);
    const id = row.dataset['row'] as MemoryId;
    const key = event.key.toLowerCase();
    if (key === 'arrowdown' || key === 'arrowup') focusRow(at + (key === 'arrowdown' ? 1 : -1));
    else if (!disabled && (key === 'a' || key === 'd')) {
      if (key === 'a') void approve({ ids: [id] });
      else deny(id);
      // The next row takes the place of this one, and with it the focus.
      if (key === 'd') requestAnimationFrame(() => focusRow(at));
      else focusRow(at + 1);
    } else return;
    event.preventDefault();
  }

  return (
    <div ref={list} onKeyDown={onKeyDown} className="flex flex-col gap-6">
      {[...groups].map(([name, items]) => (
        <section key={name} aria-label={name}>
          <GroupHead name={name} items={items} reasons={reasons} job={job} whole={whole} disabled={disabled} />
          <ul aria-label={`Waiting, from ${name}`} className="divide-y rounded-panel border">
            {items.map((memory) => (
              <ReviewRow
                key={memory.id} memory={memory} finding={reasons.get(memory.id)} disabled={disabled}
                onOpen={() => inspect({ what: 'memory', id: memory.id })} onApprove={() => void approve({ ids: [memory.id] })} onDeny={() => deny(memory.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function GroupHead({ name, items, reasons, job, whole, disabled }: { name: string; items: Memory[] } & Omit<ReviewListProps, 'groups'>) {
  const source = items[0]!.source;
  const rest = useQuery({
    ...engine.memories.list.queryOptions({ input: { filter: { status: ['quarantined'], ...(job && { job }), ...(source !== null && { source }) }, limit: 1 } }),
    enabled: !whole && source !== null,
  });
  // Without a name of its source a group cannot be asked for as a whole; then it is what is shown.
  const count = source === null || whole ? items.length : Math.max(items.length, rest.data?.total ?? 0);
  const which = source === null ? { ids: items.map(({ id }) => id).slice(0, limits.batch) } : { source, ...(job && { job }) };
  const flagged = items.filter(({ id }) => (reasons.get(id)?.reasons.length ?? 0) > 0).length;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="min-w-0 truncate font-medium">{name}</h2>
      <span className="text-xs text-muted">{counted(count, 'memory', 'memories')}{flagged > 0 ? `, ${flagged} suspicious` : ''}</span>
      <GroupActions className="ml-auto" what={name} which={which} count={count} flagged={flagged} disabled={disabled} />
    </div>
  );
}
