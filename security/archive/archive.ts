import { createHash } from 'node:crypto';
import { Decrypter, Encrypter, type Identity } from 'age-encryption';
import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import { fromPassphrase, toPassphrase, WORK } from './passphrase.ts';

/** What an archive may hold; counted on what comes out, never taken from what it says. */
export const archiveLimits = {
  /** One line, in UTF-8 bytes: a whole conversation. */
  lineBytes: 16 * 1024 * 1024,
  /** All lines together, in UTF-8 bytes. */
  totalBytes: 2 * 1024 * 1024 * 1024,
  lines: 1_000_000,
} as const;
export interface ArchiveLimits {
  lineBytes: number;
  totalBytes: number;
  lines: number;
}

/** The first line inside; a program that reads Engram JSON Lines takes the decrypted file as it is. */
const HEADER = { format: 'engram', version: 1, archive: 1 } as const;
const Header = z.object({ format: z.literal('engram'), version: z.number(), archive: z.number() });
const Footer = z.object({ type: z.literal('end'), lines: z.number().int().nonnegative(), sha256: z.string() });
/** Lines are handed over in pieces of about this size, in bytes: one chunk of the format. */
const PIECE = 64 * 1024;
/** A header with one passphrase is about 150 bytes long. */
const LONGEST_AGE_HEADER = 1024;

const damaged = () => new EngramError('IMPORT_UNREADABLE', { detail: 'the archive is damaged or cut off' });
const tooLarge = (limit: string) => new EngramError('CONTENT_TOO_LARGE', { limit });

async function* framed(lines: AsyncIterable<string>, limits: ArchiveLimits): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let size = 0;
  let total = 0;
  let count = 0;
  const add = (line: string) => {
    const bytes = Buffer.from(`${line}\n`);
    hash.update(bytes);
    waiting.push(bytes);
    size += bytes.length;
    total += bytes.length;
  };
  const piece = () => {
    const bytes = new Uint8Array(Buffer.concat(waiting));
    waiting = [];
    size = 0;
    return bytes;
  };
  add(JSON.stringify(HEADER));
  for await (const line of lines) {
    if (line.includes('\n') || !line.isWellFormed()) throw new EngramError('INVALID_INPUT', { issues: [{ path: 'lines', message: 'a line holds a line break or half a character' }] });
    if (Buffer.byteLength(line) > limits.lineBytes) throw tooLarge(`${limits.lineBytes} bytes in a line`);
    add(line);
    if (++count > limits.lines) throw tooLarge(`${limits.lines} lines`);
    if (total > limits.totalBytes) throw tooLarge(`${limits.totalBytes} bytes`);
    if (size >= PIECE) yield piece();
  }
  const sha256 = hash.digest('hex');
  waiting.push(Buffer.from(`${JSON.stringify({ type: 'end', lines: count, sha256 })}\n`));
  yield piece();
}

/** With the work and the limits as arguments; `sealArchive` is the one to use. */
export async function* sealWith(lines: AsyncIterable<string>, passphrase: string, work: number, limits: ArchiveLimits): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(toPassphrase(passphrase, work));
  yield* await encrypter.encrypt(ReadableStream.from(framed(lines, limits)) as ReadableStream<Uint8Array>);
}

/**
 * Encrypts lines of JSON for one passphrase as an age v1 file, piece by piece; an empty source is a
 * valid archive. Throws INVALID_INPUT for a line with a break in it, CONTENT_TOO_LARGE above the limits.
 */
export const sealArchive = (lines: AsyncIterable<string>, passphrase: string): AsyncIterable<Uint8Array> => sealWith(lines, passphrase, WORK, archiveLimits);

