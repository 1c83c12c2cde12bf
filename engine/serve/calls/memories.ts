import { EngramError, type MemoryFilter } from '../../../contract/index.ts';
import { scopedForListing } from '../../../security/access/index.ts';
import { approve, correct, detail, erase, forget, judge, pin, relate, remember, restore, shown } from '../../flow/index.ts';
import type { Caller } from '../../../security/access/index.ts';
import type { ListSort } from '../../vault/index.ts';
import type { Host } from '../host.ts';
import { calls } from './base.ts';

const DEFAULT_PAGE = 50;
const provenance = (caller: Caller) =>
  caller.kind === 'person' ? { origin: 'person' as const } : { origin: 'client' as const, source: caller.name };

/** Place of a row in its order: `sort value.number`. */
function readCursor(cursor: string | undefined): [number, number] | null {
  if (cursor === undefined) return null;
  const match = /^(-?\d+)\.(\d+)$/.exec(cursor);
  if (!match) throw new EngramError('INVALID_INPUT', { issues: [{ path: 'cursor', message: 'not a cursor of this list' }] });
  return [Number(match[1]), Number(match[2])];
}

/** Forgotten memories are listed only when asked for. */
const withStatus = (filter: MemoryFilter | undefined): MemoryFilter => ({ status: ['active', 'superseded', 'quarantined'], ...filter });

export const memoriesCalls = (host: Host) => ({
  remember: calls.memories.remember.handler(async ({ input, context: { caller } }) =>
    (await remember(host.open().mind, caller, [input], provenance(caller)))[0]!),
  rememberMany: calls.memories.rememberMany.handler(({ input, context: { caller } }) =>
    remember(host.open().mind, caller, input.memories, provenance(caller))),
  get: calls.memories.get.handler(({ input, context: { caller } }) => detail(host.open().mind, caller, input.id)),
  list: calls.memories.list.handler(async ({ input, context: { caller } }) => {
    const { mind } = host.open();
    const sort: ListSort = input.sort ?? 'newest';
    const limit = input.limit ?? DEFAULT_PAGE;
    const page = await mind.vault.read('listMemories', scopedForListing(
      { filter: withStatus(input.filter), sort, after: readCursor(input.cursor), limit: limit + 1, space: mind.embedding().index.space }, caller));
    const rows = page.rows.slice(0, limit);
    const last = rows.at(-1);
    return {
      items: rows.map((row) => shown(mind, caller, row)),
      nextCursor: page.rows.length > limit && last ? `${sort === 'most_used' ? last.uses : last.happened_at}.${last.id}` : null,
      total: page.total,
    };
  }),
  facets: calls.memories.facets.handler(({ input, context: { caller } }) =>
    host.open().mind.vault.read('facetCounts', scopedForListing({ filter: input.filter ?? {} }, caller))),
  update: calls.memories.update.handler(({ input, context: { caller } }) => correct(host.open().mind, caller, input)),
  pin: calls.memories.pin.handler(({ input, context: { caller } }) => pin(host.open().mind, caller, input.id, input.pinned)),
  forget: calls.memories.forget.handler(async ({ input, context: { caller } }) => ({ id: input.id, until: await forget(host.open().mind, caller, input.id) })),
  restore: calls.memories.restore.handler(({ input, context: { caller } }) => restore(host.open().mind, caller, input.id)),
  erase: calls.memories.erase.handler(async ({ input, context: { caller } }) => ({ id: input.id, removed: await erase(host.open().mind, caller, [input.id]) })),
  relate: calls.memories.relate.handler(({ input, context: { caller } }) => relate(host.open().mind, caller, input)),
  feedback: calls.memories.feedback.handler(({ input, context: { caller } }) => judge(host.open().mind, caller, input.id, input.verdict)),
  approve: calls.memories.approve.handler(async ({ input, context: { caller } }) => ({ approved: await approve(host.open().mind, caller, input) })),
});
