import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describe, kindOf, levelsOf, perceive, RING_TURNS, SensoryRing } from './index.ts';

test('RING: the last twenty turns of all sessions, in order, like a plain array', () => {
  const turn = fc.record({ session: fc.constantFrom('a', 'b'), role: fc.constantFrom('user' as const, 'assistant' as const), text: fc.string({ unit: 'grapheme' }), at: fc.nat() });
  fc.assert(fc.property(fc.array(turn, { maxLength: 60 }), (turns) => {
    const ring = new SensoryRing();
    for (const t of turns) ring.push(t);
    for (const session of ['a', 'b'])
      assert.deepEqual(ring.turns(session), turns.slice(-RING_TURNS).filter((t) => t.session === session).map((t) => ({ ...t, text: t.text.toWellFormed() })));
    ring.wipe();
    assert.deepEqual(ring.turns('a'), []);
  }));
});

const facts: readonly [sentence: string, predicate: string, object: string][] = [
  ['My name is Ana Souza.', 'is named', 'Ana Souza'], ['Please call me Annie.', 'is called', 'Annie'], ["I'm 34 years old.", 'age is', '34'], ['I live in Lisbon now.', 'lives in', 'Lisbon'],
  ["I've moved to Porto because of work.", 'lives in', 'Porto'], ["I'm from Brazil.", 'is from', 'Brazil'], ['I work at Globex.', 'works at', 'Globex'], ['I am a software engineer.', 'is', 'software engineer'],
  ['My birthday is on May 3rd.', 'birthday is', 'on May 3rd'], ["My dog's called Rex.", 'dog is', 'Rex'], ['My favourite colour is teal.', 'favourite colour is', 'teal'], ['I prefer dark mode.', 'prefers mode', 'dark mode'],
  ['I really like jazz.', 'likes', 'jazz'], ["I can't stand olives.", 'dislikes', 'olives'], ["I'm allergic to peanuts.", 'is allergic to', 'peanuts'], ['I use vim.', 'uses editor', 'vim'],
  ['I switched to Helix.', 'uses editor', 'Helix'], ['I switched from Chrome to Firefox.', 'uses browser', 'Firefox'], ["I'm using Fedora these days.", 'uses operating system', 'Fedora'], ['I use metric units.', 'uses units', 'metric units'],
];
const silent = [
  'What is my name?', 'Do I use vim?', 'If I moved to Rome, I would be happy.', 'Suppose I live in Paris.', 'Hello there!', 'The weather is nice.', 'Can you help me?', 'Thanks a lot.', 'Let me think about it.', 'Imagine I am a pilot.',
  'She lives in Madrid.', 'They use Emacs.', 'How do I use git?', 'ok', 'It works now.', 'Should I switch to Helix?',
];

test('FACT-PATTERNS: a labelled set of sentences: every fact is read, nothing is read from the others', (t) => {
  const wrong = facts.filter(([sentence, predicate, object]) => !perceive(sentence).some((p) => p.facts.some((f) => f.subject === 'user' && f.predicate === predicate && f.object === object)));
  const noisy = silent.filter((sentence) => perceive(sentence).length > 0);
  t.diagnostic(`facts ${facts.length - wrong.length} of ${facts.length}, noise ${noisy.length} of ${silent.length}; ${wrong.map(([s]) => `${s} -> ${JSON.stringify(perceive(s).map((p) => p.facts))}`).join(' ')}`);
  assert.ok(wrong.length / facts.length <= 0.1);
  assert.deepEqual(noisy, []);
});

test('FACT-ALL: all matches of a message count, sentence by sentence', () => {
  const found = perceive('I live in Lisbon. I use React and I prefer TypeScript. Always answer in Portuguese. We decided to ship on Friday. How are you?');
  assert.deepEqual(found.map((p) => [p.text, p.category]), [
    ['I live in Lisbon.', 'identity'], ['I use React and I prefer TypeScript.', 'preference'], ['Always answer in Portuguese.', 'instruction'], ['We decided to ship on Friday.', 'decision'],
  ]);
  assert.equal(found[1]!.facts.length, 2);
});

test('KIND: an event, a how-to and knowledge are told apart', () => {
  const none = { session: false, speaker: false, steps: false };
  assert.equal(kindOf('Yesterday we walked to the lake.', none), 'episodic');
  assert.equal(kindOf('1. Run the tests\n2. Tag the commit', none), 'procedural');
  assert.equal(kindOf('Water boils at 100 degrees.', none), 'semantic');
  assert.equal(kindOf('Water boils.', { ...none, speaker: true }), 'episodic');
  assert.equal(describe('I prefer tea.').category, 'preference');
});

test('LEVELS: every level is shorter than the one above, never empty, and made of the text', () => {
  fc.assert(fc.property(fc.lorem({ maxCount: 12, mode: 'sentences' }), (text) => {
    const { summary, keyFact, tag } = levelsOf(text);
    const flat = text.replace(/\s+/g, ' ').trim();
    assert.ok(summary.length <= flat.length && keyFact.length <= flat.length + 1 && tag.length <= flat.length);
    assert.ok(summary !== '' && keyFact !== '' && tag !== '');
    if (flat.length > 400) assert.ok(summary.length <= flat.length * 0.65);
  }), { numRuns: 200 });
});

test('LEVELS: any text at all has levels', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (text) => void levelsOf(text)), { numRuns: 300 });
});
