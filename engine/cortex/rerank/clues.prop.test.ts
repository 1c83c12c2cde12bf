import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Clue } from '../../../contract/index.ts';
import { ANSWERS, answersAsked, holds } from './asked.ts';
import { cluesOf, dateNearness, type Candidate, type Question } from './clues.ts';
import { scoreOf } from './rerank.ts';
import { RERANKING } from './weights.ts';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const reading = { wordsOf, stemOf: (word: string) => word.replace(/s$/, ''), isFunctionWord: (word: string) => word === 'the' };
const LENGTHS = new Set<Clue>(['content', 'length']);
const DAY = 86_400_000;

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.array(fc.constantFrom('kiln', 'kilns', 'glaze', 'I', 'yesterday', 'pottery?', 'the', 'shop.'), { maxLength: 12 }).map((words) => words.join(' ')));
const rank = fc.option(fc.integer({ min: 1, max: 300 }));
const candidate: fc.Arbitrary<Candidate> = fc.record({
  id: fc.nat(), text, before: fc.option(text), speaker: fc.option(fc.constantFrom('Ada', 'Bo', 'Cleo')), conversation: fc.option(fc.constantFrom('1 a', '1 b')),
  happenedAt: fc.integer({ min: 0, max: 4e12 }), namesTime: fc.boolean(), cosine: fc.double({ min: -1, max: 1, noNaN: true }), words: rank, spoken: rank, near: rank, tie: fc.double({ min: 0, max: 1, noNaN: true }),
});
const question: fc.Arbitrary<Question> = fc.record({
  text, speakers: fc.uniqueArray(fc.constantFrom('Ada', 'Bo', 'Cleo')),
  terms: fc.array(fc.record({ stems: fc.array(fc.constantFrom('kiln', 'glaze', 'shop'), { minLength: 1, maxLength: 2 }), worth: fc.double({ min: 0, max: 9, noNaN: true }) }), { maxLength: 4 }),
  time: fc.option(fc.tuple(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 0, max: 4e11 })).map(([from, length]) => ({ from, to: from + length }))),
});

test('RERANK-CLUES: whatever was asked and found, every clue is a number in its range, one set per candidate', () => {
  fc.assert(fc.property(question, fc.array(candidate, { maxLength: 8 }), (asked, pool) => {
    const clues = cluesOf(asked, pool, reading);
    assert.equal(clues.length, pool.length);
    for (const own of clues) for (const clue of Clue.options) {
      const value = own[clue];
      assert.ok(Number.isFinite(value), clue);
      if (clue === 'meaning') assert.ok(Math.abs(value) <= 1);
      else if (LENGTHS.has(clue)) assert.ok(value >= 0);
      else assert.ok(value >= 0 && value <= 1 + 1e-9, `${clue} ${value}`);
    }
  }));
});

test('RERANK-CLUES: coverage is the share of the worth of the matched terms, as counted one by one, and counts less where the best match is poor', () => {
  fc.assert(fc.property(question, candidate, (asked, one) => {
    const own = new Set(wordsOf(one.text).map(reading.stemOf));
    let [matched, all] = [0, 0];
    for (const { stems, worth } of asked.terms) {
      all += worth;
      if (stems.some((stem) => own.has(stem))) matched += worth;
    }
    const clues = cluesOf(asked, [one], reading)[0]!;
    const share = matched / (all || 1);
    assert.ok(Math.abs(clues.coverage - share * Math.min(1, share / 0.6)) < 1e-9);
    assert.ok(clues.conversation >= clues.coverage - 1e-9);
  }), { numRuns: 1000 });
});

test('RERANK-CLUES: the order of the candidates changes no clue', () => {
  fc.assert(fc.property(question, fc.uniqueArray(candidate, { maxLength: 6, selector: ({ id }) => id }), (asked, pool) => {
    const forth = cluesOf(asked, pool, reading);
    const back = cluesOf(asked, [...pool].reverse(), reading).reverse();
    assert.deepEqual(forth, back);
  }));
});

test('RERANK-CLUES: a score lies within 0..1 and grows with every clue that counts in favour', () => {
  const nothing = Object.fromEntries(Clue.options.map((clue) => [clue, 0])) as Record<Clue, number>;
  for (const clue of Clue.options) {
    const [less, more] = [0.2, 0.8].map((value) => scoreOf({ ...nothing, [clue]: value }, RERANKING)) as [number, number];
    assert.ok(less > 0 && more < 1);
    assert.equal(Math.sign(more - less), Math.sign(RERANKING.weights[clue]), clue);
  }
});

test('RERANK-CLUES: a date is nearest inside its span, less so the further away, and rather told after than before', () => {
  const span = { from: 100 * DAY, to: 101 * DAY };
  assert.equal(dateNearness(100.5 * DAY, span), 1);
  const after = [1, 3, 10, 40].map((days) => dateNearness(span.to + days * DAY, span));
  assert.deepEqual(after, [...after].sort((a, b) => b - a));
  assert.ok(dateNearness(span.to + DAY, span) > dateNearness(span.from - DAY, span));
  assert.ok(dateNearness(span.to + 7 * DAY, { from: 70 * DAY, to: span.to }) > dateNearness(span.to + 7 * DAY, span), 'a month is told longer');
});

test('RERANK-CLUES: a question asks for kinds of answers, and texts hold them', () => {
  const asked: [string, string[]][] = [
    ['When did Ada fire the kiln?', ['time']], ['Where does Bo live?', ['place']], ['Why did she leave?', ['reason']],
    ['How long has he been a potter?', ['time', 'duration']], ['How did Ada feel after the fair?', ['feeling']], ['What advice did Bo give?', ['advice']], ['What colour is the kiln?', []],
  ];
  for (const [question, kinds] of asked) assert.deepEqual(answersAsked(question), kinds, question);
  const held: Record<(typeof ANSWERS)[number], string> = {
    time: 'We fired it last week.', place: 'She moved to Lisbon.', reason: 'I left because of the noise.',
    feeling: 'I was so proud.', duration: 'For about three years now.', advice: 'You should try a lower heat.',
  };
  for (const kind of ANSWERS) {
    assert.ok(holds(held[kind], kind), kind);
    assert.equal(holds('Blue glaze.', kind), false, kind);
  }
});
