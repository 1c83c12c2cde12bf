import type { Item } from './slices.ts';

/** Items to which the same happened for the same reason. */
export interface ItemGroup {
  level: string | null;
  kept: boolean;
  reason: string;
  items: Item[];
}

/** Every item in one group, what is there before what is left out, else in the order in which they come. */
export function groupsOf(items: readonly Item[]): ItemGroup[] {
  const groups = new Map<string, ItemGroup>();
  for (const item of items) {
    const { level, kept, reason } = item;
    const key = JSON.stringify([level, kept, reason]);
    const group = groups.get(key) ?? { level, kept, reason, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => Number(b.kept) - Number(a.kept));
}
