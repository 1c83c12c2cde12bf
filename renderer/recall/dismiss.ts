import type { MemoryId } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient } from '../bridge/index.ts';
import { toast } from '../ui/index.ts';

/** Keeps a memory out of answers to questions like this one, with a way back. */
export const dismiss = (id: MemoryId, query: string): Promise<void> => change(async () => {
  await client.memories.feedback({ id, verdict: 'not_relevant', query });
  toast('Left out of answers to questions like this', { undo: () => void change(() => client.memories.undismiss({ id, query })) });
});

/** Takes back what was said of it for any question. */
export const undismiss = (id: MemoryId): Promise<void> => change(async () => {
  await client.memories.undismiss({ id });
  toast('Counts again');
});

async function change(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
    await queryClient.invalidateQueries({ queryKey: engine.recall.key() });
  } catch (error) {
    toast(faultOf(error).message);
  }
}
