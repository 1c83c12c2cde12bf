import { BLOCK } from './entry.ts';
import type { Part, ScanHit } from './query.ts';
import { byRank, type Stretch } from './twin.ts';

/** Entries from which two threads scan faster than one: below, sending a question to a second thread takes longer than it spares. */
export const SCANNED_BY_ONE = 250_000;
/** Each part orders candidates of its own, so the work grows with their number. */
const MOST_PARTS = 2;

/** Into how many parts a scan of so many entries is divided: a part that waits for a busy thread would come later than a whole scan. */
export const partsFor = (count: number, idleThreads: number): number => (count > SCANNED_BY_ONE ? Math.max(1, Math.min(MOST_PARTS, idleThreads)) : 1);

/** Whole blocks, so that a scan can begin there. */
export function entriesOf({ index, of }: Part, count: number): Stretch {
  const blocks = Math.ceil(count / BLOCK);
  const at = (part: number): number => Math.min(count, Math.floor((blocks * part) / of) * BLOCK);
  return { from: at(index), to: index + 1 === of ? count : at(index + 1) };
}

/** The best `k` of what the parts found. */
export const mergeParts = (found: readonly (readonly ScanHit[])[], k: number): ScanHit[] => found.flat().sort(byRank).slice(0, k);
