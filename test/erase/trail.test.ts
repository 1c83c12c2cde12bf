import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3-multiple-ciphers';
import { parseKeyFile, unlockKeys } from '../../security/keys/index.ts';
import { openConnection } from '../../engine/vault/threads/open.ts';
import { PASSPHRASE, tempVault, type TempVault } from '../support/temp-vault.ts';

/** Changes the closed file behind the engine's back, as somebody with the database key but without the others could. */
async function behindTheBack(vault: TempVault, change: (db: Database.Database) => void): Promise<{ whole: boolean; firstBroken: number | null }> {
  await vault.client.vault.lock();
  const keys = await unlockKeys(parseKeyFile(readFileSync(join(vault.dir, 'vault.keys'), 'utf8')), 'primary', { passphrase: PASSPHRASE, keychain: null });
  const db = openConnection(join(vault.dir, 'vault.db'), keys.key('database').use((key) => new Uint8Array(key)), 'write');
  db.exec('DROP TRIGGER audit_keeps; DROP TRIGGER audit_stays');
  change(db);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  keys.wipe();
  await vault.client.vault.unlock({ passphrase: PASSPHRASE });
  const { whole, firstBroken } = await vault.client.vault.verifyAudit();
  return { whole, firstBroken };
}

const changes: Record<string, (db: Database.Database, middle: number) => void> = {
  'an entry altered': (db, middle) => void db.prepare(`UPDATE audit SET actor = 'engine' WHERE id = ?`).run(middle),
  'an entry left out': (db, middle) => void db.prepare('DELETE FROM audit WHERE id = ?').run(middle),
  'an entry put in': (db) => void db.prepare(`INSERT INTO audit (at, operation, memory, actor, count, chain) VALUES (1, 'store', NULL, 'person', 1, zeroblob(32))`).run(),
  'a link taken away': (db, middle) => void db.prepare('UPDATE audit SET chain = NULL WHERE id = ?').run(middle),
  'the end cut off': (db, middle) => void db.prepare('DELETE FROM audit WHERE id > ?').run(middle),
};

for (const [what, change] of Object.entries(changes))
  test(`AUDIT-CHAIN: ${what} is found`, async () => {
    await using vault = await tempVault();
    for (let i = 0; i < 8; i++) await vault.client.memories.remember({ text: `thing number ${i}` });
    assert.equal((await vault.client.vault.verifyAudit()).whole, true);
    const middle = (await vault.client.vault.audit({})).at(4)!.number;
    const found = await behindTheBack(vault, (db) => change(db, middle));
    assert.equal(found.whole, false);
    assert.ok(found.firstBroken !== null);
    // The file itself was also changed since it was closed.
    assert.equal((await vault.client.vault.status()).readOnly, 'rolled_back');
  });

test('AUDIT-CHAIN: the engine itself cannot change or remove an entry', async () => {
  await using vault = await tempVault();
  await vault.client.memories.remember({ text: 'anything' });
  await vault.client.vault.lock();
  const keys = await unlockKeys(parseKeyFile(readFileSync(join(vault.dir, 'vault.keys'), 'utf8')), 'primary', { passphrase: PASSPHRASE, keychain: null });
  const db = openConnection(join(vault.dir, 'vault.db'), keys.key('database').use((key) => new Uint8Array(key)), 'write');
  assert.throws(() => db.exec(`UPDATE audit SET count = 2`), /append-only/);
  assert.throws(() => db.exec('DELETE FROM audit'), /append-only/);
  db.close();
  keys.wipe();
});

test('AUDIT-CHAIN: memories that are read together are one entry, in the order asked, without what is not there', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const ids = (await client.memories.rememberMany({ memories: ['The lamp is red.', 'The chair is blue.', 'My email is jane@example.com.'].map((text) => ({ text })) })).map(({ id }) => id);
  const asked = [ids[2]!, '01ARZ3NDEKTSV4RRFFQ69G5FAV' as typeof ids[0], ids[0]!, ids[2]!];
  assert.deepEqual((await client.memories.some({ ids: asked })).map(({ text }) => text), ['My email is jane@example.com.', 'The lamp is red.']);
  await client.vault.lock();
  await client.vault.unlock({ passphrase: PASSPHRASE });
  assert.deepEqual((await client.vault.audit({})).flatMap(({ operation, count }) => (operation === 'read' ? [count] : [])), [2]);
  const stranger = vault.engine.client({ kind: 'client', name: 'mailer', scope: {}, canWrite: false, local: false });
  assert.deepEqual((await stranger.memories.some({ ids: [ids[2]!] })).map(({ redacted }) => redacted), [true]);
  await assert.rejects(client.memories.some({ ids: Array.from({ length: 501 }, () => ids[0]!) }), { code: 'INVALID_INPUT' });
});
