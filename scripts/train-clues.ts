import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Clue, type MemoryId } from '../contract/index.ts';
import { createEngine } from '../engine/serve/index.ts';

/**
 * Learns what each clue counts when recall places what it found: a listwise softmax (Cao et al. 2007)
 * over the candidates of every question, by Adam. Files are data sets in the layout of
 * `engram eval retrieval`; a question marked "held-out" is not learned from. `--cross` writes nothing
 * and says what the weights find in every file when they were learned from the others.
 *
 *   node scripts/train-clues.ts [--cross] [--share FOLDER=N]... FOLDER...
 */

const OUT = fileURLToPath(new URL('../engine/cortex/rerank/weights.ts', import.meta.url));
const ROUNDS = 250;
const RATE = 0.05;
const DECAY = 1e-2;
const DEPTH = 50;

interface DataSet {
  name: string;
  memories: { id: string; text: string; speaker?: string; session?: string; timestamp?: string }[];
  queries: { id: string; text: string; relevant: string[]; category?: string; split?: string; asked_at?: string; context?: string[] }[];
}
interface Lesson {
  file: string;
  folder: string;
  held: boolean;
  clues: number[][];
  /** Places of the candidates that answer, and how many there are in all. */
  relevant: number[];
  all: number;
}

async function lessonsOf(folder: string, file: string): Promise<Lesson[]> {
  const set = JSON.parse(readFileSync(join(folder, file), 'utf8')) as DataSet;
  const dir = mkdtempSync(join(tmpdir(), 'engram-train-'));
  const engine = await createEngine({ dir, host: 'cli', kdf: 'floor', keychain: false });
  try {
    const client = engine.client({ kind: 'person', local: true });
    await client.vault.create({ passphrase: randomBytes(24).toString('base64url') });
    await client.settings.set({ 'recall.diversity': 1 });
    const ids = new Map<string, MemoryId>();
    for (let start = 0; start < set.memories.length; start += 200) {
      const rows = set.memories.slice(start, start + 200).filter(({ text }) => text.trim() !== '' && text.length <= 8000);
      const stored = await client.memories.rememberMany({ memories: rows.map(({ text, speaker, session, timestamp }) => ({ text, speaker, session, happenedAt: timestamp === undefined ? undefined : Date.parse(timestamp) })) });
      rows.forEach((row, i) => ids.set(row.id, stored[i]!.id));
    }
    await engine.settled();
    const last = Math.max(...set.memories.flatMap(({ timestamp }) => (timestamp === undefined ? [] : [Date.parse(timestamp)])), 0);
    const lessons: Lesson[] = [];
    for (const query of set.queries) {
      if (query.category === 'adversarial' || query.relevant.length === 0) continue;
      const { trace } = await client.recall({ query: query.text, limit: DEPTH, weak: true, context: query.context, at: query.asked_at === undefined ? last || undefined : Date.parse(query.asked_at), explain: true });
      const wanted = new Set(query.relevant.map((row) => ids.get(row)));
      const found = trace!.candidates.filter(({ verdict }) => verdict !== 'duplicate' && verdict !== 'quarantined' && verdict !== 'dismissed');
      lessons.push({
        file, folder, held: query.split === 'held-out', all: wanted.size,
        clues: found.map(({ clues }) => Clue.options.map((clue) => clues?.[clue] ?? 0)),
        relevant: found.flatMap(({ id }, i) => (wanted.has(id) ? [i] : [])),
      });
    }
    return lessons;
  } finally {
    await engine.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** How much a question of a folder counts; one when not said. */
const shares = new Map<string, number>();

function fit(lessons: readonly Lesson[]): number[] {
  const taught = lessons.filter(({ relevant }) => relevant.length > 0);
  const n = Clue.options.length;
  const rows = taught.flatMap(({ clues }) => clues);
  const mean = Clue.options.map((_, c) => rows.reduce((sum, row) => sum + row[c]!, 0) / rows.length);
  const spread = Clue.options.map((_, c) => Math.sqrt(rows.reduce((sum, row) => sum + (row[c]! - mean[c]!) ** 2, 0) / rows.length) || 1);
  const scaled = taught.map(({ clues }) => clues.map((row) => row.map((x, c) => (x - mean[c]!) / spread[c]!)));
  const [w, m, v] = [new Array<number>(n).fill(0), new Array<number>(n).fill(0), new Array<number>(n).fill(0)];
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = w.map((x) => DECAY * x * taught.length);
    taught.forEach((lesson, q) => {
      const share = shares.get(lesson.folder) ?? 1;
      const sums = scaled[q]!.map((row) => row.reduce((sum, x, c) => sum + x * w[c]!, 0));
      const top = Math.max(...sums);
      const odds = sums.map((sum) => Math.exp(sum - top));
      const total = odds.reduce((a, b) => a + b, 0);
      const target = new Set(lesson.relevant);
      odds.forEach((odd, i) => {
        const error = share * (odd / total - (target.has(i) ? 1 / target.size : 0));
        for (let c = 0; c < n; c++) gradient[c]! += error * scaled[q]![i]![c]!;
      });
    });
    for (let c = 0; c < n; c++) {
      m[c] = 0.9 * m[c]! + 0.1 * gradient[c]!;
      v[c] = 0.999 * v[c]! + 0.001 * gradient[c]! ** 2;
      w[c]! -= (RATE * (m[c]! / (1 - 0.9 ** round))) / (Math.sqrt(v[c]! / (1 - 0.999 ** round)) + 1e-8);
    }
  }
  return w.map((x, c) => x / spread[c]!);
}

const sumOf = (row: readonly number[], w: readonly number[]): number => row.reduce((sum, x, c) => sum + x * w[c]!, 0);

function tell(name: string, lessons: readonly Lesson[], weightsOf: (lesson: Lesson) => readonly number[]): void {
  const at = { five: 0, ten: 0, gain: 0 };
  for (const lesson of lessons) {
    const w = weightsOf(lesson);
    const order = lesson.clues.map((row, i) => ({ i, sum: sumOf(row, w) })).sort((a, b) => b.sum - a.sum).map(({ i }) => i);
    const hits = order.slice(0, 10).map((i) => lesson.relevant.includes(i));
    at.five += hits.slice(0, 5).filter(Boolean).length / lesson.all;
    at.ten += hits.filter(Boolean).length / lesson.all;
    const ideal = Array.from({ length: Math.min(10, lesson.all) }, (_, r) => 1 / Math.log2(r + 2)).reduce((a, b) => a + b, 0);
    at.gain += hits.reduce((sum, hit, r) => sum + (hit ? 1 / Math.log2(r + 2) : 0), 0) / ideal;
  }
  const n = lessons.length || 1;
  process.stdout.write(`${name.padEnd(44)} ${String(lessons.length).padStart(5)}  ${(at.five / n).toFixed(3)} ${(at.ten / n).toFixed(3)} ${(at.gain / n).toFixed(3)}\n`);
}

const folders: string[] = [];
let cross = false;
for (let i = 2; i < process.argv.length; i++) {
  const given = process.argv[i]!;
  if (given === '--cross') cross = true;
  else if (given === '--share') {
    const [folder, share] = process.argv[++i]!.split('=');
    shares.set(folder!, Number(share));
  } else folders.push(given);
}
const lessons: Lesson[] = [];
for (const folder of folders)
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')).sort()) lessons.push(...(await lessonsOf(folder, file)));
const files = [...new Set(lessons.map(({ file }) => file))];
const learned = fit(lessons.filter(({ held }) => !held));
process.stdout.write(`${'learned from, R@5 R@10 nDCG@10'.padEnd(44)}\n`);
for (const file of files) for (const held of [false, true]) {
  const of = lessons.filter((lesson) => lesson.file === file && lesson.held === held);
  if (of.length > 0) tell(`${file}${held ? ' (held out)' : ''}`, of, () => learned);
}
for (const folder of folders) tell(folder, lessons.filter((lesson) => lesson.folder === folder), () => learned);
if (cross) {
  process.stdout.write('learned from the other files\n');
  const without = new Map(files.map((file) => [file, fit(lessons.filter((lesson) => lesson.file !== file && !lesson.held))]));
  for (const file of files) tell(file, lessons.filter((lesson) => lesson.file === file), () => without.get(file)!);
  for (const folder of folders) tell(folder, lessons.filter((lesson) => lesson.folder === folder), (lesson) => without.get(lesson.file)!);
} else {
  // What half of the answers reach counts as one half.
  const sums = lessons.flatMap(({ clues, relevant }) => relevant.map((i) => sumOf(clues[i]!, learned))).sort((a, b) => a - b);
  const middle = sums[Math.floor(sums.length / 2)] ?? 0;
  // No lesson holds the judgement of a cross-encoder.
  const rows = Clue.options.map((clue, c) => `    ${clue}: ${clue === 'cross' ? 'CROSS' : learned[c]!.toFixed(3)},`);
  writeFileSync(OUT, `import { CROSS, type Reranking } from './rerank.ts';\n\n/** Made by scripts/train-clues.ts from development conversations and our own sets (docs/decisions/reranking.md). */\nexport const RERANKING: Reranking = {\n  middle: ${middle.toFixed(3)},\n  weights: {\n${rows.join('\n')}\n  },\n};\n`);
}
