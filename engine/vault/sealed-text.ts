import { createHmac } from 'node:crypto';
import type { Tier } from '../../contract/index.ts';
import { openBytes, openField, sealBytes, sealField } from '../../security/cipher/index.ts';
import type { Unlocked } from '../../security/keys/index.ts';
import type { PiiType, Tiered } from '../../security/pii/index.ts';

/** A text ready for the tables: what may be indexed, the ciphertext above cleartext, keyed hashes. */
export interface SealedText {
  tier: Tier;
  shown: string;
  cipher: Uint8Array | null;
  hash: Uint8Array;
  /** What a guarded text can be looked up by exactly; empty for cleartext. */
  lookUps: readonly Uint8Array[];
}

const HASH_BYTES = 16;
/** Short on purpose: two values may share one, so a digest alone proves nothing about a value. */
const LOOK_UP_BYTES = 4;
/** Telephone numbers are written with and without their country; the last digits are the same. */
const PHONE_DIGITS = 8;
/** All that stands outside the ciphertext of a confidential memory. */
export const CONFIDENTIAL = '[confidential]';

/** What may be indexed, embedded and shown without opening the text. */
export const shownOf = (content: Tiered<string>): string =>
  content.tier === 'cleartext' ? content.value : content.tier === 'sensitive' ? content.redacted : CONFIDENTIAL;

/** Case, spacing and final punctuation do not make a text another one. */
const normalised = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').replace(/[.!?\s]+$/u, '').trim();

/** Values that are looked up by themselves, not by meaning. */
const EXACT: ReadonlySet<PiiType> = new Set<PiiType>(['e-mail', 'phone', 'iban', 'card', 'ssn', 'government id']);

/** Forms under which a value is looked up: without separators, and a number by its last digits too. */
function formsOf(value: string): string[] {
  const plain = value.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}@.]/gu, '').replace(/^\.+|\.+$/g, '');
  const digits = plain.replace(/\D/g, '');
  const number = digits.length > PHONE_DIGITS && /^[\d.]+$/.test(plain);
  return number ? [digits, `…${digits.slice(-PHONE_DIGITS)}`] : [plain];
}

const digestOf = (keys: Unlocked, form: string): Buffer =>
  keys.key('index').use((key) => createHmac('sha256', key).update(`look-up|${form}`).digest().subarray(0, LOOK_UP_BYTES));

/** Digests of a value somebody looks for. */
export const lookUpDigests = (keys: Unlocked, value: string): Buffer[] => formsOf(value).map((form) => digestOf(keys, form));

/** Whether an opened text really holds the value; digests are too short to say so. */
export function holdsValue(text: string, value: string): boolean {
  const plain = (s: string) => s.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}@.]/gu, '');
  const digits = value.replace(/\D/g, '');
  return plain(text).includes(plain(value).replace(/^\.+|\.+$/g, '')) || (digits.length > PHONE_DIGITS && text.replace(/\D/g, '').includes(digits.slice(-PHONE_DIGITS)));
}

const place = (keys: Unlocked, tier: Tier, row: string) =>
  ({ vaultId: keys.vaultId, table: 'memories', row, column: 'text', tier });

const tierKey = (keys: Unlocked, tier: Tier) => keys.key(tier === 'confidential' ? 'confidential' : 'sensitive');

/** Takes only text that went through the tier detection. `row` is the public id the text will live under. */
export function sealText(keys: Unlocked, content: Tiered<string>, row: string): SealedText {
  const hash = keys.key('index').use((key) => createHmac('sha256', key).update(normalised(content.value)).digest().subarray(0, HASH_BYTES));
  const shown = shownOf(content);
  if (content.tier === 'cleartext') return { tier: 'cleartext', shown, cipher: null, hash, lookUps: [] };
  const values = content.findings.filter(({ type }) => EXACT.has(type)).map(({ start, end }) => content.value.slice(start, end));
  return {
    tier: content.tier, shown, hash,
    cipher: sealField(tierKey(keys, content.tier), keys.keyVersion, content.value, place(keys, content.tier, row)),
    lookUps: values.flatMap((value) => lookUpDigests(keys, value)),
  };
}

/** The whole text of a row. Throws ENCRYPTION_FAILED when it was altered or moved. */
export function openText(keys: Unlocked, row: { public_id: string; tier: string; text: string; cipher: Uint8Array | null }): string {
  if (row.cipher === null) return row.text;
  const tier = row.tier as Tier;
  return openField(tierKey(keys, tier), row.cipher, place(keys, tier, row.public_id));
}

const vectorPlace = (keys: Unlocked, row: string, space: number) =>
  ({ vaultId: keys.vaultId, table: 'sealed_embeddings', row, column: `vector/${space}`, tier: 'confidential' as const });

/** The vector of a confidential memory: as telling as its text, so as closely guarded. */
export const sealVector = (keys: Unlocked, vector: Float32Array, row: string, space: number): Buffer =>
  sealBytes(keys.key('vectors'), keys.keyVersion, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), vectorPlace(keys, row, space));

/** Throws ENCRYPTION_FAILED when it was altered or moved. */
export function openVector(keys: Unlocked, cipher: Uint8Array, row: string, space: number): Float32Array {
  return new Float32Array(new Uint8Array(openBytes(keys.key('vectors'), cipher, vectorPlace(keys, row, space))).buffer);
}
