import { actorOf, assertPerson, type Caller } from '../../security/access/index.ts';
import type { ChangedRow } from '../vault/index.ts';
import { assertNamed, type Quarantined } from './curate.ts';
import type { Mind } from './mind.ts';

/** Letting in what waits, and taking that back. */

const BATCH = 500;

export interface Approved {
  approved: number;
  /** Names it for `withdraw`; null when nothing waited. */
  approval: string | null;
}

/** Only the person lets quarantined memories in. */
export async function approve(mind: Mind, caller: Caller, which: Quarantined): Promise<Approved> {
  assertPerson(caller);
  assertNamed(which);
  const now = mind.clock.now();
  const { approval, changed } = await mind.vault.write('approveMemories', {
    ids: which.ids ?? null, job: which.job ?? null, source: which.source ?? null, actor: actorOf(caller), now,
  });
  await putCodes(mind, changed);
  mind.emit({ type: 'memories', change: 'changed', ids: [] });
  if (approval.rows.length === 0) return { approved: 0, approval: null };
  const name = mind.newId<string>(now);
  mind.approvals.keep(name, approval);
  return { approved: approval.rows.length, approval: name };
}

/** What an approval let in waits again, unless it was changed since then. Returns how many wait. Throws NOT_FOUND. */
export async function withdraw(mind: Mind, caller: Caller, name: string): Promise<number> {
  assertPerson(caller);
  const { waiting, changed } = await mind.vault.write('withdrawApproval', { approval: mind.approvals.get(name), actor: actorOf(caller), now: mind.clock.now() });
  mind.approvals.drop(name);
  for (const row of changed) mind.embedding().index.changed(row);
  mind.emit({ type: 'memories', change: 'changed', ids: [] });
  return waiting;
}

async function putCodes(mind: Mind, changed: readonly ChangedRow[]): Promise<void> {
  const { index } = mind.embedding();
  for (let i = 0; i < changed.length; i += BATCH) {
    const part = changed.slice(i, i + BATCH);
    const vectors = new Map((await mind.vault.read('exactVectors', { space: index.space, ids: part.map((c) => c.row) })).map((v) => [v.id, v.vector]));
    for (const c of part) if (vectors.has(c.row)) index.put(c.row, c.scope, c.status, vectors.get(c.row)!);
  }
}
