import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readTime, STOP_WORDS } from '../../engine/cortex/gate/index.ts';
import { statementsIn } from '../../engine/sensory/facts.ts';
import { stemOf, wordsOf } from '../../engine/vault/tables/word-forms.ts';
import { DataSet } from '../../sidecar/cli/eval/index.ts';
import { templates } from './distractors.ts';
import { ASKED_AT, builders, fileOf, type ExpectedTime, type LabelledSet } from './sets.ts';

type Name = keyof typeof builders;
const names = Object.keys(builders) as Name[];
const sets = Object.fromEntries(names.map((name) => [name, builders[name]()])) as Record<Name, LabelledSet>;
const written = (set: LabelledSet) => set.memories.filter((memory) => !memory.id.startsWith('x'));
const others = (set: LabelledSet) => set.memories.filter((memory) => memory.id.startsWith('x'));
const textOf = (set: LabelledSet, id: string) => set.memories.find((memory) => memory.id === id)!.text;

const stops = new Set([...STOP_WORDS].flatMap(wordsOf).map(stemOf));
/** Stems that carry meaning; function words are those the search drops too. */
const contentOf = (text: string) => new Set(wordsOf(text).map(stemOf).filter((stem) => !stops.has(stem)));
const shared = (a: string, b: string) => [...contentOf(a)].filter((stem) => contentOf(b).has(stem));

test('EVAL-SETS: the files are what their sources and seeds make, and the evaluation reads them', () => {
  for (const name of names) {
    const file = readFileSync(new URL(`sets/${name}.json`, import.meta.url), 'utf8');
    assert.ok(file === fileOf(sets[name]), `${name}: run node test/recall/make-sets.ts`);
    assert.equal(DataSet.parse(JSON.parse(file)).queries.length, sets[name].queries.length);
  }
});

test('EVAL-SETS: each set is as large as it has to be', () => {
  const least: Record<Name, [questions: number, others: number]> = {
    paraphrase: [3 * 80, 2_000], temporal: [60, 400], entity: [50, 500], code: [50, 500], 'multi-hop': [40, 500], dialogues: [60 + 30, 600],
  };
  for (const name of names) {
    assert.ok(sets[name].queries.length >= least[name][0], name);
    assert.ok(others(sets[name]).length >= least[name][1], name);
  }
  assert.ok(written(sets.paraphrase).length >= 80);
});

test('EVAL-SETS: ids are single, every answer exists and was written by hand, no text is told twice', () => {
  for (const name of names) {
    const { memories, queries } = sets[name];
    const ids = new Set(memories.map((memory) => memory.id));
    assert.equal(ids.size, memories.length);
    assert.equal(new Set(queries.map((query) => query.id)).size, queries.length);
    assert.equal(new Set(memories.map((memory) => memory.text)).size, memories.length);
    assert.equal(new Set(queries.map((query) => query.text)).size, queries.length, name);
    for (const { relevant } of queries) assert.ok(relevant.length > 0 && relevant.every((id) => ids.has(id) && !id.startsWith('x')));
    const times = memories.map((memory) => Date.parse(memory.timestamp));
    assert.deepEqual(times, [...times].sort((a, b) => a - b));
  }
});

test('EVAL-SETS: half of each set is held out, of the paraphrases whole facts', () => {
  for (const name of names) {
    const held = sets[name].queries.filter((query) => query.split === 'held-out').length;
    assert.ok(Math.abs(held - sets[name].queries.length / 2) <= 1, name);
  }
  const splits = Map.groupBy(sets.paraphrase.queries, (query) => query.relevant[0]!);
  for (const forms of splits.values()) {
    assert.deepEqual(forms.map((query) => query.category), ['exact-words', 'question', 'no-shared-words']);
    assert.equal(new Set(forms.map((query) => query.split)).size, 1);
  }
});

