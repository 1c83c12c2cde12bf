import assert from 'node:assert/strict';
import { hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { argon2id as nobleArgon2id } from '@noble/hashes/argon2.js';
import fc from 'fast-check';
import { argon2id, NONCE_BYTES, openXChaCha, sealXChaCha } from '../../native/secure-memory/sodium.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const bytes = (most: number) => fc.uint8Array({ maxLength: most });
const exactly = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

test('CIPHER-VECTORS: the vector of the XChaCha20-Poly1305 draft opens, and no changed bit of it does', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, i) => 0x80 + i));
  const nonce = Buffer.from(Array.from({ length: 24 }, (_, i) => 0x40 + i));
  const associated = hex('50515253c0c1c2c3c4c5c6c7');
  const plain = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";
  const cipher = hex(`bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f615c68b13b52e
    c0875924c1c7987947deafd8780acf49`);
  const sealed = Buffer.concat([nonce, cipher]);
  assert.equal(openXChaCha(key, sealed, associated).toString(), plain);
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const altered = Buffer.from(sealed);
    altered[bit >> 3]! ^= 1 << (bit & 7);
    assert.throws(() => openXChaCha(key, altered, associated));
  }
});

test('CIPHER-VECTORS: an independent implementation seals and opens the same, for any key, text and associated data', () => {
  fc.assert(fc.property(exactly(32), bytes(300), bytes(80), (key, plain, associated) => {
    const sealed = sealXChaCha(Buffer.from(key), plain, associated);
    const other = xchacha20poly1305(key, sealed.subarray(0, NONCE_BYTES), associated);
    assert.deepEqual(Buffer.from(other.decrypt(sealed.subarray(NONCE_BYTES))), Buffer.from(plain));
    assert.deepEqual(sealed.subarray(NONCE_BYTES), Buffer.from(other.encrypt(plain)));
    assert.throws(() => openXChaCha(Buffer.from(key), sealed.subarray(0, -1), associated));
    assert.throws(() => openXChaCha(Buffer.from(key), sealed, Buffer.concat([associated, Buffer.from([1])])));
  }), { numRuns: 500 });
});

test('CIPHER-VECTORS: key derivation and passphrase stretching agree with independent implementations', async () => {
  fc.assert(fc.property(bytes(64), bytes(64), bytes(64), (input, salt, info) => {
    assert.deepEqual(Buffer.from(hkdfSync('sha512', input, salt, info, 32)), Buffer.from(hkdf(sha512, input, salt, info, 32)));
  }), { numRuns: 200 });
  for (const [passphrase, passes, kib] of [['correct horse', 1, 64], ['ünïcode 🔑', 3, 128], ['', 2, 256]] as const) {
    const salt = Buffer.alloc(16, passes);
    const ours = await argon2id(Buffer.from(passphrase), salt, { passes, memoryBytes: kib * 1024 });
    assert.equal(ours.toString('hex'), Buffer.from(nobleArgon2id(Buffer.from(passphrase), salt, { t: passes, m: kib, p: 1, dkLen: 32 })).toString('hex'));
  }
});

const NONCES = 10_000_000;

test(`CIPHER-VECTORS: ${NONCES} nonces, none twice`, () => {
  const key = Buffer.alloc(32, 1);
  const empty = new Uint8Array();
  // The first eight bytes of each: were two nonces alike, these would be too.
  const seen = new BigUint64Array(NONCES);
  for (let i = 0; i < NONCES; i++) seen[i] = sealXChaCha(key, empty, empty).readBigUInt64LE(0);
  seen.sort();
  for (let i = 1; i < NONCES; i++) assert.notEqual(seen[i], seen[i - 1]);
});
