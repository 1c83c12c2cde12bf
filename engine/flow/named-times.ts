import { datesIn } from '../cortex/index.ts';
import type { NamedTime } from '../vault/index.ts';
import type { Mind } from './mind.ts';

/** Memories whose dates are read at a time: a few milliseconds of this thread. */
const BATCH = 100;

/**
 * Days and spans that a text names, as of when it was said.
 * @param text what may be shown of the memory without opening it: a guarded date is no help to find it by (§10.24.2)
 * @param said milliseconds UTC
 */
export const timesIn = (text: string, said: number): NamedTime[] => datesIn(text, said).map(({ from, to }) => ({ starts: from, ends: to }));

/** Reads the dates of memories that were stored before dates were read. Ends when none is left or the vault is about to close. */
export async function readTimes({ vault }: Pick<Mind, 'vault'>, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const batch = await vault.read('withoutTimes', { limit: BATCH });
    if (batch.length === 0 || stopped()) return;
    await vault.write('fillTimes', batch.map(({ id, version, text, happened_at }) => ({ id, version, times: timesIn(text, happened_at) })));
  }
}
