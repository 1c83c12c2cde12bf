import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, createReadStream, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
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

/** SHA-256 of a file in hex. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** What lies in the folder, before anything opens it. */
export async function foundFile(dir: string): Promise<{ digest: string; hasLog: boolean }> {
  const { database } = vaultPaths(dir);
  const log = `${database}-wal`;
  return { digest: await digestOf(database), hasLog: existsSync(log) && statSync(log).size > 0 };
}
