import { z } from 'zod';
import { call } from './base.ts';
import { IdentityId } from '../ids.ts';
import { Identity, NewIdentity } from '../entities/identity.ts';

/** Who besides the person may use the vault. Nobody, until the person says so. */
export const access = {
  list: call.route({ method: 'GET', path: '/access' }).output(z.array(Identity)),
  /** The token is shown this once; the vault keeps a keyed hash of it. */
  grant: call
    .route({ method: 'POST', path: '/access' })
    .input(NewIdentity)
    .output(z.object({ identity: Identity, token: z.string() })),
  change: call
    .route({ method: 'PATCH', path: '/access/{id}' })
    .input(z.strictObject({ id: IdentityId, ...NewIdentity.pick({ scope: true, canWrite: true, rowsPerDay: true }).shape }))
    .output(Identity),
  /** Ends its connections' rights at once. What it wrote stays, with its name. */
  revoke: call.route({ method: 'POST', path: '/access/{id}/revoke' }).input(z.strictObject({ id: IdentityId })).output(Identity),
};
