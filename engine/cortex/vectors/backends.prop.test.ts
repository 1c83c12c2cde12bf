import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { similarity, State, type Metric } from '../../../native/vector-scan/index.ts';
import { QdrantServer } from '../../../test/support/qdrant-server.ts';
import { tempDir } from '../../../test/support/temp-vault.ts';
import { createVectorVault, exactly, scopedAs, vectorSource, type VectorVault } from '../../../test/support/vector-vault.ts';
import { openQdrant } from '../../providers/index.ts';
import { FlatCodes, Hnsw, Qdrant, SEARCHES_PER_MINUTE, VaultRows, VectorIndex, type MakeBackend } from './index.ts';

/** The same promises for every backend, against the exact twin. A real Qdrant takes the stub's place at the address in this variable. */
const REAL_QDRANT = process.env.ENGRAM_QDRANT;
const server = new QdrantServer();
let address = '';
before(async () => void (address = REAL_QDRANT ?? (await server.start())));
after(() => server.stop());

let minutes = 0;
let collections = 0;
const makers: Record<string, MakeBackend> = {
  'flat-codes int8': (_kind, vault, space) => new FlatCodes(vault, space, 'int8'),
  'flat-codes int8, scanned in parts': (_kind, vault, space) => new FlatCodes(vault, space, 'int8', undefined, () => 3),
  'flat-codes one-bit': (_kind, vault, space) => FlatCodes.oneBit(vault, space),
  hnsw: (_kind, vault, space) => new Hnsw(vault, space),
  'sqlite-vec': (_kind, vault, space) => new VaultRows(vault, space),
  'sqlite-vec over bits': async (_kind, vault, space) => {
    await (await FlatCodes.oneBit(vault, space)).close();
    return new VaultRows(vault, space);
  },
  qdrant: (_kind, vault, space) =>
    new Qdrant(vault, space, openQdrant(address, `engram-test-${process.pid}-${collections++}`, Qdrant.dimensionsOf(space)), () => (minutes += 60_000)),
};

/** An index whose first choice is the backend under test. */
async function indexWith(name: string, vault: VectorVault): Promise<VectorIndex> {
  const kind = name.split(' ')[0] as 'hnsw';
  const index = new VectorIndex(vault.vault, vault.space, { make: makers[name]!, wish: () => ({ wish: kind, pressure: 'normal' }) });
  await index.load();
  await index.settled();
  // Flat codes choose their form by the count; here the form is what is tested.
  if (name === 'flat-codes one-bit') await index.use({ name: 'flat-codes', form: 'one-bit' });
  assert.equal(index.problem, null);
  assert.equal(index.backend.name, kind);
  return index;
}

interface Step {
  act: 'add' | 'forget' | 'restore' | 'search';
  which: number;
  project: null | 'p1' | 'p2' | 'all';
  past: boolean;
  k: number;
}
const step = fc.record<Step>({
  act: fc.constantFrom('add', 'forget', 'restore', 'search', 'search'), which: fc.nat(10_000), project: fc.constantFrom(null, 'p1', 'p2', 'all'), past: fc.boolean(), k: fc.integer({ min: 1, max: 20 }),
});

/** A hit is as good as the one the twin has in its place when it is as near, within what codes of so few dimensions lose. */
const TOLERANCE: Record<Metric, number> = { cosine: 0.02, dot: 0.02, euclidean: 0.02, hamming: 0 };
const FIRST = 300;

const shapes: [metric: Metric, dimensions: number][] = [['cosine', 64], ['dot', 40], ['euclidean', 40], ['hamming', 64]];
for (const name of Object.keys(makers))
  for (const [metric, dimensions] of shapes)
    test(`VECTOR-BACKENDS: ${name} with ${metric} finds what the exact twin finds, through writes, forgetting and scopes`, async () => {
      using folder = tempDir();
      await using vault = await createVectorVault(join(folder.path, 'v'), { dimensions, metric });
      await vault.add(FIRST);
      const index = await indexWith(name, vault);
      const next = vectorSource(dimensions, 99);
      let looked = 0;
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const { act, which, project, past, k } of steps) {
          const rows = [...vault.known.values()];
          const one = rows[which % rows.length]!;
          if (act === 'add') for (const added of await vault.add(2)) index.put(added.id, added.scope, 'active', added.vector);
          else if (act === 'forget') {
            if (one.status === 'gone') continue;
            index.changed(await vault.vault.write('forgetMemory', { id: one.publicId, actor: 'test', now: 1 }));
            one.status = 'gone';
          } else if (act === 'restore') {
            if (one.status !== 'gone') continue;
            const changed = await vault.vault.write('restoreMemory', { id: one.publicId, actor: 'test', now: 1 });
            index.put(changed.row, changed.scope, changed.status, one.vector);
            one.status = 'active';
          } else {
            const asked = { vector: which % 2 ? next() : one.vector, k, past };
            const truth = exactly(vault.known.values(), metric, asked, project);
            const hits = await index.search(scopedAs(asked, project));
            looked++;
            assert.equal(hits.length, truth.length, 'as many as there are');
            assert.equal(new Set(hits.map(({ id }) => id)).size, hits.length, 'each once');
            hits.forEach((hit, i) => {
              const known = vault.known.get(hit.id)!;
              assert.ok(known.status === 'active' && (project === 'all' || known.project === null || known.project === project), 'a hit that may not be seen');
              const exact = similarity(metric, asked.vector, known.vector);
              assert.ok(Math.abs(hit.score - exact) <= TOLERANCE[metric] + 1e-6, `score ${hit.score}, exact ${exact}`);
              assert.ok(exact >= truth[i]!.score - TOLERANCE[metric] - 1e-6, `place ${i}: ${exact} instead of ${truth[i]!.score}`);
              assert.ok(i === 0 || hits[i - 1]!.score >= hit.score, 'best first');
            });
          }
        }
      }), { numRuns: 12 });
      assert.ok(looked > 10);
      const { members } = await index.snapshot();
      assert.deepEqual([...members], [...vault.known.values()].filter((one) => one.status === 'active').map((one) => one.id).sort((a, b) => a - b));
      index.wipe();
      assert.deepEqual(await index.search(scopedAs({ vector: next(), k: 5, past: false }, 'all')), [], 'found something after lock');
      await index.close();
    });

