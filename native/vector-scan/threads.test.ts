import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { seeded } from '../../bench/seeded.ts';
import { SpaceCodes, State, type CodesQuery, type Form, type ScanHit } from './index.ts';

/** Another thread that answers queries, or asks one query over and over until it is told to stop. */
const READER = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.door).then(({ searchCodes }) => {
  parentPort.on('message', ({ shared, query, flag }) => {
    if (!flag) return parentPort.postMessage(searchCodes(shared, query));
    const answers = [];
    while (Atomics.load(flag, 0) === 0) {
      answers.push(...searchCodes(shared, query));
      Atomics.add(flag, 1, 1);
    }
    parentPort.postMessage(answers);
  });
});`;
const reader = (): Worker => new Worker(READER, { eval: true, workerData: { door: new URL('./index.ts', import.meta.url).href } });
const answer = async (worker: Worker): Promise<ScanHit[]> => (await once(worker, 'message') as [ScanHit[]])[0];

const DIMENSIONS = 32;
const SEARCHES = 500;
/** The first component tells the id again, so that an entry read by half is found out. */
const vectorOf = (id: number): Float32Array => Float32Array.from({ length: DIMENSIONS }, (_, i) => (i === 0 ? Math.cos(id) : i === 1 ? Math.sin(id) : 0));
const query: CodesQuery = { vector: Float32Array.from({ length: DIMENSIONS }, (_, i) => (i === 0 ? 1 : 0)), k: 6000, scopes: [1], past: false };

for (const form of ['int8', 'one-bit'] as const satisfies readonly Form[]) {
  for (const memory of ['wasm', 'array'] as const) {
    test(`VECTOR-SIMD: another thread sees puts, changes, removals, growth and a wipe at once (${form}, ${memory})`, async () => {
      const worker = reader();
      const codes = new SpaceCodes({ form, dimensions: DIMENSIONS, memory });
      const ids = async (scopes: number[] | null = null) => {
        worker.postMessage({ shared: codes.shared, query: { ...query, scopes } });
        return new Set((await answer(worker)).map((hit) => hit.id));
      };
      const put = (id: number, scope: number) => codes.put(id, scope, State.live, codes.encode(vectorOf(id)));
      assert.deepEqual(await ids(), new Set());
      put(1, 1);
      put(2, 2);
      assert.deepEqual(await ids(), new Set([1, 2]));
      codes.change(2, 3, State.live);
      assert.deepEqual(await ids([2]), new Set());
      assert.deepEqual(await ids([3]), new Set([2]));
      codes.remove(1);
      assert.deepEqual(await ids(), new Set([2]));
      for (let id = 3; id <= 5000; id++) put(id, 1);
      assert.equal((await ids()).size, 4999);
      codes.wipe();
      assert.deepEqual(await ids(), new Set());
      await worker.terminate();
    });
  }
}

test('VECTOR-SIMD: searches during writes never show a foreign scope, a removed memory\'s code or half an entry', async () => {
  const worker = reader();
  const codes = new SpaceCodes({ form: 'int8', dimensions: DIMENSIONS });
  const here = new Set<number>();
  const turnOver = (id: number) => {
    if (here.delete(id)) return codes.remove(id);
    here.add(id);
    codes.put(id, id % 2, State.live, codes.encode(vectorOf(id)));
  };
  for (let id = 1; id <= 1000; id++) turnOver(id);
  const flag = new Int32Array(new SharedArrayBuffer(8));
  worker.postMessage({ shared: codes.shared, query: { ...query, k: 400 }, flag });
  let ended = false;
  const answers = answer(worker).finally(() => (ended = true));
  const random = seeded(4);
  // Memories of both scopes take turns in the same entries until enough searches went by.
  while (Atomics.load(flag, 1) < SEARCHES && !ended) {
    for (let i = 0; i < 100; i++) turnOver(1 + Math.floor(random() * 3000));
    await setImmediate();
  }
  Atomics.store(flag, 0, 1);
  const hits = await answers;
  await worker.terminate();
  assert.ok(hits.length > 0, 'it searched meanwhile');
  for (const { id, score } of hits) {
    assert.equal(id % 2, 1);
    assert.ok(Math.abs(score - Math.cos(id)) < 0.02, `memory ${id} scored ${score}`);
  }
});