/** Passes bytes on once they begin with a whole header of bearable length. */
async function* headed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const piece of bytes) {
    if (start === null) {
      yield piece;
      continue;
    }
    start = Buffer.concat([start, piece]);
    const end = start.subarray(0, LONGEST_AGE_HEADER).indexOf('\n---');
    if (end < 0 && start.length >= LONGEST_AGE_HEADER) throw damaged();
    if (end < 0 || start.indexOf('\n', end + 1) < 0) continue;
    yield new Uint8Array(start);
    start = null;
  }
  if (start !== null) throw damaged();
}

/** Whole lines of a stream of bytes with their breaks, within the limits. What is left behind the last break is damage. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>, limits: ArchiveLimits): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  let total = 0;
  for await (const piece of bytes) {
    total += piece.length;
    if (total > limits.totalBytes) throw tooLarge(`${limits.totalBytes} bytes`);
    let rest = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      if (length + end > limits.lineBytes) throw tooLarge(`${limits.lineBytes} bytes in a line`);
      const line = rest.subarray(0, end + 1);
      yield parts.length === 0 ? line : Buffer.concat([...parts, line]);
      parts = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) parts.push(Buffer.from(rest));
    length += rest.length;
    if (length > limits.lineBytes) throw tooLarge(`${limits.lineBytes} bytes in a line`);
  }
  if (length > 0) throw damaged();
}

function parsed<T>(schema: z.ZodType<T>, line: string): T | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Throws IMPORT_UNREADABLE for what is no header, or one of a later format. */
function checkHeader(line: string): void {
  const header = parsed(Header, line);
  if (header === null) throw damaged();
  if (header.version !== HEADER.version || header.archive !== HEADER.archive) throw new EngramError('IMPORT_UNREADABLE', { detail: 'the archive was written by another version of Engram' });
}

/** Takes header and footer off and checks them; a line is given out once another follows it. */
async function* unframed(lines: AsyncIterable<Buffer>, limits: ArchiveLimits): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const hash = createHash('sha256');
  let last: Buffer | null = null;
  let count = -1;
  for await (const next of lines) {
    if (last !== null) {
      const text = utf8.decode(last.subarray(0, -1));
      hash.update(last);
      if (count < 0) checkHeader(text);
      else if (count >= limits.lines) throw tooLarge(`${limits.lines} lines`);
      if (count++ >= 0) yield text;
    }
    last = next;
  }
  const footer = last === null ? null : parsed(Footer, utf8.decode(last.subarray(0, -1)));
  if (footer === null || count < 0 || footer.lines !== count || footer.sha256 !== hash.digest('hex')) throw damaged();
}

/** With the limits as an argument; `openArchive` is the one to use. */
export async function* openWith(bytes: AsyncIterable<Uint8Array>, identity: Identity, limits: ArchiveLimits): AsyncGenerator<string> {
  let failed: { error: unknown } | null = null;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      failed = { error };
      throw error;
    }
  }
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const opened = await decrypter.decrypt(ReadableStream.from(headed(watched())) as ReadableStream<Uint8Array>);
    yield* unframed(linesOf(opened, limits), limits);
  } catch (error) {
    if (failed !== null) throw (failed as { error: unknown }).error;
    // Whatever the library says about its insides, to the person it is one thing.
    throw error instanceof EngramError ? error : damaged();
  }
}

/**
 * Opens archives of one passphrase: bytes in, the lines between header and footer out, as they are
 * decrypted. Nothing may be kept before the iteration has ended: only then is it known that the
 * archive is whole. A second reading of the same archive does not derive its key again.
 * Throws WRONG_PASSPHRASE; IMPORT_UNREADABLE for what is damaged, cut off, or asks for too much work
 * (before any is done); CONTENT_TOO_LARGE above the limits.
 */
export function archiveOpener(passphrase: string): (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<string> {
  const identity = fromPassphrase(passphrase);
  return (bytes) => openWith(bytes, identity, archiveLimits);
}

/** The lines of one archive, like `archiveOpener`. */
export const openArchive = (bytes: AsyncIterable<Uint8Array>, passphrase: string): AsyncIterable<string> => archiveOpener(passphrase)(bytes);
