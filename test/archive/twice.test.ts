import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { idsOf } from '../../engine/flow/import-ids.ts';
import type { JobId, MemoryId } from '../../contract/index.ts';
import { scopedForMaintenance } from '../../security/access/index.ts';
import { classify } from '../../security/pii/index.ts';
import { bareMemory, createBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';

const JOB = '01M7Z26R7FX87M8Q9XK1096EMR' as JobId;

test('IMPORT-RESUME: what a crash makes an import store a second time is there once, and memories of others are not touched', async () => {
  using folder = tempDir();
  const { vault } = await createBareVault(join(folder.path, 'vault'));
  const ids = idsOf(JOB);
  const [a, b] = [ids<MemoryId>(0, 'memory', 'A'), ids<MemoryId>(1, 'memory', 'B')];
  assert.match(a, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  assert.deepEqual([a < b, a === idsOf(JOB)(0, 'memory', 'A'), a === idsOf('01M7Z26R7FX87M8Q9XK1096EMS' as JobId)(0, 'memory', 'A')], [true, true, false]);
  const other = bareMemory(vault, '01M7Z26R7FX87M8Q9XK1096EMT', 'Mine');
  const space = await vault.write('ensureSpace', { name: 's', dimensions: 2, metric: 'cosine' });
  await vault.write('storeMemories', { memories: [other], space, now: 1, actor: 'person' });
  const batch = {
    memories: [a, b].map((id, i) => bareMemory(vault, id, `Text ${i}`, { kind: 'semantic', job: JOB, origin: 'imported', trust: 0.5, happenedAt: 5 })), space, now: 10, actor: 'person',
    standings: [{ createdAt: 3, updatedAt: 4, strength: 0.25 }, null],
  };
  const versions = [1, 2].map((version) => ({ memory: a, version, content: vault.seal(classify(`Old ${version}`, { mayLower: false }), a), changedAt: version, reason: 'edited' }));
  const stray = { ...versions[0]!, memory: other.publicId };
  const edges = [
    { from: a, to: b, type: 'supersedes' as const, weight: 0.5 }, { from: b, to: a, type: 'supersedes' as const, weight: 0.5 }, { from: a, to: other.publicId, type: 'supersedes' as const, weight: 1 },
    { from: a, to: other.publicId, type: 'supports' as const, weight: 0.5 }, { from: a, to: a, type: 'supports' as const, weight: 1 }, { from: a, to: '01M7Z26R7FX87M8Q9XK1096EMZ', type: 'supports' as const, weight: 1 },
  ];
  const all = async () => vault.read('exportPage', { after: 0, limit: 10, space });
  let first: Awaited<ReturnType<typeof all>> | null = null;
  for (const again of [false, true]) {
    const stored = await vault.write('storeImported', { ...batch, now: again ? 99 : 10 });
    assert.deepEqual(stored.map((row) => [row.result.id, row.result.outcome]), [[a, again ? 'merged' : 'stored'], [b, again ? 'merged' : 'stored']]);
    await vault.write('storeVersions', { job: JOB, versions: [...versions, stray] });
    assert.equal(await vault.write('relateImported', { job: JOB, edges, actor: 'person', now: 11 }), 2);
    first ??= await all();
    assert.deepEqual(await all(), first);
  }
  const [mine, one] = first!.rows;
  assert.deepEqual([mine!.version, one!.version, one!.created_at, one!.updated_at, one!.strength, first!.rows.length], [1, 3, 3, 4, 0.25, 3]);
  assert.deepEqual(first!.versions.map((v) => [v.memory, v.version, v.text]), [[one!.id, 1, 'Old 1'], [one!.id, 2, 'Old 2']]);
  assert.deepEqual(first!.edges.map((e) => [e.target, e.type]).sort(), [[b, 'supersedes'], [other.publicId, 'supports']].sort());
  const story = await vault.read('memoryStory', scopedForMaintenance({ id: one!.id }));
  assert.equal(story.versions.length, 2);
  await vault.close();
});
