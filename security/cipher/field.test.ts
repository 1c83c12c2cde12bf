import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EngramError } from '../../contract/index.ts';
import { Secret } from '../../native/secure-memory/index.ts';
import { openField, sealField, type FieldPlace } from './index.ts';

const key = Secret.take(Buffer.alloc(32, 9));
const place: FieldPlace = { vaultId: 'V1', table: 'memories', row: 'R1', column: 'text', tier: 'sensitive' };
const refused = (error: unknown) => error instanceof EngramError && error.code === 'ENCRYPTION_FAILED';

test('cipher: any text comes back from its own place', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => {
    assert.equal(openField(key, sealField(key, 1, text, place), place), text.toWellFormed());
  }));
});

test('cipher: a field moved to another vault, table, row, column or tier does not open', () => {
  const record = sealField(key, 1, 'private', place);
  const moved: Partial<FieldPlace>[] = [{ vaultId: 'V2' }, { table: 'versions' }, { row: 'R2' }, { column: 'summary' }, { tier: 'confidential' }];
  for (const change of moved) assert.throws(() => openField(key, record, { ...place, ...change }), refused);
  assert.throws(() => openField(Secret.take(Buffer.alloc(32, 8)), record, place), refused);
});

test('cipher: every single flipped bit is noticed', () => {
  const record = sealField(key, 1, 'private', place);
  for (let bit = 0; bit < record.length * 8; bit++) {
    const altered = Buffer.from(record);
    altered[bit >> 3]! ^= 1 << (bit & 7);
    assert.throws(() => openField(key, altered, place), refused);
  }
});

test('cipher: two seals of one text share nothing', () => {
  assert.notDeepEqual(sealField(key, 1, 'same', place).subarray(6), sealField(key, 1, 'same', place).subarray(6));
});
