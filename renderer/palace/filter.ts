import { atom } from 'jotai';
import { z } from 'zod';
import { Category, MemoryKind, MemoryStatus, Origin, Tier, type MemoryFilter } from '../../contract/index.ts';

/** What is chosen in the facets. Kept in the address, so a filter can be shared and survives a lock. */
export const MemorySearch = z.object({
  kind: z.array(MemoryKind).optional().catch(undefined),
  category: z.array(Category).optional().catch(undefined),
  status: z.array(MemoryStatus).optional().catch(undefined),
  origin: z.array(Origin).optional().catch(undefined),
  tier: z.array(Tier).optional().catch(undefined),
  pinned: z.literal(true).optional().catch(undefined),
  sort: z.enum(['newest', 'oldest', 'most_used']).optional().catch(undefined),
});
export type MemorySearch = z.infer<typeof MemorySearch>;

export const facetNames = ['status', 'kind', 'category', 'origin', 'tier'] as const;
export type FacetName = (typeof facetNames)[number];

/** The words being looked for. Not in the address: they may be as private as a memory. */
export const memoryTextAtom = atom('');

/** Without a choice, what is in use and what waits is shown; history and the shelf are not. */
const shownStatus: MemoryStatus[] = ['active', 'quarantined'];

export function filterOf(search: MemorySearch, text: string, without?: FacetName): MemoryFilter {
  const { kind, category, status, origin, tier, pinned } = search;
  const filter: MemoryFilter = { kind, category, status: status ?? shownStatus, origin, tier, pinned };
  if (without !== undefined) delete filter[without];
  if (text.trim() !== '') filter.text = text.trim();
  return filter;
}

export const isFiltered = (search: MemorySearch, text: string): boolean =>
  text.trim() !== '' || search.pinned === true || facetNames.some((name) => search[name] !== undefined);
