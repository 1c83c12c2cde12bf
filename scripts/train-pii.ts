import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { COLUMNS, FIRST_READABLE, KINDS, PLACES, QUESTIONS, readForLearning, suspicionOf, TEXT_LENGTH, toChances, type Judged, type PiiType } from '../security/pii/index.ts';
import { chances, shuffled } from './chances.ts';

/**
 * Learns the weights that look for personal data beside the rules, from the labelled lines in security/pii/training and
 * ordinary texts the injection scanner learns from: for every token which kind it is part of (a softmax), and for the text as
 * a whole whether anything in it is to be guarded (a logistic regression), both by AdaGrad over the same hashed features, with
 * features left out by chance (Srivastava et al. 2014). With `--cross` it writes nothing and says what is found in files
 * that were not learned from. Two runs give the same bytes.
 */

const FOLDER = fileURLToPath(new URL('../security/pii/training/', import.meta.url));
const ORDINARY_FOLDER = fileURLToPath(new URL('../security/injection/training/', import.meta.url));
const OUT = fileURLToPath(new URL('../security/pii/learned/weights.ts', import.meta.url));
/** One in so many ordinary texts of the other scanner is taken, and counts so much beside a labelled line. */
const ORDINARY_STEP = 6;
const ORDINARY_WEIGHT = 0.5;
const LONGEST_ORDINARY = 400;
/** Texts of so few tokens are one in eight, say least, and are what lists and forms are full of: they count so much. */
const SHORT = 8;
const SHORT_WEIGHT = 2.5;
/** Features of fewer lines are left out: what was seen once tells of one line. */
const LEAST_LINES = 10;
/** Regressions that are averaged; they differ in the order of texts and in what is left out. */
const MODELS = 3;
const TAGGER = { rounds: 10, leftOut: 0.4, rate: 0.08, decay: 2e-6, start: 1e-3 } as const;
const WHOLE = { rounds: 15, leftOut: 0.5, rate: 0.05, decay: 1e-5, start: 1e-3, bias: 0.01 } as const;
/** Errors below teach nothing and cost most of the time. */
const NEGLIGIBLE = 0.003;
/** Weights are kept as so many levels above and below nothing, the largest few cut off. */
const LEVELS = 15;
const CLIPPED = 0.9995;
const GROUPS = 4;

/** Kinds of the labels that are told apart by their check digits or countries alone. */
const SAME: Readonly<Record<string, (typeof KINDS)[number]>> = { ssn: 'government id', card: 'bank account', iban: 'bank account' };
/** Too few lines hold them; they teach neither this nor that. */
const UNTAUGHT: readonly string[] = ['network address', 'wallet'];
const UNLABELLED = -1;
/** Of texts that are in every training. */
const NO_GROUP = -1;

interface Line {
  group: number;
  weight: number;
  places: Int32Array[];
  /** Number of the kind each token is part of. */
  labels: Int8Array;
  /** Whether it holds what each question asks for. */
  answers: boolean[];
  /** By the rules alone. */
  isRuled: boolean;
  structured: boolean;
}
const STRUCTURED: readonly string[] = ['e-mail', 'card', 'iban', 'ssn', 'government id', 'phone', 'credential'];
interface Labelled {
  text: string;
  found: { kind: PiiType; value: string }[];
}

/** @throws RangeError when a value does not stand in its text or a kind is unknown */
function lineOf({ text, found }: Labelled, group: number, weight: number): Line {
  const { pieces, isGuarded, back } = readForLearning(text);
  const marks = new Int8Array(text.length);
  for (const { kind, value } of found) {
    const at = text.indexOf(value);
    const label = UNTAUGHT.includes(kind) ? UNLABELLED : KINDS.indexOf(SAME[kind] ?? (kind as (typeof KINDS)[number]));
    if (at < 0 || value === '' || (label === UNLABELLED && !UNTAUGHT.includes(kind))) throw new RangeError(`${kind}: ${value}`);
    marks.fill(label, at, at + value.length);
  }
  const tokens = pieces.flatMap((piece) => piece.tokens.map(({ start, end }) => marks.subarray(back(piece.start + start), Math.max(back(piece.start + end), back(piece.start + start) + 1))));
  const own = weight * (tokens.length <= SHORT ? SHORT_WEIGHT : 1);
  const guarded = found.filter(({ kind }) => !(KINDS.slice(FIRST_READABLE) as string[]).includes(kind));
  return {
    group, weight: own, isRuled: isGuarded, structured: guarded.some(({ kind }) => STRUCTURED.includes(kind)),
    answers: QUESTIONS.map((question) => (question === 'guarded' ? guarded.length > 0 : found.some(({ kind }) => kind === question))),
    places: pieces.flatMap((piece) => piece.places), labels: Int8Array.from(tokens, (own) => own.find((mark) => mark !== 0) ?? 0),
  };
}

