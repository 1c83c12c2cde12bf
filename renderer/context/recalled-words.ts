import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { limits, MemoryId, type ContextPreview, type Memory } from '../../contract/index.ts';
import { engine } from '../bridge/index.ts';

/** Ids of the memories that the shown previews speak of, in an order that does not change with their places. */
export function recalledIds(...previews: readonly (ContextPreview | null)[]): readonly MemoryId[] {
  const ids = previews.flatMap((preview) => preview?.sections.find(({ name }) => name === 'recalled')?.items ?? []).flatMap(({ id }) => MemoryId.safeParse(id).data ?? []);
  return [...new Set(ids)].sort().slice(0, limits.page);
}

export const RecalledIds = createContext<readonly MemoryId[]>([]);

/** One of them in its own words. All are read together, once, and not before the first of them is on the page. */
export function useRecalled(id: string): { memory: Memory | null; waiting: boolean } {
  const ids = useContext(RecalledIds);
  const asked = ids.some((other) => other === id);
  const found = useQuery({ ...engine.memories.some.queryOptions({ input: { ids: [...ids] } }), enabled: asked, placeholderData: keepPreviousData });
  const memory = found.data?.find((other) => other.id === id) ?? null;
  return { memory, waiting: asked && memory === null && (found.isPending || found.isPlaceholderData) };
}
