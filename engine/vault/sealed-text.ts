import { createHmac } from 'node:crypto';
import type { Tier } from '../../contract/index.ts';
import { openField, sealField } from '../../security/cipher/index.ts';
import type { Unlocked } from '../../security/keys/index.ts';
import type { Tiered } from '../../security/pii/index.ts';

/** A text ready for the tables: what may be indexed, the ciphertext above cleartext, a keyed hash. */
export interface SealedText {
  tier: Tier;
  shown: string;
  cipher: Uint8Array | null;
  hash: Uint8Array;
}

const HASH_BYTES = 16;

/** Case, spacing and final punctuation do not make a text another one. */
const normalised = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').replace(/[.!?\s]+$/u, '').trim();

const place = (keys: Unlocked, tier: Tier, row: string) =>
  ({ vaultId: keys.vaultId, table: 'memories', row, column: 'text', tier });

const tierKey = (keys: Unlocked, tier: Tier) => keys.key(tier === 'confidential' ? 'confidential' : 'sensitive');

/** Takes only text that went through the tier detection. `row` is the public id the text will live under. */
export function sealText(keys: Unlocked, content: Tiered<string>, row: string): SealedText {
  const hash = keys.key('index').use((key) => createHmac('sha256', key).update(normalised(content.value)).digest().subarray(0, HASH_BYTES));
  if (content.tier === 'cleartext') return { tier: 'cleartext', shown: content.value, cipher: null, hash };
  const cipher = sealField(tierKey(keys, content.tier), keys.keyVersion, content.value, place(keys, content.tier, row));
  return { tier: content.tier, shown: content.redacted, cipher, hash };
}

/** The whole text of a row. Throws ENCRYPTION_FAILED when it was altered or moved. */
export function openText(keys: Unlocked, row: { public_id: string; tier: string; text: string; cipher: Uint8Array | null }): string {
  if (row.cipher === null) return row.text;
  const tier = row.tier as Tier;
  return openField(tierKey(keys, tier), row.cipher, place(keys, tier, row.public_id));
}
