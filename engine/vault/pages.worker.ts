import { createDecipheriv, type Decipheriv } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { Needles } from './needles.ts';
import type { FromSearch, SearchStart } from './threads/protocol.ts';
import { afterOverwritingStack } from './threads/used-stack.ts';

/** Searches the pages of one vault file and of its log, then ends. */

const PAGE_BYTES = 8192;
/** At the end of each page of SQLCipher 4: the vector and an HMAC-SHA-512. */
const RESERVED_BYTES = 80;
const BLOCK_BYTES = 16;
/** The first page begins with the salt, in clear. */
const SALT_BYTES = 16;
const PAGES_AT_ONCE = 256;
/** Of the log, and before each page in it; the number of the page comes first. */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Deciphers single blocks; chaining them is done here, so that one context serves every page. */
const blocks = (key: Uint8Array): Decipheriv => createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);

/** The content of a page, in place. */
function decrypt(cipher: Decipheriv, page: Buffer, first: boolean): Buffer {
  const from = first ? SALT_BYTES : 0;
  const end = PAGE_BYTES - RESERVED_BYTES;
  const plain = cipher.update(page.subarray(from, end));
  for (let i = 0; i < BLOCK_BYTES; i++) plain[i]! ^= page[end + i]!;
  for (let i = BLOCK_BYTES; i < plain.length; i++) plain[i]! ^= page[from + i - BLOCK_BYTES]!;
  return plain;
}

/** Every page that lies in a file after `skip` bytes, each behind `header` bytes. */
function eachPage(path: string, skip: number, header: number, look: (page: Buffer, header: Buffer, index: number) => void): void {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  const step = header + PAGE_BYTES;
  const buffer = Buffer.alloc(step * PAGES_AT_ONCE);
  try {
    for (let at = skip, index = 0; ; at += buffer.length) {
      const length = readSync(file, buffer, 0, buffer.length, at);
      for (let start = 0; start + step <= length; start += step, index++) look(buffer.subarray(start + header, start + step), buffer.subarray(start, start + header), index);
      if (length < buffer.length) return;
    }
  } finally {
    closeSync(file);
  }
}

function search({ path, key, texts }: SearchStart): number {
  const needles = new Needles(texts);
  const found = new Set<string>();
  const cipher = blocks(key);
  key.fill(0);
  const look = (page: Buffer, first: boolean): void => {
    const plain = decrypt(cipher, page, first);
    needles.findIn(plain, found);
    plain.fill(0);
  };
  eachPage(path, 0, 0, (page, _header, index) => look(page, index === 0));
  eachPage(`${path}-wal`, LOG_HEADER_BYTES, FRAME_HEADER_BYTES, (page, header) => look(page, header.readUInt32BE(0) === 1));
  return needles.remaining(found);
}

const remaining = search(workerData as SearchStart);
afterOverwritingStack(() => {
  parentPort!.postMessage({ remaining } satisfies FromSearch);
  parentPort!.close();
});
