import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAtom } from 'jotai';
import { ListFilter, Plus, Search, X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { engine, faultOf, useGate } from '../bridge/index.ts';
import { Button, counted, Empty, ErrorNotice, fieldLook, IconButton, Loading, Popover, SelectField, useSettled } from '../ui/index.ts';
import { FacetPanel } from './facet-panel.tsx';
import { filterOf, isFiltered, memoryTextAtom, type MemorySearch } from './filter.ts';
import { MemoryList } from './memory-list.tsx';
import { NewMemory } from './new-memory.tsx';

const pageSize = 100;

/** Everything remembered, as a list that is searched while typing. */
export function MemoriesScreen() {
  const search: MemorySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const gate = useGate();
  const [text, setText] = useAtom(memoryTextAtom);
  const [adding, setAdding] = useState(false);
  const settled = useSettled(text, 120);
  const filter = filterOf(search, settled);

  const list = useInfiniteQuery(engine.memories.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ filter, limit: pageSize, sort: search.sort ?? 'newest', ...(cursor !== undefined && { cursor }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  }));
  const counts = useQuery(engine.vault.status.queryOptions()).data?.counts;
  useEffect(() => {
    document.title = 'Memories — Engram';
  }, []);

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  const change = (next: Partial<MemorySearch>) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...next }), replace: true } as never);
  const clear = () => {
    setText('');
    change({ kind: undefined, category: undefined, status: undefined, origin: undefined, tier: undefined, pinned: undefined });
  };

  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const filtered = isFiltered(search, text);
  const facets = <FacetPanel search={search} text={settled} onChange={change} />;
  const waiting = counts?.quarantined ?? 0;

  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
        <h1 className="mr-2 text-lg font-semibold">Memories</h1>
        <div className="relative flex min-w-48 flex-1 items-center">
          <Search aria-hidden size={15} strokeWidth={1.5} className="absolute left-2.5 text-muted" />
          <input
            type="search" aria-label="Search memories" placeholder="Search what is remembered" value={text} onChange={(event) => setText(event.target.value)}
            className={`${fieldLook} h-8 pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden`}
          />
          {text !== '' && <IconButton icon={X} size="small" label="Clear search" onClick={() => setText('')} className="absolute right-1" />}
        </div>
        <div className="w-36"><SelectField label="Order" hideLabel value={search.sort ?? 'newest'} onChange={(event) => change({ sort: event.target.value as MemorySearch['sort'] })}>
          <option value="newest">Newest first</option>
          <option value="oldest">Oldest first</option>
          <option value="most_used">Most used first</option>
        </SelectField></div>
        <span className="lg:hidden"><Popover title="Filters" trigger={<Button icon={ListFilter}>Filters</Button>} className="w-64">{facets}</Popover></span>
        <Button icon={Plus} look="primary" disabled={gate.state === 'readonly'} onClick={() => setAdding(true)}>Remember</Button>
      </header>
      {waiting > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-4 py-2">
          <span><strong className="font-medium">{counted(waiting, 'memory waits', 'memories wait')} for approval.</strong> <span className="text-muted">They came from outside and are not recalled until you say so.</span></span>
          <Button size="small" className="ml-auto" onClick={() => void navigate({ to: '/review' } as never)}>Review</Button>
        </div>
      )}
      <div className="flex min-h-0 flex-1">
        <aside aria-label="Filters" className="quiet-scroll hidden w-48 shrink-0 overflow-y-auto border-r px-2.5 py-3 lg:block">{facets}</aside>
        <section aria-label="Results" className="flex min-h-0 min-w-0 flex-1 flex-col">
          {list.error && items.length === 0 ? (
            <ErrorNotice className="m-4" fault={faultOf(list.error)} onRetry={() => void list.refetch()} />
          ) : list.isPending ? <Loading rows={8} label="Loading memories" /> : items.length === 0 ? (
            filtered
              ? <Empty title="Nothing matches" actions={<Button onClick={clear}>Clear search and filters</Button>}>Other words may find it, or it was forgotten.</Empty>
              : <Empty title="Nothing is remembered yet" actions={<Button look="primary" icon={Plus} onClick={() => setAdding(true)}>Remember something</Button>}>Say “remember that …” in a chat, write one here, or import what another assistant knows.</Empty>
          ) : (
            <>
              <p className="flex items-center gap-3 border-b px-4 py-1 text-xs text-muted">
                <span role="status">{counted(total, 'memory', 'memories')}{list.isPlaceholderData ? ' …' : ''}</span>
                {filtered && <button type="button" onClick={clear} className="min-h-6 underline underline-offset-2">Clear all</button>}
                {list.error && <span role="alert" className="text-danger">Some could not be loaded. <button type="button" className="underline" onClick={() => void list.fetchNextPage()}>Try again</button></span>}
              </p>
              <MemoryList items={items} total={total} onEnd={onEnd} />
            </>
          )}
        </section>
      </div>
      {adding && <NewMemory onClose={() => setAdding(false)} />}
    </div>
  );
}
