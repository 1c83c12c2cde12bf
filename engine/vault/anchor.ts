import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Anchor } from '../../security/audit/index.ts';
import type { Unlocked } from '../../security/keys/index.ts';
import { vaultPaths } from './files.ts';

/** Remembers the last state of a vault outside its file, best in the system keychain. */
export interface AnchorStore {
  read(): Promise<Anchor | null>;
  write(anchor: Anchor): Promise<void>;
}

const RECORD_BYTES = 512;
const PRIVATE_FILE = 0o600;

/**
 * The anchor as a file beside the vault, for vaults that no keychain protects. It tells an old vault
 * file that was put back; who puts the whole folder back is not noticed (docs/threats.md). Written in
 * place and always of one size, so that a full disk does not stand in its way.
 */
export function fileAnchor(dir: string, keys: Unlocked): AnchorStore {
  const path = vaultPaths(dir).anchor;
  const mac = (text: string) => keys.key('head').use((key) => createHmac('sha256', key).update(`anchor|${keys.vaultId}|${text}`).digest());
  return {
    async read() {
      try {
        const { text, seal } = JSON.parse(readFileSync(path, 'utf8').trimEnd()) as { text: string; seal: string };
        const given = Buffer.from(seal, 'hex');
        const right = mac(text);
        return given.length === right.length && timingSafeEqual(given, right) ? (JSON.parse(text) as Anchor) : null;
      } catch {
        return null;
      }
    },
    async write(anchor) {
      const text = JSON.stringify(anchor);
      const record = JSON.stringify({ text, seal: mac(text).toString('hex') });
      const fd = openSync(path, existsSync(path) ? 'r+' : 'w', PRIVATE_FILE);
      try {
        writeSync(fd, record.padEnd(RECORD_BYTES), 0);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
    },
  };
}

const CHUNK_BYTES = 4 * 2 ** 20;

/** SHA-256 of a file in hex. The next piece is read while one is hashed: at every unlock the whole file passes through here. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    const buffers = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)] as const;
    let at = 0;
    let turn = 0;
    const next = (): Promise<{ bytesRead: number; buffer: Buffer }> => file.read(buffers[turn++ % 2]!, 0, CHUNK_BYTES, at);
    for (let piece = await next(); piece.bytesRead > 0; ) {
      at += piece.bytesRead;
      const following = next();
      hash.update(piece.buffer.subarray(0, piece.bytesRead));
      piece = await following;
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/** What lies in the folder, before anything opens it. */
export async function foundFile(dir: string): Promise<{ digest: string; hasLog: boolean }> {
  const { database } = vaultPaths(dir);
  const log = `${database}-wal`;
  return { digest: await digestOf(database), hasLog: existsSync(log) && statSync(log).size > 0 };
}
