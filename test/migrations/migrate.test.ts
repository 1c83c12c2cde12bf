import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scopedForListing, scopedForMaintenance, scopedTo } from '../../security/access/index.ts';
import { parseKeyFile } from '../../security/keys/index.ts';
import { migrations } from '../../engine/vault/schema/index.ts';
import { openBareVault } from '../support/bare-vault.ts';
import { person, tempDir } from '../support/temp-vault.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

for (const version of readdirSync(FIXTURES))
  test(`MIGRATE-OLDER: a real file of tables ${version} opens with all it held`, async () => {
    using folder = tempDir();
    for (const file of ['vault.db', 'vault.keys']) copyFileSync(join(FIXTURES, version, file), join(folder.path, file));
    const expected = JSON.parse(readFileSync(join(FIXTURES, version, 'expected.json'), 'utf8')) as { id: string; text: string; happenedAt: number }[];
    const vault = await openBareVault(folder.path, parseKeyFile(readFileSync(join(folder.path, 'vault.keys'), 'utf8')));
    try {
      const { rows } = await vault.read('listMemories', scopedForListing({ filter: {}, sort: 'oldest' as const, after: null, limit: 100, space: 0 }, person));
      assert.deepEqual(rows.map((row) => ({ id: row.public_id, text: vault.text(row), happenedAt: row.happened_at })), expected);
      assert.deepEqual(rows.map((row) => row.status), ['active', 'forgotten', 'active', 'active']);
      const words = async (terms: string[], view = scopedTo({}, person, {})) => [...(await vault.read('searchWords', { ...view, terms, identifiers: [], past: false, kinds: null, limit: 10 })).hits.ids];
      assert.equal((await words(['vim']))[0], rows[0]!.id);
      assert.deepEqual(await words(['cello']), []);
      assert.deepEqual(await words(['deploys']), []);
      assert.deepEqual(await words(['deploys'], scopedForMaintenance({})), [rows[3]!.id]);
      assert.deepEqual(await vault.read('integrity'), ['ok']);
    } finally {
      await vault.close();
    }
  });

test('MIGRATE-ORDER: numbers are unique and rise by tens, names are sentences', () => {
  const all = migrations();
  assert.deepEqual(all.map((m) => m.version), all.map((_, i) => (i + 1) * 10));
  for (const { name } of all) assert.match(name, /^[a-z]+(-[a-z]+)+$/);
});
