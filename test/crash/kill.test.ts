import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { scopedForMaintenance } from '../../security/access/index.ts';
import { openConnection } from '../../engine/vault/threads/open.ts';
import { createBareVault, openBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';
import { inLanes, killAtRandom, KILLS, letEnd, patience } from './kill-at-random.ts';
import { breaches, promised } from './promised.ts';
import { faultsOf } from './whole.ts';

const MOST_MS = 40;
const MOST_LINES = 40;
const CHECK_EVERY = 10;

test(`VAULT-CRASH: ${KILLS} kills at random moments while writing lose no acknowledged row`, { timeout: patience(KILLS) }, async () => {
  using folder = tempDir();
  let acknowledged = 0;
  await inLanes(KILLS, async (lane, kills) => {
    const dir = join(folder.path, `vault${lane}`);
    const { vault, file } = await createBareVault(dir);
    const key = vault.keys.key('database').use((bytes) => new Uint8Array(bytes));
    await vault.close();
    const { lines } = await letEnd('writing-child.ts', [dir, '1']);
    for (let kill = 1; kill <= kills; kill++) {
      lines.push(...(await killAtRandom('writing-child.ts', [dir], MOST_MS, MOST_LINES)).lines);
      if (kill % CHECK_EVERY !== 0 && kill !== kills) continue;
      const db = openConnection(join(dir, 'vault.db'), key, 'write');
      const present = new Set(db.prepare('SELECT public_id FROM memories').pluck().all() as string[]);
      assert.deepEqual([...breaches(promised(lines), present), ...faultsOf(db)], [], `after kill ${kill}`);
      db.close();
    }
    assert.deepEqual(promised(lines).failed, []);
    // Once as a program sees it, not only table by table.
    const opened = await openBareVault(dir, file);
    const { total } = await opened.read('listMemories', scopedForMaintenance({ filter: {}, sort: 'oldest' as const, after: null, limit: 1, space: 0 }));
    await opened.close();
    // Recall reads only the newest of a word that all of them hold, so the index itself is asked.
    const db = openConnection(join(dir, 'vault.db'), key, 'read');
    const found = db.prepare(`SELECT count(*) FROM memory_words WHERE memory_words MATCH '{own} : "row"'`).pluck().get();
    db.close();
    assert.equal(found, total, 'every row is found by its words');
    acknowledged += promised(lines).there.size;
  });
  assert.ok(acknowledged > KILLS, `${acknowledged} rows were acknowledged`);
});
