import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { engine } from '../bridge/index.ts';
import { categoryNames, KindGlyph, kindNames, originNames, statusNames, tierNames } from '../ui/index.ts';
import { facetNames, filterOf, type FacetName, type MemorySearch } from './filter.ts';

const titles: Record<FacetName, string> = { status: 'State', kind: 'Kind', category: 'About', origin: 'From', tier: 'Privacy' };
const names: Record<FacetName, Record<string, string>> = {
  status: statusNames, kind: kindNames, category: categoryNames, origin: originNames, tier: tierNames,
};

interface FacetPanelProps {
  search: MemorySearch;
  text: string;
  onChange: (next: Partial<MemorySearch>) => void;
}

/** Every facet with its counts; each counts what the other choices leave. */
export function FacetPanel({ search, text, onChange }: FacetPanelProps) {
  const results = useQueries({
    queries: facetNames.map((name) => ({
      ...engine.memories.facets.queryOptions({ input: { filter: filterOf(search, text, name) } }),
      placeholderData: keepPreviousData,
    })),
  });

  function choose(facet: FacetName, value: string) {
    const chosen: string[] = search[facet] ?? [];
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
    onChange({ [facet]: next.length === 0 ? undefined : next } as Partial<MemorySearch>);
  }

  return (
    <div className="flex flex-col gap-4">
      <label className="flex min-h-6 cursor-pointer items-center gap-2 px-1.5">
        <input type="checkbox" className="size-3.5 accent-accent" checked={search.pinned === true} onChange={(event) => onChange({ pinned: event.target.checked ? true : undefined })} />
        <Pin aria-hidden size={13} strokeWidth={1.5} />Pinned only
      </label>
      {facetNames.map((facet, n) => {
        const counts = results[n]?.data?.[facet] ?? {};
        const values = Object.keys(names[facet]).filter((value) => (counts[value] ?? 0) > 0 || (search[facet] as string[] | undefined)?.includes(value));
        if (values.length === 0) return null;
        return (
          <fieldset key={facet}>
            <legend className="eyebrow mb-0.5 px-1.5">{titles[facet]}</legend>
            {values.map((value) => (
              <label key={value} className="flex min-h-6 cursor-pointer items-center gap-2 rounded-control px-1.5 hover:bg-sunken">
                <input
                  type="checkbox" className="size-3.5 shrink-0 accent-accent"
                  checked={(search[facet] as string[] | undefined)?.includes(value) ?? false}
                  onChange={() => choose(facet, value)}
                />
                {facet === 'kind' && <KindGlyph kind={value as keyof typeof kindNames} size={9} />}
                <span className="min-w-0 flex-1 truncate">{names[facet][value]}</span>
                <span className="figures text-xs text-muted">{(counts[value] ?? 0).toLocaleString()}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
