import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as ort from 'onnxruntime-node';
import { EngramError } from '../../../contract/index.ts';
import type { EmbeddingModel } from '../embedder.ts';
import { pieceBuckets, wordsIn } from './word-pieces.ts';

const FOLDER = fileURLToPath(new URL('../../../models/builtin/', import.meta.url));
/** Texts in one run of the graph; sorted by length first, so that little is padding. */
const RUN_TEXTS = 64;
/** An unknown word tells less than a known rare one. */
const UNKNOWN_WEIGHT = 0.5;

interface Manifest {
  space: string;
  dimensions: number;
  words: number;
  buckets: number;
  /** Words that a text is read without, when it has others. */
  functionWords: string[];
}

interface Encoded {
  ids: number[];
  weights: number[];
}

function readVocabulary(): Map<string, number> {
  const words = readFileSync(`${FOLDER}vocabulary.txt`, 'utf8').split('\n');
  return new Map(words.slice(0, -1).map((word, i) => [word, i]));
}

/** What a text says, or all of its words when it says nothing. */
function contentOf(text: string, functionWords: ReadonlySet<string>): string[] {
  const words = wordsIn(text);
  const content = words.filter((word) => !functionWords.has(word));
  return content.length > 0 ? content : words;
}

/** The row of a word, of its singular, or its pieces. What a word counts is in the length of its row. */
function encode(words: readonly string[], vocabulary: ReadonlyMap<string, number>, manifest: Manifest): Encoded {
  const out: Encoded = { ids: [], weights: [] };
  for (const word of words) {
    const id = vocabulary.get(word) ?? (word.endsWith('s') ? vocabulary.get(word.slice(0, -1)) : undefined);
    if (id !== undefined) {
      out.ids.push(id);
      out.weights.push(1);
      continue;
    }
    const buckets = pieceBuckets(word, manifest.buckets);
    for (const bucket of buckets) {
      out.ids.push(manifest.words + bucket);
      out.weights.push(UNKNOWN_WEIGHT / buckets.length);
    }
  }
  return out;
}

/**
 * The model that ships with Engram: word vectors taught by a sentence encoder to add up to what it makes of
 * a text (docs/decisions/embedder.md), through the same ONNX runtime as transformers. A text without a letter or digit gets the zero vector, which is equally
 * far from everything.
 */
export async function openBuiltin(): Promise<EmbeddingModel> {
  let manifest: Manifest;
  let session: ort.InferenceSession;
  let vocabulary: Map<string, number>;
  try {
    manifest = JSON.parse(readFileSync(`${FOLDER}manifest.json`, 'utf8')) as Manifest;
    vocabulary = readVocabulary();
    session = await ort.InferenceSession.create(`${FOLDER}model.onnx`, { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 });
  } catch (cause) {
    throw new EngramError('MODEL_INVALID', { detail: 'the built-in model is missing or damaged' }, { cause });
  }
  const { dimensions } = manifest;
  const functionWords = new Set(manifest.functionWords);

  const runBatch = async (batch: readonly Encoded[]): Promise<Float32Array[]> => {
    const length = Math.max(1, ...batch.map((e) => e.ids.length));
    const ids = new BigInt64Array(batch.length * length);
    const weights = new Float32Array(batch.length * length);
    batch.forEach((encoded, row) => encoded.ids.forEach((id, i) => {
      ids[row * length + i] = BigInt(id);
      weights[row * length + i] = encoded.weights[i]!;
    }));
    const shape = [batch.length, length];
    const { embedding } = await session.run({ ids: new ort.Tensor('int64', ids, shape), weights: new ort.Tensor('float32', weights, shape) });
    const flat = embedding!.data as Float32Array;
    return batch.map((_, row) => flat.slice(row * dimensions, (row + 1) * dimensions));
  };

  return {
    id: 'builtin',
    label: 'Built-in word vectors',
    space: { name: manifest.space, dimensions, metric: 'cosine' },
    local: true,
    countsWords: true,
    available: async () => true,
    embed: async (texts, _purpose, signal) => {
      const encoded = texts.map((text) => encode(contentOf(text, functionWords), vocabulary, manifest));
      const order = encoded.map((_, i) => i).sort((a, b) => encoded[a]!.ids.length - encoded[b]!.ids.length);
      const out: Float32Array[] = new Array(texts.length);
      for (let i = 0; i < order.length; i += RUN_TEXTS) {
        if (signal?.aborted) throw new EngramError('CANCELLED');
        const part = order.slice(i, i + RUN_TEXTS);
        const vectors = await runBatch(part.map((k) => encoded[k]!));
        part.forEach((k, j) => (out[k] = vectors[j]!));
      }
      return out;
    },
    close: async () => { await session.release(); },
  };
}
