import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { EngramError, limits, RecallQuery } from '../../../contract/index.ts';
import { queryOf } from './asking.ts';
import { DataSet, readDataSets, readFileAs } from './data-set.ts';
import { SavedQuestions } from './saved.ts';

const query = { id: 'q1', text: 'And then?', relevant: ['m1'], asked_at: '2025-06-18T10:00:00+02:00', context: ['We met in May.', 'Where?'], split: 'held-out' };
const whole = { name: 'set', memories: [{ id: 'm1', text: 'It rained.' }], queries: [query] };

test('EVAL-RETRIEVAL: a query brings the moment it is asked, the turns before it and its split', () => {
  const [read] = DataSet.parse(whole).queries;
  assert.deepEqual([read!.asked_at, read!.context, read!.split], [Date.parse('2025-06-18T08:00:00Z'), query.context, 'held-out']);
  const { asked_at: _at, context: _context, split: _split, ...bare } = query;
  assert.deepEqual(Object.values(DataSet.parse({ ...whole, queries: [bare] }).queries[0]!).filter((value) => value === undefined), []);
});

test('EVAL-RETRIEVAL: any texts make a query the engine takes, with the last of too many turns', () => {
  const text = fc.string({ minLength: 1 }).filter((one) => one.trim() !== '');
  fc.assert(fc.property(text, fc.array(fc.string({ maxLength: 20 }), { maxLength: 20 }), (words, context) => {
    const made = queryOf({ text: words, context });
    assert.ok(RecallQuery.safeParse(made).success);
    assert.deepEqual(made.context ?? [], context.slice(Math.max(0, context.length - limits.contextTurns)));
  }));
  const long = queryOf({ text: 'a'.repeat(limits.queryChars + 5), context: ['b'.repeat(limits.queryChars + 5)] });
  assert.ok(RecallQuery.safeParse(long).success);
});

test('EVAL-RETRIEVAL: garbage in a data set or in saved questions is one typed refusal that repeats none of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'engram-garbage-'));
  const path = join(folder, 'set.json');
  const refused = async (content: string, read: () => Promise<unknown>, label: string) => {
    writeFileSync(path, content);
    await assert.rejects(read, (error: unknown) => {
      assert.ok(error instanceof EngramError && error.code === 'IMPORT_UNREADABLE', label);
      assert.ok(!`${error.message} ${JSON.stringify(error.data)}`.includes('geheim'), label);
      return true;
    }, label);
  };
  try {
    const broken = [
      { asked_at: 'geheim' }, { asked_at: 5 }, { asked_at: '2025-13-45' }, { context: 'geheim' }, { context: ['ok', 7] }, { context: [{ geheim: 1 }] }, { split: 3 },
      { relevant: 'geheim' }, { relevant: [1] }, { id: '' }, { text: null }, { category: ['geheim'] },
    ];
    for (const change of broken) await refused(JSON.stringify({ ...whole, queries: [{ ...query, ...change }] }), () => readDataSets([path]), JSON.stringify(change));
    for (const content of ['', 'geheim', '[]', 'null', '{"name":"geheim"}', '{"name":"x","memories":[],"queries":[]}', '\u0000']) await refused(content, () => readDataSets([path]), content);
    const good = { text: 'geheim', relevant: ['01K00000000000000000000000'] };
    writeFileSync(path, JSON.stringify([good]));
    assert.equal((await readFileAs(SavedQuestions, path)).length, 1);
    const saved = [{ relevant: [] }, { relevant: ['geheim'] }, { relevant: 'geheim' }, { text: ' ' }, { text: 5 }, { asked_at: 'geheim' }, { context: 'geheim' }];
    for (const change of saved) await refused(JSON.stringify([{ ...good, ...change }]), () => readFileAs(SavedQuestions, path), JSON.stringify(change));
    for (const content of ['[]', '{}', 'geheim', '{"queries":[]}']) await refused(content, () => readFileAs(SavedQuestions, path), content);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
