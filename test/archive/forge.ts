import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createDeflateRaw, crc32 } from 'node:zlib';
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { toPassphrase } from '../../security/archive/passphrase.ts';

/** Files as an attacker who knows the passphrase, or only the format, would make them. */

export const secret = 'harbour lantern quietly seven';
/** Costs nothing to derive; what a file says here decides what opening it costs. */
const CHEAP = 4;
/** A chunk of the format with its tag. */
export const CHUNK = 64 * 1024 + 16;

/** Any bytes under the passphrase. */
export async function sealed(plain: string | Uint8Array): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(toPassphrase(secret, CHEAP));
  return Buffer.from(await encrypter.encrypt(typeof plain === 'string' ? new TextEncoder().encode(plain) : new Uint8Array(plain)));
}

/** Bytes for a key pair instead of a passphrase. */
export async function sealedToKey(plain: string): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(await generateIdentity()));
  return Buffer.from(await encrypter.encrypt(plain));
}

export const HEADER = '{"format":"engram","version":1,"archive":1}';

/** Header, lines and a footer that agrees with them, or that does not. */
export function framed(lines: readonly (object | string)[], wrong: { header?: string; lines?: number; sha256?: string; footer?: string } = {}): string {
  const body = [wrong.header ?? HEADER, ...lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))].map((line) => `${line}\n`).join('');
  const sha256 = wrong.sha256 ?? createHash('sha256').update(body).digest('hex');
  return body + (wrong.footer ?? `${JSON.stringify({ type: 'end', lines: wrong.lines ?? lines.length, sha256 })}\n`);
}

export const archive = (lines: readonly (object | string)[], wrong?: Parameters<typeof framed>[1]): Promise<Buffer> => sealed(framed(lines, wrong));

/** An archive of several chunks with nothing wrong in it, to do something to. */
export const long = (): Promise<Buffer> => archive(Array.from({ length: 3000 }, (_, i) => ({ type: 'memory', text: `Memory number ${i} of a long archive. `.repeat(2) })));

/** Where the first chunk begins: behind the header, its MAC and the nonce. */
export const payloadOf = (bytes: Buffer): number => bytes.indexOf('\n---') + 4 + 44 + 1 + 16;

export function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at]! ^= 1;
  return changed;
}

/** The text of the header changed, the rest as it was. */
export function reheaded(bytes: Buffer, change: (header: string) => string): Buffer {
  const end = bytes.indexOf('\n---');
  return Buffer.concat([Buffer.from(change(bytes.subarray(0, end).toString('latin1')), 'latin1'), bytes.subarray(end)]);
}

/** So many zero bytes, deflated as a stream. */
async function deflatedZeros(size: number): Promise<Buffer> {
  const deflate = createDeflateRaw({ level: 9 });
  const zeros = Buffer.alloc(1024 * 1024);
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  for (let left = size; left > 0; left -= zeros.length) if (!deflate.write(zeros.subarray(0, Math.min(left, zeros.length)))) await new Promise((resolve) => deflate.once('drain', resolve));
  deflate.end();
  await once(deflate, 'end');
  return Buffer.concat(parts);
}

interface ZipEntry {
  name: string;
  /** Deflated bytes. */
  data: Buffer;
  size: number;
  crc: number;
}

const zipHeader = (signature: number, entry: ZipEntry, central: boolean): Buffer => {
  const name = Buffer.from(entry.name);
  const fields = Buffer.alloc(central ? 46 : 30);
  fields.writeUInt32LE(signature, 0);
  const at = central ? 6 : 4;
  fields.writeUInt16LE(20, at);
  fields.writeUInt16LE(0x0800, at + 2);
  fields.writeUInt16LE(8, at + 4);
  fields.writeUInt32LE(entry.crc, at + 10);
  fields.writeUInt32LE(entry.data.length, at + 14);
  fields.writeUInt32LE(entry.size, at + 18);
  fields.writeUInt16LE(name.length, at + 22);
  return Buffer.concat([fields, name]);
};

/** A zip; with `overlap` every entry of the list points at the bytes of the first. */
export function zip(entries: readonly ZipEntry[], overlap = false): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  entries.forEach((entry, i) => {
    const central = zipHeader(0x02014b50, entry, true);
    central.writeUInt32LE(overlap ? 0 : at, 42);
    directory.push(central);
    if (overlap && i > 0) return;
    const local = Buffer.concat([zipHeader(0x04034b50, entry, false), entry.data]);
    locals.push(local);
    at += local.length;
  });
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, list, end]);
}

export async function zeros(name: string, size: number): Promise<ZipEntry> {
  return { name, data: await deflatedZeros(size), size, crc: 0 };
}

export async function deflated(name: string, text: string): Promise<ZipEntry> {
  const deflate = createDeflateRaw();
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  deflate.end(text);
  await once(deflate, 'end');
  return { name, data: Buffer.concat(parts), size: Buffer.byteLength(text), crc: crc32(text) };
}
