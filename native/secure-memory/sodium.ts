import sodium from 'sodium-native';

/** argon2id cost: passes and bytes of memory (one lane, as libsodium derives). */
export interface KdfCost {
  passes: number;
  memoryBytes: number;
}

export function randomBytes(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  sodium.randombytes_buf(bytes);
  return bytes;
}

/** 32 bytes from a passphrase, off the calling thread. `salt` is 16 bytes. The input is wiped. */
export async function argon2id(passphrase: Buffer, salt: Uint8Array, cost: KdfCost): Promise<Buffer> {
  const out = sodium.sodium_malloc(32);
  await new Promise<void>((resolve, reject) => {
    sodium.crypto_pwhash_async(
      out, passphrase, Buffer.from(salt), cost.passes, cost.memoryBytes, sodium.crypto_pwhash_ALG_ARGON2ID13,
      (error: Error | null) => (error ? reject(error) : resolve()),
    );
  });
  sodium.sodium_memzero(passphrase);
  return out;
}

export const NONCE_BYTES = 24;
export const TAG_BYTES = 16;

/** XChaCha20-Poly1305 with a random 24-byte nonce: `nonce | ciphertext | tag`. */
export function sealXChaCha(key: Uint8Array, plain: Uint8Array, associated: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(NONCE_BYTES + plain.length + TAG_BYTES);
  const nonce = out.subarray(0, NONCE_BYTES);
  sodium.randombytes_buf(nonce);
  sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
    out.subarray(NONCE_BYTES), Buffer.from(plain.buffer, plain.byteOffset, plain.length), Buffer.from(associated), null, nonce, key as Buffer,
  );
  return out;
}

/** Throws when key, associated data or any byte differs. */
export function openXChaCha(key: Uint8Array, sealed: Uint8Array, associated: Uint8Array): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Error('sealed data is too short');
  const input = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
  const out = Buffer.allocUnsafe(sealed.length - NONCE_BYTES - TAG_BYTES);
  sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
    out, null, input.subarray(NONCE_BYTES), Buffer.from(associated), input.subarray(0, NONCE_BYTES), key as Buffer,
  );
  return out;
}