const linesOf = (folder: string, file: string): unknown[] => readFileSync(folder + file, 'utf8').trim().split('\n').map((line): unknown => JSON.parse(line));
const filesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.jsonl')).sort();
const load = (): Line[] => filesIn(FOLDER).flatMap((file, group) => (linesOf(FOLDER, file) as Labelled[]).map((line) => lineOf(line, group, 1)));
/** Texts without personal data that were written for something else; what the rules guard among them is left out. */
const ordinary = (): Line[] => filesIn(ORDINARY_FOLDER).filter((file) => !file.startsWith('talk'))
  .flatMap((file) => (linesOf(ORDINARY_FOLDER, file) as { text: string; attack: boolean }[]).filter(({ text, attack }) => !attack && text.length < LONGEST_ORDINARY))
  .filter((_, i) => i % ORDINARY_STEP === 0).map(({ text }) => lineOf({ text, found: [] }, NO_GROUP, ORDINARY_WEIGHT)).filter((line) => !line.isRuled);

/** Rows of the features that enough lines have, by place, counted from 1. */
function rowsOf(lines: readonly Line[]): { rowOf: Int32Array; rows: number } {
  const count = new Uint8Array(PLACES);
  for (const { places } of lines) for (const place of new Set(places.flatMap((own) => [...own]))) count[place] = Math.min(LEAST_LINES, count[place]! + 1);
  const rowOf = new Int32Array(PLACES);
  let rows = 0;
  for (let place = 0; place < PLACES; place++) if (count[place] === LEAST_LINES) rowOf[place] = ++rows;
  return { rowOf, rows };
}

interface Model {
  rowOf: Int32Array;
  rows: number;
  /** Columns of each row, one after the other. */
  weights: Float32Array;
  biases: number[];
}
const known = (rowOf: Int32Array, own: Int32Array): Int32Array => Int32Array.from(new Set(own), (place) => rowOf[place]!).filter((row) => row > 0);

/** The kinds of tokens. */
function fitTokens(lines: readonly { rows: Int32Array[]; line: Line }[], size: number, seed: number): Float32Array {
  const weights = new Float32Array(size);
  const squares = new Float32Array(size).fill(TAGGER.start);
  const order = lines.map((_, i) => i);
  const chance = chances(seed);
  const sums = new Float64Array(KINDS.length);
  const kept = new Int32Array(1 << 14);
  for (let round = 0; round < TAGGER.rounds; round++) {
    shuffled(order, chance);
    const rate = TAGGER.rate * (1 - (0.8 * round) / TAGGER.rounds);
    for (const i of order) {
      const { rows, line } = lines[i]!;
      for (let token = 0; token < rows.length; token++) {
        const label = line.labels[token]!;
        if (label === UNLABELLED) continue;
        let used = 0;
        for (const row of rows[token]!) if (chance() >= TAGGER.leftOut) kept[used++] = row * COLUMNS;
        sums.fill(0);
        for (let j = 0; j < used; j++) for (let k = 0; k < KINDS.length; k++) sums[k]! += weights[kept[j]! + k]!;
        toChances(sums, 1 / (1 - TAGGER.leftOut));
        for (let k = 0; k < KINDS.length; k++) {
          const error = (sums[k]! - (k === label ? 1 : 0)) * line.weight;
          if (Math.abs(error) < NEGLIGIBLE) continue;
          for (let j = 0; j < used; j++) {
            const at = kept[j]! + k;
            const slope = error + TAGGER.decay * weights[at]!;
            squares[at]! += slope * slope;
            weights[at]! -= (rate * slope) / Math.sqrt(squares[at]!);
          }
        }
      }
    }
  }
  return weights;
}

/** Whether a text holds what a question asks for; written into the column of that question. */
function fitTexts(lines: readonly { rows: Int32Array; line: Line }[], weights: Float32Array, question: number, seed: number): number {
  const squares = new Float32Array(weights.length / COLUMNS).fill(WHOLE.start);
  const order = lines.map((_, i) => i);
  const chance = chances(seed);
  const column = KINDS.length + question;
  let bias = 0;
  for (let round = 0; round < WHOLE.rounds; round++) {
    shuffled(order, chance);
    for (const i of order) {
      const { rows, line } = lines[i]!;
      const value = TEXT_LENGTH / Math.sqrt(Math.max(1, rows.length));
      const kept = rows.filter(() => chance() >= WHOLE.leftOut);
      let sum = 0;
      for (const row of kept) sum += weights[row * COLUMNS + column]!;
      const error = (1 / (1 + Math.exp(-bias - (sum * value) / (1 - WHOLE.leftOut))) - (line.answers[question] ? 1 : 0)) * line.weight;
      bias -= WHOLE.bias * error;
      for (const row of kept) {
        const at = row * COLUMNS + column;
        const slope = error * value + WHOLE.decay * weights[at]!;
        squares[row]! += slope * slope;
        weights[at]! -= (WHOLE.rate * slope) / Math.sqrt(squares[row]!);
      }
    }
  }
  return bias;
}

