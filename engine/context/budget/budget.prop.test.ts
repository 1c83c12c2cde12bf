import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EngramError, Tokenizer, type Memory } from '../../../contract/index.ts';
import { counterFor, createReader, fitPrompt, type PromptParts, type Shares, type TokenCounter } from '../index.ts';
import { build, SECTIONS, type Filled, type Fitted, type Section, type SectionName } from './index.ts';

const counters = new Map<string, TokenCounter>();
for (const tokenizer of Tokenizer.options) counters.set(tokenizer, await counterFor(tokenizer));
const exact = counters.get('o200k')!;
const reader = createReader();
const shares: Shares = { working: 0.15, soul: 0.08, recalled: 0.12, history: 0.45, schemas: 0.05, skills: 0.08, today: 0.04, roster: 0.03 };

/** A section of numbered words that takes as many as fit, one token each or a little more. */
const words = (name: Section['name'], count: number, more: Partial<Section> = {}): Section => ({
  name, share: shares[name], ...more,
  fill(tokens) {
    const text = (kept: number) => Array.from({ length: kept }, (_, i) => `${name} ${i}`).join(' ');
    let [kept, beyond] = [0, count + 1];
    while (beyond - kept > 1) {
      const middle = (kept + beyond) >> 1;
      if (exact.count(`\n\n${text(middle)}`) <= tokens) kept = middle;
      else beyond = middle;
    }
    return { text: text(kept), items: Array.from({ length: count }, (_, i) => (i < kept ? { id: `${name}${i}`, level: 'full', tokens: 3, kept: true, reason: 'fits' } : { id: `${name}${i}`, level: null, tokens: 0, kept: false, reason: 'no room' })) };
  },
});
const budget = (window: number, reply = 0) => ({ window, reply, counter: exact });
const fixed = { system: 'Be brief.', message: 'Hello?' };
const used = (prompt: Fitted, name: SectionName) => prompt.sections.find((section) => section.name === name)!.used;
const measured = (prompt: Fitted, counter: TokenCounter) => counter.count(prompt.system) + 4 + prompt.messages.reduce((sum, { content }) => sum + counter.count(content) + 4, 0);

const text = fc.oneof(
  { weight: 4, arbitrary: fc.lorem({ mode: 'sentences', maxCount: 6 }) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 120 }) },
  { weight: 2, arbitrary: fc.constantFrom('We decided to use Redis for it.', 'Error: it broke in src/a.ts', '明天上午十点开会。', '👨‍👩‍👧‍👦🎉', '{"a": [1, 2, 3], "b": "c"}', 'x'.repeat(900), '```ts\n1\n2\n3\n4\n5\n6\n7\n```', '<|endoftext|>', '') },
);
const named = fc.array(text, { maxLength: 4 }).map((list) => list.map((one, i) => ({ id: String(i), text: one })));
const memories = fc.array(fc.record({ text, summary: text, keyFact: text, tag: text, speaker: fc.option(text), source: fc.option(text), trust: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 10 })
  .map((list) => list.map((one, i) => ({ mark: i + 1, value: 1 / (1 + i), memory: { id: `m${i}`, origin: 'network', happenedAt: 1e12, ...one } as unknown as Memory })));
const history = fc.array(fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: text }), { maxLength: 40 }).map((list) => list.map((one, i) => ({ id: `t${i}`, ...one })));
const anyParts: fc.Arbitrary<PromptParts> = fc.record({
  instructions: text, memories, history, message: text, boundary: fc.constant('memory-0123456789ab'), soul: named, schemas: named, skills: named, today: named, roster: named,
  working: named.map((list) => list.map((one, i) => ({ ...one, tokens: 0, activation: i / 10 }))),
});
const anyShares = fc.record(Object.fromEntries(Object.keys(shares).map((name) => [name, fc.double({ min: 0, max: 1, noNaN: true })])) as unknown as { [K in keyof Shares]: fc.Arbitrary<number> });

test('CONTEXT-FITS: over 10,000 random histories, memories, models and budgets no prompt exceeds its window', (t) => {
  let prompts = 0;
  let refused = 0;
  fc.assert(fc.property(
    anyParts, anyShares, fc.constantFrom(...Tokenizer.options), fc.oneof(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 1500, max: 40_000 })), fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 6 }),
    (parts, some, tokenizer, window, reply, verbatim) => {
      const counter = counters.get(tokenizer)!;
      try {
        const prompt = fitPrompt({ window, reply, counter }, parts, { shares: some, reader, verbatim });
        prompts += 1;
        const tokens = measured(prompt, counter);
        assert.equal(prompt.tokens, tokens);
        assert.ok(tokens + reply <= window * (1 - counter.error), `${tokens} + ${reply} in ${window}`);
        assert.equal(prompt.messages.at(-1)!.content, parts.message);
        assert.ok(prompt.messages[0]!.role === 'user');
        for (const { items, used: taken, budget: given } of prompt.sections) {
          assert.ok(taken <= given, `${taken} of ${given}`);
          assert.ok(items.every((item) => item.reason !== '' && item.kept === (item.level !== null) && (item.kept || item.tokens === 0)));
        }
      } catch (error) {
        assert.ok(error instanceof EngramError && error.code === 'CONTEXT_TOO_SMALL', String(error));
        refused += 1;
      }
    }), { numRuns: 10_000 });
  t.diagnostic(`${prompts} prompts, ${refused} refused because instructions, message and reply alone are too much`);
  assert.ok(prompts > 6000);
});