test('VECTOR-GUARD: a server gets degraded vectors and numbers only, a limited number of searches, and is written into the audit trail', async () => {
  using folder = tempDir();
  await using vault = await createVectorVault(join(folder.path, 'v'), { dimensions: 64 });
  const [first] = await vault.add(30);
  server.asked.length = 0;
  const stub = REAL_QDRANT ? await server.start() : address;
  let now = 0;
  const backend = new Qdrant(vault.vault, vault.space, openQdrant(stub, 'engram-guard', 64), () => now);
  await backend.load();
  const ask = () => backend.search(scopedAs({ vector: first!.vector, k: 3, past: false }, 'p1'));
  for (let i = 0; i < SEARCHES_PER_MINUTE; i++) await ask();
  await assert.rejects(ask(), { code: 'RATE_LIMITED' });
  now += 60_001;
  await ask();
  const sent = server.asked.find(({ line }) => line.startsWith('PUT /collections/engram-guard/points'))!.body as { points: { id: number; vector: number[]; payload: object }[] };
  assert.equal(sent.points.length, 30);
  for (const { id, vector, payload } of sent.points) {
    const exact = vault.known.get(id)!.vector;
    assert.notDeepEqual(Float32Array.from(vector), exact, 'an exact vector left');
    assert.ok(similarity('cosine', Float32Array.from(vector), exact) > 0.999);
    assert.ok(new Set(vector.map((x) => Math.round(Math.abs(x) * 1e6))).size <= 128);
    assert.deepEqual(Object.keys(payload), ['scope', 'state']);
  }
  assert.doesNotMatch(JSON.stringify(server.asked), /row \d|p1|p2/, 'a text or a name left');
  await backend.close();
  const trail = (await vault.vault.read('auditAfter', { after: 0, limit: 1000 })).filter((entry) => entry.actor === 'backend:qdrant');
  assert.deepEqual(trail.map(({ operation, count, memory }) => [operation, count, memory]), [['backend.insert', 30, null], ['backend.search', 100, null], ['backend.search', 1, null]]);
  server.down = true;
  try {
    const away = new Qdrant(vault.vault, vault.space, openQdrant(stub, 'engram-guard', 64), () => now);
    await assert.rejects(away.load(), { code: 'PROVIDER_FAILED' });
    await away.close();
    // The index goes on with what it has.
    const index = new VectorIndex(vault.vault, vault.space, {
      wish: () => ({ wish: 'qdrant', pressure: 'normal' }),
      make: (kind, v, space) => (kind.name === 'qdrant' ? new Qdrant(v, space, openQdrant(stub, 'engram-guard', 64), () => now) : new FlatCodes(v, space, 'int8')),
    });
    await index.load();
    await index.settled();
    assert.deepEqual([index.backend.name, index.problem], ['flat-codes', 'PROVIDER_FAILED']);
    assert.equal((await index.search(scopedAs({ vector: first!.vector, k: 1, past: false }, 'all')))[0]!.id, first!.id);
    await index.close();
  } finally {
    server.down = false;
  }
});

test('VECTOR-GUARD: answers of another form are refused', async () => {
  const odd = new QdrantServer();
  const at = await odd.start();
  try {
    const collection = openQdrant(at, 'odd', 4);
    await collection.ensure();
    odd.collections.get('odd')!.points.set(1, { id: -1, vector: [1, 1, 1, 1], payload: { scope: 1, state: State.live } });
    await assert.rejects(collection.query(Float32Array.of(1, 1, 1, 1), 3, { scopes: null, states: [State.live] }), { code: 'PROVIDER_FAILED' });
    assert.throws(() => openQdrant(at, '../admin', 4), { code: 'INVALID_INPUT' });
  } finally {
    await odd.stop();
  }
});
