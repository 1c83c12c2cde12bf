import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { z } from 'zod';
import { ImportFormat, JobId, type Memory } from '../../contract/index.ts';
import { engine, faultOf, useGate } from '../bridge/index.ts';
import { formatNames } from '../transfer/index.ts';
import { Button, counted, Empty, ErrorNotice, Loading, originNames } from '../ui/index.ts';
import { sendDenial, useHidden } from './decisions.ts';
import { GroupActions } from './group-actions.tsx';
import { ImportChoice } from './import-choice.tsx';
import { ReviewList } from './review-list.tsx';
import type { Reasons } from './reasons.tsx';

/** Where a memory came from, in words: an import names its format, a program itself. */
const sourceName = ({ source, origin }: Memory): string => {
  const format = ImportFormat.safeParse(source);
  return format.success ? formatNames[format.data] : (source ?? originNames[origin]);
};

export const ReviewSearch = z.object({ job: JobId.optional().catch(undefined) });
const pageSize = 100;

/** What came from outside and is not recalled before the person said so. */
export function ReviewScreen() {
  const { job } = ReviewSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const readOnly = useGate().state === 'readonly';
  const hidden = useHidden();
  const filter = { status: ['quarantined' as const], ...(job && { job }) };
  const list = useInfiniteQuery(engine.memories.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ filter, limit: pageSize, sort: 'newest' as const, ...(cursor !== undefined && { cursor }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  }));
  const pages = list.data?.pages ?? [];
  const reasons: Reasons = new Map(useQueries({
    queries: pages.map(({ items }) => ({ ...engine.memories.reasons.queryOptions({ input: { ids: items.map(({ id }) => id) } }), enabled: items.length > 0, placeholderData: keepPreviousData })),
  }).flatMap((answer) => answer.data ?? []).map((found) => [found.id, found]));
  const overall = useQuery(engine.vault.status.queryOptions()).data?.counts?.quarantined;

  useEffect(() => {
    document.title = 'Review — Engram';
    return () => void sendDenial();
  }, []);

  const items = pages.flatMap((page) => page.items).filter(({ id }) => !hidden.has(id));
  const total = Math.max(items.length, (pages[0]?.total ?? 0) - hidden.size);
  const groups = Map.groupBy(items, sourceName);
  const flagged = items.filter(({ id }) => (reasons.get(id)?.reasons.length ?? 0) > 0).length;

  return (
    <div className="mx-auto flex w-full max-w-208 flex-col gap-5 px-6 py-7">
      <header>
        <h1 className="text-lg font-semibold">Review</h1>
        <p className="max-w-[64ch] text-base text-muted">What files, programs and other people brought waits here. Nothing of it is recalled or shown to a model before you approve it.</p>
      </header>
      <ImportChoice job={job} overall={overall} onChoose={(next) => void navigate({ to: '/review', search: next === undefined ? {} : { job: next } } as never)} />
      {list.error && pages.length === 0 ? <ErrorNotice fault={faultOf(list.error)} onRetry={() => void list.refetch()} />
        : list.isPending ? <Loading rows={6} label="Loading what waits" />
          : items.length === 0 ? (
            <Empty className="rounded-panel border py-12" title={job ? 'Nothing of this import waits' : 'Nothing waits for you'} actions={<Button onClick={() => void navigate({ to: '/transfer' } as never)}>Import something</Button>}>
              What an import, a document or an unknown program brings appears here first.
            </Empty>
          ) : (
            <>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b pb-3">
                <p role="status"><span className="font-medium">{counted(total, 'memory waits', 'memories wait')}.</span>{flagged > 0 && <span className="text-warn"> {counted(flagged, 'one looks', 'look').replace(/^1 one/, 'One')} like a command to a model.</span>}</p>
                {(groups.size > 1 || list.hasNextPage) && <GroupActions className="ml-auto" what={job ? 'this import' : 'everything'} which={job ? { job } : { all: true }} count={total} flagged={flagged} disabled={readOnly} />}
              </div>
              <p className="-mt-2 text-xs text-muted">By keyboard, in the list: <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>A</kbd> approves, <kbd>D</kbd> denies, <kbd>Enter</kbd> opens.</p>
              <ReviewList groups={groups} reasons={reasons} job={job} whole={!list.hasNextPage} disabled={readOnly} />
              {list.hasNextPage && <div><Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>Show more of {total.toLocaleString()}</Button></div>}
            </>
          )}
    </div>
  );
}
