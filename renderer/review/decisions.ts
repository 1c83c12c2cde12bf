import { useSyncExternalStore } from 'react';
import type { JobId, MemoryId } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient } from '../bridge/index.ts';
import { announce, counted, toast, undoMs } from '../ui/index.ts';

/** Which of the waiting memories: some, those of one import or source, or all. */
export interface Which { ids?: MemoryId[]; job?: JobId; source?: string; all?: true }

const memories = (count: number) => counted(count, 'memory', 'memories');

async function settle(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const fault = faultOf(error);
    toast(fault.message, { detail: fault.action });
  }
  void queryClient.invalidateQueries({ queryKey: engine.memories.key() });
  void queryClient.invalidateQueries({ queryKey: engine.vault.key() });
}

/** They can be recalled from now on; taken back, they wait again. */
export const approve = (which: Which) => settle(async () => {
  // One that was denied a moment ago is not among them.
  await sendDenial();
  const { approved, approval } = await client.memories.approve(which);
  toast(`${memories(approved)} approved`, approval === null ? {} : { undo: () => void withdraw(approval) });
});

const withdraw = (approval: string) => settle(async () => {
  const { waiting } = await client.memories.withdraw({ approval });
  announce(`Taken back; ${waiting === 1 ? 'it waits' : `${memories(waiting)} wait`} again`);
});

/** Erases a group at once; the person was asked before. */
export const denyNow = (which: Which) => settle(async () => {
  await sendDenial();
  const { denied } = await client.memories.deny(which);
  toast(`${memories(denied)} erased`);
});

let held: { id: MemoryId; timer: ReturnType<typeof setTimeout> } | null = null;
let hidden: ReadonlySet<MemoryId> = new Set();
const listeners = new Set<() => void>();
function hide(next: ReadonlySet<MemoryId>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

/** Denied a moment ago: gone from the list, erased when nobody took it back. */
export const useHidden = (): ReadonlySet<MemoryId> => useSyncExternalStore((listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
}, () => hidden);

/** Sends the denial that waits. Erasing has no undo, so it is held until the time for one is over or the next one comes. */
export async function sendDenial(): Promise<void> {
  if (held === null) return;
  const { id, timer } = held;
  clearTimeout(timer);
  held = null;
  await settle(async () => {
    await client.memories.deny({ ids: [id] });
  });
  hide(new Set([...hidden].filter((other) => other !== id)));
}

export function deny(id: MemoryId): void {
  void sendDenial();
  held = { id, timer: setTimeout(() => void sendDenial(), undoMs) };
  hide(new Set([...hidden, id]));
  toast('Denied', {
    detail: `It is erased in ${undoMs / 1000} seconds.`,
    undo: () => {
      if (held?.id === id) {
        clearTimeout(held.timer);
        held = null;
      }
      hide(new Set([...hidden].filter((other) => other !== id)));
      announce('Taken back; it waits again');
    },
  });
}

/** On lock: what was not sent did not happen, and waits again after unlocking. */
export function dropDenials(): void {
  if (held) clearTimeout(held.timer);
  held = null;
  hide(new Set());
}
