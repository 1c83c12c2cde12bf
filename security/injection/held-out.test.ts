import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scanInjection } from './index.ts';
import { measure } from './measure.ts';

interface Specimen {
  text: string;
  attack: boolean;
}
const read = (path: string): Specimen[] =>
  readFileSync(new URL(path, import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Specimen);
const figuresOf = (specimens: readonly Specimen[]) =>
  measure(specimens.filter((one) => one.attack).map((one) => one.text), specimens.filter((one) => !one.attack).map((one) => one.text), scanInjection);

/**
 * Eight files that nothing was learned from. The first four are older: their ordinary texts mirror the attacks word by
 * word, the third is mostly terse orders in slang. The fourth and fifth were written blind by somebody who was shown
 * neither scanner nor training texts; the scanner of that moment found 88 of 120 and 52 of 80 and flagged 2 of 120 and
 * 4 of 80. The sixth and seventh are by two further evaluators: at first sight the sixth gave 187 of 200 found and 21 of
 * 200 flagged (152 and 10 before), which is why harder ordinary texts were written for training, by people who had not
 * read it; the seventh was scored once, at the end, with 142 of 150 found and 8 of 150 flagged. The border between
 * attack and ordinary text was set by cross-validation over the rounds of training, not by these files.
 */
const unseen = ['held-out', 'last-round', 'held-out-2', 'held-out-3', 'held-out-4', 'held-out-5', 'held-out-6', 'held-out-7'] as const;
const specimens = (name: (typeof unseen)[number]): Specimen[] => read(`specimens/${name}.jsonl`);

test('INJECTION-DETECT: of attacks that nothing was learned from at least 0.85 are found, and at most 5 % of ordinary texts flagged', (t) => {
  for (const name of unseen) t.diagnostic(`${name}: ${figuresOf(specimens(name)).lines.join('; ')}`);
  const older = figuresOf(unseen.slice(0, 3).flatMap(specimens));
  const all = figuresOf(unseen.flatMap(specimens));
  t.diagnostic(`all unseen: ${all.lines.join('; ')}`);
  for (const figures of [older, all]) {
    assert.ok(figures.recall >= 0.85, figures.lines[0]);
    assert.ok(figures.falseFlags <= 0.05, figures.lines[1]);
  }
});

/** A text of four everyday words often cannot be told from a harmless one. */
test('INJECTION-DETECT: of terse orders more than half are found, and few ordinary texts are flagged', (t) => {
  const figures = figuresOf([...specimens('held-out-3'), ...specimens('held-out-5')]);
  t.diagnostic(figures.lines.join('; '));
  assert.ok(figures.recall >= 0.6, figures.lines[0]);
  assert.ok(figures.falseFlags <= 0.05, figures.lines[1]);
});

test('INJECTION-DETECT: in all rounds together recall is at least 0.85 and false flags at most 5 %', (t) => {
  const all = ['training/round-1.jsonl', 'training/round-2.jsonl', 'training/round-3.jsonl', 'training/round-4.jsonl', 'specimens/held-out.jsonl', 'specimens/last-round.jsonl'].flatMap(read);
  const figures = figuresOf(all);
  t.diagnostic(figures.lines.join('; '));
  assert.ok(all.filter((one) => one.attack).length >= 120 && all.filter((one) => !one.attack).length >= 60);
  assert.ok(figures.recall >= 0.85, figures.lines[0]);
  assert.ok(figures.falseFlags <= 0.05, figures.lines[1]);
});

test('INJECTION-DETECT: what was learned makes a text wait and never refuses it, disguised or not', () => {
  const learned = unseen.flatMap(specimens).map(({ text }) => text).filter((text) => scanInjection(text).reasons.join() === 'reads like an order to a model');
  assert.ok(learned.length > 100);
  for (const text of learned)
    for (const disguised of [text, Buffer.from(text).toString('base64'), text.replaceAll(/(?<=\p{L})(?=\p{L})/gu, '\u200b')])
      assert.notEqual(scanInjection(disguised).verdict, 'block');
});