test('CONTEXT-FITS: a section that takes more than it is given, or lies about it, cannot make the prompt overflow', () => {
  const greedy: Section = { name: 'skills', share: 0.1, fill: () => ({ text: 'more and more '.repeat(500), items: [{ id: 'g', level: 'full', tokens: 1, kept: true, reason: 'mine' }] }) };
  const prompt = build(budget(400), fixed, [words('recalled', 20), greedy]);
  assert.ok(measured(prompt, exact) <= 400);
  assert.deepEqual(prompt.sections.find(({ name }) => name === 'skills')!.items.map(({ kept, tokens }) => [kept, tokens]), [[false, 0]]);
  assert.ok(used(prompt, 'recalled') > 0);
});

test('CONTEXT-SHARES: every section has its share, and what one leaves flows to the next and in the end to who had more to say', () => {
  const all = SECTIONS.filter((name): name is Section['name'] => name !== 'system' && name !== 'message');
  const full = build(budget(10_000), fixed, all.map((name) => words(name, 4000)));
  const room = 10_000 - used(full, 'system') - used(full, 'message');
  for (const name of all) assert.ok(Math.abs(used(full, name) / room - shares[name]) < 0.02, `${name} ${used(full, name) / room}`);
  // Working memory and character empty: their shares go to the memories, which come next.
  const flowed = build(budget(10_000), fixed, all.map((name) => words(name, name === 'working' || name === 'soul' ? 0 : 4000)));
  assert.ok(used(flowed, 'recalled') / room > 0.34, `${used(flowed, 'recalled') / room}`);
  assert.ok(Math.abs(used(flowed, 'history') / room - 0.45) < 0.02);
  // Only the memories have anything: they may have all of it.
  const alone = build(budget(10_000), fixed, all.map((name) => words(name, name === 'recalled' ? 9000 : 0)));
  assert.ok(used(alone, 'recalled') / room > 0.97);
  // Shares beyond the whole are parts of their sum.
  const twice = build(budget(10_000), fixed, all.map((name) => words(name, 4000, { share: shares[name] * 2 })));
  for (const name of all) assert.ok(Math.abs(used(twice, name) - used(full, name)) < room * 0.02, name);
});

test('CONTEXT-SHARES: a section has at least its least or nothing, at most its most, and goes with what it means nothing without', () => {
  const sections = [words('recalled', 500), words('today', 500, { share: 0, least: 50, most: 60 }), words('roster', 500, { share: 0, least: 5000 })];
  const prompt = build(budget(2000), fixed, sections);
  assert.ok(used(prompt, 'today') >= 45 && used(prompt, 'today') <= 60);
  assert.equal(used(prompt, 'roster'), 0);
  assert.ok(used(build(budget(2000), fixed, [words('recalled', 20), words('skills', 20, { keepWith: 'recalled' })]), 'skills') > 0);
  const without = build(budget(2000), fixed, [words('recalled', 0), words('skills', 20, { keepWith: 'recalled' })]);
  assert.equal(used(without, 'skills'), 0);
  assert.ok(without.sections.find(({ name }) => name === 'skills')!.items.every(({ kept, reason }) => !kept && reason.includes('recalled')));
});

test('CONTEXT-TRIM: what has the lowest priority goes first; memories go after schemas, skills, notes and roster', () => {
  // Texts that count more together than apart, so that the whole has to be trimmed after it was put together.
  const joining = { ...exact, count: (one: string) => exact.count(one) + 20 * Math.max(0, one.split('\n\n').length - 2) };
  const all = (['working', 'soul', 'recalled', 'schemas', 'skills', 'today', 'roster'] as const).map((name) => words(name, 6, { share: 1 / 7 }));
  const gone = (window: number) => build({ window, reply: 0, counter: joining }, fixed, all).sections.filter(({ name, text: there }) => name !== 'message' && there === '').map(({ name }) => name);
  const order: string[] = [];
  for (let window = 700; window > 60; window -= 5) {
    const now = gone(window);
    const expected = ['roster', 'today', 'skills', 'schemas', 'recalled', 'soul', 'working'].slice(0, now.length);
    assert.deepEqual(now.toSorted(), expected.toSorted(), `at ${window}`);
    order.push(...now.filter((name) => !order.includes(name)));
  }
  assert.ok(order.length >= 4, order.join());
});

test('CONTEXT-REPLAY: the same parts at the same budget give the same prompt, and at another one that budget\'s', () => {
  fc.assert(fc.property(anyParts, fc.integer({ min: 600, max: 4000 }), (parts, window) => {
    const at = (size: number, tokenizer: string): Fitted | null => {
      try {
        return fitPrompt({ window: size, reply: 10, counter: counters.get(tokenizer)! }, parts, { shares, reader });
      } catch {
        return null;
      }
    };
    const first = at(window, 'claude');
    assert.deepEqual(at(window, 'claude'), first);
    const larger = at(window * 20, 'o200k');
    assert.ok(larger === null || first === null || larger.sections.length === first.sections.length);
    assert.deepEqual(at(window, 'claude'), first);
    // Every item is told of at every budget.
    if (first && larger) for (const [i, { items }] of first.sections.entries()) assert.deepEqual(items.map(({ id }) => id), larger.sections[i]!.items.map(({ id }) => id));
  }), { numRuns: 300 });
});

test('CONTEXT-FITS: instructions and message that alone are too much are refused, not cut', () => {
  assert.throws(() => build(budget(20), { system: 'word '.repeat(40), message: 'Hi' }, []), { code: 'CONTEXT_TOO_SMALL' });
  assert.throws(() => build(budget(100, 95), fixed, []), { code: 'CONTEXT_TOO_SMALL' });
  const empty: Filled = { text: '', items: [] };
  assert.equal(build(budget(100), fixed, [{ name: 'soul', share: 0, fill: () => empty }]).system, 'Be brief.');
});
