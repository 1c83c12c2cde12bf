import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openConnection } from '../threads/open.ts';
import { tempDir } from '../../../test/support/temp-vault.ts';
import { migrate, migrations, schemaVersion } from './index.ts';

const key = Buffer.alloc(32, 3);
const open = (path: string) => openConnection(path, key, 'create');

test('MIGRATE-ONCE: migrating twice changes nothing, and a newer file is refused untouched', () => {
  using folder = tempDir();
  const db = open(join(folder.path, 'a.db'));
  const newest = migrations().at(-1)!.version;
  assert.equal(schemaVersion(db), 0);
  assert.equal(migrate(db, 1), newest);
  const before = db.prepare('SELECT * FROM sqlite_master').all();
  assert.equal(migrate(db, 2), newest);
  assert.deepEqual(db.prepare('SELECT * FROM sqlite_master').all(), before);
  db.prepare('INSERT INTO schema_migrations VALUES (?, ?, ?)').run(newest + 10, 'from-the-future', 3);
  assert.throws(() => migrate(db, 4), { code: 'VAULT_TOO_NEW' });
  assert.deepEqual(db.prepare('SELECT * FROM sqlite_master').all(), before);
  db.close();
});

test('MIGRATE-ATOMIC: a migration that fails leaves the file as it was', () => {
  using folder = tempDir();
  const db = open(join(folder.path, 'b.db'));
  db.exec('CREATE TABLE memories (conflict INTEGER)');
  assert.throws(() => migrate(db, 1), { code: 'MIGRATION_FAILED' });
  assert.equal(schemaVersion(db), 0);
  assert.equal((db.prepare(`SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'`).get() as { n: number }).n, 1);
  db.close();
});

test('MIGRATE-OLDER: vectors of tables 0020 keep their codes, which go with them', () => {
  using folder = tempDir();
  const db = open(join(folder.path, 'v.db'));
  migrate(db, 1, 20);
  db.exec(`INSERT INTO spaces (name, dimensions, metric) VALUES ('s', 2, 'cosine')`);
  const memory = db.prepare(`INSERT INTO memories (public_id, kind, category, status, tier, origin, scope, importance, strength, trust, text, summary, key_fact, tag, text_hash, created_at, updated_at, happened_at)
    VALUES (?, 'episodic', 'general', 'active', 'cleartext', 'person', 1, 1, 1, 1, 't', 't', 't', 't', x'00', 1, 1, 1)`);
  for (let i = 1; i <= 3; i++) {
    memory.run(`M${i}`);
    db.prepare('INSERT INTO memory_embeddings VALUES (1, ?, ?, ?)').run(i, Buffer.alloc(6, i), Buffer.alloc(8, i));
  }
  migrate(db, 2);
  const rows = () => db.prepare('SELECT e.memory, e.exact, c.code FROM memory_embeddings e JOIN vector_codes c USING (space, memory) ORDER BY e.memory').raw().all();
  assert.deepEqual(rows(), [1, 2, 3].map((i) => [i, Buffer.alloc(8, i), Buffer.alloc(6, i)]));
  db.exec('DELETE FROM memories WHERE id = 2');
  assert.deepEqual(rows().map((row) => (row as number[])[0]), [1, 3]);
  assert.equal(db.prepare('SELECT count(*) FROM vector_codes').pluck().get(), 2);
  assert.deepEqual(db.pragma('foreign_key_check'), []);
  db.close();
});

test('INDEX-PLAN: the hot look-ups use their indexes', () => {
  using folder = tempDir();
  const db = open(join(folder.path, 'c.db'));
  migrate(db, 1);
  const plan = (text: string) => (db.prepare(`EXPLAIN QUERY PLAN ${text.replaceAll('?', '1')}`).all() as { detail: string }[]).map((row) => row.detail).join(' | ');
  const cases: [sql: string, index: string][] = [
    ['SELECT 1 FROM memories WHERE public_id = ?', 'sqlite_autoindex_memories_1'],
    ['SELECT 1 FROM memories WHERE text_hash = ?', 'memories_by_hash'],
    ['SELECT 1 FROM memories WHERE session = ? AND position BETWEEN ? AND ?', 'memories_by_session'],
    ['SELECT 1 FROM memories WHERE happened_at BETWEEN ? AND ?', 'memories_by_time'],
    ['SELECT min(speaker) FROM memories WHERE scope = ? AND speaker > ?', 'memories_by_speaker'],
    ['SELECT 1 FROM memory_embeddings WHERE memory = ?', 'embeddings_by_memory'],
    ['SELECT 1 FROM memory_edges WHERE source = ?', 'PRIMARY KEY'],
    ['SELECT 1 FROM memory_edges WHERE target = ?', 'edges_by_target'],
    ['SELECT 1 FROM semantic_memories WHERE subject = ? AND predicate = ?', 'semantic_by_fact'],
    ['SELECT 1 FROM messages WHERE session = ?', 'messages_by_session'],
  ];
  for (const [text, index] of cases) assert.match(plan(text), new RegExp(index), text);
  db.close();
});

test('OPEN-SAFETY: a connection with any setting that did not take is refused', async () => {
  using folder = tempDir();
  const { selfCheck, checkDurability } = await import('../threads/open.ts');
  const db = open(join(folder.path, 'd.db'));
  migrate(db, 1);
  selfCheck(db);
  checkDurability(db);
  for (const [pragma, name] of [['secure_delete=OFF', 'secure_delete'], ['temp_store=FILE', 'temp_store']] as const) {
    db.pragma(pragma);
    assert.throws(() => selfCheck(db), { code: 'SELF_CHECK_FAILED', data: { ref: 'E1012', action: 'Reinstall; report the problem with the setting named in the details.', detail: name } });
    db.pragma(pragma.replace('OFF', 'ON').replace('FILE', 'MEMORY'));
  }
  db.pragma('synchronous=NORMAL');
  assert.throws(() => checkDurability(db), { code: 'SELF_CHECK_FAILED' });
  db.close();
});

test('READER-WRITES: a reader connection cannot write', () => {
  using folder = tempDir();
  const path = join(folder.path, 'e.db');
  const db = open(path);
  migrate(db, 1);
  const reader = openConnection(path, key, 'read');
  assert.throws(() => reader.exec('DELETE FROM scopes'), { code: 'SQLITE_READONLY' });
  assert.throws(() => reader.exec('CREATE TABLE x (y)'), { code: 'SQLITE_READONLY' });
  reader.close();
  db.close();
});
