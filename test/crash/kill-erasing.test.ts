import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openConnection, type Connection } from '../../engine/vault/threads/open.ts';
import { createBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';
import { fill } from './full-vault.ts';
import { inLanes, killAtRandom, KILLS, letEnd, patience } from './kill-at-random.ts';
import { faultsOf } from './whole.ts';

const MEMORIES = 240;
const MOST_MS = 40;
const MOST_LINES = 20;

/** Everything that belongs to each memory, by its public id: its row, kind, versions, vectors, words. */
function belongings(db: Connection): Map<string, string> {
  const parts = ['episodic_memories', 'semantic_memories', 'memory_versions', 'memory_embeddings', 'vector_codes'];
  const of = parts.map((table) => db.prepare(`SELECT * FROM ${table} WHERE memory = ?`));
  const words = db.prepare('SELECT own, identifiers FROM word_documents WHERE id = ?');
  const rows = db.prepare('SELECT id, public_id, text, cipher, status, summary FROM memories').all() as { id: number; public_id: string }[];
  return new Map(rows.map((row) => [row.public_id, JSON.stringify([row, words.all(row.id), ...of.map((query) => query.all(row.id))])]));
}

/** Tables in which only memories have rows, so that nothing in them may be left over. */
const leftovers = (db: Connection): number => ['episodic_memories', 'semantic_memories', 'procedural_memories', 'memory_versions', 'memory_embeddings', 'vector_codes', 'word_documents', 'memory_edges']
  .reduce((sum, table) => sum + (db.prepare(`SELECT count(*) FROM ${table} WHERE ${table === 'memory_edges' ? 'source' : table === 'word_documents' ? 'id' : 'memory'} NOT IN (SELECT id FROM memories)`).pluck().get() as number), 0);

test(`VAULT-CRASH: ${KILLS} kills at random moments while erasing leave each memory wholly there or wholly gone`, { timeout: patience(KILLS) }, async (t) => {
  using folder = tempDir();
  const full = join(folder.path, 'full');
  const { vault } = await createBareVault(full);
  const key = vault.keys.key('database').use((bytes) => new Uint8Array(bytes));
  await fill(vault, MEMORIES);
  await vault.close();
  const first = openConnection(join(full, 'vault.db'), key, 'read');
  const whole = belongings(first);
  const texts = first.prepare('SELECT public_id, text FROM memories ORDER BY id DESC').raw().all() as [string, string][];
  first.close();
  assert.equal(whole.size, MEMORIES);
  /** Names what is still to be erased for the next child. */
  const list = (name: string, gone: ReadonlySet<string>): string => {
    const path = join(folder.path, `${name}.json`);
    writeFileSync(path, JSON.stringify(Object.fromEntries(texts.filter(([id]) => !gone.has(id)))));
    return path;
  };
  const warm = join(folder.path, 'warm');
  cpSync(full, warm, { recursive: true });
  assert.equal((await letEnd('erasing-child.ts', [warm, list('warm', new Set())])).lines.filter((line) => line.startsWith('erased')).length, MEMORIES / 4);
  let midway = 0;
  let erased = 0;
  await inLanes(KILLS, async (lane, kills) => {
    let dir = '';
    const gone = new Set<string>();
    for (let kill = 1; kill <= kills; kill++) {
      if (gone.size === 0) cpSync(full, (dir = join(folder.path, `vault${lane}-${kill}`)), { recursive: true });
      const { lines } = await killAtRandom('erasing-child.ts', [dir, list(`lane${lane}`, gone)], MOST_MS, MOST_LINES);
      const db = openConnection(join(dir, 'vault.db'), key, 'write');
      const now = belongings(db);
      const batches = lines.map((line) => line.split(' ') as [string, string]).map(([word, ids]) => ({ word, ids: ids.split(',') }));
      for (const { word, ids } of batches) if (word === 'erased') for (const id of ids) gone.add(id);
      assert.deepEqual([...gone].filter((id) => now.has(id)), [], 'an acknowledged erasure stays');
      const begun = batches.filter(({ word, ids }) => word === 'erasing' && !gone.has(ids[0]!));
      for (const { ids } of begun) {
        const there = ids.filter((id) => now.has(id)).length;
        assert.ok(there === 0 || there === ids.length, `${there} of a batch of ${ids.length} are left`);
        if (there === 0) for (const id of ids) gone.add(id);
      }
      const expected = new Map([...whole].filter(([id]) => !gone.has(id)));
      assert.deepEqual(now, expected, 'what was not erased is as it was');
      assert.deepEqual([leftovers(db), ...faultsOf(db)], [0]);
      db.close();
      midway += begun.length > 0 ? 1 : 0;
      if (now.size === 0) {
        erased += gone.size;
        gone.clear();
      }
    }
    erased += gone.size;
  });
  t.diagnostic(`${erased} memories were erased; ${midway} kills came while a batch was under way`);
  assert.ok(erased > 0);
});
