import { EngramError, type Tier } from '../../contract/index.ts';
import { openXChaCha, sealXChaCha, type Secret } from '../../native/secure-memory/index.ts';

/**
 * Where a field lives. All of it is authenticated, so a ciphertext moved to another row, column,
 * table, tier or vault does not open.
 */
export interface FieldPlace {
  vaultId: string;
  table: string;
  /** The public id of the row. */
  row: string;
  column: string;
  tier: Tier;
}

const FORMAT = 1;
const ALG_XCHACHA = 1;
const HEADER_BYTES = 6;
const SCHEMA = 1;

const associated = (place: FieldPlace, keyVersion: number) =>
  Buffer.from([place.vaultId, place.table, place.row, place.column, place.tier, keyVersion, SCHEMA].join('|'));

/** Record: `format(1) | algorithm(1) | key version(4) | nonce(24) | ciphertext | tag(16)`. */
export function sealBytes(key: Secret, keyVersion: number, plain: Uint8Array, place: FieldPlace): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = FORMAT;
  header[1] = ALG_XCHACHA;
  header.writeUInt32BE(keyVersion, 2);
  return Buffer.concat([header, key.use((bytes) => sealXChaCha(bytes, plain, associated(place, keyVersion)))]);
}

/** Throws ENCRYPTION_FAILED when the record was altered or belongs elsewhere. */
export function openBytes(key: Secret, record: Uint8Array, place: FieldPlace): Buffer {
  try {
    const bytes = Buffer.from(record.buffer, record.byteOffset, record.length);
    if (bytes.length < HEADER_BYTES || bytes[0] !== FORMAT || bytes[1] !== ALG_XCHACHA) throw new Error('unknown record');
    const keyVersion = bytes.readUInt32BE(2);
    return key.use((k) => openXChaCha(k, bytes.subarray(HEADER_BYTES), associated(place, keyVersion)));
  } catch (cause) {
    throw new EngramError('ENCRYPTION_FAILED', {}, { cause });
  }
}

/** The same for a text. */
export const sealField = (key: Secret, keyVersion: number, text: string, place: FieldPlace): Buffer => sealBytes(key, keyVersion, Buffer.from(text, 'utf8'), place);
export const openField = (key: Secret, record: Uint8Array, place: FieldPlace): string => openBytes(key, record, place).toString('utf8');
