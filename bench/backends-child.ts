import { readFileSync } from 'node:fs';
import { VectorIndex, type Kind } from '../engine/cortex/index.ts';
import { scopedTo } from '../security/access/index.ts';
import { openBare } from './bare.ts';

/** Opens a vault in a fresh process, loads one backend, and asks. Memory is that of this process alone. */
const [dir, questionsFile, dimensionsText, spaceText, kindText, kText] = process.argv.slice(2) as [string, string, string, string, string, string];
const dimensions = Number(dimensionsText);
const kind = JSON.parse(kindText) as Kind;
const bytes = readFileSync(questionsFile);
const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
const questions = Array.from({ length: all.length / dimensions }, (_, i) => all.slice(i * dimensions, (i + 1) * dimensions));
const WARM_UP = 20;
const collect = () => (globalThis as { gc?: () => void }).gc?.();
const resident = () => {
  collect();
  return process.memoryUsage.rss();
};

const vault = await openBare(dir);
const wish = { wish: kind.name, pressure: kind.form === 'one-bit' ? ('elevated' as const) : ('normal' as const) };
const idle = resident();
const start = performance.now();
const index = new VectorIndex(vault, { id: Number(spaceText), dimensions, metric: 'cosine' }, { wish: () => wish, ...(await import('./makers.ts')) });
const loading = index.load();
const ask = (vector: Float32Array) => index.search(scopedTo({ vector, k: Number(kText), past: false }, { kind: 'person', local: true }, { project: 'p1' }));
let firstMs = 0;
while (firstMs === 0) if ((await ask(questions[0]!)).length > 0) firstMs = performance.now() - start;
else await new Promise((done) => setTimeout(done, 5));
await loading;
await index.settled();
const completeMs = performance.now() - start;
for (let i = 0; i < WARM_UP; i++) await ask(questions[i % questions.length]!);
const taken: number[] = [];
const answers: number[][] = [];
const used = process.cpuUsage();
for (const question of questions) {
  const from = performance.now();
  const hits = await ask(question);
  taken.push(performance.now() - from);
  answers.push(hits.map(({ id }) => id));
}
const { user, system } = process.cpuUsage(used);
const cpuMs = (user + system) / 1000 / questions.length;
const loaded = resident();
console.log(JSON.stringify({ backend: index.backend.name, form: index.backend.form, count: index.count, idle, loaded, firstMs, completeMs, cpuMs, taken, answers }));
await index.close();
await vault.close();
