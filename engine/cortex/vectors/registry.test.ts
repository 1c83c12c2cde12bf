import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { similarity, State } from '../../../native/vector-scan/index.ts';
import { tempDir } from '../../../test/support/temp-vault.ts';
import { createVectorVault, exactly, scopedAs, type Known, type VectorVault } from '../../../test/support/vector-vault.ts';
import { FlatCodes, VectorIndex, VectorRegistry } from './index.ts';

const DIMENSIONS = 256;
const K = 10;
/** Most a cosine is off by int8 codes of 256 dimensions. */
const CODE_ERROR = 0.01;

/** How many of the hits are as near as the true ones, within the error of a code. */
const share = (found: readonly { id: number }[], truth: readonly { score: number }[], vault: VectorVault, asked: Float32Array): number =>
  found.filter(({ id }) => similarity('cosine', asked, vault.known.get(id)!.vector) >= truth.at(-1)!.score - CODE_ERROR).length / truth.length;

const ask = (vault: VectorVault, index: Pick<VectorIndex, 'search'>, vector: Float32Array, project: string | null | 'all' = 'p1') =>
  index.search(scopedAs({ vector, k: K, past: false }, project));

test('VECTOR-SWAP: while a backend is swapped under searches and writes, no search fails, none finds less, and none sees what it may not', async (t) => {
  using folder = tempDir();
  await using vault = await createVectorVault(join(folder.path, 'v'), { dimensions: DIMENSIONS });
  await vault.add(700);
  const before = [...vault.known.values()];
  const registry = new VectorRegistry(new FlatCodes(vault.vault, vault.space, 'int8'));
  await registry.active.load();
  let swapping = true;
  let swaps = 0;
  let searches = 0;
  let least = 1;
  const searching = async (from: number) => {
    for (let i = from; swapping; i = (i + 7) % before.length) {
      const { vector } = before[i]!;
      const hits = await ask(vault, { search: (query) => registry.search(query) }, vector);
      // Rows that were added meanwhile may be nearer; what was there before must still be found.
      const truth = exactly(before, 'cosine', { vector, k: K, past: false }, 'p1');
      least = Math.min(least, share(hits, truth, vault, vector));
      assert.equal(hits.length, K);
      assert.ok(hits.every(({ id }) => vault.known.get(id)!.project !== 'p2'), 'a hit the reader may not see');
      searches++;
    }
  };
  const writing = async () => {
    while (swapping) for (const one of await vault.add(3)) registry.write((backend) => backend.insert({ ...one, state: State.live }));
  };
  const running = [searching(0), searching(300), searching(600), writing()];
  try {
    for (const form of ['one-bit', 'int8', 'one-bit'] as const) {
      await registry.swap(() => (form === 'int8' ? new FlatCodes(vault.vault, vault.space, 'int8') : FlatCodes.oneBit(vault.vault, vault.space)));
      assert.equal(registry.active.form, form);
      swaps++;
    }
  } finally {
    swapping = false;
  }
  await Promise.all(running);
  t.diagnostic(`${searches} searches and ${vault.known.size - before.length} writes during ${swaps} swaps; least share of the true ten ${least}`);
  assert.ok(searches > 20 && vault.known.size > before.length);
  assert.ok(least === 1, `only ${least} of the true ten`);
  assert.equal(registry.active.count, vault.known.size, 'a write went past the new backend');
  await registry.close();
});

test('VECTOR-SWAP: a backend that cannot be filled leaves the one in use as it is', async () => {
  using folder = tempDir();
  await using vault = await createVectorVault(join(folder.path, 'v'), { dimensions: 8 });
  const [first] = await vault.add(20);
  const registry = new VectorRegistry(new FlatCodes(vault.vault, vault.space, 'int8'));
  await registry.active.load();
  const { active } = registry;
  const broken = new FlatCodes(vault.vault, vault.space, 'int8');
  broken.load = () => Promise.reject(new Error('no room'));
  await assert.rejects(registry.swap(() => broken), /no room/);
  await assert.rejects(registry.swap(() => Promise.reject(new Error('not there'))), /not there/);
  assert.deepEqual([registry.active, registry.next], [active, null]);
  assert.equal((await ask(vault, { search: (query) => registry.search(query) }, first!.vector, 'all'))[0]!.id, first!.id);
  await registry.close();
});

test('VECTOR-LOAD: what is forgotten, moved or added while codes are being loaded is not overwritten by an older page', async () => {
  using folder = tempDir();
  await using vault = await createVectorVault(join(folder.path, 'v'), { dimensions: 8 });
  const rows = await vault.add(4500);
  const index = new VectorIndex(vault.vault, vault.space);
  const loading = index.load();
  // Both pages are on their way or not asked for yet; either way the vault has the last word.
  const gone = [rows[10]!, rows[4400]!];
  for (const one of gone) index.changed(await vault.vault.write('forgetMemory', { id: one.publicId, actor: 'test', now: 1 }));
  const [added] = await vault.add(1);
  index.put(added!.id, added!.scope, 'active', added!.vector);
  await loading;
  assert.ok(index.loaded);
  for (const one of gone) assert.equal(index.has(one.id), false, 'what was forgotten came back');
  assert.equal((await ask(vault, index, added!.vector, 'all'))[0]!.id, added!.id);
  assert.equal(index.count, 4499);
  assert.equal(index.coverage, 1);
  index.wipe();
});

test('VECTOR-ONE-BIT: one-bit codes are kept in the vault, find what int8 codes find with the same scores, and take half the room at most', async () => {
  using folder = tempDir();
  await using vault = await createVectorVault(join(folder.path, 'v'), { dimensions: DIMENSIONS });
  await vault.add(600);
  const index = new VectorIndex(vault.vault, vault.space);
  await index.load();
  assert.equal(index.backend.form, 'int8');
  // Cut off while the codes are being made, the making goes on where it was.
  await vault.vault.write('beginBits', { space: vault.space.id });
  assert.equal(await vault.vault.write('fillBits', { space: vault.space.id, after: 0, limit: 100 }), 100);
  assert.equal((await vault.vault.read('spaceFrame', { space: vault.space.id }))!.whole, false);
  const registry = new VectorRegistry(await FlatCodes.oneBit(vault.vault, vault.space));
  await registry.active.load();
  assert.deepEqual([(await vault.vault.read('spaceFrame', { space: vault.space.id }))!.whole, registry.active.count], [true, 600]);
  const check = async (search: Pick<VectorIndex, 'search'>, known: readonly Known[]): Promise<number> => {
    let sum = 0;
    for (const { vector } of known.slice(0, 40)) {
      const hits = await ask(vault, search, vector);
      const truth = exactly(vault.known.values(), 'cosine', { vector, k: K, past: false }, 'p1');
      sum += share(hits, truth, vault, vector);
      for (const hit of hits) assert.ok(Math.abs(hit.score - (truth.find(({ id }) => id === hit.id)?.score ?? hit.score)) < 0.02, 'a score off its vector');
    }
    return sum / 40;
  };
  const known = [...vault.known.values()];
  assert.ok((await check({ search: (query) => registry.search(query) }, known)) >= 0.99);
  // A vector that comes later gets its bits with its row.
  const [late] = await vault.add(1);
  const again = new FlatCodes(vault.vault, vault.space, 'one-bit', (await vault.vault.read('spaceFrame', { space: vault.space.id }))!.mean);
  await again.load();
  assert.ok(again.has(late!.id));
  assert.ok(again.bytes < index.bytes / 2, 'one-bit codes are not smaller');
  await registry.close();
  await again.close();
  index.wipe();
});
