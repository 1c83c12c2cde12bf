import type { Tier } from '../../contract/index.ts';

export type PiiType =
  | 'ssn' | 'e-mail' | 'card' | 'iban' | 'phone' | 'address' | 'government id' | 'credential' | 'name' | 'location'
  | 'date of birth' | 'health' | 'bank account' | 'network address' | 'wallet' | 'licence plate' | 'coordinates';

/**
 * Names, places and what somebody suffers from stay readable: a memory is full of them and must be
 * found by them. What identifies or harms on its own is guarded (§10.5.1).
 */
export const TIER_OF: Readonly<Record<PiiType, Tier>> = {
  ssn: 'confidential', card: 'confidential', iban: 'confidential', 'government id': 'confidential', credential: 'confidential',
  'e-mail': 'sensitive', phone: 'sensitive', address: 'sensitive', name: 'cleartext', location: 'cleartext',
  'date of birth': 'sensitive', health: 'cleartext', 'bank account': 'confidential', 'network address': 'sensitive', wallet: 'sensitive', 'licence plate': 'sensitive', coordinates: 'sensitive',
};
export const RANK: Readonly<Record<Tier, number>> = { cleartext: 0, sensitive: 1, confidential: 2 };
export const higher = (a: Tier, b: Tier): Tier => (RANK[b] > RANK[a] ? b : a);

/** Something personal in a text: where it stands, in UTF-16 units of the original. */
export interface Finding {
  type: PiiType;
  start: number;
  end: number;
}

declare const tieredBrand: unique symbol;

/** A text that went through detection. Only this folder makes it; the vault stores nothing else. */
export interface Tiered<T> {
  readonly [tieredBrand]: true;
  readonly value: T;
  readonly tier: Tier;
  /** The text with every finding replaced by its name: all that may be indexed above cleartext. */
  readonly redacted: string;
  readonly findings: readonly Finding[];
}

export function makeTiered(value: string, tier: Tier, redacted: string, findings: readonly Finding[]): Tiered<string> {
  return { value, tier, redacted, findings } as unknown as Tiered<string>;
}
