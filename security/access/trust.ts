import type { Origin } from '../../contract/index.ts';
import type { Caller } from './caller.ts';

/** Trust a memory starts with, by who brought it (§7). */
const START: Record<Origin, number> = {
  person: 0.9, inferred: 0.7, agent: 0.55, document: 0.5, imported: 0.5, client: 0.5, derived: 0.5, tool: 0.4, network: 0.3,
};
/** From here on a memory counts as the person's word; nobody else's memory starts there. */
export const TRUSTED_FROM = 0.6;
/** What feedback and corroboration add: a share of what is missing to 1. */
const CORROBORATION = 0.2;

/**
 * A memory made of others is trusted no more than the least of them, however often it was made
 * again: a command cannot be laundered by summarising it (security notes 1; TMA-NM, origin-bound authority).
 */
export const startingTrust = (origin: Origin, parents: readonly number[]): number => Math.min(START[origin], ...parents);

export const isTrusted = (trust: number): boolean => trust >= TRUSTED_FROM;

/** Somebody says the same again. Only the person's own word lifts a memory; any other source leaves it where it is. */
export function corroborated(trust: number, by: { origin: Origin; trust: number }): number {
  if (by.origin !== 'person' && by.origin !== 'inferred') return trust;
  return Math.max(by.trust, trust + (1 - trust) * CORROBORATION);
}

/** Judging a memory helpful raises its trust only when the person does it; anybody may lower it. */
export const mayRaise = (caller: Caller): boolean => caller.kind === 'person';

/** Acts that cannot be taken back or that let something out. */
export type Act = 'erase' | 'export' | 'share' | 'change access' | 'send';

/**
 * Whether an act needs the person's own yes: it does when nothing but memories that the person never
 * vouched for asks for it. `restsOn` are the trusts of the memories behind the act.
 */
export const needsPerson = (_act: Act, restsOn: readonly number[]): boolean => !restsOn.some(isTrusted);
