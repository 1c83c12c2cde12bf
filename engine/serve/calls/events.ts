import { assertPerson } from '../../../security/access/index.ts';
import { recall } from '../../flow/index.ts';
import { admit, countRows } from '../access.ts';
import type { Host } from '../host.ts';
import { calls } from './base.ts';

export const recallCall = (host: Host) =>
  calls.recall.handler(async ({ input, context }) => {
    const caller = await admit(host, context.caller, 'read');
    const result = await recall(host.open().mind, caller, input);
    await countRows(host, caller, result.items.map((item) => item.memory.id));
    return result;
  });

export const eventsCall = (host: Host) => calls.events.handler(async function* ({ context, signal }) {
  assertPerson(context.caller);
  const { state } = await host.status();
  yield { type: 'vault', state };
  yield* host.hub.subscribe(signal);
});
