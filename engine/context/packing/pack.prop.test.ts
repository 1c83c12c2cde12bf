import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Level } from '../../../contract/index.ts';
import { mostMemories, pack, shareFor, valueOf, wantedFor, WORTH, type Offer } from './index.ts';

const sizes = fc.tuple(fc.nat(6), fc.nat(12), fc.nat(20), fc.nat(40)).map(([tag, more, most, rest]): Offer['tokens'] => ({
  tag: 1 + tag, key_fact: 1 + tag + more, summary: 1 + tag + more + most, full: 1 + tag + more + most + rest,
}));
const offer = fc.record({
  value: fc.double({ min: 0, max: 1, noNaN: true }), tokens: sizes,
  group: fc.option(fc.constantFrom({ name: 'a', tokens: 5 }, { name: 'b', tokens: 9 })),
  facets: fc.subarray(['x', 'y', 'z']),
});
const plain = fc.record({ value: fc.double({ min: 0.001, max: 1, noNaN: true }), tokens: sizes, group: fc.constant(null), facets: fc.constant([]) });
const budget = fc.integer({ min: -5, max: 200 });

test('CONTEXT-PACKING: what is packed never exceeds the budget, and its tokens are those of its lines and headings', () => {
  fc.assert(fc.property(fc.array(offer, { maxLength: 14 }), budget, (offers, most) => {
    const { levels, tokens } = pack(offers, most);
    const groups = new Map(offers.flatMap(({ group }, i) => (levels[i] !== null && group !== null ? [[group.name, group.tokens]] : [])));
    const lines = offers.reduce((sum, { tokens: at }, i) => sum + (levels[i] === null ? 0 : at[levels[i]!]!), 0);
    assert.equal(tokens, lines + [...groups.values()].reduce((a, b) => a + b, 0));
    assert.ok(tokens <= Math.max(0, most));
    assert.equal(levels.length, offers.length);
    for (const [i, level] of levels.entries()) assert.ok(level === null || offers[i]!.value > 0);
  }), { numRuns: 2000 });
});

test('CONTEXT-PACKING: nothing that would still fit is left out', () => {
  fc.assert(fc.property(fc.array(offer, { maxLength: 10 }), budget, (offers, most) => {
    const { levels, tokens } = pack(offers, most);
    const open = new Set(offers.flatMap(({ group }, i) => (levels[i] !== null && group ? [group.name] : [])));
    for (const [i, { value, tokens: at, group }] of offers.entries()) {
      const heading = group && !open.has(group.name) ? group.tokens : 0;
      if (levels[i] === null && value > 0) assert.ok(tokens + at.tag! + heading > most, 'a tag would fit');
    }
  }), { numRuns: 1000 });
});

/** Every choice of levels, by dynamic programming over the tokens. */
function best(offers: readonly Offer[], most: number): number {
  let table = new Array<number>(Math.max(0, most) + 1).fill(0);
  for (const { value, tokens } of offers)
    table = table.map((none, room) => Math.max(none, ...Level.options.map((level) => (tokens[level]! <= room ? table[room - tokens[level]!]! + value * WORTH[level] : 0))));
  return table.at(-1)!;
}

test('CONTEXT-PACKING: the packing is worth the best one but for at most one memory', () => {
  let ours = 0;
  let theirs = 0;
  fc.assert(fc.property(fc.array(plain, { minLength: 1, maxLength: 9 }), fc.integer({ min: 0, max: 200 }), (offers, most) => {
    const { levels } = pack(offers, most);
    const worth = levels.reduce((sum, level, i) => sum + (level === null ? 0 : offers[i]!.value * WORTH[level]), 0);
    const optimum = best(offers, most);
    assert.ok(worth <= optimum + 1e-9);
    assert.ok(worth >= optimum - Math.max(...offers.map(({ value }) => value)) - 1e-9, `${worth} of ${optimum}`);
    ours += worth;
    theirs += optimum;
  }), { numRuns: 1000 });
  assert.ok(ours > 0.95 * theirs, `${(ours / theirs).toFixed(3)} of the best`);
});

test('CONTEXT-PACKING: the second memory about one thing stands back behind the first about another', () => {
  const size = { full: 10 };
  const offers: Offer[] = [
    { value: 0.9, tokens: size, group: null, facets: ['cat'] },
    { value: 0.8, tokens: size, group: null, facets: ['cat'] },
    { value: 0.79, tokens: size, group: null, facets: ['dog'] },
  ];
  assert.deepEqual(pack(offers, 20).levels, ['full', null, 'full']);
  assert.deepEqual(pack(offers.map((one) => ({ ...one, facets: [] })), 20).levels, ['full', 'full', null]);
});

test('CONTEXT-PACKING: a value is highest for the best score, falls with trust, and stays within 0..1', () => {
  fc.assert(fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (a, b, trust) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    assert.ok(valueOf(low, high, trust) <= valueOf(high, high, trust) && valueOf(high, high, trust) === trust);
    assert.ok(valueOf(low, high, trust) >= 0 && valueOf(low, high, trust) <= valueOf(low, high, 1));
  }));
  const many = [8000, 32_000, 200_000, 2_000_000].map((window) => mostMemories(12, window, 'standard'));
  assert.ok(many[0] === 12 && many[1] === 12 && many[2]! >= 50 && many[3]! >= 200 && many[3]! <= 400, many.join());
  assert.deepEqual((['minimal', 'standard', 'deep'] as const).map((mode) => mostMemories(12, 32_000, mode)), [3, 12, 24]);
  assert.deepEqual([mostMemories(1, 32_000, 'minimal'), mostMemories(100, 2_000_000, 'deep')], [1, 400]);
  assert.deepEqual((['minimal', 'standard', 'deep'] as const).map((mode) => shareFor(0.12, mode)), [0.06, 0.12, 0.18]);
  assert.equal(shareFor(0.9, 'deep'), 1);
  const wanted = [400, 1000, 8000, 30_000, 250_000].map(wantedFor);
  assert.deepEqual(wanted, wanted.toSorted((a, b) => a - b));
  assert.ok(wanted[0]! >= 10 && wanted.at(-1)! >= 200);
});
