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
      pair: [],
      special_tokens: { '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] }, '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] } },
    },
    decoder: null,
    model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100, vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])) },
  });
}

/** Writes the tiny model as a folder, with `engram.json` when options are given. */
export function writeTinyModel(folder: string, options?: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), tinyModel());
  writeFileSync(join(folder, 'tokenizer.json'), tinyTokenizer());
  if (options) writeFileSync(join(folder, 'engram.json'), JSON.stringify(options));
}
