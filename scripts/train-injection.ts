import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { featuresOf, piecesIn, PLACES, read, type Features } from '../security/injection/index.ts';

/**
 * Learns the weights of the injection scanner from security/injection/training: logistic regression by
 * AdaGrad over hashed words, runs of letters and classes of words. With `--cross` it writes nothing and
 * says what the weights find in every file when they were learned from the others. Two runs give the
 * same bytes.
 */

const FOLDER = fileURLToPath(new URL('../security/injection/training/', import.meta.url));
const OUT = fileURLToPath(new URL('../security/injection/weights.ts', import.meta.url));
const ROUNDS = 30;
const RATE = 0.05;
const DECAY = 3e-3;
/** A place that fewer texts use says nothing about other texts; its weight stays 0. */
const LEAST_TEXTS = 2;
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

function load(): Text[] {
  return readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl')).sort().flatMap((file) =>
    readFileSync(FOLDER + file, 'utf8').trim().split('\n').map((line) => {
      const { text, attack } = JSON.parse(line) as { text: string; attack: boolean };
      return { attack, file, pieces: piecesIn(read(text)).map(featuresOf) };
    }));
}

function sum({ bias, weights }: Model, { places, values }: Features): number {
  let total = bias;
  for (let i = 0; i < places.length; i++) total += weights[places[i]!]! * values[i]!;
  return total;
}
const highest = (model: Model, pieces: readonly Features[]): number => Math.max(...pieces.map((piece) => sum(model, piece)), -99);

function fit(samples: readonly { attack: boolean; features: Features }[]): Model {
  const model: Model = { bias: 0, weights: new Float64Array(PLACES) };
  const squares = new Float64Array(PLACES).fill(1e-8);
  let biasSquares = 1e-8;
  const order = samples.map((_, i) => i);
  let state = 7;
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = order.length - 1; i > 0; i--) {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      const j = state % (i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (const i of order) {
      const { attack, features } = samples[i]!;
      const error = 1 / (1 + Math.exp(-sum(model, features))) - (attack ? 1 : 0);
      biasSquares += error * error;
      model.bias -= (RATE * error) / Math.sqrt(biasSquares);
      const { places, values } = features;
      for (let k = 0; k < places.length; k++) {
        const place = places[k]!;
        const slope = error * values[k]! + DECAY * model.weights[place]!;
        squares[place]! += slope * slope;
        model.weights[place]! -= (RATE * slope) / Math.sqrt(squares[place]!);
      }
    }
  }
  return model;
}

/** The texts with those places only that enough of them use. */
function withoutRare(texts: readonly Text[]): Text[] {
  const uses = new Uint32Array(PLACES);
  for (const { pieces } of texts) for (const place of new Set(pieces.flatMap(({ places }) => [...places]))) uses[place]!++;
  return texts.map((text) => ({
    ...text,
    pieces: text.pieces.map(({ places, values }) => ({ places: places.filter((place) => uses[place]! >= LEAST_TEXTS), values: values.filter((_, i) => uses[places[i]!]! >= LEAST_TEXTS) })),
  }));
}

/** Every piece of an ordinary text is ordinary; of an attack only the one that looks most like it is taken. */
function train(texts: readonly Text[]): Model {
  const usable = withoutRare(texts.filter((text) => text.pieces.length > 0));
  const ordinary = usable.filter((text) => !text.attack).flatMap((text) => text.pieces.map((features) => ({ attack: false, features })));
  const single = usable.filter((text) => text.attack && text.pieces.length === 1).map((text) => ({ attack: true, features: text.pieces[0]! }));
  const first = fit([...ordinary, ...single]);
  const worst = usable.filter((text) => text.attack && text.pieces.length > 1).map((text) => ({ attack: true, features: text.pieces.reduce((a, b) => (sum(first, b) > sum(first, a) ? b : a)) }));
  return fit([...ordinary, ...single, ...worst]);
}

const texts = load();
if (process.argv.includes('--cross')) {
  for (const file of [...new Set(texts.filter((text) => text.attack).map((text) => text.file))]) {
    const model = train(texts.filter((text) => text.file !== file));
    const own = texts.filter((text) => text.file === file).map((text) => ({ attack: text.attack, sum: highest(model, text.pieces) }));
    const ordinary = own.filter((text) => !text.attack).map((text) => text.sum).sort((a, b) => b - a);
    const attacks = own.filter((text) => text.attack).map((text) => text.sum);
    const border = ordinary[Math.floor(ordinary.length * FALSE_FLAGS)]!;
    const area = attacks.reduce((total, value) => total + ordinary.filter((other) => other < value).length, 0) / attacks.length / ordinary.length;
    const share = (list: readonly number[], from: number): string => (list.filter((value) => value > from).length / list.length).toFixed(2);
    process.stdout.write(`${file}: area ${area.toFixed(3)}; found ${share(attacks, border)} above ${border.toFixed(2)}; from 0.5 on found ${share(attacks, 0.5)}, false ${share(ordinary, 0.5)}; from 1 on ${share(attacks, 1)}, ${share(ordinary, 1)}\n`);
  }
} else {
  const { bias, weights } = train(texts);
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale)).buffer);
  writeFileSync(OUT, `/** Made by scripts/train-injection.ts from the labelled texts in training/; do not edit. */\nexport const learned = { bias: ${bias.toFixed(5)}, scale: ${scale.toPrecision(6)}, weights: '${bytes.toString('base64')}' };\n`);
  process.stdout.write(`${texts.length} texts; ${(bytes.length / 1024).toFixed(0)} KiB of weights\n`);
}
