import type { ContextPreview } from '../../contract/index.ts';
import { partNames, type Item, type PartName } from './slices.ts';

/** What another window makes of an item: out, in less room, in more room, in again. */
export type Change = 'cut' | 'shorter' | 'fuller' | 'back';
export const changeNames = ['cut', 'shorter', 'fuller', 'back'] as const satisfies readonly Change[];

export interface Changed {
  part: PartName;
  id: string;
  change: Change;
  /** Null where nobody asked for it: how many memories are recalled depends on the window. */
  before: Item | null;
  after: Item | null;
}

/** How much of a thing a level holds. An old exchange in the summary says less than its key facts. */
const memorySizes: Record<string, number> = { full: 4, summary: 3, key_fact: 2, tag: 1 };
const historySizes: Record<string, number> = { verbatim: 4, shortened: 3, facts: 2, summary: 1 };

function sizeOf(part: PartName, item: Item | null): number {
  if (item === null || !item.kept || item.level === null) return 0;
  return (part === 'history' ? historySizes : memorySizes)[item.level] ?? 4;
}

function changeOf(before: number, after: number): Change | null {
  if (before === after) return null;
  if (after === 0) return 'cut';
  if (before === 0) return 'back';
  return after < before ? 'shorter' : 'fuller';
}

/** Every item whose fate differs between two previews of one message, part by part, in the order of the replay. */
export function changesOf(before: ContextPreview, after: ContextPreview): Changed[] {
  return partNames.flatMap((part) => {
    const old = itemsOf(before, part);
    const now = itemsOf(after, part);
    return [...new Set([...now.keys(), ...old.keys()])].flatMap((id): Changed[] => {
      const pair = { before: old.get(id) ?? null, after: now.get(id) ?? null };
      const change = changeOf(sizeOf(part, pair.before), sizeOf(part, pair.after));
      return change === null ? [] : [{ part, id, change, ...pair }];
    });
  });
}

const itemsOf = (preview: ContextPreview, part: PartName): Map<string, Item> =>
  new Map(preview.sections.find(({ name }) => name === part)?.items.map((item) => [item.id, item]));

/** Items to which another window does the same for the same reason. */
export interface ChangeGroup {
  change: Change;
  part: PartName;
  /** At this window, and at the other one; null when it is left out there. */
  was: string | null;
  level: string | null;
  reason: string;
  items: Changed[];
}

const notAsked = 'Fewer are recalled for a window of this size.';

/** Every change in one group: cut first, then shorter, fuller and back. */
export function changeGroups(changes: readonly Changed[]): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup>();
  for (const one of changes) {
    const { change, part, before, after } = one;
    const was = before?.level ?? null;
    const level = after?.level ?? null;
    const reason = after?.reason ?? notAsked;
    const key = JSON.stringify([change, part, was, level, reason]);
    const group = groups.get(key) ?? { change, part, was, level, reason, items: [] };
    group.items.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => changeNames.indexOf(a.change) - changeNames.indexOf(b.change));
}

const words: Record<Change, string> = { cut: 'cut', shorter: 'shortened', fuller: 'fuller', back: 'back in' };

/** `12 cut, 3 shortened, 1 back in`; what does not happen is not said. */
export function saidOf(changes: readonly Changed[]): string {
  const counts = changeNames.map((change) => ({ change, count: changes.filter((one) => one.change === change).length }));
  const said = counts.filter(({ count }) => count > 0).map(({ change, count }) => `${count.toLocaleString('en')} ${words[change]}`);
  return said.length === 0 ? 'Nothing changes: the same items at the same levels.' : `${said.join(', ')}.`;
}
