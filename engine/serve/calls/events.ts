import { assertPerson } from '../../../security/access/index.ts';
import { recall } from '../../flow/index.ts';
import type { Host } from '../host.ts';
import { calls } from './base.ts';

export const recallCall = (host: Host) =>
  calls.recall.handler(({ input, context }) => recall(host.open().mind, context.caller, input));

export const eventsCall = (host: Host) => calls.events.handler(async function* ({ context, signal }) {
  assertPerson(context.caller);
  const { state } = await host.status();
  yield { type: 'vault', state };
  yield* host.hub.subscribe(signal);
});
