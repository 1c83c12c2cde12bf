import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openEmbedder } from '../engine/providers/index.ts';
import { DOMAINS, FEATURES, featuresOf, hear, SIGNALS, unit, WORDINGS, wordingsOf, type TopicSignal } from '../engine/working/index.ts';

/**
 * With `--axes` it writes the axes that all words have in common, from the vocabulary and the fields of life alone.
 * Otherwise it learns what each sign of a change of topic counts: softmax regression with a quadratic penalty, by
 * gradient descent, on the tuning half of the labelled transitions. With `--cross` it writes nothing and
 * says how often the weights are right on rounds of writing that were left out of learning. Two runs give
 * the same bytes.
 */

const FOLDER = fileURLToPath(new URL('../engine/working/specimens/', import.meta.url));
const OUT = fileURLToPath(new URL('../engine/working/topic-weights.ts', import.meta.url));
const AXES = fileURLToPath(new URL('../engine/working/common-axes.ts', import.meta.url));
const VOCABULARY = fileURLToPath(new URL('../models/builtin/vocabulary.txt', import.meta.url));
const STEPS = 1500;
const RATE = 0.3;
/** Share of a step that goes on in the next one. */
const MOMENTUM = 0.9;
/** Penalty on the weight of a sign as counted in its own spread. */
const DECAY = 1e-2;
/** Keeps the weight of a rare sign small. */
const LEAST_SPREAD = 0.1;
/** What was written before rounds were told apart. */
const FIRST_ROUND = 1;

const model = await openEmbedder('builtin', { modelsDir: '', providers: [] });

const embed = (texts: readonly string[]) => model.embed(texts, 'document');
const meanOf = (vectors: readonly Float32Array[]): Float32Array => vectors[0]!.map((_, i) => vectors.reduce((sum, vector) => sum + vector[i]!, 0) / vectors.length);

/** The mean of all words of the vocabulary, and what the mean of the fields of life adds to it. */
async function writeAxes(): Promise<void> {
  const general = unit(meanOf(await model.embed(readFileSync(VOCABULARY, 'utf8').trim().split('\n'), 'document')));
  const everyday = meanOf(await model.embed(Object.values(DOMAINS), 'document'));
  const along = everyday.reduce((sum, x, i) => sum + x * general[i]!, 0);
  const axes = [general, unit(everyday.map((x, i) => x - along * general[i]!))];
  const row = (axis: Float32Array) => Array.from({ length: Math.ceil(axis.length / 16) }, (_, i) => `    ${[...axis.slice(16 * i, 16 * i + 16)].map((x) => x.toFixed(5)).join(', ')},`).join('\n');
  writeFileSync(AXES, `/** Directions that all words have in common, at right angles and of length 1: of the vocabulary, and of everyday talk. Written by scripts/train-topic.ts --axes; do not edit. */\nexport const COMMON: readonly Float32Array[] = [\n${axes.map((axis) => `  Float32Array.of(\n${row(axis)}\n  ),`).join('\n')}\n];\n`);
}

interface Lesson {
  /** Which sitting it was written in: texts of one sitting resemble each other. */
  round: number;
  turns: string[];
  next: string;
  signal: TopicSignal;
  values: number[];
}

async function lessons(): Promise<Lesson[]> {
  const rows = readFileSync(`${FOLDER}tuning.jsonl`, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Omit<Lesson, 'round' | 'values'> & { round?: number });
  return Promise.all(rows.map(async ({ round = FIRST_ROUND, turns, next, signal }) => {
    const heard = await hear([...turns, next], embed);
    const features = featuresOf(heard.slice(0, -1), heard.at(-1)!);
    const ways = new Set(wordingsOf(next));
    return { round, turns, next, signal, values: [...FEATURES.map((name) => features[name]), ...WORDINGS.map((way) => Number(ways.has(way)))] };
  }));
}

/** One row for each signal: a weight for every value, the bias last. */
type Weights = number[][];
function chancesOf(weights: Weights, values: readonly number[]): number[] {
  const powers = weights.map((row) => Math.exp(values.reduce((sum, value, i) => sum + value * row[i]!, row[values.length]!)));
  const all = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / all);
}

