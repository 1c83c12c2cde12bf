import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import { openOnnx, type OnnxModel, type TokenRow } from './onnx-folder.ts';
import type { Reranker } from './reranker.ts';

/** `engram.json` beside the model; all of it may be absent. */
const Options = z.object({
  /** Absent: what the tokenizer and the model say, at most 512. */
  maxTokens: z.int().min(8).max(8192).optional(),
});

/** Pairs that go through the model at once. */
const RUN_PAIRS = 8;
/** Most of the room a question may take; the text has the rest. */
const QUESTION_SHARE = 0.5;

/** The marks around a pair, `[CLS] question [SEP] text [SEP]` in most models, and the type of each part. */
interface Frame {
  before: readonly number[];
  between: readonly number[];
  after: readonly number[];
  types: { before: readonly number[]; question: number; between: readonly number[]; text: number; after: readonly number[] };
}

/** Read off a pair of known words. Throws MODEL_INVALID when the tokenizer knows no pairs. */
function frameOf({ tokenizer }: OnnxModel): Frame {
  const PROBE = 'a';
  const plain = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const word = plain(PROBE);
  const alone: number[] = tokenizer.encode(PROBE).ids;
  const { ids, token_type_ids: types = [] } = tokenizer.encode(PROBE, { text_pair: PROBE, return_token_type_ids: true });
  const start = alone.findIndex((_, i) => word.every((id, k) => alone[i + k] === id));
  const end = alone.length - start - word.length;
  const cut = ids.length - end - word.length;
  const isWord = (at: number) => word.every((id, k) => ids[at + k] === id);
  if (word.length === 0 || start < 0 || cut <= start + word.length || !isWord(start) || !isWord(cut)) throw new EngramError('MODEL_INVALID', { detail: 'the tokenizer knows no pairs' });
  const part = (list: readonly number[]) => ({ before: list.slice(0, start), between: list.slice(start + word.length, cut), after: list.slice(cut + word.length) });
  return { ...part(ids), types: { ...part(types), question: types[start] ?? 0, text: types[cut] ?? 0 } };
}

/** A pair as the model takes it: what does not fit is left out, of the question beyond half the room, then of the text. */
function pairOf(question: readonly number[], text: readonly number[], frame: Frame, maxTokens: number): TokenRow {
  const room = maxTokens - frame.before.length - frame.between.length - frame.after.length;
  const asked = question.slice(0, Math.max(Math.floor(room * QUESTION_SHARE), room - text.length));
  const said = text.slice(0, room - asked.length);
  const { types } = frame;
  return {
    ids: [...frame.before, ...asked, ...frame.between, ...said, ...frame.after],
    types: [...types.before, ...asked.map(() => types.question), ...types.between, ...said.map(() => types.text), ...types.after],
  };
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * A cross-encoder in a folder (Nogueira and Cho 2019): `model.onnx` and `tokenizer.json`, with one logit for each
 * pair as its first output. Throws MODEL_INVALID when a file is missing or wrong.
 */
export async function openCrossEncoder(folder: string, id: string): Promise<Reranker> {
  const model = await openOnnx(folder);
  const { tokenizer } = model;
  const plain = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
  let frame: Frame;
  let maxTokens: number;

  const logits = async (rows: readonly TokenRow[]): Promise<number[]> => {
    const { results } = await model.run(rows);
    const logit = results[model.outputNames.find((name) => name.includes('logit')) ?? model.outputNames[0]!]!;
    const values = Array.from(logit.data as Float32Array, Number);
    if (values.length !== rows.length || !values.every(Number.isFinite)) throw new EngramError('MODEL_INVALID', { detail: 'not one number for each pair' });
    return values;
  };

  try {
    const options = Options.safeParse(model.options);
    if (!options.success) throw new EngramError('MODEL_INVALID', { detail: 'engram.json' });
    maxTokens = options.data.maxTokens ?? model.maxTokens;
    frame = frameOf(model);
    // Two pairs of unequal length, so that a model which pools or keeps its tokens is told from one that judges pairs.
    await logits([pairOf(plain('a'), plain('a'), frame, maxTokens), pairOf(plain('a'), plain('a a'), frame, maxTokens)]);
  } catch (cause) {
    await model.close();
    throw cause instanceof EngramError ? cause : new EngramError('MODEL_INVALID', { detail: 'the model does not run' }, { cause });
  }
  return {
    id,
    local: true,
    async score(question, texts, signal) {
      const asked = plain(question);
      const pairs = texts.map((text, at) => ({ at, row: pairOf(asked, plain(text), frame, maxTokens) })).sort((a, b) => a.row.ids.length - b.row.ids.length);
      const scores = new Array<number>(texts.length);
      for (let i = 0; i < pairs.length; i += RUN_PAIRS) {
        if (signal.aborted) throw new EngramError('CANCELLED');
        const batch = pairs.slice(i, i + RUN_PAIRS);
        const found = await logits(batch.map(({ row }) => row)).catch((cause: unknown) => {
          throw cause instanceof EngramError ? cause : new EngramError('MODEL_INVALID', { detail: 'the model does not run' }, { cause });
        });
        batch.forEach(({ at }, k) => (scores[at] = logistic(found[k]!)));
      }
      return scores;
    },
    close: () => model.close(),
  };
}

/** A link does not count: it may lead out of the folder. */
const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** An installed cross-encoder by its name. Throws NOT_FOUND and MODEL_INVALID. */
export async function openInstalledReranker(id: string, rerankersDir: string): Promise<Reranker> {
  const folder = join(rerankersDir, id);
  // An id is a plain name, so that it cannot point outside the folder of re-rankers.
  if (!/^[\w-][\w.-]*$/.test(id) || !isFolder(folder)) throw new EngramError('NOT_FOUND', { detail: 're-ranker' });
  return openCrossEncoder(folder, id);
}
