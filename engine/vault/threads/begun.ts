import type { MessagePort } from 'node:worker_threads';
import type { ThreadStart, ToThread } from './protocol.ts';

/** What this thread is to open. It may have been begun before anybody knew whether it is needed, and ends here when it is not. */
export async function begun(port: MessagePort): Promise<ThreadStart> {
  const first = await new Promise<ToThread>((resolve) => port.once('message', resolve));
  return first.type === 'open' ? first.start : process.exit();
}
