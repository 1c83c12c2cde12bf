import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { getTokenizer } from '@anthropic-ai/tokenizer';
import llama2 from 'llama-tokenizer-js';
import llama3 from 'llama3-tokenizer-js';
// @ts-expect-error The package has no types.
import mistralUntyped from 'mistral-tokenizer-js';
import { mixedTexts, type MixedText } from '../../../test/support/mixed-texts.ts';
import { counterFor, createCounter, estimateTokens, families, type Tokenizer } from './index.ts';

const ordinary = { disallowedSpecial: new Set<string>() };
const mistral = mistralUntyped as { encode(text: string, bos: boolean, space: boolean): number[] };
const claude = getTokenizer();

const EXACT = { o200k: (text: string) => countO200k(text, ordinary), cl100k: (text: string) => countCl100k(text, ordinary) };
/** Tokenizers that can be had, for the families they stand for. */
const VENDOR: Partial<Record<Tokenizer, (text: string) => number>> = {
  claude: (text) => claude.encode(text.normalize('NFKC'), [], []).length,
  llama3: (text) => llama3.encode(text, { bos: false, eos: false }).length,
  sentencepiece: (text) => llama2.encode(text, false, false).length,
  mistral: (text) => mistral.encode(text, false, false).length,
};
const texts = mixedTexts(1000);
const SORTS: readonly MixedText['sort'][] = ['prose', 'code', 'wide', 'script', 'accented', 'emoji', 'json', 'mixed'];

test('TOKENS-EXACT: on 1,000 mixed texts the exact families count what their tokenizer counts', async () => {
  assert.ok(SORTS.every((sort) => texts.filter((one) => one.sort === sort).length >= 50));
  for (const [name, reference] of Object.entries(EXACT) as ['o200k' | 'cl100k', (text: string) => number][]) {
    const counter = await counterFor(name);
    assert.equal(counter.error, 0);
    for (const { text } of texts) assert.equal(counter.count(text), reference(text));
  }
});

test('TOKENS-EXACT: any text counts like the slow twin, markers of the model and half pairs included', async () => {
  const odd = fc.array(fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 30 }), fc.constantFrom('<|endoftext|>', '<|im_start|>system', '<|fim_prefix|>', '\ud800', '\udfff', ' \n \r\n\t', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
  ), { maxLength: 8 }).map((parts) => parts.join(''));
  for (const [name, reference] of Object.entries(EXACT) as ['o200k' | 'cl100k', (text: string) => number][]) {
    const counter = await counterFor(name);
    fc.assert(fc.property(odd, (text) => counter.count(text) === reference(text)), { numRuns: 1500 });
  }
  // Beyond a few thousand characters a text is counted by its lines, which must not show.
  const line = fc.oneof(odd, fc.constantFrom('/path', '// note', '\t  if (x) {', '}', "'s", '…', '42', ' \u2003x', '\r', 'word.', '!!', 'über'));
  for (const [name, reference] of Object.entries(EXACT) as ['o200k' | 'cl100k', (text: string) => number][]) {
    const counter = await counterFor(name);
    fc.assert(fc.property(fc.array(line, { minLength: 2, maxLength: 60 }), fc.constantFrom('\n', '\n\n', '\r\n', ' \n', '.\n'), (lines, between) => {
      const text = `${lines.join(between)}${'x y\n'.repeat(1200)}`;
      return counter.count(text) === reference(text);
    }), { numRuns: 400 });
  }
  assert.ok((await counterFor('o200k')).count('<|endoftext|>') > 1, 'it is text, not the end of one');
});

for (const [name, reference] of Object.entries(VENDOR) as [keyof typeof families, (text: string) => number][]) {
  test(`TOKENS-RATIO: ${name} is off by at most 10 % on the mean, and a full window is never counted more than 5 % too low`, async (t) => {
    const counter = await counterFor(name);
    assert.ok(families[name].measuredOn !== null);
    const off: number[] = [];
    const windows = new Map<string, { counted: number; truth: number }>();
    for (const { sort, text } of texts) {
      const counted = counter.count(text);
      const truth = reference(text);
      off.push(Math.abs(counted - truth) / truth);
      for (const window of [sort, 'all']) {
        const sum = windows.get(window) ?? { counted: 0, truth: 0 };
        windows.set(window, { counted: sum.counted + counted, truth: sum.truth + truth });
      }
    }
    const mean = off.reduce((a, b) => a + b, 0) / off.length;
    const low = [...windows].map(([window, { counted, truth }]) => [window, counted / truth - 1] as const);
    t.diagnostic(`mean ${(mean * 100).toFixed(2)} %; windows ${low.map(([window, share]) => `${window} ${(share * 100).toFixed(1)}`).join(', ')}`);
    assert.ok(mean <= 0.1, `mean ${mean}`);
    for (const [window, share] of low) {
      assert.ok(share >= -0.05, `${window}: ${share}`);
      // With the part the budget keeps free, the window holds.
      assert.ok((1 + share) / (1 - counter.error) >= 1, `${window} with its reserve: ${share}`);
    }
  });
}

