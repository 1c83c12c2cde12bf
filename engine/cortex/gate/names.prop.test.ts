import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyse, namesToLookUp } from './analyse.ts';
import { addressedIn, calledNames, editDistance, isSlipOf } from './names.ts';

/** The definition, without a table. */
function slowly(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  return Math.min(slowly(a.slice(1), b) + 1, slowly(a, b.slice(1)) + 1, slowly(a.slice(1), b.slice(1)) + Number(a[0] !== b[0]));
}

const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
const none = () => [];
const ask = (text: string, speakers: string[], called: [string, string | null][] = []) =>
  analyse(text, 0, { speakers, called: new Map(called) }, none);

test('RECALL-NAMES: the distance of two words is that of the definition', () => {
  fc.assert(fc.property(short, short, (a, b) => assert.equal(editDistance(a, b), slowly(a, b))));
});

test('RECALL-NAMES: a slip keeps the first letter and the length within two, whichever word is taken for the name', () => {
  fc.assert(fc.property(fc.string({ minLength: 1, maxLength: 9 }), fc.string({ minLength: 1, maxLength: 9 }), (word, name) => {
    if (!isSlipOf(word, name)) return;
    assert.equal(word[0], name[0]);
    assert.ok(Math.abs(word.length - name.length) <= 2);
  }));
  assert.ok(isSlipOf('akim', 'akib'));
  assert.ok(isSlipOf('mohamed', 'muhhamed'));
  assert.equal(isSlipOf('sam', 'pam'), false);
});

test('RECALL-NAMES: no string makes names or addresses throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (text, speakers) => {
    addressedIn(text);
    for (const name of namesToLookUp(text, speakers)) assert.ok(text.toLowerCase().includes(name));
    ask(text, speakers);
  }));
});

test('RECALL-NAMES: in a conversation of two, whoever is addressed is the other one', () => {
  const said = (text: string, others = ['Emi']) => ({ name: 'kate', text, others });
  const called = (mentions: Parameters<typeof calledNames>[0]) => calledNames(mentions).get('kate');
  assert.equal(called([said('Hey Kate! How are you?'), said('Sounds lovely, Kate!'), said('Thanks Kate, that helps.')]), 'Emi');
  assert.equal(called([said('Hey Kate!'), said('I met Kate at the pool.'), said('Kate sings well.')]), null, 'spoken of, not to');
  assert.equal(called([said('Hey Kate!', ['Emi', 'Ann']), said('Hi Kate!', ['Emi', 'Ann']), said('Hello Kate!', ['Emi', 'Ann'])]), null, 'three speak');
  assert.equal(called([said('Hey Kate!'), said('Hi Kate!'), said('Hello Kate!'), said('Hello Kate!', ['Bo'])]), null, 'two are called so');
  assert.equal(called([]), undefined);
});

test('RECALL-NAMES: another name stands for its speaker and leaves the words; a name somebody else has is no slip', () => {
  const kate = ask('What are Kate’s hobbies?', ['Emi', 'Elise'], [['kate', 'Emi']]);
  assert.deepEqual([kate.speakers, kate.terms], [['Emi'], ['hobbies']]);
  assert.deepEqual(ask('When did Mohamed leave?', ['Muhhamed', 'Akib']).speakers, ['Muhhamed']);
  assert.deepEqual(ask('When did Mark leave?', ['Mary'], [['mark', null]]).speakers, []);
  assert.deepEqual(ask('When did mary leave?', ['Mary']).speakers, ['Mary']);
});
