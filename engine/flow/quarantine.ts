import type { MemoryId } from '../../contract/index.ts';
import { assertPerson, scopedForListing, type Caller } from '../../security/access/index.ts';
import { scanInjection } from '../../security/injection/index.ts';
import type { CandidateRow } from '../vault/index.ts';
import { assertNamed, rowFor, type Quarantined } from './curate.ts';
import { takeBack } from './forget.ts';
import type { Mind } from './mind.ts';
import { isScanned, SCANNER_VERSION } from './screen.ts';

/** Memories that wait for the person, and those that should. */

const PAGE = 500;

/** Erases what waits; the person may deny it one by one, by import, by source, or all. */
export async function deny(mind: Mind, caller: Caller, which: Quarantined): Promise<number> {
  assertPerson(caller);
  assertNamed(which);
  const { rows } = await mind.vault.read('listMemories', scopedForListing({
    filter: { status: ['quarantined' as const], ...(which.job && { job: which.job as never }), ...(which.source && { source: which.source }) },
    sort: 'oldest' as const, after: null, limit: 1_000_000, space: mind.embedding().index.space,
  }, caller));
  const asked = which.ids && new Set<string>(which.ids);
  const ids = rows.map((row) => row.public_id as MemoryId).filter((id) => !asked || asked.has(id));
  for (let i = 0; i < ids.length; i += PAGE) await takeBack(mind, caller, ids.slice(i, i + PAGE));
  return ids.length;
}

/** What the scanner found in each; an empty list says that a file brought it and nothing else. */
export async function reasonsFor(mind: Mind, caller: Caller, ids: readonly MemoryId[]): Promise<{ id: MemoryId; score: number; reasons: string[] }[]> {
  assertPerson(caller);
  return Promise.all(ids.map(async (id) => {
    const { score, verdict, reasons } = scanInjection(mind.vault.text(await rowFor(mind, caller, id)));
    return { id, score, reasons: verdict === 'clean' ? [] : reasons };
  }));
}

/**
 * Judges again what an older version of the scanner let in. What it flags now is not recalled from
 * this moment on; that it waits for approval is written afterwards, because recall never writes.
 */
export function suspects(mind: Mind, rows: readonly CandidateRow[]): ReadonlySet<number> {
  const old = rows.filter((row) => row.scanned < SCANNER_VERSION && isScanned(row.origin));
  if (old.length === 0) return new Set();
  const flagged = old.filter((row) => scanInjection(mind.vault.text(row)).verdict !== 'clean').map((row) => row.id);
  const bad = new Set(flagged);
  mind.vault.write('judgeMemories', { clean: old.map((row) => row.id).filter((id) => !bad.has(id)), flagged, version: SCANNER_VERSION, now: mind.clock.now() })
    .then((changed) => {
      for (const row of changed) mind.embedding().index.changed(row);
    }, () => mind.log('warn', 'judgement_not_written', { count: old.length }));
  return bad;
}