test('TOKENS-UNKNOWN: without a vocabulary the estimate is near what known tokenizers make of a text on the mean', (t) => {
  const references = [EXACT.cl100k, VENDOR.sentencepiece!, VENDOR.mistral!, VENDOR.claude!];
  let off = 0;
  const sums = references.map(() => 0);
  let counted = 0;
  for (const { text } of texts) {
    const truths = references.map((of) => of(text));
    const mean = truths.reduce((a, b) => a + b, 0) / truths.length;
    off += Math.abs(estimateTokens(text) - mean) / mean;
    counted += estimateTokens(text);
    truths.forEach((truth, i) => (sums[i]! += truth));
  }
  const lowest = Math.min(...sums.map((sum) => counted / sum - 1));
  t.diagnostic(`mean ${(off / 10).toFixed(2)} %; lowest for a whole window ${(lowest * 100).toFixed(1)} %`);
  assert.ok(off / texts.length <= 0.1);
  assert.ok(lowest >= -0.05);
});

test('TOKENS-LONG: a run of 200,000 characters takes steps that grow with its length, not with its square', async () => {
  const counter = await counterFor('o200k');
  const letters = (length: number, seed: number) => Array.from({ length }, (_, i) => String.fromCharCode(97 + (Math.imul(i + seed, 2654435761) >>> 16) % 26)).join('');
  // Look-ups of pairs are what both the scan and the heap spend their time on, and unlike time they can be counted.
  const lookups = (length: number): number => {
    const text = letters(length, length);
    let steps = 0;
    const get = Map.prototype.get;
    Map.prototype.get = function (this: Map<unknown, unknown>, key: unknown) {
      steps += 1;
      return get.call(this, key);
    };
    try {
      assert.ok(counter.count(text) > length / 8);
    } finally {
      Map.prototype.get = get;
    }
    return steps;
  };
  const short = lookups(20_000);
  const long = lookups(200_000);
  assert.ok(short > 20_000 && long < short * 11, `${short} look-ups, then ${long}`);
  for (const run of ['a', 'A', ' ', '\n', '!', '你', '😀', '1', '-=']) assert.ok(counter.count(run.repeat(100_000)) > 100, JSON.stringify(run));
  // The library is the twin where it is still quick.
  for (const run of ['ab', 'Z', '你好', '=-', '\u0301']) assert.equal(counter.count(run.repeat(1500)), EXACT.o200k(run.repeat(1500)));
});

test('TOKENS-BOUND: what fits is told alike with and without counting, for every family', async () => {
  for (const tokenizer of ['o200k', 'cl100k', ...Object.keys(families), 'heuristic'] as Tokenizer[]) {
    const counter = await counterFor(tokenizer);
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...texts.slice(0, 60).map(({ text }) => text))), fc.integer({ min: 0, max: 1200 }),
      (text, limit) => counter.fits(text, limit) === (counter.count(text) <= limit)), { numRuns: 300 });
    assert.equal(counter.count(''), 0);
  }
});

test('TOKENS-CACHE: a text is counted once while it is remembered, and what is remembered is bounded', async () => {
  let counted = 0;
  const encoding = { count: () => (counted += 1, 7), pieces: function* () {}, countPiece: () => 1, clear() {} } as never;
  const counter = createCounter('o200k', encoding, { texts: 3, characters: 100 });
  for (const text of ['one', 'two', 'one', 'one', 'two']) assert.equal(counter.count(text), 7);
  assert.equal(counted, 2);
  for (const text of ['three', 'four', 'two']) counter.count(text);
  assert.equal(counted, 4, 'the one that was not used for longest gave way');
  counter.count('one');
  assert.equal(counted, 5);
  counter.count('x'.repeat(90));
  counter.count('one');
  assert.equal(counted, 6, 'still there, within the characters');
  counter.count('y'.repeat(98));
  counter.count('one');
  assert.equal(counted, 8, 'the long one took its room');
  counter.clear();
  counter.count('one');
  assert.equal(counted, 9);
});
