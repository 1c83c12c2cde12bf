import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asksIn, broaden, MOST_ASKS } from './asks.ts';
import { editDistance } from './names.ts';

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const piece = fc.constantFrom('When', 'did', 'Ada', 'and', 'Bo', ',', 'both', 'or', 'what', 'fire', 'the', 'kiln?', 'glaze.', "Ada's", '?');

test('RECALL-REFORMULATE: any text is taken apart into at most three questions, of its own words and no longer than it', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.array(piece, { maxLength: 16 }).map((words) => words.join(' ')));
  fc.assert(fc.property(text, fc.uniqueArray(fc.constantFrom('ada', 'bo'), { maxLength: 2 }), (question, names) => {
    const parts = asksIn(question, names.map((name) => [name]));
    assert.ok(parts.length !== 1 && parts.length <= MOST_ASKS);
    const own = new Set(wordsIn(question));
    for (const part of parts) assert.ok(wordsIn(part).length >= 2 && part.length <= question.length + 1 && wordsIn(part).every((word) => own.has(word)), part);
  }), { numRuns: 1000 });
});

test('RECALL-REFORMULATE: sentences, clauses and joined names are asked one by one, and a single question is not', () => {
  const people = [['ada'], ['bo']];
  const cases: [string, string[]][] = [
    ['When was the kiln fired? Who glazed the bowls?', ['When was the kiln fired?', 'Who glazed the bowls?']],
    ['Where is the kiln and who repaired it?', ['Where is the kiln', 'who repaired it?']],
    ['What do Ada and Bo like to paint?', ['What do Ada like to paint?', 'What do Bo like to paint?']],
    ['What did both Ada and Bo paint?', ['What did Ada paint?', 'What did Bo paint?']],
    ['What did Ada paint for Bo?', []], ['Do they like bread and butter?', []], ['Where is the kiln?', []], ['', []],
  ];
  for (const [question, parts] of cases) assert.deepEqual(asksIn(question, people), parts, question);
});

test('RECALL-REFORMULATE: a term that nothing holds is exchanged for words one letter away, as compared one by one', () => {
  const word = fc.string({ unit: fc.constantFrom('k', 'i', 'l', 'n'), minLength: 1, maxLength: 7 });
  fc.assert(fc.property(fc.uniqueArray(word, { maxLength: 4 }), fc.uniqueArray(word, { maxLength: 12 }), fc.boolean(), (unmet, words, emptySpan) => {
    const expected = unmet.map((term) => ({ term, forms: words.filter((other) => term.length >= 5 && other[0] === term[0] && editDistance(term, other) === 1).slice(0, 2) })).filter(({ forms }) => forms.length > 0);
    const eased = broaden(unmet, words, emptySpan);
    if (expected.length === 0 && !emptySpan) assert.equal(eased, null);
    else assert.deepEqual(eased, { instead: expected, withoutTime: emptySpan });
  }), { numRuns: 1000 });
});
