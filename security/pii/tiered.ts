import type { Tier } from '../../contract/index.ts';

export type PiiType =
  | 'ssn' | 'e-mail' | 'card' | 'iban' | 'phone' | 'address' | 'government id' | 'credential' | 'name' | 'location'
  | 'date of birth' | 'health' | 'bank account' | 'network address' | 'wallet' | 'licence plate' | 'coordinates';

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
