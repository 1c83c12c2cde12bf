import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { featuresOf, piecesIn, PLACES, read, type Features } from '../security/injection/index.ts';

/**
 * Learns the weights of the injection scanner from security/injection/training: the mean of several logistic
 * regressions, each by AdaGrad over hashed words, runs of letters, classes of words and their order, with
 * features left out by chance (Srivastava et al. 2014). With `--cross` it writes nothing and says what the weights
 * find in every file when they were learned from the others. Two runs give the same bytes.
 */

const FOLDER = fileURLToPath(new URL('../security/injection/training/', import.meta.url));
const OUT = fileURLToPath(new URL('../security/injection/weights.ts', import.meta.url));
const ROUNDS = 12;
/** Regressions that are averaged; they differ in the order of texts and in what is left out. */
const MODELS = 3;
/** Chance of a feature to be left out at one step, so that no text is recognised by a few rare ones. */
const LEFT_OUT = 0.5;
const RATE = 0.05;
const DECAY = 3e-3;
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

/** Numbers from 0 to 1 that are the same in every run (Marsaglia 2003, xorshift). */
function chances(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

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
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(chance() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
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

const texts = load();
if (process.argv.includes('--cross')) {
  const sums: { attack: boolean; round: boolean; sum: number }[] = [];
  for (const file of [...new Set(texts.filter((text) => text.attack).map((text) => text.file))]) {
    const model = train(texts.filter((text) => text.file !== file));
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
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale)).buffer);
  writeFileSync(OUT, `/** Made by scripts/train-injection.ts from the labelled texts in training/; do not edit. */\nexport const learned = { bias: ${bias.toFixed(5)}, scale: ${scale.toPrecision(6)}, weights: '${bytes.toString('base64')}' };\n`);
  process.stdout.write(`${texts.length} texts; ${(bytes.length / 1024).toFixed(0)} KiB of weights\n`);
}
