import type { Memory, MemoryId } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient } from '../bridge/index.ts';
import { announce, counted, toast } from '../ui/index.ts';

/** Runs a change, refreshes what shows memories, and says what went wrong when it did. */
async function run<T>(change: () => Promise<T>): Promise<T | null> {
  try {
    const result = await change();
    void queryClient.invalidateQueries({ queryKey: engine.memories.key() });
    return result;
  } catch (error) {
    const fault = faultOf(error);
    toast(fault.message, { detail: fault.action });
    return null;
  }
}

/** Off the lists at once, restorable until the shelf is cleared. */
export async function forget(id: MemoryId): Promise<void> {
  const done = await run(() => client.memories.forget({ id }));
  if (done) toast('Forgotten', { detail: 'It is not recalled any more. It can be restored from the shelf.', undo: () => void restore(id) });
}

export async function restore(id: MemoryId): Promise<void> {
  if (await run(() => client.memories.restore({ id }))) announce('Restored');
}

export const pin = (memory: Pick<Memory, 'id' | 'pinned'>) => run(() => client.memories.pin({ id: memory.id, pinned: !memory.pinned }));

export async function erase(id: MemoryId): Promise<boolean> {
  const done = await run(() => client.memories.erase({ id }));
  if (done === null) return false;
  const { versions, vectors, edges, messages } = done.removed;
  const proof = done.inLog
    ? 'Copies may stay in the log of the file until it can be emptied. Engram goes on trying; the check of the vault tells when it is done.'
    : done.remains === 0
      ? 'The whole file was searched: nothing remains.'
      : `The search of the file still found its words, most likely in a chat where it was said. Delete that chat, too.`;
  toast(done.remains === 0 && !done.inLog ? 'Erased for ever' : 'Erased, but something remains', {
    detail: `${proof} Also gone: ${counted(versions, 'version')}, ${counted(vectors, 'vector')}, ${counted(edges, 'tie')}, ${counted(messages, 'quote')} in chats.`, long: true,
  });
  return true;
}

export async function approve(what: { ids: MemoryId[] }): Promise<void> {
  const done = await run(() => client.memories.approve(what));
  if (done === null) return;
  const { approved, approval } = done;
  toast(`${counted(approved, 'memory', 'memories')} approved`, approval === null ? {} : {
    undo: () => void run(() => client.memories.withdraw({ approval })).then((back) => back && announce('Taken back; it waits again')),
  });
}

export async function judge(id: MemoryId, verdict: 'helpful' | 'wrong' | 'not_relevant'): Promise<void> {
  const before = queryClient.getQueryData(engine.memories.get.queryKey({ input: { id } }))?.trust;
  const after = await run(() => client.memories.feedback({ id, verdict }));
  if (after) toast('Noted', before === undefined || before === after.trust ? {} : { detail: `Trust went from ${before.toFixed(2)} to ${after.trust.toFixed(2)}.` });
}

export const update = (change: Parameters<typeof client.memories.update>[0]) => client.memories.update(change);
