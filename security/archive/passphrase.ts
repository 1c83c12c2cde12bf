import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Stanza, type Identity, type Recipient } from 'age-encryption';
import { EngramError } from '../../contract/index.ts';

/** Work of a new archive as log2 of scrypt's N: 256 MiB of memory and about a second. */
export const WORK = 18;
/** Most work that is done for a foreign one: four times that. Anything above would only stop the machine. */
export const MOST_WORK = 20;

const LABEL = Buffer.from('age-encryption.org/v1/scrypt');
const SALT_BYTES = 16;
const FILE_KEY_BYTES = 16;
const TAG_BYTES = 16;
/** The key wraps one file key and is never used again, as the format says. */
const NONCE = new Uint8Array(12);
const BLOCK_SIZE = 8;

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

/** The library's own derivation holds up everything else for seconds; this one runs beside. */
async function keyOf(passphrase: string, salt: Uint8Array, work: number): Promise<Buffer> {
  const N = 2 ** work;
  // Both forms in which an accented letter can be typed give the same key.
  return derive(passphrase.normalize('NFKC'), Buffer.concat([LABEL, salt]), 32, { N, r: BLOCK_SIZE, p: 1, maxmem: 128 * N * BLOCK_SIZE + 1024 * 1024 });
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
const unreadable = (detail: string) => new EngramError('IMPORT_UNREADABLE', { detail });

/** The one recipient of a new archive. */
export function toPassphrase(passphrase: string, work: number): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(SALT_BYTES);
      const key = await keyOf(passphrase, salt, work);
      const cipher = createCipheriv('chacha20-poly1305', key, NONCE, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      key.fill(0);
      return [new Stanza(['scrypt', unpadded(salt), String(work)], new Uint8Array(body))];
    },
  };
}

/** Opens an archive. Throws WRONG_PASSPHRASE, and IMPORT_UNREADABLE before any work when the header is not that of one passphrase with bearable work. */
export function fromPassphrase(passphrase: string): Identity {
  let last: { of: string; key: Buffer } | null = null;
  const keyFor = async (salt: Buffer, work: number): Promise<Buffer> => {
    const of = `${salt.toString('hex')} ${work}`;
    if (last?.of !== of) last = { of, key: await keyOf(passphrase, salt, work) };
    return last.key;
  };
  return {
    async unwrapFileKey(stanzas) {
      const [stanza] = stanzas;
      if (stanzas.length !== 1 || stanza?.args[0] !== 'scrypt') throw unreadable('the archive is not locked by a passphrase alone');
      const [, saltText, workText] = stanza.args;
      const salt = Buffer.from(saltText ?? '', 'base64');
      if (stanza.args.length !== 3 || unpadded(salt) !== saltText || salt.length !== SALT_BYTES || !/^[1-9]\d{0,2}$/.test(workText ?? '') || stanza.body.length !== FILE_KEY_BYTES + TAG_BYTES)
        throw unreadable('the archive is damaged');
      if (Number(workText) > MOST_WORK) throw unreadable('the archive asks for more work than is allowed');
      const key = await keyFor(salt, Number(workText));
      const decipher = createDecipheriv('chacha20-poly1305', key, NONCE, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(stanza.body.subarray(FILE_KEY_BYTES));
      try {
        return new Uint8Array(Buffer.concat([decipher.update(stanza.body.subarray(0, FILE_KEY_BYTES)), decipher.final()]));
      } catch {
        throw new EngramError('WRONG_PASSPHRASE', { detail: 'the passphrase does not open this archive' });
      }
    },
  };
}
