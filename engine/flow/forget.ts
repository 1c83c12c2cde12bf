import type { Memory, MemoryId } from '../../contract/index.ts';
import { actorOf, assertMayWrite, assertPerson, type Caller } from '../../security/access/index.ts';
import type { Erased } from '../vault/index.ts';
import { rowFor, shown } from './curate.ts';
import type { Mind } from './mind.ts';

const DAY_MS = 86_400_000;

/** The way away: to the shelf, back from it, or gone for ever. */

/** Out of recall at once; restorable until the returned moment. */
export async function forget(mind: Mind, caller: Caller, id: MemoryId): Promise<number> {
  assertMayWrite(caller);
  await rowFor(mind, caller, id);
  const now = mind.clock.now();
  mind.embedding().index.changed(await mind.vault.write('forgetMemory', { id, actor: actorOf(caller), now }));
  mind.emit({ type: 'memories', change: 'forgotten', ids: [id] });
  return now + mind.settings()['forget.shelfDays'] * DAY_MS;
}

export async function restore(mind: Mind, caller: Caller, id: MemoryId): Promise<Memory> {
  assertMayWrite(caller);
  await rowFor(mind, caller, id);
  const changed = await mind.vault.write('restoreMemory', { id, actor: actorOf(caller), now: mind.clock.now() });
  const { index } = mind.embedding();
  const [vector] = await mind.vault.read('exactVectors', { space: index.space, ids: [changed.row] });
  if (vector) index.put(changed.row, changed.scope, changed.status, vector.vector);
  mind.emit({ type: 'memories', change: 'restored', ids: [id] });
  return shown(mind, caller, await rowFor(mind, caller, id));
}

/** For ever; only the person may. The codes in shared memory are overwritten as well. */
export async function erase(mind: Mind, caller: Caller, ids: readonly MemoryId[]): Promise<Erased['removed']> {
  assertPerson(caller);
  const rows = await Promise.all(ids.map((id) => rowFor(mind, caller, id)));
  const texts = Object.fromEntries(rows.map((row) => [row.public_id, mind.vault.text(row)]));
  const erased = await mind.vault.write('eraseMemories', { ids, texts, actor: actorOf(caller), now: mind.clock.now() });
  for (const row of erased.rows) mind.embedding().index.remove(row);
  mind.emit({ type: 'memories', change: 'erased', ids: ids.length > 100 ? [] : [...ids] });
  return erased.removed;
}
