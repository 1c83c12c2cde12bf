import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import * as ort from 'onnxruntime-node';
import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import type { EmbeddingModel } from './embedder.ts';
import { prefixesFor } from './prompts.ts';
import { normalised } from './vectors.ts';

/** `engram.json` beside the model; all of it may be absent. */
const Options = z.object({
  pooling: z.enum(['mean', 'cls']).default('mean'),
  /** Absent: what models of this name are known to expect. */
  queryPrefix: z.string().max(200).optional(),
  documentPrefix: z.string().max(200).optional(),
  /** Absent: what the tokenizer and the model say, at most 512. */
  maxTokens: z.int().min(8).max(8192).optional(),
  /** Absent: taken from the files, so that another model under the same name is another space. */
  revision: z.string().min(1).max(100).optional(),
});
type Options = z.infer<typeof Options>;

const RUN_TEXTS = 16;
const DEFAULT_TOKENS = 512;
const FINGERPRINT_BYTES = 1024 * 1024;

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new EngramError('MODEL_INVALID', { detail: 'a model file is not readable' }, { cause });
  }
}

/** What the files beside the model say about its longest input, in tokens. */
function tokenLimit(folder: string): number {
  const told = [['tokenizer_config.json', 'model_max_length'], ['config.json', 'max_position_embeddings']] as const;
  const limits = told.map(([file, field]) => {
    const path = join(folder, file);
    const value = existsSync(path) ? z.record(z.string(), z.unknown()).safeParse(readJson(path)).data?.[field] : undefined;
    return typeof value === 'number' && value >= 8 ? value : DEFAULT_TOKENS;
  });
  return Math.min(DEFAULT_TOKENS, ...limits);
}

/** Eight hex digits that change with the model: its size, its ends and its tokenizer. */
function fingerprint(folder: string): string {
  const hash = createHash('sha256').update(readFileSync(join(folder, 'tokenizer.json')));
  const file = openSync(join(folder, 'model.onnx'), 'r');
  try {
    const { size } = fstatSync(file);
    const part = Buffer.alloc(Math.min(size, FINGERPRINT_BYTES));
    for (const position of [0, size - part.length]) hash.update(part.subarray(0, readSync(file, part, 0, part.length, position)));
    return hash.update(String(size)).digest('hex').slice(0, 8);
  } finally {
    closeSync(file);
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
    return normalised(out);
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
  const { pooling } = options.data;
  const maxTokens = options.data.maxTokens ?? tokenLimit(folder);
  const revision = options.data.revision ?? fingerprint(folder);
  const known = prefixesFor(id);
  const prefixes = { query: options.data.queryPrefix ?? known.query, document: options.data.documentPrefix ?? known.document };
  let tokenizer: Tokenizer;
  /** The mark a model expects at the end (`[SEP]`, `</s>`), found where there is nothing else. */
  let endMark: number | undefined;
  let session: ort.InferenceSession;
  try {
    tokenizer = new Tokenizer(readJson(join(folder, 'tokenizer.json')) as object, (existsSync(configPath) ? readJson(configPath) : {}) as object);
    endMark = tokenizer.encode('').ids.at(-1);
    session = await ort.InferenceSession.create(join(folder, 'model.onnx'), { logSeverityLevel: 3 });
  } catch (cause) {
    if (cause instanceof EngramError) throw cause;
    throw new EngramError('MODEL_INVALID', { detail: 'the model does not load' }, { cause });
  }
  const outputs = session.outputNames;
  const output = outputs.find((name) => name === 'sentence_embedding') ?? outputs.find((name) => /last_hidden_state|token_embeddings/.test(name)) ?? outputs[0]!;
  const narrow = new Set(session.inputMetadata.filter((input) => input.isTensor && input.type === 'int32').map((input) => input.name));

  const run = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const ids = texts.map((text) => {
      const all = tokenizer.encode(text).ids;
      if (all.length <= maxTokens) return all;
      return endMark !== undefined && all.at(-1) === endMark ? [...all.slice(0, maxTokens - 1), endMark] : all.slice(0, maxTokens);
    });
    const length = Math.max(1, ...ids.map((row) => row.length));
    const tensor = (name: string, fill: (row: number, t: number) => number) => {
      const values = Int32Array.from({ length: texts.length * length }, (_, i) => fill(Math.floor(i / length), i % length));
      const shape = [texts.length, length];
      return narrow.has(name) ? new ort.Tensor('int32', values, shape) : new ort.Tensor('int64', BigInt64Array.from(values, BigInt), shape);
    };
    const mask = ids.map((row) => Array.from({ length }, (_, t) => (t < row.length ? 1 : 0)));
    const feeds: Record<string, ort.Tensor> = {};
    for (const name of session.inputNames) {
      if (name.includes('mask')) feeds[name] = tensor(name, (row, t) => mask[row]![t]!);
      else if (name.includes('type')) feeds[name] = tensor(name, () => 0);
      else if (name.includes('position')) feeds[name] = tensor(name, (_, t) => t);
      else feeds[name] = tensor(name, (row, t) => ids[row]![t] ?? 0);
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
    local: true,
    available: async () => true,
    embed: async (texts, purpose, signal) => {
      const out: Float32Array[] = new Array(texts.length);
      const order = texts.map((_, i) => i).sort((a, b) => texts[a]!.length - texts[b]!.length);
      for (let i = 0; i < order.length; i += RUN_TEXTS) {
        if (signal?.aborted) throw new EngramError('CANCELLED');
        const part = order.slice(i, i + RUN_TEXTS);
        const vectors = await run(part.map((k) => prefixes[purpose] + texts[k]!)).catch((cause: unknown) => {
          throw cause instanceof EngramError ? cause : new EngramError('EMBEDDING_FAILED', {}, { cause });
        });
        part.forEach((k, j) => (out[k] = vectors[j]!));
      }
      return out;
    },
    close: async () => { await session.release(); },
  };
}
