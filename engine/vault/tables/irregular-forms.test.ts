import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formsOf } from './irregular-forms.ts';
import { stemOf } from './word-forms.ts';

test('RECALL-FORMS: a word is its own first form, and is a form of each of its forms', () => {
  for (const word of ['buy', 'bought', 'went', 'children', 'kiln', 'better', 'feet'])
    for (const form of formsOf(word)) assert.ok(formsOf(form).includes(word), `${word} ${form}`);
  fc.assert(fc.property(fc.string(), (word) => assert.equal(formsOf(word)[0], word)));
});

test('RECALL-FORMS: every word listed has forms the stemmer does not join', () => {
  for (const word of ['buy', 'go', 'child', 'good', 'write', 'feel']) assert.ok(new Set(formsOf(word).map(stemOf)).size > 1, word);
});
