import { EngramError, type Scope } from '../../contract/index.ts';
import type { Caller } from './caller.ts';

/**
 * What a reader may see: everything (a person looking through the vault) or what is visible from
 * one place (a conversation, an agent, a client).
 */
export type View = { everything: true } | { everything: false; from: Scope };

declare const scopedBrand: unique symbol;
/** A query that carries its view. Only this folder makes it; no channel accepts anything else. */
export type Scoped<Q> = Q & { readonly view: View; readonly [scopedBrand]: true };

/** For finding: seen from a place. Without a scope that is the global one. */
export function scopedTo<Q>(query: Q, caller: Caller, scope: Scope | undefined): Scoped<Q> {
  return { ...query, view: { everything: false, from: narrow(caller, scope) } } as unknown as Scoped<Q>;
}

/** For looking through the vault: the person sees everything, others their own scope. */
export function scopedForListing<Q>(query: Q, caller: Caller): Scoped<Q> {
  const view: View = caller.kind === 'person' ? { everything: true } : { everything: false, from: caller.scope };
  return { ...query, view } as unknown as Scoped<Q>;
}

/** For maintenance inside the engine, which never shows what it reads to a caller. */
export function scopedForMaintenance<Q>(query: Q): Scoped<Q> {
  return { ...query, view: { everything: true } } as unknown as Scoped<Q>;
}

const parts = ['project', 'squad', 'agent', 'channel', 'channelUser'] as const;

/** A client may narrow its own scope further, never leave it. Throws ACCESS_DENIED. */
export function narrow(caller: Caller, scope: Scope | undefined): Scope {
  if (caller.kind === 'person') return scope ?? {};
  const wanted = scope ?? {};
  for (const part of parts)
    if (wanted[part] !== undefined && caller.scope[part] !== undefined && wanted[part] !== caller.scope[part])
      throw new EngramError('ACCESS_DENIED', { detail: `scope ${part}` });
  for (const part of parts)
    if (wanted[part] !== undefined && caller.scope[part] === undefined)
      throw new EngramError('ACCESS_DENIED', { detail: `scope ${part}` });
  return caller.scope;
}

/** Throws ACCESS_DENIED unless the caller may write. */
export function assertMayWrite(caller: Caller): void {
  if (caller.kind === 'client' && !caller.canWrite) throw new EngramError('ACCESS_DENIED', { detail: 'read only' });
}

/** Throws ACCESS_DENIED unless it is the person. */
export function assertPerson(caller: Caller): void {
  if (caller.kind !== 'person') throw new EngramError('ACCESS_DENIED', { detail: 'for the person only' });
}
