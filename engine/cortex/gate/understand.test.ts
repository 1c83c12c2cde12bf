import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { INTENTS, profileOf, understand, type Gate, type Intent } from './index.ts';
import { MOST_CHARS } from './tokens.ts';

interface Specimen {
  text: string;
  context?: string[];
  /** Not given where the message needs no memory or names nothing. */
  intent?: Intent;
  gate: Gate['decision'];
}
const read = (name: string): Specimen[] =>
  readFileSync(new URL(`specimens/${name}.jsonl`, import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Specimen);
const AT = Date.parse('2025-06-18T10:00:00Z');
const judge = ({ text, context }: Specimen) => understand(text, AT, { context });

function figures(specimens: readonly Specimen[]) {
  const judged = specimens.map((one) => ({ ...one, found: judge(one) }));
  const meant = judged.filter((one) => one.intent !== undefined);
  const needed = judged.filter((one) => one.gate !== 'skip');
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  return {
    intent: share(meant.filter((one) => one.found.intent === one.intent).length, meant.length),
    gate: share(judged.filter((one) => one.found.gate.decision === one.gate).length, judged.length),
    wrongSkips: needed.filter((one) => one.found.gate.decision === 'skip').length / needed.length,
    needlessSearches: judged.filter((one) => one.gate === 'skip' && one.found.gate.decision !== 'skip').length,
    size: specimens.length,
  };
}
const line = (name: string, one: ReturnType<typeof figures>) =>
  `${name}: ${one.size} messages, intent ${one.intent.toFixed(3)}, gate ${one.gate.toFixed(3)}, wrong skips ${(one.wrongSkips * 100).toFixed(1)} %, needless searches ${one.needlessSearches}`;

/**
 * Nothing was tuned on the held-out files. First figures: `held-out`, in the style of the first tuning
 * messages, 0.948; `held-out-2`, worded as differently as came to mind, 0.600, after which the signs were
 * widened on other new messages (which came in at 0.448, 0.667 and 0.747, and are in `tuning` since);
 * `held-out-3`, plainly worded, 0.952 on the result. Nothing was skipped wrongly in any of them, one
 * message of the rest was ("was it good?"). Later four more rounds of new messages came in at 0.846,
 * 0.912, 0.842 and 0.912, each after the signs were widened for the one before, and are in `tuning` since;
 * `held-out-4`, written after them, at 0.988 (0.906 with the signs before those rounds).
 */
const HELD_OUT = ['held-out', 'held-out-2', 'held-out-3', 'held-out-4'] as const;

test('INTENT-ACCURACY: at least 0.85 of the messages that nothing was tuned on get the intent they have', (t) => {
  const all = HELD_OUT.flatMap(read);
  for (const name of ['tuning', ...HELD_OUT]) t.diagnostic(line(name, figures(read(name))));
  const held = figures(all);
  t.diagnostic(line('held out', held));
  assert.ok(all.length >= 300 && all.length + read('tuning').length >= 400);
  assert.ok(held.intent >= 0.85, line('held out', held));
  assert.ok(figures(read('held-out-2')).intent >= 0.85);
  assert.ok(held.gate >= 0.9, line('held out', held));
});

test('GATE-SKIP: at most 1 % of the messages that need memory are skipped, in any of the files', () => {
  for (const name of ['tuning', ...HELD_OUT]) assert.ok(figures(read(name)).wrongSkips <= 0.01, line(name, figures(read(name))));
});

test('INTENT-ACCURACY: the labelled messages are many, different and of every intent and language', () => {
  const all = ['tuning', ...HELD_OUT].flatMap(read);
  assert.equal(new Set(all.map(({ text, context }) => JSON.stringify([text, context]))).size, all.length);
  for (const intent of INTENTS) assert.ok(HELD_OUT.flatMap(read).filter((one) => one.intent === intent).length >= 20, intent);
  for (const gate of ['skip', 'retrieve', 'deep', 'ask'] as const) assert.ok(HELD_OUT.flatMap(read).filter((one) => one.gate === gate).length >= 10, gate);
  assert.ok(all.filter((one) => one.context !== undefined).length >= 40);
});

test('GATE-SKIP: what follows a question about the person is never skipped', () => {
  const context = ['Which dentist do I go to? - Dr. Ferreira.'];
  for (const text of ['why?', 'and the second one?', 'since when?', 'which one?', 'and my sister?', 'how?', 'really?', 'where exactly', 'und warum?', 'et avant ?'])
    assert.ok(['retrieve', 'deep'].includes(understand(text, AT, { context }).gate.decision), text);
  for (const text of ['yes', 'yes please', 'ok', 'ja bitte', 'sí', 'oui', 'go ahead'])
    assert.equal(understand(text, AT, { context: ['Shall I look up when your passport expires?'] }).gate.decision, 'retrieve', text);
  for (const text of ['thanks', 'no', 'never mind']) assert.equal(understand(text, AT, { context: ['Shall I look up when your passport expires?'] }).gate.decision, 'skip', text);
});

test('GATE-SKIP: no question with a word about the person is ever skipped, whatever small talk is around it', () => {
  const small = fc.array(fc.constantFrom('hi', 'thanks', 'ok', 'great', 'hello there', 'lol', 'danke', 'merci', 'cool'), { maxLength: 3 }).map((parts) => parts.join(', '));
  const about = fc.tuple(fc.constantFrom('my', 'our', 'mein', 'mi', 'mon', 'mio', 'meu', 'mijn'), fc.stringMatching(/^[a-z]{3,12}$/)).map(([whose, what]) => `${whose} ${what}`);
  fc.assert(fc.property(small, about, fc.constantFrom('?', ' please?', ' again?'), small, (before, what, mark, after) => {
    assert.notEqual(understand(`${before} ${what}${mark} ${after}`, AT).gate.decision, 'skip');
  }), { numRuns: 2_000 });
});

test('GATE-SKIP: a message that names nothing asks back, unless the turns before it do', () => {
  for (const text of ['what about that thing?', 'which one?', 'tell me more', 'and the other one?']) {
    assert.equal(understand(text, AT).gate.decision, 'ask', text);
    assert.equal(understand(text, AT, { context: ['You have two bank accounts.'] }).gate.decision, 'retrieve', text);
  }
});

test('INTENT-ACCURACY: a follow-up has the intent of the question before it', () => {
  const follow = (text: string, before: string) => understand(text, AT, { context: [before, 'Some answer.'] }).intent;
  assert.equal(follow('and Anna?', 'When is Lukas born?'), 'temporal');
  assert.equal(follow('and the second one?', 'How do I reset the first router?'), 'procedural');
  assert.equal(follow('and why?', 'When did I move?'), 'causal');
});

test('INTENT-ACCURACY: a known name makes a question about somebody, in capitals or not', () => {
  assert.equal(understand('tell me about lumo', AT).intent, 'exploratory');
  assert.equal(understand('tell me about lumo', AT, { names: new Set(['lumo']) }).intent, 'entity-focused');
});

test('INTENT-ACCURACY: every intent has a profile of finite, non-negative values', () => {
  for (const intent of INTENTS) {
    const { weights, hops } = profileOf(intent);
    assert.ok(Object.values(weights).every((value) => Number.isFinite(value) && value >= 0));
    assert.ok(Number.isInteger(hops) && hops >= 0 && hops <= 3);
  }
});

test('INTENT-ANY-TEXT: any text with any turns before it is understood, the same way each time', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.array(fc.constantFrom('why', 'how', 'my', 'what', 'is', '?', 'last', 'week', 'or', 'vs', '\u0000', '\ud800', '…', '3', 'and'), { maxLength: 60 }).map((parts) => parts.join(' ')));
  fc.assert(fc.property(anything, fc.array(anything, { maxLength: 3 }), fc.double(), (text, context, at) => {
    const found = understand(text, at, { context });
    assert.ok(INTENTS.includes(found.intent) && ['skip', 'retrieve', 'deep', 'ask'].includes(found.gate.decision) && found.gate.reason !== '');
    assert.deepEqual(understand(text, at, { context }), found);
  }), { numRuns: 3_000 });
});

test('INTENT-ANY-TEXT: only so much of a text is read, whatever it repeats', (t) => {
  for (const part of ['how is the ', 'more of ', 'should i or ', 'why ', 'which of the two best ', 'two days before ', 'end of ', 'a ', 'what is ', 'how has my ', 'monday and ', '1 and ', 'il y a ', 'of the week of ']) {
    const long = part.repeat(20_000);
    const started = performance.now();
    assert.deepEqual(understand(long, AT), understand(long.slice(0, MOST_CHARS), AT), part);
    t.diagnostic(`${part.trim()}: ${(performance.now() - started).toFixed(1)} ms twice`);
  }
});
