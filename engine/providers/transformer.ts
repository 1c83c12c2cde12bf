import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import * as ort from 'onnxruntime-node';
import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import type { EmbeddingModel } from './embedder.ts';

/** `engram.json` beside the model; all of it may be absent. */
const Options = z.object({
  pooling: z.enum(['mean', 'cls']).default('mean'),
  queryPrefix: z.string().max(200).default(''),
  documentPrefix: z.string().max(200).default(''),
  maxTokens: z.int().min(8).max(8192).default(512),
  revision: z.string().max(100).default('1'),
});
type Options = z.infer<typeof Options>;

const RUN_TEXTS = 16;

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new EngramError('MODEL_INVALID', { detail: 'a model file is not readable' }, { cause });
  }
}

/** Pooled and L2-normalised; `hidden` is [texts, length, dimensions], or [texts, dimensions] when the model pools itself. */
function pool(hidden: ort.Tensor, mask: readonly number[][], pooling: Options['pooling']): Float32Array[] {
  const data = hidden.data as Float32Array;
  const dimensions = hidden.dims.at(-1)!;
  const length = hidden.dims.length === 3 ? hidden.dims[1]! : 1;
  return mask.map((tokens, row) => {
    const out = new Float32Array(dimensions);
    const last = hidden.dims.length === 2 || pooling === 'cls' ? 1 : length;
    for (let t = 0; t < last; t++) {
      if (last > 1 && !tokens[t]) continue;
      const from = (row * length + t) * dimensions;
      for (let d = 0; d < dimensions; d++) out[d]! += data[from + d]!;
    }
    const norm = Math.hypot(...out) || 1;
    return out.map((x) => x / norm);
  });
}

/**
 * A transformer in a folder: `model.onnx` and `tokenizer.json`. Throws MODEL_INVALID when a file is
 * missing or wrong.
 */
export async function openTransformer(folder: string, id: string): Promise<EmbeddingModel> {
  for (const file of ['model.onnx', 'tokenizer.json'])
    if (!existsSync(join(folder, file))) throw new EngramError('MODEL_INVALID', { detail: `${file} is missing` });
  const optionsPath = join(folder, 'engram.json');
  const configPath = join(folder, 'tokenizer_config.json');
  const options = Options.safeParse(existsSync(optionsPath) ? readJson(optionsPath) : {});
  if (!options.success) throw new EngramError('MODEL_INVALID', { detail: 'engram.json' });
  const { pooling, queryPrefix, documentPrefix, maxTokens, revision } = options.data;
  let tokenizer: Tokenizer;
  let session: ort.InferenceSession;
  try {
    tokenizer = new Tokenizer(readJson(join(folder, 'tokenizer.json')) as object, (existsSync(configPath) ? readJson(configPath) : {}) as object);
    session = await ort.InferenceSession.create(join(folder, 'model.onnx'), { logSeverityLevel: 3 });
  } catch (cause) {
    if (cause instanceof EngramError) throw cause;
    throw new EngramError('MODEL_INVALID', { detail: 'the model does not load' }, { cause });
  }
  const output = session.outputNames.find((name) => /sentence_embedding|last_hidden_state|embedding/.test(name)) ?? session.outputNames[0]!;

  const run = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const ids = texts.map((text) => tokenizer.encode(text).ids.slice(0, maxTokens).map(Number));
    const length = Math.max(1, ...ids.map((row) => row.length));
    const tensor = (fill: (row: number, t: number) => number) => new ort.Tensor('int64',
      BigInt64Array.from({ length: texts.length * length }, (_, i) => BigInt(fill(Math.floor(i / length), i % length))), [texts.length, length]);
    const mask = ids.map((row) => Array.from({ length }, (_, t) => (t < row.length ? 1 : 0)));
    const feeds: Record<string, ort.Tensor> = {};
    for (const name of session.inputNames) {
      if (name.includes('mask')) feeds[name] = tensor((row, t) => mask[row]![t]!);
      else if (name.includes('type')) feeds[name] = tensor(() => 0);
      else feeds[name] = tensor((row, t) => ids[row]![t] ?? 0);
    }
    return pool((await session.run(feeds))[output]!, mask, pooling);
  };

  let dimensions: number;
  try {
    dimensions = (await run(['dimensions']))[0]!.length;
  } catch (cause) {
    await session.release();
    throw new EngramError('MODEL_INVALID', { detail: 'the model does not run' }, { cause });
  }
  return {
    id,
    label: id,
    space: { name: `${id}/${revision}`, dimensions, metric: 'cosine' },
    available: async () => true,
    embed: async (texts, purpose, signal) => {
      const prefix = purpose === 'query' ? queryPrefix : documentPrefix;
      const out: Float32Array[] = new Array(texts.length);
      const order = texts.map((_, i) => i).sort((a, b) => texts[a]!.length - texts[b]!.length);
      for (let i = 0; i < order.length; i += RUN_TEXTS) {
        if (signal?.aborted) throw new EngramError('CANCELLED');
        const part = order.slice(i, i + RUN_TEXTS);
        const vectors = await run(part.map((k) => prefix + texts[k]!)).catch((cause: unknown) => {
          throw new EngramError('EMBEDDING_FAILED', {}, { cause });
        });
        part.forEach((k, j) => (out[k] = vectors[j]!));
      }
      return out;
    },
    close: async () => { await session.release(); },
  };
}
