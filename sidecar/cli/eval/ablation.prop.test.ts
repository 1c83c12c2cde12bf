import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defaultSettings, SettingsPatch, Signal } from '../../../contract/index.ts';
import { differenceOf, neverMissed, parts, settingsWithout, type Difference, type Part } from './ablation.ts';
import { summarize, type Answer } from './measure.ts';

const ids = fc.uniqueArray(fc.nat(30).map(String), { maxLength: 20 });
const pair = fc.record({ full: ids, without: ids, relevant: fc.uniqueArray(fc.nat(30).map(String), { minLength: 1, maxLength: 5 }) });
const answer = (ranked: string[], relevant: string[]): Answer => ({ id: 'q', category: 'c', ms: 1, scored: [], silent: false, ranked, relevant: new Set(relevant) });

test('EVAL-ABLATION: the difference per query adds up to the difference of the measures, and turns its sign with the direction', () => {
  fc.assert(fc.property(fc.array(pair, { minLength: 1, maxLength: 15 }), (queries) => {
    const full = queries.map((query) => answer(query.full, query.relevant));
    const without = queries.map((query) => answer(query.without, query.relevant));
    const there = differenceOf(full, without);
    const [a, b] = [summarize(full, [10]), summarize(without, [10])];
    assert.ok(Math.abs(there.recall10 - (b.recall['10']! - a.recall['10']!)) < 1e-9);
    assert.ok(Math.abs(there.ndcg10 - (b.ndcg10 - a.ndcg10)) < 1e-9);
    const back = differenceOf(without, full);
    assert.ok(Math.abs(there.recall10 + back.recall10) < 1e-9 && Math.abs(there.ndcg10 + back.ndcg10) < 1e-9);
    assert.deepEqual([there.better, there.worse], [back.worse, back.better]);
    assert.deepEqual(differenceOf(full, full), { recall10: 0, ndcg10: 0, better: 0, worse: 0 });
  }));
});

test('EVAL-ABLATION: every signal can be left out, each by its own setting, and the rest stays as it is by default', () => {
  for (const signal of Signal.options) assert.ok((parts as string[]).includes(signal), signal);
  fc.assert(fc.property(fc.subarray(parts), (off) => {
    const patch = SettingsPatch.parse(settingsWithout(off));
    const changed = Object.entries(patch).filter(([key, value]) => value !== defaultSettings[key as keyof typeof defaultSettings]);
    assert.equal(changed.length, off.length);
    for (const part of off) if (part !== 'clues' && part !== 'momentum') assert.equal(patch[`recall.weight.${part}`], 0);
    assert.equal(patch['recall.momentum'], !off.includes('momentum'));
    assert.equal(patch['recall.rerank'], off.includes('clues') ? 'none' : defaultSettings['recall.rerank']);
  }));
});

test('EVAL-ABLATION: a part is named as never missed only when no set falls without it', () => {
  const difference: fc.Arbitrary<Difference> = fc.record({ recall10: fc.constantFrom(-0.1, 0, 0.1), ndcg10: fc.constantFrom(-0.1, 0, 0.1), better: fc.nat(3), worse: fc.nat(3) });
  const set = fc.tuple(...parts.map(() => difference)).map((list) => Object.fromEntries(parts.map((part, i) => [part, list[i]!])) as Record<Part, Difference>);
  fc.assert(fc.property(fc.array(set, { minLength: 1, maxLength: 4 }), (sets) => {
    const named = neverMissed(sets);
    for (const part of parts) {
      let fell = false;
      for (const one of sets) if (one[part].recall10 < 0 || one[part].ndcg10 < 0) fell = true;
      assert.equal(named.includes(part), !fell);
    }
  }));
});
