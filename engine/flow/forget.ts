import { createHmac } from 'node:crypto';
import { EngramError, type ErasureReport, type Memory, type MemoryId, type PurgeTarget, type Removed, type SessionId } from '../../contract/index.ts';
import { actorOf, assertMayWrite, assertPerson, DAY_MS, type Caller } from '../../security/access/index.ts';
import { sentencesOf } from '../sensory/index.ts';
import { assertOwn, rowFor, shown } from './curate.ts';
import type { Mind } from './mind.ts';

/** The way away: to the shelf, back from it, or gone for ever. */

/** Out of recall at once; restorable until the returned moment. A client forgets only what it stored itself. */
export async function forget(mind: Mind, caller: Caller, id: MemoryId): Promise<number> {
  assertMayWrite(caller);
  assertOwn(caller, await rowFor(mind, caller, id));
  const now = mind.clock.now();
  mind.embedding().index.changed(await mind.vault.write('forgetMemory', { id, actor: actorOf(caller), now }));
  mind.emit({ type: 'memories', change: 'forgotten', ids: [id] });
  return now + mind.settings()['forget.shelfDays'] * DAY_MS;
}

export async function restore(mind: Mind, caller: Caller, id: MemoryId): Promise<Memory> {
  assertMayWrite(caller);
  assertOwn(caller, await rowFor(mind, caller, id));
  const changed = await mind.vault.write('restoreMemory', { id, actor: actorOf(caller), now: mind.clock.now() });
  const { index } = mind.embedding();
  const [vector] = await mind.vault.read('exactVectors', { space: index.space, ids: [changed.row] });
  if (vector) index.put(changed.row, changed.scope, changed.status, vector.vector);
  mind.emit({ type: 'memories', change: 'restored', ids: [id] });
  return shown(mind, caller, await rowFor(mind, caller, id));
}

const BATCH = 200;

/** The whole texts a memory ever had, opened, and the words it was taken from, so that its copies are found wherever they stand. */
async function textsOf(mind: Mind, id: string, said: readonly string[]): Promise<string[]> {
  const row = await rowFor(mind, { kind: 'person', local: true }, id);
  const written = await mind.vault.read('writtenTexts', { id });
  const opened = written.ciphers.map(({ tier, cipher }) => mind.vault.text({ public_id: id, tier: tier as typeof row.tier, text: '', cipher }));
  return [...new Set([mind.vault.text(row), ...written.texts, ...opened, ...said])];
}

/** The sentences of each text that has several: an answer may have quoted one. */
const partsOf = (texts: Readonly<Record<string, readonly string[]>> | null): Record<string, string[]> =>
  Object.fromEntries(Object.entries(texts ?? {}).map(([id, all]) => [id, all.flatMap((text) => {
    const sentences = sentencesOf(text);
    return sentences.length > 1 ? sentences : [];
  })]));

export interface Erasure {
  removed: Removed;
  /** Texts of the erased of which a piece still stands somewhere in the decrypted file. */
  remains: number;
  /** Copies may stand in the log of the file until it can be emptied. */
  inLog: boolean;
}

/**
 * For ever; only the person may. What was made of the memories goes with them, and conversations lose
 * their words. Afterwards the decrypted pages of the file are searched for what they said, and the
 * copies on this machine are made anew.
 */
export function erase(mind: Mind, caller: Caller, ids: readonly MemoryId[]): Promise<Erasure> {
  return remove(mind, caller, ids, true);
}

/** Takes back what an import brought or what was denied. The texts are a stranger's, so conversations keep what they have in common with them. */
export async function takeBack(mind: Mind, caller: Caller, ids: readonly MemoryId[]): Promise<void> {
  await remove(mind, caller, ids, false);
}

async function remove(mind: Mind, caller: Caller, ids: readonly MemoryId[], own: boolean): Promise<Erasure> {
  assertPerson(caller);
  await Promise.all(ids.map((id) => rowFor(mind, caller, id)));
  const all = await mind.vault.read('withDerived', { ids });
  const removed: Removed = { memories: 0, versions: 0, vectors: 0, edges: 0, messages: 0 };
  const gone: string[] = [];
  for (let i = 0; i < all.length; i += BATCH) {
    const part = all.slice(i, i + BATCH);
    const said = own ? await mind.vault.read('saidInChats', { ids: part }) : {};
    const texts = own ? Object.fromEntries(await Promise.all(part.map(async (id) => [id, await textsOf(mind, id, said[id] ?? [])] as const))) : null;
    const erased = await mind.vault.write('eraseMemories', { ids: part, texts, parts: partsOf(texts), actor: actorOf(caller), now: mind.clock.now() });
    for (const row of erased.rows) mind.embedding().index.remove(row);
    for (const name of Object.keys(removed) as (keyof Removed)[]) removed[name] += erased.removed[name];
    gone.push(...Object.values(texts ?? {}).flat());
    for (const session of erased.sessions) mind.emit({ type: 'session', id: session as SessionId, change: 'changed' });
    // An old copy of the file, put back, is behind this generation from now on.
    await mind.vault.remember(erased.generation);
  }
  await mind.working.forget();
  mind.emit({ type: 'memories', change: 'erased', ids: all.length > 100 ? [] : (all as MemoryId[]) });
  mind.copiesAreStale();
  const remains = await mind.vault.remains(gone);
  return { removed, remains, inLog: mind.vault.erasedInLog };
}

export interface PurgeCounts {
  memories: number;
  sessions: number;
}

/** What belongs to a target. */
export async function purgePreview(mind: Mind, caller: Caller, target: PurgeTarget, sessions: boolean): Promise<PurgeCounts> {
  assertPerson(caller);
  const [ids, conversations] = await Promise.all([
    mind.vault.read('belongingTo', { target }), sessions ? mind.vault.read('sessionsOf', { target }) : [],
  ]);
  return { memories: ids.length, sessions: conversations.length };
}

/** The word the person types to confirm a purge: the most particular name of the target. */
export const confirmationOf = (target: PurgeTarget): string =>
  target.channelUser ?? target.speaker ?? target.source ?? target.agent ?? target.channel ?? target.squad ?? target.project ?? '';

/** Erases everything of a target, its conversations too when asked, and replaces the backups before it answers. */
export async function purge(
  mind: Mind, caller: Caller, input: { target: PurgeTarget; sessions?: boolean | undefined; confirm: string }, removeSession: (id: SessionId) => Promise<unknown>,
): Promise<ErasureReport> {
  assertPerson(caller);
  if (input.confirm !== confirmationOf(input.target)) throw new EngramError('INVALID_INPUT', { issues: [{ path: 'confirm', message: 'does not repeat the name' }] });
  const ids = (await mind.vault.read('belongingTo', { target: input.target })) as MemoryId[];
  const conversations = input.sessions ? await mind.vault.read('sessionsOf', { target: input.target }) : [];
  const { removed, remains } = await erase(mind, caller, ids);
  for (const id of conversations) await removeSession(id as SessionId);
  const backupsReplaced = await mind.replaceCopies();
  const at = mind.clock.now();
  const report = { at, removed, sessions: conversations.length, backupsReplaced, remains, inLog: mind.vault.erasedInLog };
  return { ...report, signature: signed(mind, report) };
}

const signed = (mind: Mind, report: Omit<ErasureReport, 'signature'>): string =>
  mind.vault.keys.key('audit').use((key) => createHmac('sha256', key).update(JSON.stringify(report)).digest('hex'));