test('EVAL-SETS: questions without shared words share none with their fact, exact words are all in it', () => {
  const { queries } = sets.paraphrase;
  const wrong = queries.flatMap(({ category, text, relevant }) => {
    const fact = textOf(sets.paraphrase, relevant[0]!);
    const common = shared(text, fact);
    if (category === 'no-shared-words') return common.length === 0 ? [] : [`${text} / ${fact}: ${common.join(', ')}`];
    if (category === 'question') return common.length > 0 ? [] : [`${text} / ${fact}: nothing in common`];
    const words = new Set(wordsOf(fact));
    const missing = wordsOf(text).filter((word) => !words.has(word));
    return missing.length === 0 ? [] : [`${text} / ${fact}: not in it: ${missing.join(', ')}`];
  });
  assert.deepEqual(wrong, []);
});

test('EVAL-SETS: what lies around the answers names nobody of the questions and states no single-valued fact', () => {
  const people = new Set(templates.slots.person!.flatMap(wordsOf));
  for (const name of names) {
    const named = [...written(sets[name]), ...sets[name].queries].filter(({ text }) => wordsOf(text).some((word) => people.has(word)));
    assert.deepEqual(named.map(({ text }) => text), []);
    const stated = others(sets[name]).filter(({ text }) => statementsIn(text).some(({ fact }) => fact?.functional));
    assert.deepEqual(stated.map(({ text }) => text), []);
  }
});

test('EVAL-SETS: the two memories of a multi-hop question share their link, the question does not name it', () => {
  const set = sets['multi-hop'];
  const session = new Map(set.memories.map((memory) => [memory.id, memory.session]));
  for (const { text, relevant } of set.queries) {
    const [first, second] = relevant.map((id) => textOf(set, id)) as [string, string];
    const link = shared(first, second);
    assert.ok(link.length > 0, `${first} / ${second}`);
    const bare = [...contentOf(text)].filter((stem) => link.includes(stem));
    // Naming the link would make one hop enough.
    assert.deepEqual(bare, [], text);
    assert.notEqual(session.get(relevant[0]!), session.get(relevant[1]!));
  }
});

test('EVAL-SETS: what a temporal question asks for was recorded inside its span, unless the text names the day', () => {
  const set = sets.temporal;
  const at = new Map(set.memories.map((memory) => [memory.id, memory.timestamp]));
  for (const { text, relevant, time } of set.queries) {
    const inText = /\b(?:yesterday|tomorrow|\d+ (?:december|june|july|august)|the \d+th)\b/i;
    for (const id of relevant) {
      if (!time || inText.test(textOf(set, id))) continue;
      const day = at.get(id)!.slice(0, 10);
      assert.ok((time.from === undefined || day >= time.from) && (time.to === undefined || day <= time.to), `${text} / ${textOf(set, id)}`);
    }
  }
});

/** Whether the time words of a question were understood as its label says, to the day. */
function understood(text: string, expected: ExpectedTime | null): boolean {
  const found = readTime(text, Date.parse(ASKED_AT));
  if (expected === null || found === null) return expected === found;
  const day = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 10));
  return found.relation === expected.relation && day(found.from) === expected.from && (expected.relation === 'since' || day(found.to) === expected.to)
    && found.order === expected.order && JSON.stringify(found.recurring) === JSON.stringify(expected.recurring) && found.evolves === expected.evolves;
}

/** The reader was written with these questions at hand; `time-held-out` beside it was not. */
test('TIME-QUESTIONS: at least 0.90 of the questions of the temporal set point to the span they mean', (t) => {
  for (const split of ['tuning', 'held-out'] as const) {
    const asked = sets.temporal.queries.filter((query) => query.split === split);
    const right = asked.filter((query) => understood(query.text, query.time!));
    t.diagnostic(`${split}: ${right.length} of ${asked.length}`);
    assert.ok(right.length >= 0.9 * asked.length, asked.filter((query) => !right.includes(query)).map((query) => query.text).join('; '));
  }
});
