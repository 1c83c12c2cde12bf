import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { codeScore, meanOf, quantise, RESCORED, rescoreHits, searchCodes, SpaceCodes, State, type Code, type Form, type ScanHit, type ScanWith } from '../native/vector-scan/index.ts';
import { clusters, nearest } from './clusters.ts';

/**
 * node bench/vectors.ts [--count N] [--dimensions D] [--questions Q]: what a search of N codes takes on
 * one thread, how many of the true ten it finds, and how fast codes are made and put in. Every figure
 * is asserted to have measured something before it is printed. `cpu ms` and `puts/s` count the time
 * this thread ran, which a busy machine does not change.
 */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, dimensions: { type: 'string', default: '384' }, questions: { type: 'string', default: '60' } },
});
const [count, dimensions, asked] = [Number(values.count), Number(values.dimensions), Number(values.questions)];
const TEN = 10;
/** Hits the engine asks for at least, and how many of them it scores again at least. */
const DEPTH = 200;
const WARM_UP = 5;
/** The TypeScript twin is slow at a million. */
const PLAIN_QUESTIONS = 10;
const MEAN_SAMPLE = 10_000;

const data = clusters(count, dimensions);
const questions = Array.from({ length: asked }, data.question);
const truth = questions.map((question) => new Set(nearest(data, question, TEN)));
const stored: Code[] = [];
const scoreOf = (question: Float32Array, id: number): number => codeScore(question, (stored[id - 1] ??= quantise(data.at(id - 1))));

function fill(form: Form): { codes: SpaceCodes; perSecond: number } {
  const sample = Array.from({ length: Math.min(count, MEAN_SAMPLE) }, (_, i) => data.at(Math.floor((i * count) / Math.min(count, MEAN_SAMPLE))));
  const codes = new SpaceCodes({ form, dimensions, mean: meanOf(sample, dimensions) });
  const start = process.threadCpuUsage();
  for (let i = 0; i < count; i++) codes.put(i + 1, 1 + (i % 4), State.live, codes.encode(data.at(i)));
  const used = process.threadCpuUsage(start);
  const perSecond = (count * 1e6) / (used.user + used.system);
  assert.equal(codes.count, count);
  return { codes, perSecond };
}

const recall = (answers: ScanHit[][]): number =>
  answers.reduce((sum, hits, i) => sum + hits.slice(0, TEN).filter((hit) => truth[i]!.has(hit.id - 1)).length / truth[i]!.size, 0) / answers.length;

function measure(name: string, { codes, perSecond }: ReturnType<typeof fill>, using: ScanWith): void {
  const mine = using === 'plain' ? questions.slice(0, PLAIN_QUESTIONS) : questions;
  const kept = Math.max(DEPTH, RESCORED);
  const depths = [RESCORED, kept];
  const ask = (vector: Float32Array) => searchCodes(codes.shared, { vector, k: kept, scopes: null, past: false }, using);
  // The engine makes slow code first and fast code while it runs.
  for (let i = 0; i < WARM_UP; i++) ask(mine[i % mine.length]!);
  const taken: number[] = [];
  const before = process.threadCpuUsage();
  const answers = mine.map((question) => {
    const start = performance.now();
    const hits = ask(question);
    taken.push(performance.now() - start);
    assert.equal(hits.length, Math.min(kept, count));
    return hits;
  });
  const used = process.threadCpuUsage(before);
  const cpuMs = (used.user + used.system) / 1000 / mine.length;
  taken.sort((a, b) => a - b);
  const rescored = depths.map((depth) => recall(answers.map((hits, i) => rescoreHits(hits.slice(0, depth), (id) => scoreOf(mine[i]!, id)))));
  // Exact vectors, as the engine reads them from the vault.
  const exact = depths.map((depth) => recall(answers.map((hits, i) => hits.slice(0, depth)
    .map(({ id }) => ({ id, score: data.at(id - 1).reduce((sum, x, d) => sum + x * mine[i]![d]!, 0) })).sort((a, b) => b.score - a.score))));
  const row = [
    name.padEnd(16), taken[Math.floor(taken.length * 0.5)]!.toFixed(2).padStart(8), taken[Math.floor(taken.length * 0.95)]!.toFixed(2).padStart(8), cpuMs.toFixed(2).padStart(8),
    String(kept).padStart(5), recall(answers).toFixed(3).padStart(8), ...[...rescored, ...exact].map((value) => value.toFixed(3).padStart(10)),
    (codes.bytes / 1e6).toFixed(1).padStart(8), String(Math.round(perSecond)).padStart(10),
  ];
  console.log(row.join(' '));
}

console.log(`${count} vectors of ${dimensions} dimensions, ${asked} questions, one thread; recall of the true ${TEN}: alone, and with the first ${RESCORED} or all hits kept scored again by int8 codes or exact vectors`);
const titles = [['p50 ms', 8], ['p95 ms', 8], ['cpu ms', 8], ['kept', 5], ['alone', 8], [`int8 ${RESCORED}`, 10], ['int8 all', 10], [`exact ${RESCORED}`, 10], ['exact all', 10], ['MB', 8], ['puts/s', 10]] as const;
console.log(['codes'.padEnd(16), ...titles.map(([title, width]) => title.padStart(width))].join(' '));
const int8 = fill('int8');
measure('int8 TypeScript', int8, 'plain');
measure('int8 kernel', int8, 'kernel');
int8.codes.wipe();
const bits = fill('one-bit');
measure('one-bit TypeScript', bits, 'plain');
measure('one-bit kernel', bits, 'kernel');
