import type { Host } from '../host.ts';
import { changeIdentity, grant, listIdentities } from '../access.ts';
import { calls } from './base.ts';

export const accessCalls = (host: Host) => ({
  list: calls.access.list.handler(({ context: { caller } }) => listIdentities(host, caller)),
  grant: calls.access.grant.handler(({ input, context: { caller } }) => grant(host, caller, input)),
  change: calls.access.change.handler(({ input, context: { caller } }) => changeIdentity(host, caller, input)),
  revoke: calls.access.revoke.handler(({ input, context: { caller } }) => changeIdentity(host, caller, { id: input.id, revoke: true })),
});
