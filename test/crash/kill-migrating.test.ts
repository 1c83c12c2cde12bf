import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate, migrations, schemaVersion } from '../../engine/vault/schema/index.ts';
import { openConnection, type Connection } from '../../engine/vault/threads/open.ts';
import { parseKeyFile } from '../../security/keys/index.ts';
import { openBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';
import { inLanes, killAtRandom, KILLS, letEnd, patience } from './kill-at-random.ts';
import { faultsOf } from './whole.ts';

/** Of the time one opening takes alone; side by side they are slower. */
const MOST_SHARE = 1.6;
const FIXTURES = join(import.meta.dirname, '..', 'migrations', 'fixtures');
/** The oldest file there is: it has the longest way to go. */
const OLDEST = readdirSync(FIXTURES).sort()[0]!;

test(`VAULT-CRASH: ${KILLS} kills at random moments while a vault of tables ${OLDEST} is opened leave it as it was or as it becomes`, { timeout: patience(KILLS) }, async (t) => {
  using folder = tempDir();
  const fixture = join(FIXTURES, OLDEST);
  const expected = (JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8')) as { id: string }[]).map(({ id }) => id).sort();
  const newest = migrations().at(-1)!.version;

  const fresh = (name: string): string => {
    const dir = join(folder.path, name);
    rmSync(dir, { recursive: true, force: true });
    cpSync(fixture, dir, { recursive: true });
    return dir;
  };
  const whole = fresh('whole');
  const vault = await openBareVault(whole, parseKeyFile(readFileSync(join(whole, 'vault.keys'), 'utf8')));
  const key = vault.keys.key('database').use((bytes) => new Uint8Array(bytes));
  await vault.close();
  const tables = (db: Connection) => db.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all();
  const rows = (db: Connection) => db.prepare('SELECT * FROM memories ORDER BY id').all();
  const aim = openConnection(join(whole, 'vault.db'), key, 'read');
  const [aimTables, aimRows] = [tables(aim), rows(aim)];
  aim.close();
  // Once to its end, and once more as fast as it will be, so that the kills fall into the time that opening takes.
  await letEnd('opening-child.ts', [fresh('first')]);
  const { lines, ms } = await letEnd('opening-child.ts', [fresh('second')]);
  assert.deepEqual(lines, ['opened']);

  let before = 0;
  let opened = 0;
  await inLanes(KILLS, async (lane, kills) => {
    for (let kill = 1; kill <= kills; kill++) {
      const dir = fresh(`vault${lane}`);
      const said = await killAtRandom('opening-child.ts', [dir], ms * MOST_SHARE);
      const db = openConnection(join(dir, 'vault.db'), key, 'write');
      const version = schemaVersion(db);
      assert.ok(version === Number(OLDEST) || version === newest, `tables ${version}, which is neither before nor after`);
      if (said.lines.includes('opened')) assert.equal(version, newest);
      before += version === newest ? 0 : 1;
      opened += said.lines.length;
      // What the next opening does: nothing is missing afterwards, and nothing is there twice.
      assert.equal(migrate(db, Date.now()), newest);
      assert.deepEqual([tables(db), rows(db)], [aimTables, aimRows]);
      assert.deepEqual([(db.prepare('SELECT public_id FROM memories').pluck().all() as string[]).sort(), faultsOf(db)], [expected, []]);
      db.close();
    }
  });
  t.diagnostic(`${opened} of ${KILLS} came after it was open; ${before} left the old tables`);
});
