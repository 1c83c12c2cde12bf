import { useSyncExternalStore } from 'react';
import { faultOf, gateNow, type Fault } from '../bridge/index.ts';

/**
 * Work for which the host closes the vault and opens it again. The page is blanked meanwhile, and what
 * was on it is gone; so what is being done, and how it ended, is kept here. Never holds content.
 */
export interface Reopening {
  /** What is being done, or null. */
  doing: string | null;
  /** How the last one ended, until it is dismissed. */
  done: { title: string; detail: string } | null;
  fault: Fault | null;
}

const idle: Reopening = { doing: null, done: null, fault: null };
let now = idle;
const listeners = new Set<() => void>();
function set(next: Reopening): void {
  now = next;
  for (const listener of listeners) listener();
}

export const useReopening = (): Reopening => useSyncExternalStore((listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
}, () => now);

export const dismissReopening = (): void => set(idle);

/** Runs it. Throws what went wrong before the vault was closed; what goes wrong later is kept. */
export async function reopen(doing: string, work: () => Promise<{ title: string; detail: string }>): Promise<void> {
  const { epoch } = gateNow();
  set({ doing, done: null, fault: null });
  try {
    set({ doing: null, done: await work(), fault: null });
  } catch (error) {
    if (gateNow().epoch === epoch) {
      set(idle);
      throw error;
    }
    set({ doing: null, done: null, fault: faultOf(error) });
  }
}
