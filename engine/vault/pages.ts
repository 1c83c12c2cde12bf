import { createDecipheriv } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Secret } from '../../native/secure-memory/index.ts';
import { Needles } from './needles.ts';

const PAGE_BYTES = 8192;
/** At the end of each page of SQLCipher 4: the vector and an HMAC-SHA-512. */
const RESERVED_BYTES = 80;
const VECTOR_BYTES = 16;
/** The first page begins with the salt, in clear. */
const SALT_BYTES = 16;
const PAGES_AT_ONCE = 256;

function decrypt(key: Uint8Array, page: Buffer, first: boolean): Buffer {
  const end = PAGE_BYTES - RESERVED_BYTES;
  const cipher = createDecipheriv('aes-256-cbc', key, page.subarray(end, end + VECTOR_BYTES)).setAutoPadding(false);
  return cipher.update(page.subarray(first ? SALT_BYTES : 0, end));
}

/**
 * How many of the texts still stand somewhere in the decrypted pages of a vault file. It reads the
 * pages themselves, not through the database, so that it also sees what the database calls free.
 */
export async function searchPages(path: string, key: Secret, texts: readonly string[]): Promise<number> {
  const needles = new Needles(texts);
  if (needles.none) return 0;
  const found = new Set<string>();
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(PAGE_BYTES * PAGES_AT_ONCE);
    for (let at = 0; ; at += buffer.length) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return needles.remaining(found);
      key.use((bytes) => {
        for (let page = 0; page + PAGE_BYTES <= bytesRead; page += PAGE_BYTES)
          needles.findIn(decrypt(bytes, buffer.subarray(page, page + PAGE_BYTES), at + page === 0), found);
      });
      buffer.fill(0);
      // Other calls get their turn.
      await new Promise((next) => setImmediate(next));
    }
  } finally {
    await file.close();
  }
}
