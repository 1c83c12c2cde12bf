import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openEmbedder } from '../engine/providers/index.ts';
import { FEATURES, featuresOf, hear, SIGNALS, WORDINGS, wordingsOf, type TopicSignal } from '../engine/working/index.ts';

/**
 * Learns what each sign of a change of topic counts: softmax regression with a quadratic penalty, by
 * gradient descent, on the tuning half of the labelled transitions. With `--cross` it writes nothing and
 * says how often the weights are right on conversations that were left out of learning. Two runs give
 * the same bytes.
 */

const FOLDER = fileURLToPath(new URL('../engine/working/specimens/', import.meta.url));
const OUT = fileURLToPath(new URL('../engine/working/topic-weights.ts', import.meta.url));
const ROUNDS = 1200;
const RATE = 0.1;
/** Share of a step that goes on in the next one. */
const MOMENTUM = 0.9;
const DECAY = 4e-3;
/** There are many wordings and each is rare. */
const WORDING_DECAY = 8e-3;
const FOLDS = 10;

interface Lesson {
  conversation: string;
  next: string;
  signal: TopicSignal;
  values: number[];
}

async function lessons(): Promise<Lesson[]> {
  const model = await openEmbedder('builtin', { modelsDir: '', providers: [] });
  const rows = readFileSync(`${FOLDER}tuning.jsonl`, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { turns: string[]; next: string; signal: TopicSignal });
  return Promise.all(rows.map(async ({ turns, next, signal }) => {
    const heard = await hear([...turns, next], (texts) => model.embed(texts, 'document'));
    const features = featuresOf(heard.slice(0, -1), heard.at(-1)!);
    const ways = new Set(wordingsOf(next));
    return { conversation: turns[0]!, next, signal, values: [...FEATURES.map((name) => features[name]), ...WORDINGS.map((way) => Number(ways.has(way))), 1] };
  }));
}

type Weights = number[][];
function chancesOf(weights: Weights, values: readonly number[]): number[] {
  const powers = weights.map((row) => Math.exp(row.reduce((sum, w, i) => sum + w * values[i]!, 0)));
  const all = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / all);
}

function learn(from: readonly Lesson[]): Weights {
  const weights: Weights = SIGNALS.map(() => Array.from({ length: FEATURES.length + WORDINGS.length + 1 }, () => 0));
  const steps = weights.map((row) => row.map(() => 0));
  for (let round = 0; round < ROUNDS; round++) {
    const slope = weights.map((row) => row.map((w, i) => (i < FEATURES.length ? DECAY * w : i < row.length - 1 ? WORDING_DECAY * w : 0)));
    for (const { values, signal } of from)
      chancesOf(weights, values).forEach((chance, k) => {
        const error = (chance - Number(SIGNALS[k] === signal)) / from.length;
        values.forEach((value, i) => { if (value !== 0) slope[k]![i]! += error * value; });
      });
    slope.forEach((row, k) => row.forEach((s, i) => {
      steps[k]![i] = MOMENTUM * steps[k]![i]! - RATE * s;
      weights[k]![i]! += steps[k]![i]!;
    }));
  }
  return weights;
}

const judge = (weights: Weights, { values }: Lesson): TopicSignal => {
  const chances = chancesOf(weights, values);
  return SIGNALS[chances.indexOf(Math.max(...chances))]!;
};

const all = await lessons();
if (process.argv.includes('--cross')) {
  const conversations = [...new Set(all.map(({ conversation }) => conversation))];
  const wrong: string[] = [];
  let right = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const out = new Set(conversations.filter((_, i) => i % FOLDS === fold));
    const weights = learn(all.filter(({ conversation }) => !out.has(conversation)));
    for (const lesson of all.filter(({ conversation }) => out.has(conversation))) {
      const found = judge(weights, lesson);
      if (found === lesson.signal) right++;
      else wrong.push(`${lesson.signal} taken for ${found}: ${lesson.next}  [${lesson.conversation}]`);
    }
  }
  process.stdout.write(`${wrong.sort().join('\n')}\n${right} of ${all.length}: ${(right / all.length).toFixed(3)}\n`);
} else {
  const weights = learn(all);
  const rows = SIGNALS.map((signal, k) => [
    `  ${signal}: {`, `    bias: ${weights[k]!.at(-1)!.toFixed(3)},`, '    weights: {',
    ...FEATURES.map((name, i) => `      ${name}: ${weights[k]![i]!.toFixed(3)},`), '    },', '    wordings: {',
    ...WORDINGS.map((name, i) => `      ${name}: ${weights[k]![FEATURES.length + i]!.toFixed(3)},`), '    },', '  },',
  ].join('\n'));
  writeFileSync(OUT, `import type { Feature, TopicSignal } from './signs.ts';\nimport type { Wording } from './wordings.ts';\n\n/** Learned by scripts/train-topic.ts from specimens/tuning.jsonl; do not edit. */\nexport const TOPIC: Record<TopicSignal, { bias: number; weights: Record<Feature, number>; wordings: Record<Wording, number> }> = {\n${rows.join('\n')}\n};\n`);
  process.stdout.write(`${all.length} transitions; ${all.filter((lesson) => judge(weights, lesson) === lesson.signal).length} right\n`);
}
