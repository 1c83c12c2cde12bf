import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import onnxProto from 'onnx-proto';

const { onnx } = onnxProto;
export const WORDS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'red', 'green', 'blue'] as const;
export const DIMENSIONS = 4;

/** The vector of a word in the tiny model, before pooling. */
export const wordVector = (word: string): number[] => {
  const id = WORDS.indexOf(word as (typeof WORDS)[number]);
  return Array.from({ length: DIMENSIONS }, (_, d) => Math.fround(((id * 7 + d * 3) % 5) - 1.5));
};

/**
 * The smallest model of the shape of BERT, for tests: it looks each token up in a table and adds the
 * vector of its type, which is zero for type 0.
 */
export function tinyModel(): Uint8Array {
  const FLOAT = onnx.TensorProto.DataType.FLOAT;
  const INT64 = onnx.TensorProto.DataType.INT64;
  const ids = { dim: [{ dimParam: 'batch' }, { dimParam: 'length' }] };
  const input = (name: string) => ({ name, type: { tensorType: { elemType: INT64, shape: ids } } });
  const model = onnx.ModelProto.create({
    irVersion: 8,
    opsetImport: [{ domain: '', version: 13 }],
    graph: {
      name: 'tiny',
      input: [input('input_ids'), input('attention_mask'), input('token_type_ids')],
      output: [{ name: 'last_hidden_state', type: { tensorType: { elemType: FLOAT, shape: { dim: [...ids.dim, { dimValue: DIMENSIONS }] } } } }],
      initializer: [
        { name: 'words', dataType: FLOAT, dims: [WORDS.length, DIMENSIONS], floatData: WORDS.flatMap(wordVector) },
        { name: 'types', dataType: FLOAT, dims: [2, DIMENSIONS], floatData: [0, 0, 0, 0, 9, 9, 9, 9] },
      ],
      node: [
        { opType: 'Gather', input: ['words', 'input_ids'], output: ['word'] },
        { opType: 'Gather', input: ['types', 'token_type_ids'], output: ['type'] },
        { opType: 'Add', input: ['word', 'type'], output: ['last_hidden_state'] },
      ],
    },
  });
  return onnx.ModelProto.encode(model).finish();
}

/** The tokenizer of the tiny model: words by white space, `[CLS]` and `[SEP]` around them. */
export function tinyTokenizer(): string {
  const special = (content: string) => ({ id: WORDS.indexOf(content as (typeof WORDS)[number]), content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true });
  return JSON.stringify({
    version: '1.0', truncation: null, padding: null, added_tokens: WORDS.slice(0, 4).map(special),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ SpecialToken: { id: '[CLS]', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: '[SEP]', type_id: 0 } }],
      pair: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: '[SEP]', type_id: 0 } },
        { Sequence: { id: 'B', type_id: 1 } }, { SpecialToken: { id: '[SEP]', type_id: 1 } },
      ],
      special_tokens: { '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] }, '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] } },
    },
    decoder: null,
    model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100, vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])) },
  });
}

/** Keeps the logits of the tiny cross-encoder small, so that their logistic function tells them apart. */
export const CROSS_SCALE = 0.1;

/**
 * The smallest cross-encoder of the shape of BERT, for tests: its logit is the inner product of the sum of the
 * scaled word vectors of type 0 and of that of type 1, marks included and padding left out.
 */
export function tinyCrossEncoder(): Uint8Array {
  const { FLOAT, INT64 } = onnx.TensorProto.DataType;
  const ids = { dim: [{ dimParam: 'batch' }, { dimParam: 'length' }] };
  const input = (name: string) => ({ name, type: { tensorType: { elemType: INT64, shape: ids } } });
  const axes = (name: string, axis: number) => ({ name, dataType: INT64, dims: [1], int64Data: [axis] });
  const float = (from: string, to: string) => ({ opType: 'Cast', input: [from], output: [to], attribute: [{ name: 'to', type: onnx.AttributeProto.AttributeType.INT, i: FLOAT }] });
  const sum = (from: string, to: string, axis: string, keep: number) => ({ opType: 'ReduceSum', input: [from, axis], output: [to], attribute: [{ name: 'keepdims', type: onnx.AttributeProto.AttributeType.INT, i: keep }] });
  const side = (share: string, name: string) => [
    { opType: 'Mul', input: [share, 'mask'], output: [`${name}_share`] },
    { opType: 'Unsqueeze', input: [`${name}_share`, 'axis_2'], output: [`${name}_wide`] },
    { opType: 'Mul', input: ['word', `${name}_wide`], output: [`${name}_words`] },
    sum(`${name}_words`, name, 'axis_1', 0),
  ];
  const model = onnx.ModelProto.create({
    irVersion: 8,
    opsetImport: [{ domain: '', version: 13 }],
    graph: {
      name: 'tiny-cross',
      input: [input('input_ids'), input('attention_mask'), input('token_type_ids')],
      output: [{ name: 'logits', type: { tensorType: { elemType: FLOAT, shape: { dim: [{ dimParam: 'batch' }, { dimValue: 1 }] } } } }],
      initializer: [
        { name: 'words', dataType: FLOAT, dims: [WORDS.length, DIMENSIONS], floatData: WORDS.flatMap((word) => wordVector(word).map((x) => x * CROSS_SCALE)) },
        { name: 'one', dataType: FLOAT, dims: [1], floatData: [1] }, axes('axis_1', 1), axes('axis_2', 2),
      ],
      node: [
        { opType: 'Gather', input: ['words', 'input_ids'], output: ['word'] },
        float('attention_mask', 'mask'), float('token_type_ids', 'second'),
        { opType: 'Sub', input: ['one', 'second'], output: ['first'] },
        ...side('first', 'question'), ...side('second', 'text'),
        { opType: 'Mul', input: ['question', 'text'], output: ['products'] },
        sum('products', 'logits', 'axis_1', 1),
      ],
    },
  });
  return onnx.ModelProto.encode(model).finish();
}

/** What the tiny cross-encoder makes of two texts, given as words; words it does not know are `[UNK]`. */
export function crossScore(question: readonly string[], text: readonly string[]): number {
  const sumOf = (words: readonly string[], d: number) => words.reduce((sum, word) => sum + wordVector((WORDS as readonly string[]).includes(word) ? word : '[UNK]')[d]! * CROSS_SCALE, 0);
  const [first, second] = [['[CLS]', ...question, '[SEP]'], [...text, '[SEP]']];
  const logit = Array.from({ length: DIMENSIONS }, (_, d) => sumOf(first, d) * sumOf(second, d)).reduce((a, b) => a + b, 0);
  return 1 / (1 + Math.exp(-logit));
}

/** Writes the tiny cross-encoder as a folder, with `engram.json` when options are given. */
export function writeTinyCrossEncoder(folder: string, options?: object): void {
  writeTinyModel(folder, options);
  writeFileSync(join(folder, 'model.onnx'), tinyCrossEncoder());
}

/** Writes the tiny model as a folder, with `engram.json` when options are given. */
export function writeTinyModel(folder: string, options?: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), tinyModel());
  writeFileSync(join(folder, 'tokenizer.json'), tinyTokenizer());
  if (options) writeFileSync(join(folder, 'engram.json'), JSON.stringify(options));
}
