import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyse, carryOver, isElliptical } from './index.ts';

const AT = Date.parse('2025-06-18T10:00:00Z');
const known = { speakers: ['Marta', 'Jonas'], called: new Map<string, string | null>() };
const analysis = (text: string) => analyse(text, AT, known, () => []);
const texts = fc.string({ unit: 'grapheme', maxLength: 120 });

test('ELLIPTICAL-RECALL: without turns before it, and when it stands alone, a question keeps its very analysis', () => {
  fc.assert(fc.property(texts, fc.array(texts, { maxLength: 8 }), (text, context) => {
    const own = analysis(text);
    assert.equal(carryOver(own, text, []), own);
    if (!isElliptical(text)) assert.equal(carryOver(own, text, context), own);
  }));
});

test('ELLIPTICAL-RECALL: what is taken over stands in the turns, is no word of the message, and is not much', () => {
  const words = fc.constantFrom('boat', 'engine', 'harbour', 'invoice', 'the', 'of', 'Lisbon', 'violin', 'when', 'garden');
  const turn = fc.array(words, { maxLength: 40 }).map((list) => list.join(' '));
  fc.assert(fc.property(fc.constantFrom('and the engine?', 'ok, deploy it', 'why?', 'what about her?', 'does it fit there?'), fc.array(turn, { maxLength: 8 }), (text, context) => {
    const { carried } = carryOver(analysis(text), text, context);
    if (carried === null) return;
    assert.ok(carried.words.length > 0 && carried.words.length <= 16 && carried.share > 0 && carried.share < 1);
    const said = context.join(' ').toLowerCase().split(' ');
    for (const word of carried.words) assert.ok(said.includes(word) && !text.includes(word), word);
  }));
});

test('ELLIPTICAL-RECALL: follow-ups are told from questions that stand alone', () => {
  const leaning = ['ok, deploy it', 'and the second one?', 'what about her?', 'why not?', 'Which port?', 'how old is he now?', 'und wann fährt er zurück?', '¿y cuánto cuesta eso?', 'et lui ?', 'does it need a licence?', 'tell me more about that'];
  const whole = ['When is my dentist appointment?', 'Who is Marta?', 'Where did Anna put her keys?', 'Did the plumber say when he comes?', 'Internet is down, how do I restart it?', 'What happened on 2024-07-12?', 'By the way, is it hers?', 'What does the first talk with our lawyer cost?', 'Wie heißt der Tierarzt von Milo?', 'where is auth.ts', 'Is there a pharmacy near the harbour?'];
  assert.deepEqual(leaning.filter((text) => !isElliptical(text)), []);
  assert.deepEqual(whole.filter((text) => isElliptical(text)), []);
});

test('ELLIPTICAL-RECALL: a pronoun takes over the speaker that was named last; a turn that left the subject is the last one looked at', () => {
  const spoken = carryOver(analysis('and her children?'), 'and her children?', ['What does Jonas do?', 'He sails.', 'And Marta, where does she work?', 'At the aquarium.'], known.speakers);
  assert.deepEqual(spoken.speakers, ['Marta']);
  assert.ok(spoken.carried!.words.includes('aquarium'));
  const left = carryOver(analysis('and its colour?'), 'and its colour?', ['The violin needs strings.', 'By the way, I bought a kayak.', 'Nice!'], known.speakers);
  assert.deepEqual([left.carried!.words.includes('kayak'), left.carried!.words.includes('violin')], [true, false]);
});
