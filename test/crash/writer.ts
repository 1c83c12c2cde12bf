import { readFileSync } from 'node:fs';
import type { Vault } from '../../engine/vault/index.ts';
import { vaultPaths } from '../../engine/vault/files.ts';
import { sealText } from '../../engine/vault/sealed-text.ts';
import { ThreadPool } from '../../engine/vault/threads/index.ts';
import { parseKeyFile, unlockKeys } from '../../security/keys/index.ts';
import { SECRET } from '../support/bare-vault.ts';

export type Writer = Pick<Vault, 'write' | 'seal' | 'close'>;

/** The writer of a bare vault without any reader, which makes a process that is only there to be killed a quarter cheaper. */
export async function openWriter(dir: string): Promise<Writer> {
  const paths = vaultPaths(dir);
  const keys = await unlockKeys(parseKeyFile(readFileSync(paths.keys, 'utf8')), 'primary', SECRET);
  const pool = await ThreadPool.start({ path: paths.database, lockPath: paths.lock, keys, create: null, readers: 0, now: Date.now(), writer: { anchor: null, accept: false, file: null, backups: paths.backups } });
  return {
    write: (name, ...input) => pool.write(name, ...input),
    seal: (content, publicId) => sealText(keys, content, publicId),
    close: async () => void (await pool.close()),
  };
}
