import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FlatCodes, type Kind } from '../engine/cortex/index.ts';
import { createBare, smallMemory } from './bare.ts';
import { clusters } from './clusters.ts';
import { quantile } from './quantile.ts';

/**
 * node bench/backends.ts [--count N] [--dimensions D] [--questions Q] [--depth K] [--backends int8,one-bit,hnsw,sqlite-vec] [--peers]: the
 * nearest ten of N vectors in an encrypted vault, through the index as recall asks it, within two of four scopes. Each backend
 * runs in a process of its own, whose memory above an idle one is told. `cpu ms` counts all threads of it and is what a busy
 * machine does not change. Every figure is asserted to have measured something.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' }, dimensions: { type: 'string', default: '384' }, questions: { type: 'string', default: '100' },
    depth: { type: 'string', default: '200' },
    backends: { type: 'string', default: 'int8,one-bit,hnsw,sqlite-vec' }, peers: { type: 'boolean', default: false },
  },
});
const [count, dimensions, asked] = [Number(values.count), Number(values.dimensions), Number(values.questions)];
const TEN = 10;
/** Hits asked for; recall asks for 200. */
const DEPTH = Number(values.depth);
const ROWS = 500;
const PROJECTS = ['p1', 'p2', null, 'p3'];
const kinds: Record<string, Kind> = {
  int8: { name: 'flat-codes', form: 'int8' }, 'one-bit': { name: 'flat-codes', form: 'one-bit' }, hnsw: { name: 'hnsw', form: null }, 'sqlite-vec': { name: 'sqlite-vec', form: null },
};

const data = clusters(count, dimensions);
const questions = Array.from({ length: asked }, data.question);
/** Whoever asks sees p1 and what belongs to no project. */
const visible = (i: number) => i % 2 === 0;
const truth = questions.map((question) => nearest(question, visible));
const everything = values.peers ? questions.map((question) => nearest(question, () => true)) : [];

function nearest(question: Float32Array, seen: (i: number) => boolean): Set<number> {
  const best: { i: number; score: number }[] = [];
  for (let i = 0, at = 0; i < count; i++, at += dimensions) {
    if (!seen(i)) continue;
    let score = 0;
    for (let d = 0; d < dimensions; d++) score += question[d]! * data.vectors[at + d]!;
    if (best.length === TEN && score <= best[TEN - 1]!.score) continue;
    const place = best.findIndex((one) => one.score < score);
    best.splice(place < 0 ? best.length : place, 0, { i, score });
    best.length = Math.min(best.length, TEN);
  }
  return new Set(best.map(({ i }) => i));
}

const recallOf = (answers: readonly (readonly number[])[], wanted: readonly Set<number>[]) =>
  answers.reduce((sum, ids, q) => sum + ids.slice(0, TEN).filter((i) => wanted[q]!.has(i)).length / wanted[q]!.size, 0) / answers.length;

const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
try {
  const dir = join(folder, 'v');
  const vault = await createBare(dir);
  const space = await vault.write('ensureSpace', { name: 'bench', dimensions, metric: 'cosine' });
  const rows: number[] = [];
  for (let from = 0; from < count; from += ROWS) {
    const memories = Array.from({ length: Math.min(ROWS, count - from) }, (_, i) => smallMemory(from + i, PROJECTS[(from + i) % PROJECTS.length]!));
    for (const { row } of await vault.write('storeMemories', { memories, space, now: 1, actor: 'bench' })) rows.push(row);
  }
  const numberOf = new Map(rows.map((row, i) => [row, i]));
  let start = performance.now();
  for (let from = 0; from < count; from += ROWS)
    await vault.write('putEmbeddings', { space, vectors: rows.slice(from, from + ROWS).map((id, i) => ({ id, text: `row ${from + i}`, vector: data.at(from + i).slice() })) });
  const putMs = performance.now() - start;
  assert.equal((await vault.read('embeddingCounts', { space: 'bench' })).embedded, count);
  console.log(`${count} vectors of ${dimensions} dimensions, half of them visible; vectors with their codes into the vault: ${Math.round((count * 1000) / putMs)}/s`);
  start = performance.now();
  await (await FlatCodes.oneBit(vault, { id: space, dimensions, metric: 'cosine' })).close();
  console.log(`one-bit codes made of them: ${Math.round((count * 1000) / (performance.now() - start))}/s`);
  await vault.close();
  const file = join(folder, 'questions');
  writeFileSync(file, Buffer.concat(questions.map((question) => Buffer.from(question.buffer, question.byteOffset, question.byteLength))));
  const titles = ['backend', 'p50 ms', 'p95 ms', 'cpu ms', 'recall@10', 'first ms', 'complete ms', 'MB above idle'];
  console.log(titles.map((title, i) => (i === 0 ? title.padEnd(14) : title.padStart(14))).join(''));
  const print = (name: string, cells: readonly (number | string)[]) => console.log(name.padEnd(14) + cells.map((cell) => String(typeof cell === 'number' ? Math.round(cell * 1000) / 1000 : cell).padStart(14)).join(''));
  for (const name of values.backends.split(',')) {
    const run = spawnSync(process.execPath, ['--expose-gc', '--max-semi-space-size=4', join(import.meta.dirname, 'backends-child.ts'), dir, file, String(dimensions), String(space), JSON.stringify(kinds[name]), String(DEPTH)],
      { encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.equal(run.status, 0, run.stderr);
    const told = JSON.parse(run.stdout) as { backend: string; form: string; count: number; idle: number; loaded: number; firstMs: number; completeMs: number; cpuMs: number; taken: number[]; answers: number[][] };
    assert.deepEqual([told.backend, told.count, told.answers.length], [kinds[name]!.name, count, asked]);
    const answers = told.answers.map((ids) => ids.map((id) => numberOf.get(id)!));
    assert.ok(answers.every((ids) => ids.every(visible)), 'a hit that may not be seen');
    assert.ok(answers.every((ids) => ids.length === Math.min(DEPTH, count / 2)), 'as many hits as there are');
    const sorted = told.taken.toSorted((a, b) => a - b);
    print(name === 'int8' || name === 'one-bit' ? `flat ${told.form}` : name, [quantile(sorted, 0.5), quantile(sorted, 0.95), told.cpuMs, recallOf(answers, truth), told.firstMs, told.completeMs, Math.round((told.loaded - told.idle) / 1e5) / 10]);
  }
  if (values.peers) {
    console.log('peers, in this process, without a filter, nothing encrypted:');
    for (const [name, run] of Object.entries((await import('./peers.ts')).peers)) {
      const before = process.memoryUsage.rss();
      const from = performance.now();
      const peer = await run(data.vectors, dimensions, folder).catch((error: unknown) => String(error));
      if (typeof peer === 'string') {
        console.log(`${name.padEnd(14)}  not here: ${peer.split('\n')[0]}`);
        continue;
      }
      const buildMs = performance.now() - from;
      const memory = (process.memoryUsage.rss() - before) / 1e6;
      const taken: number[] = [];
      const answers: number[][] = [];
      for (const question of questions) {
        const at = performance.now();
        answers.push(await peer.search(question, TEN));
        taken.push(performance.now() - at);
      }
      assert.ok(answers.every((ids) => ids.length === TEN));
      const sorted = taken.toSorted((a, b) => a - b);
      print(name, [quantile(sorted, 0.5), quantile(sorted, 0.95), '', recallOf(answers, everything), '', buildMs, Math.round(memory * 10) / 10]);
      await peer.close();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