function train(lines: readonly Line[]): Model {
  const { rowOf, rows } = rowsOf(lines);
  const size = (rows + 1) * COLUMNS;
  const read = lines.map((line) => ({ line, rows: line.places.map((own) => known(rowOf, own)) }));
  const whole = read.map(({ line, rows: own }) => ({ line, rows: Int32Array.from(new Set(own.flatMap((token) => [...token]))) }));
  const model: Model = { rowOf, rows, weights: new Float32Array(size), biases: QUESTIONS.map(() => 0) };
  for (let seed = 1; seed <= MODELS; seed++) {
    const weights = fitTokens(read, size, seed);
    for (let question = 0; question < QUESTIONS.length; question++) model.biases[question]! += fitTexts(whole, weights, question, seed) / MODELS;
    for (let i = 0; i < size; i++) model.weights[i]! += weights[i]! / MODELS;
  }
  return model;
}

/** As `judge` does it with the weights that ship. */
function judged({ rowOf, weights, biases }: Model, line: Line): Judged {
  const once = new Set<number>();
  const tokens = line.places.map((own) => {
    const sums = new Float64Array(KINDS.length);
    for (const row of known(rowOf, own)) {
      once.add(row);
      for (let k = 0; k < KINDS.length; k++) sums[k]! += weights[row * COLUMNS + k]!;
    }
    toChances(sums);
    return sums;
  });
  const sums = biases.map((bias, question) => {
    let sum = 0;
    for (const row of once) sum += weights[row * COLUMNS + KINDS.length + question]!;
    return bias + (once.size === 0 ? 0 : (sum * TEXT_LENGTH) / Math.sqrt(once.size));
  });
  return { chances: tokens, sums };
}

/** Cuts weights of some columns into levels; returns what one level is worth. */
function quantise(weights: Float32Array, columns: readonly number[], levels: Int8Array): number {
  const sizes: number[] = [];
  for (let i = 0; i < weights.length; i++) if (columns.includes(i % COLUMNS) && weights[i] !== 0) sizes.push(Math.abs(weights[i]!));
  const scale = Float64Array.from(sizes).sort()[Math.floor(sizes.length * CLIPPED)]! / LEVELS;
  for (let i = 0; i < weights.length; i++) if (columns.includes(i % COLUMNS)) levels[i] = Math.max(-LEVELS, Math.min(LEVELS, Math.round(weights[i]! / scale)));
  return scale;
}

function pack({ rowOf, rows, weights, biases }: Model): string {
  const levels = new Int8Array(weights.length);
  const scales = [quantise(weights, KINDS.map((_, k) => k), levels), quantise(weights, QUESTIONS.map((_, question) => KINDS.length + question), levels)];
  const bytes: number[] = [];
  let last = 0;
  for (let place = 0; place < PLACES; place++) {
    if (rowOf[place] === 0) continue;
    let gap = place - last;
    for (; gap > 127; gap >>>= 7) bytes.push((gap & 127) | 128);
    bytes.push(gap);
    last = place;
  }
  for (let column = 0; column < COLUMNS; column++) for (let row = 1; row <= rows; row++) bytes.push(levels[row * COLUMNS + column]! & 255);
  const packed = deflateRawSync(Uint8Array.from(bytes), { level: 9 }).toString('base64');
  return `/** Made by scripts/train-pii.ts from the labelled lines in security/pii/training; do not edit. */\nexport const learned = { rows: ${rows}, biases: [${biases.map((bias) => bias.toFixed(5)).join(', ')}], scales: [${scales.map((scale) => scale.toPrecision(6)).join(', ')}] as const, weights: '${packed}' };\n`;
}

const lines = load();
const others = ordinary();
if (process.argv.includes('--cross')) {
  const scored: { sums: number[]; line: Line }[] = [];
  for (let group = 0; group < GROUPS; group++) {
    const model = train([...lines.filter((line) => line.group % GROUPS !== group), ...others]);
    for (const line of lines.filter((one) => one.group % GROUPS === group)) {
      const own = judged(model, line);
      scored.push({ line, sums: QUESTIONS.map((_, question) => (question === 0 && line.isRuled ? Infinity : suspicionOf(own, question, 1))) });
    }
  }
  process.stdout.write(`${lines.length} lines, ${others.length} ordinary texts\n`);
  for (const [question, name] of QUESTIONS.entries()) {
    const share = (of: (line: Line) => boolean, border: number): string => {
      const some = scored.filter(({ line }) => of(line));
      return (some.filter(({ sums }) => sums[question]! > border).length / some.length).toFixed(3);
    };
    for (let border = -4; border <= 3; border += 0.5)
      process.stdout.write(`${name} from ${border.toFixed(2)} on found ${share((line) => line.answers[question]!, border)}${question === 0 ? `, structured ${share((line) => line.structured, border)}` : ''}, false ${share((line) => !line.answers[question] && line.labels.every((label) => label === 0), border)}\n`);
  }
} else writeFileSync(OUT, pack(train([...lines, ...others])));
