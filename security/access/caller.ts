import type { IdentityId, Scope } from '../../contract/index.ts';

/**
 * Who is asking. It comes from the transport (window, token, pipe), never from an argument
 * (§10.13.1). The person sees everything; anybody else only what its scope allows.
 */
export type Caller =
  | { kind: 'person'; local: boolean }
  | {
    kind: 'client';
    /** The row it is known under; its rights and budgets are read there at every call. */
    identity?: IdentityId;
    name: string;
    scope: Scope;
    canWrite: boolean;
    local: false;
  };

/** The caller's name in the audit trail. */
export const actorOf = (caller: Caller): string => (caller.kind === 'person' ? 'person' : caller.name);
