import type * as ort from 'onnxruntime-node';
import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import type { EmbeddingModel } from './embedder.ts';
import { fingerprint, openOnnx } from './onnx-folder.ts';
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
  const model = await openOnnx(folder);
  const options = Options.safeParse(model.options);
  if (!options.success) {
    await model.close();
    throw new EngramError('MODEL_INVALID', { detail: 'engram.json' });
  }
  const { pooling } = options.data;
  const { tokenizer, endMark } = model;
  const maxTokens = options.data.maxTokens ?? model.maxTokens;
  const revision = options.data.revision ?? fingerprint(folder);
  const known = prefixesFor(id);
  const prefixes = { query: options.data.queryPrefix ?? known.query, document: options.data.documentPrefix ?? known.document };
  const outputs = model.outputNames;
  const output = outputs.find((name) => name === 'sentence_embedding') ?? outputs.find((name) => /last_hidden_state|token_embeddings/.test(name)) ?? outputs[0]!;

  const run = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const rows = texts.map((text) => {
      const all = tokenizer.encode(text).ids;
      if (all.length <= maxTokens) return all;
      return endMark !== undefined && all.at(-1) === endMark ? [...all.slice(0, maxTokens - 1), endMark] : all.slice(0, maxTokens);
    }).map((ids) => ({ ids, types: [] }));
    const { results, mask } = await model.run(rows);
    return pool(results[output]!, mask, pooling);
  };

  let dimensions: number;
  try {
    dimensions = (await run(['dimensions']))[0]!.length;
  } catch (cause) {
    await model.close();
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
    close: () => model.close(),
  };
}
