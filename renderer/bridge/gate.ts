import type { VaultStatus } from '../../contract/index.ts';

export type GateState = VaultStatus['state'] | 'unknown';

/**
 * Whether content may be on the screen. Every lock raises `epoch`: state that belongs to an older
 * epoch is thrown away as a whole instead of being cleaned piece by piece.
 */
export interface Gate {
  state: GateState;
  epoch: number;
}

let gate: Gate = { state: 'unknown', epoch: 0 };
const listeners = new Set<() => void>();
const blankers = new Set<() => void>();

export const gateNow = (): Gate => gate;

export function subscribeGate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers what must be emptied, at once, when the vault locks. */
export function onBlank(blanker: () => void): () => void {
  blankers.add(blanker);
  return () => blankers.delete(blanker);
}

/**
 * Takes everything readable off the page before anything else happens. A page that is locked already
 * keeps its epoch: a second word of the same lock must not take away the passphrase being typed.
 */
export function blank(): void {
  document.title = 'Engram';
  if (gate.state !== 'locked') {
    gate = { state: 'locked', epoch: gate.epoch + 1 };
    for (const listener of listeners) listener();
  }
  for (const blanker of blankers) blanker();
}

export function setGate(state: GateState): void {
  if (state === gate.state) return;
  if (state === 'locked' && gate.state !== 'unknown' && gate.state !== 'none') return blank();
  gate = { ...gate, state };
  for (const listener of listeners) listener();
}
