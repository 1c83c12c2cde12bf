import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lastBackupAt } from '../../engine/vault/index.ts';
import { openConnection } from '../../engine/vault/threads/open.ts';
import { createBareVault, openBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';
import { fill } from './full-vault.ts';
import { inLanes, killAtRandom, KILLS, letEnd, patience } from './kill-at-random.ts';
import { faultsOf } from './whole.ts';

const MEMORIES = 100;
/** Of the time one backup took, so that most kills come in the middle of one. */
const MOST_SHARE = 1.2;

test(`VAULT-CRASH: ${KILLS} kills at random moments while backing up leave only whole backups, and lose no row`, { timeout: patience(KILLS) }, async (t) => {
  using folder = tempDir();
  let made = 0;
  let opened = 0;
  const warm = join(folder.path, 'warm');
  await (await createBareVault(warm)).vault.close();
  const { ms } = await letEnd('backing-up-child.ts', [warm, '1']);
  await inLanes(KILLS, async (lane, kills) => {
    const dir = join(folder.path, `vault${lane}`);
    const { vault } = await createBareVault(dir);
    const key = vault.keys.key('database').use((bytes) => new Uint8Array(bytes));
    const all = await fill(vault, MEMORIES);
    await vault.close();
    const look = (path: string) => {
      const db = openConnection(path, key, 'write');
      try {
        return { ids: new Set(db.prepare('SELECT public_id FROM memories').pluck().all() as string[]), faults: faultsOf(db) };
      } finally {
        db.close();
      }
    };
    /** Looks at a copy: what is opened to be written to is no longer the backup that was made. */
    const copy = join(folder.path, `copy${lane}.db`);
    const seen = new Set<string>();
    for (let kill = 1; kill <= kills; kill++) {
      // The last child makes one backup and ends, so that there is one however slow the machine is.
      const { lines } = kill === kills ? await letEnd('backing-up-child.ts', [dir, '1']) : await killAtRandom('backing-up-child.ts', [dir], ms * MOST_SHARE);
      const told = lines.filter((line) => line.startsWith('backup')).map((line) => line.split(' ') as [string, string, string]);
      all.push(...lines.filter((line) => !line.startsWith('backup')));
      made += told.length;
      const main = look(join(dir, 'vault.db'));
      assert.deepEqual([all.filter((id) => !main.ids.has(id)), main.faults], [[], []]);
      const backups = join(dir, 'backups');
      // By the same name by which the engine counts, keeps and offers them.
      const counted = existsSync(backups) ? readdirSync(backups).filter((name) => /^vault-.*\.db$/.test(name)) : [];
      assert.equal(lastBackupAt(dir) !== null, counted.length > 0);
      for (const name of counted.filter((one) => !seen.has(one))) {
        copyFileSync(join(backups, name), copy);
        const { ids, faults } = look(copy);
        assert.deepEqual(faults, [], `${name} after kill ${kill}`);
        assert.ok(all.slice(0, MEMORIES).every((id) => ids.has(id)) && [...ids].every((id) => main.ids.has(id)), 'it holds what the vault held');
        const promise = told.find(([, path]) => path.endsWith(name));
        if (promise) assert.equal(ids.size, Number(promise[2]));
        seen.add(name);
        opened++;
        rmSync(copy);
      }
    }
  });
  t.diagnostic(`${made} backups were acknowledged, ${opened} opened`);
  assert.ok(made > 0 && opened > 0);
});

test('VAULT-CRASH: what a killed backup or migration left half done is cleared away at the next start, and nothing else is', async () => {
  using folder = tempDir();
  const dir = join(folder.path, 'vault');
  const { vault, file } = await createBareVault(dir);
  await vault.close();
  const backups = join(dir, 'backups');
  mkdirSync(backups, { recursive: true });
  const whole = ['notes.txt', 'vault-1.db'];
  for (const name of [...whole, 'vault-1.db.new', 'vault-1.db.new.part', 'vault-1-migration.db.part', 'vault-1-migration.db.part-journal']) writeFileSync(join(backups, name), '');
  await (await openBareVault(dir, file)).close();
  assert.deepEqual(readdirSync(backups).sort(), whole);
});
