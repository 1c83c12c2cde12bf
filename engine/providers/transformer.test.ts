import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EngramError } from '../../contract/index.ts';
import { DIMENSIONS, wordVector, writeTinyModel } from '../../test/support/tiny-model.ts';
import { openEmbedder, type EmbeddingModel } from './index.ts';

const modelsDir = mkdtempSync(join(tmpdir(), 'engram-models-'));
after(() => rmSync(modelsDir, { recursive: true, force: true }));

const open = (id: string) => openEmbedder(id, { modelsDir, providers: [] });
const code = (work: Promise<unknown>) => work.then(() => 'none', (error: unknown) => (error instanceof EngramError ? error.code : String(error)));
const unit = (vector: number[]) => vector.map((x) => x / Math.hypot(...vector));
const mean = (words: string[]) => unit(Array.from({ length: DIMENSIONS }, (_, d) => words.reduce((sum, word) => sum + wordVector(word)[d]!, 0) / words.length));
const near = (a: ArrayLike<number>, b: ArrayLike<number>) => assert.ok(a.length === b.length && Array.from(a).every((x, i) => Math.abs(x - b[i]!) < 1e-6), `${Array.from(a)} is not ${Array.from(b)}`);
async function using(id: string, options: object | undefined, work: (model: EmbeddingModel) => Promise<void>): Promise<void> {
  writeTinyModel(join(modelsDir, id), options);
  const model = await open(id);
  try {
    await work(model);
  } finally {
    await model.close();
  }
}

test('pools the mean of what is no padding, at length one and in order', () => using('tiny', undefined, async (model) => {
  assert.equal(model.id, 'tiny');
  assert.equal(model.space.dimensions, DIMENSIONS);
  assert.match(model.space.name, /^tiny\/[0-9a-f]{8}$/);
  assert.equal(await model.available(), true);
  const texts = ['red', 'red green blue blue', 'Green!', ''];
  const found = await model.embed(texts, 'document');
  const words = [['[CLS]', 'red', '[SEP]'], ['[CLS]', 'red', 'green', 'blue', 'blue', '[SEP]'], ['[CLS]', 'green', '[UNK]', '[SEP]'], ['[CLS]', '[SEP]']];
  found.forEach((vector, i) => near(vector, mean(words[i]!)));
  const alone = await model.embed([texts[1]!], 'document');
  near(alone[0]!, found[1]!);
  assert.deepEqual(await model.embed([], 'query'), []);
}));

test('takes the first token when told so, and writes the prefixes in front', () =>
  using('tiny-cls', { pooling: 'cls', revision: '7' }, async (model) => {
    assert.equal(model.space.name, 'tiny-cls/7');
    near((await model.embed(['red'], 'query'))[0]!, unit(wordVector('[CLS]')));
  }).then(() => using('tiny-prefix', { queryPrefix: 'green ', documentPrefix: 'blue ' }, async (model) => {
    near((await model.embed(['red'], 'query'))[0]!, mean(['[CLS]', 'green', 'red', '[SEP]']));
    near((await model.embed(['red'], 'document'))[0]!, mean(['[CLS]', 'blue', 'red', '[SEP]']));
  })));

test('cuts a long text and keeps the mark at its end', () => using('tiny-short', { maxTokens: 8 }, async (model) => {
  const [vector] = await model.embed([`${'red '.repeat(6)}${'blue '.repeat(3000)}`], 'document');
  near(vector!, mean(['[CLS]', ...Array<string>(6).fill('red'), '[SEP]']));
}));

test('stops when asked to', () => using('tiny-stop', undefined, async (model) => {
  assert.equal(await code(model.embed(['red'], 'document', AbortSignal.abort())), 'CANCELLED');
}));

test('another model under the same name is another space', async () => {
  let before = '';
  await using('twice', undefined, async (model) => void (before = model.space.name));
  writeFileSync(join(modelsDir, 'twice', 'tokenizer.json'), '{"version":"1.0","model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","vocab":{"[UNK]":1}},"added_tokens":[],"normalizer":null,"pre_tokenizer":null,"post_processor":null,"decoder":null}');
  const model = await open('twice');
  assert.notEqual(model.space.name, before);
  await model.close();
});

test('files that are missing or wrong are MODEL_INVALID', async () => {
  mkdirSync(join(modelsDir, 'empty'));
  assert.equal(await code(open('empty')), 'MODEL_INVALID');
  writeTinyModel(join(modelsDir, 'broken'));
  writeFileSync(join(modelsDir, 'broken', 'model.onnx'), 'no model');
  assert.equal(await code(open('broken')), 'MODEL_INVALID');
  writeTinyModel(join(modelsDir, 'broken-words'));
  writeFileSync(join(modelsDir, 'broken-words', 'tokenizer.json'), '{');
  assert.equal(await code(open('broken-words')), 'MODEL_INVALID');
  writeTinyModel(join(modelsDir, 'odd'), { pooling: 'max' });
  assert.equal(await code(open('odd')), 'MODEL_INVALID');
});

test('an id names a folder here and nothing else', async () => {
  for (const id of ['..', '.', '', '../tiny', 'tiny\\..', '.hidden', 'absent', 'C:', 'nobody/model']) assert.equal(await code(open(id)), 'NOT_FOUND', id);
  const outside = mkdtempSync(join(tmpdir(), 'engram-outside-'));
  writeTinyModel(outside);
  symlinkSync(outside, join(modelsDir, 'linked'));
  assert.equal(await code(open('linked')), 'NOT_FOUND');
  rmSync(outside, { recursive: true, force: true });
});
