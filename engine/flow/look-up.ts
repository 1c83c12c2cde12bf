import type { Memory } from '../../contract/index.ts';
import { assertPerson, scopedForListing, type Caller } from '../../security/access/index.ts';
import { shown } from './curate.ts';
import type { Mind } from './mind.ts';

const MOST = 100;

/** Guarded memories that hold an e-mail address, a number or the like, found by keyed hash and checked after opening. Only the person may ask. */
export async function lookUp(mind: Mind, caller: Caller, value: string): Promise<Memory[]> {
  assertPerson(caller);
  const ids = await mind.vault.read('lookUp', scopedForListing({ digests: mind.vault.lookUpDigests(value), limit: MOST }, caller));
  const rows = await mind.vault.read('memoriesByNumber', { ids, space: mind.embedding().index.space });
  const found = rows.filter((row) => mind.vault.holdsValue(row, value));
  mind.trail.read(caller, 'look_up', found.length, { subject: value });
  return found.map((row) => shown(mind, caller, row));
}