/** Learns on values as counted in their spread, and gives weights for the values as they are. */
function learn(from: readonly Lesson[]): Weights {
  const size = FEATURES.length + WORDINGS.length;
  const average = Array.from({ length: size }, (_, i) => from.reduce((sum, { values }) => sum + values[i]!, 0) / from.length);
  const spread = average.map((mean, i) => LEAST_SPREAD + Math.sqrt(from.reduce((sum, { values }) => sum + (values[i]! - mean) ** 2, 0) / from.length));
  const seen = from.map(({ values, signal }) => ({ signal, values: Float64Array.from(values, (value, i) => (value - average[i]!) / spread[i]!) }));
  const weights = SIGNALS.map(() => new Float64Array(size + 1));
  const steps = SIGNALS.map(() => new Float64Array(size + 1));
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((row) => row.map((w, i) => (i < size ? DECAY * w : 0)));
    for (const { values, signal } of seen) {
      const powers = weights.map((row) => { let sum = row[size]!; for (let i = 0; i < size; i++) sum += row[i]! * values[i]!; return Math.exp(sum); });
      const all = powers.reduce((a, b) => a + b, 0);
      SIGNALS.forEach((name, k) => {
        const error = (powers[k]! / all - Number(name === signal)) / seen.length;
        const row = slope[k]!;
        for (let i = 0; i < size; i++) row[i]! += error * values[i]!;
        row[size]! += error;
      });
    }
    slope.forEach((row, k) => row.forEach((s, i) => {
      steps[k]![i] = MOMENTUM * steps[k]![i]! - RATE * (1 - MOMENTUM) * s;
      weights[k]![i]! += steps[k]![i]!;
    }));
  }
  return weights.map((row) => {
    const plain = average.map((_, i) => row[i]! / spread[i]!);
    return [...plain, plain.reduce((bias, w, i) => bias - w * average[i]!, row[size]!)];
  });
}

const judge = (weights: Weights, { values }: Lesson): TopicSignal => {
  const chances = chancesOf(weights, values);
  return SIGNALS[chances.indexOf(Math.max(...chances))]!;
};

if (process.argv.includes('--axes')) {
  await writeAxes();
  process.exit(0);
}
const all = await lessons();
if (process.argv.includes('--cross')) {
  const wrong: string[] = [];
  const shares: string[] = [];
  let right = 0;
  for (const round of new Set(all.map((lesson) => lesson.round))) {
    const weights = learn(all.filter((lesson) => lesson.round !== round));
    const out = all.filter((lesson) => lesson.round === round);
    const missed = out.filter((lesson) => judge(weights, lesson) !== lesson.signal);
    wrong.push(...missed.map((lesson) => `${lesson.signal} taken for ${judge(weights, lesson)}: ${lesson.next}  [${lesson.turns.at(-1)}]`));
    shares.push(`round ${round}: ${(1 - missed.length / out.length).toFixed(3)} of ${out.length}`);
    right += out.length - missed.length;
  }
  process.stdout.write(`${wrong.sort().join('\n')}\n${shares.join('\n')}\n${right} of ${all.length}: ${(right / all.length).toFixed(3)}\n`);
} else {
  const weights = learn(all);
  const listed = (names: readonly string[], from: number, row: readonly number[]) => Array.from({ length: Math.ceil(names.length / 8) }, (_, line) =>
    `      ${names.slice(8 * line, 8 * line + 8).map((name, i) => `${name}: ${row[from + 8 * line + i]!.toFixed(3)},`).join(' ')}`);
  const rows = SIGNALS.map((signal, k) => [
    `  ${signal}: {`, `    bias: ${weights[k]!.at(-1)!.toFixed(3)},`, '    weights: {', ...listed(FEATURES, 0, weights[k]!), '    },',
    '    wordings: {', ...listed(WORDINGS, FEATURES.length, weights[k]!), '    },', '  },',
  ].join('\n'));
  writeFileSync(OUT, `import type { Feature, TopicSignal } from './signs.ts';\nimport type { Wording } from './wordings.ts';\n\n/** Learned by scripts/train-topic.ts from specimens/tuning.jsonl; do not edit. */\nexport const TOPIC: Record<TopicSignal, { bias: number; weights: Record<Feature, number>; wordings: Record<Wording, number> }> = {\n${rows.join('\n')}\n};\n`);
  process.stdout.write(`${all.length} transitions; ${all.filter((lesson) => judge(weights, lesson) === lesson.signal).length} right\n`);
}
