import { z } from 'zod';
import { limits } from '../limits.ts';
import { IdentityId, Instant } from '../ids.ts';
import { Scope } from './scope.ts';

/** Somebody other than the person who may use the vault, within a scope, rights and budgets. */
export const Identity = z.object({
  id: IdentityId,
  /** With the parts of its scope when a program named itself. */
  name: z.string(),
  kind: z.enum(['agent', 'client', 'webhook', 'channel']),
  scope: Scope,
  canWrite: z.boolean(),
  /** Different memories it may read in a day. */
  rowsPerDay: z.int(),
  /** Of these, read today. */
  rowsToday: z.int(),
  /** It connects with a token of its own; false for a program of the person on this machine. */
  hasToken: z.boolean(),
  createdAt: Instant,
  lastSeenAt: Instant.nullable(),
  /** From this moment on it is refused. */
  revokedAt: Instant.nullable(),
});
export type Identity = z.infer<typeof Identity>;

export const NewIdentity = z.strictObject({
  name: z.string().trim().min(1).max(limits.nameChars),
  kind: Identity.shape.kind.optional(),
  scope: Scope.optional(),
  canWrite: z.boolean().optional(),
  rowsPerDay: z.int().min(1).max(1_000_000).optional(),
});
export type NewIdentity = z.infer<typeof NewIdentity>;
