import { EngramError, type MemoryFilter } from '../../../contract/index.ts';
import { scopedForListing } from '../../../security/access/index.ts';
import { approve, correct, deny, detail, dismiss, dismissals, erase, forget, judge, lookUp, pin, purge, purgePreview, reasonsFor, relate, remember, restore, rowFor, several, shown, undismiss, withdraw } from '../../flow/index.ts';
import type { Caller } from '../../../security/access/index.ts';
import { listBackups, type ListSort } from '../../vault/index.ts';
import { admit, countRows } from '../access.ts';
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

export const memoriesCalls = (host: Host) => {
  const { memories } = calls;
  const reads = (caller: Caller) => admit(host, caller, 'read');
  const writes = (caller: Caller) => admit(host, caller, 'write');
  /** What is about to be shown counts against the day of whoever is not the person. */
  const showing = async <T extends { id: string }>(caller: Caller, memory: T): Promise<T> => {
    await countRows(host, caller, [memory.id]);
    return memory;
  };
  return {
    remember: memories.remember.handler(async ({ input, context }) => {
      const caller = await writes(context.caller);
      return (await remember(host.open().mind, caller, [input], provenance(caller)))[0]!;
    }),
    rememberMany: memories.rememberMany.handler(async ({ input, context }) => {
      const caller = await writes(context.caller);
      return remember(host.open().mind, caller, input.memories, provenance(caller));
    }),
    get: memories.get.handler(async ({ input, context }) => {
      const caller = await reads(context.caller);
      const { mind } = host.open();
      const found = await detail(mind, caller, input.id);
      mind.trail.read(caller, 'read', 1, { memory: found.id });
      return showing(caller, found);
    }),
    some: memories.some.handler(async ({ input, context }) => {
      const caller = await reads(context.caller);
      const { mind } = host.open();
      const found = await several(mind, caller, input.ids);
      await countRows(host, caller, found.map(({ id }) => id));
      mind.trail.read(caller, 'read', found.length);
      return found;
    }),
    list: memories.list.handler(async ({ input, context }) => {
      const caller = await reads(context.caller);
      const { mind } = host.open();
      const sort: ListSort = input.sort ?? 'newest';
      const limit = input.limit ?? DEFAULT_PAGE;
      const page = await mind.vault.read('listMemories', scopedForListing(
        { filter: withStatus(input.filter), sort, after: readCursor(input.cursor), limit: limit + 1, space: mind.embedding().index.space }, caller));
      const rows = page.rows.slice(0, limit);
      const last = rows.at(-1);
      await countRows(host, caller, rows.map((row) => row.public_id));
      if (caller.kind !== 'person') mind.trail.read(caller, 'list', rows.length);
      return {
        items: rows.map((row) => shown(mind, caller, row)),
        nextCursor: page.rows.length > limit && last ? `${sort === 'most_used' ? last.uses : last.happened_at}.${last.id}` : null,
        total: page.total,
      };
    }),
    facets: memories.facets.handler(async ({ input, context }) =>
      host.open().mind.vault.read('facetCounts', scopedForListing({ filter: input.filter ?? {} }, await reads(context.caller)))),
    update: memories.update.handler(async ({ input, context }) => correct(host.open().mind, await writes(context.caller), input)),
    pin: memories.pin.handler(async ({ input, context }) => pin(host.open().mind, await writes(context.caller), input.id, input.pinned)),
    forget: memories.forget.handler(async ({ input, context }) => ({ id: input.id, until: await forget(host.open().mind, await writes(context.caller), input.id) })),
    restore: memories.restore.handler(async ({ input, context }) => restore(host.open().mind, await writes(context.caller), input.id)),
    erase: memories.erase.handler(async ({ input, context: { caller } }) => ({ id: input.id, ...(await erase(host.open().mind, caller, [input.id])) })),
    purgePreview: memories.purgePreview.handler(async ({ input, context: { caller } }) => ({
      ...(await purgePreview(host.open().mind, caller, input.target, input.sessions ?? false)), backups: listBackups(host.dir).length,
    })),
    purge: memories.purge.handler(({ input, context: { caller } }) => {
      const { mind, chat } = host.open();
      return purge(mind, caller, input, (id) => chat.remove(id));
    }),
    relate: memories.relate.handler(async ({ input, context }) => relate(host.open().mind, await writes(context.caller), input)),
    feedback: memories.feedback.handler(async ({ input, context }) => {
      const { mind } = host.open();
      const { id, verdict, query } = input;
      const caller = await writes(context.caller);
      if (query === undefined) return judge(mind, caller, id, verdict);
      if (verdict !== 'not_relevant') throw new EngramError('INVALID_INPUT', { issues: [{ path: 'query', message: 'goes with not_relevant only' }] });
      await dismiss(mind, caller, id, query);
      return shown(mind, caller, await rowFor(mind, caller, id));
    }),
    dismissals: memories.dismissals.handler(async ({ input, context }) => dismissals(host.open().mind, await reads(context.caller), input.id)),
    undismiss: memories.undismiss.handler(async ({ input, context }) => ({ taken: await undismiss(host.open().mind, await writes(context.caller), input.id, input.query) })),
    approve: memories.approve.handler(({ input, context: { caller } }) => approve(host.open().mind, caller, input)),
    withdraw: memories.withdraw.handler(async ({ input, context: { caller } }) => ({ waiting: await withdraw(host.open().mind, caller, input.approval) })),
    deny: memories.deny.handler(async ({ input, context: { caller } }) => ({ denied: await deny(host.open().mind, caller, input) })),
    reasons: memories.reasons.handler(({ input, context: { caller } }) => reasonsFor(host.open().mind, caller, input.ids)),
    lookUp: memories.lookUp.handler(({ input, context: { caller } }) => lookUp(host.open().mind, caller, input.value)),
  };
};
