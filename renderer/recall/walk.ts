import type { KeyboardEvent } from 'react';
import { MemoryId } from '../../contract/index.ts';

/**
 * Up, down, Home and End go through a list; left and right follow the same memory to the next list that has it.
 * What is walked to is picked, so that its place elsewhere is seen at once.
 */
export function walk(event: KeyboardEvent<HTMLElement>, onPick: (id: MemoryId) => void): void {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
  const list = row?.closest('[data-list]');
  if (!row || !list || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const sideways = (step: number) => {
    const lists = [...event.currentTarget.querySelectorAll('[data-list]')];
    const onwards = step > 0 ? lists.slice(lists.indexOf(list) + 1) : lists.slice(0, lists.indexOf(list)).reverse();
    return onwards.map((other) => other.querySelector<HTMLElement>(`[data-row="${row.dataset['row']}"]`)).find((other) => other !== null);
  };
  const at = rows.indexOf(row);
  const target: Record<string, () => HTMLElement | null | undefined> = {
    ArrowDown: () => rows[at + 1], ArrowUp: () => rows[at - 1], Home: () => rows[0], End: () => rows.at(-1),
    ArrowRight: () => sideways(1), ArrowLeft: () => sideways(-1),
  };
  if (!Object.hasOwn(target, event.key)) return;
  event.preventDefault();
  const next = target[event.key]!();
  const id = MemoryId.safeParse(next?.dataset['row']);
  if (!next || !id.success) return;
  onPick(id.data);
  next.focus();
}
