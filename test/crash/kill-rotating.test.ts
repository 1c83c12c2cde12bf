import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseKeyFile } from '../../security/keys/index.ts';
import { scopedForMaintenance } from '../../security/access/index.ts';
import { createBareVault, openBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';
import { fill } from './full-vault.ts';
import { inLanes, killAtRandom, KILLS, letEnd, patience } from './kill-at-random.ts';

const MEMORIES = 60;
/** Of the time one rotation took, so that kills come before, in and after the swap. */
const MOST_SHARE = 1.3;
/** Opening anew is what finds out which key fits, so every kill is followed by one; the deep look comes now and then. */
const LOOK_EVERY = 20;

test(`VAULT-CRASH: ${KILLS} kills at random moments while the key is rotated leave a vault that the current or the next key opens, whole`, { timeout: patience(KILLS) }, async (t) => {
  using folder = tempDir();
  let rotated = 0;
  let broken = 0;
  const warm = join(folder.path, 'warm');
  await (await createBareVault(warm)).vault.close();
  const { ms } = await letEnd('rotating-child.ts', [warm, '1']);
  await inLanes(KILLS, async (lane, kills) => {
    const dir = join(folder.path, `vault${lane}`);
    const { vault } = await createBareVault(dir);
    const all = await fill(vault, MEMORIES);
    await vault.close();
    const keyFile = () => parseKeyFile(readFileSync(join(dir, 'vault.keys'), 'utf8'));
    for (let kill = 1; kill <= kills; kill++) {
      const { lines } = kill === kills ? await letEnd('rotating-child.ts', [dir, '1']) : await killAtRandom('rotating-child.ts', [dir], ms * MOST_SHARE);
      rotated += lines.filter((line) => line.startsWith('rotated')).length;
      all.push(...lines.filter((line) => !line.startsWith('rotated')));
      if (keyFile().pending) broken++;
      if (kill % LOOK_EVERY !== 0 && kill !== kills && !keyFile().pending) continue;
      const opened = await openBareVault(dir, keyFile());
      assert.equal(opened.readOnly, null, 'a broken rotation is no rollback');
      const { rows } = await opened.read('listMemories', scopedForMaintenance({ filter: {}, sort: 'oldest' as const, after: null, limit: 1_000_000, space: 0 }));
      const present = new Set(rows.map((row) => row.public_id));
      assert.deepEqual(all.filter((id) => !present.has(id)), [], `lost after kill ${kill}`);
      assert.deepEqual(await opened.read('integrity'), ['ok']);
      await opened.close();
      assert.equal(keyFile().pending, undefined, 'whichever key fitted is the current one now');
      assert.ok(!existsSync(join(dir, 'vault.db.next')));
    }
  });
  t.diagnostic(`${rotated} rotations ended, ${broken} were broken off between the two keys`);
  assert.ok(rotated > 0 && broken > 0);
});
