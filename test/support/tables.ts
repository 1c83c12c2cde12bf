import Database from 'better-sqlite3-multiple-ciphers';
import { migrate } from '../../engine/vault/schema/index.ts';
import { chainWith } from '../../engine/vault/tables/audit.ts';
import type { WritableVault } from '../../engine/vault/tables/handle.ts';
import { sealWith, writeHead } from '../../engine/vault/tables/head.ts';
import { Secret } from '../../native/secure-memory/index.ts';

/** The tables of a vault without threads or keys. */
export function openTables(path = ':memory:'): WritableVault {
  const db = new Database(path) as unknown as WritableVault;
  migrate(db, 0);
  chainWith(db, Secret.take(Buffer.alloc(32, 1)));
  sealWith(db, Secret.take(Buffer.alloc(32, 2)));
  writeHead(db, { vault_id: 'V', name: 'n', created_at: 0 });
  return db;
}
