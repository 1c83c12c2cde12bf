import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import * as ort from 'onnxruntime-node';
import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';

/** What embedding models and re-rankers in a folder have in common: `model.onnx`, `tokenizer.json`, and how tokens go in. */

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
export function fingerprint(folder: string): string {
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

/** Tokens of one text or pair; `types` tells the parts of a pair apart and may be empty. */
export interface TokenRow {
  ids: readonly number[];
  types: readonly number[];
}

export interface OnnxModel {
  tokenizer: Tokenizer;
  /** What `engram.json` beside the model says, unchecked; an empty object without one. */
  options: unknown;
  /** Longest input the files tell of, in tokens. */
  maxTokens: number;
  /** The mark the model expects at the end (`[SEP]`, `</s>`), found where there is nothing else. */
  endMark: number | undefined;
  outputNames: readonly string[];
  /** One run over all rows, padded to the longest; `mask` is 1 where a row has a token. */
  run(rows: readonly TokenRow[]): Promise<{ results: Readonly<Record<string, ort.Tensor>>; mask: number[][] }>;
  close(): Promise<void>;
}

/** Opens the model in a folder. Throws MODEL_INVALID when a file is missing or wrong. */
export async function openOnnx(folder: string): Promise<OnnxModel> {
  for (const file of ['model.onnx', 'tokenizer.json'])
    if (!existsSync(join(folder, file))) throw new EngramError('MODEL_INVALID', { detail: `${file} is missing` });
  const optionsPath = join(folder, 'engram.json');
  const configPath = join(folder, 'tokenizer_config.json');
  const options = existsSync(optionsPath) ? readJson(optionsPath) : {};
  let tokenizer: Tokenizer;
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
  const narrow = new Set(session.inputMetadata.filter((input) => input.isTensor && input.type === 'int32').map((input) => input.name));
  return {
    tokenizer, options, endMark, maxTokens: tokenLimit(folder), outputNames: session.outputNames,
    async run(rows) {
      const length = Math.max(1, ...rows.map(({ ids }) => ids.length));
      const tensor = (name: string, fill: (row: number, t: number) => number) => {
        const values = Int32Array.from({ length: rows.length * length }, (_, i) => fill(Math.floor(i / length), i % length));
        const shape = [rows.length, length];
        return narrow.has(name) ? new ort.Tensor('int32', values, shape) : new ort.Tensor('int64', BigInt64Array.from(values, BigInt), shape);
      };
      const mask = rows.map(({ ids }) => Array.from({ length }, (_, t) => (t < ids.length ? 1 : 0)));
      const feeds: Record<string, ort.Tensor> = {};
      for (const name of session.inputNames) {
        if (name.includes('mask')) feeds[name] = tensor(name, (row, t) => mask[row]![t]!);
        else if (name.includes('type')) feeds[name] = tensor(name, (row, t) => rows[row]!.types[t] ?? 0);
        else if (name.includes('position')) feeds[name] = tensor(name, (_, t) => t);
        else feeds[name] = tensor(name, (row, t) => rows[row]!.ids[t] ?? 0);
      }
      return { results: await session.run(feeds), mask };
    },
    close: () => session.release(),
  };
}
