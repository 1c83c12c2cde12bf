import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3-multiple-ciphers';
import fc from 'fast-check';
import { smallMemory } from '../../bench/bare.ts';
import type { ReadableVault, WritableVault } from '../../engine/vault/tables/handle.ts';
import { reads } from '../../engine/vault/tables/reads.ts';
import { wordsOf } from '../../engine/vault/tables/word-forms.ts';
import { unpackHits } from '../../engine/vault/tables/vector-search.ts';
import { writes } from '../../engine/vault/tables/writes.ts';
import { scopedTo, type Caller } from '../../security/access/index.ts';
import { openTables } from '../support/tables.ts';
import { tempDir } from '../support/temp-vault.ts';
import { faultsOf } from '../crash/whole.ts';

/** Words that are their own stems and forms. */
const WORDS = ['cello', 'attic', 'fox', 'lamp', 'moss', 'quartz', 'harbor'];
const KINDS = ['episodic', 'procedural'] as const;

interface Step {
  act: 'store' | 'edit' | 'forget' | 'restore' | 'erase' | 'supersede';
  which: number;
  words: string[];
  session: string | null;
  project: string | null;
  kind: (typeof KINDS)[number];
  confidential: boolean;
}
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof({ weight: 6, arbitrary: fc.constant('store' as const) }, { weight: 1, arbitrary: fc.constantFrom<Step['act']>('edit', 'forget', 'restore', 'erase', 'supersede') }),
  which: fc.nat(30), words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }),
  session: fc.constantFrom('s1', 's1', 's2', null), project: fc.constantFrom(null, null, 'p1'), kind: fc.constantFrom(...KINDS), confidential: fc.nat(5).map((n) => n === 0),
});

function play(db: WritableVault, space: number, steps: readonly Step[]): void {
  const ids: string[] = [];
  const content = (words: readonly string[], i: number) => ({ tier: 'cleartext' as const, shown: words.join(' '), cipher: null, hash: Buffer.from(`${i}`.padStart(16, '0')), lookUps: [] });
  steps.forEach(({ act, which, words, session, project, kind, confidential }, i) => {
    const id = ids[which % Math.max(1, ids.length)];
    const change = { id: id!, actor: 'test', now: i };
    const status = id === undefined ? undefined : (db.prepare('SELECT status FROM memories WHERE public_id = ?').pluck().get(id) as string);
    if (act === 'store' || id === undefined) {
      const memory = { ...smallMemory(i, project), kind, session, content: { ...content(words, i), ...(confidential && { tier: 'confidential' as const, cipher: Buffer.from('sealed') }) }, summary: '', keyFact: '' };
      writes.storeMemories(db, { memories: [memory], space, now: i, actor: 'test' });
      ids.push(memory.publicId);
    } else if (act === 'edit' && status === 'active') writes.editMemory(db, { ...change, content: { ...content(words, 1000 + i), summary: '', keyFact: '', tag: '', times: [] } });
    else if (act === 'forget' && status === 'active') writes.forgetMemory(db, change);
    else if (act === 'restore' && status === 'forgotten') writes.restoreMemory(db, change);
    else if (act === 'erase') {
      writes.eraseMemories(db, { ids: [id], texts: null, actor: 'test', now: i });
      ids.splice(ids.indexOf(id), 1);
    } else if (act === 'supersede' && status === 'active') {
      writes.storeMemories(db, { memories: [{ ...smallMemory(i, project), session, content: content(words, i), relations: [{ to: id, type: 'supersedes', weight: 1 }] }], space, now: i, actor: 'test' });
      ids.push(`M${i}`);
    }
  });
}

interface Row {
  id: number;
  text: string;
  status: string;
  kind: string;
  project: string;
  session: string | null;
  position: number | null;
}

/** The slow twin: every memory is read, and so are those around it. */
function slowly(db: WritableVault, asked: { terms: readonly string[]; past: boolean; kinds: readonly string[] | null; projects: readonly string[] }) {
  const rows = (db.prepare(`SELECT m.id, m.text, m.status, m.kind, s.project, m.session, m.position FROM memories m JOIN scopes s ON s.id = m.scope WHERE m.status IN ('active', 'superseded') AND m.tier <> 'confidential'`).all() as Row[])
    .map((row) => ({ ...row, words: wordsOf(row.text) }));
  const around = (row: Row) => rows.filter((near) => near !== row && row.session !== null && near.session === row.session && near.project === row.project && near.id !== row.id && Math.abs(near.position! - row.position!) <= 2)
    .sort((a, b) => a.position! - b.position!);
  const places = rows.filter((row) => (row.status === 'active' || asked.past) && asked.projects.includes(row.project));
  const lengthOf = (row: Row) => row.text.split(' ').length + ((near) => (near === '' ? 0 : near.split(' ').length))(around(row).map(({ text }) => text).join('\n'));
  const average = Math.max(1, places.reduce((sum, row) => sum + lengthOf(row), 0) / Math.max(1, places.length));
  const seen = places.filter((row) => asked.kinds === null || asked.kinds.includes(row.kind));
  const hits = new Map(seen.map((row) => [row.id, { id: row.id, score: 0 }]));
  for (const term of asked.terms) {
    const own = seen.filter(({ words }) => words.includes(term));
    const near = seen.filter((row) => around(row).some(({ text }) => wordsOf(text).includes(term)));
    const both = new Set([...own, ...near]).size;
    const worth = 2.2 * Math.max(1e-6, Math.log(1 + (places.length - both + 0.5) / (both + 0.5)));
    const share = (row: Row) => worth / (1 + 1.2 * (0.25 + (0.75 * lengthOf(row)) / average));
    for (const row of own) hits.get(row.id)!.score += share(row);
    for (const row of near) hits.get(row.id)!.score += 0.5 * share(row);
  }
  return [...hits.values()].filter((hit) => hit.score > 0);
}

const person: Caller = { kind: 'person', local: true };
const client: Caller = { kind: 'client', name: 'ada', scope: { project: 'p1' }, canWrite: false, local: false };

test('RECALL-WORDS: after any changes words find what a reading of every memory and its neighbours finds, for everybody, and the index is whole', () => {
  fc.assert(fc.property(fc.array(step, { minLength: 3, maxLength: 40 }), fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }), fc.boolean(), fc.constantFrom(null, ['episodic' as const]), (steps, terms, past, kinds) => {
    const db = openTables();
    const space = writes.ensureSpace(db, { name: 'test', dimensions: 8, metric: 'cosine' });
    play(db, space, steps);
    for (const caller of [person, client]) {
      const view = scopedTo({ past }, caller, undefined);
      const found = reads.searchWords(db, { ...view, terms, identifiers: [], kinds, limit: 100 });
      const told = slowly(db, { terms, past, kinds, projects: caller === client ? ['', 'p1'] : [''] });
      const round = (hits: readonly { id: number; score: number }[]) => hits.map(({ id, score }) => [id, score.toFixed(9)]).sort();
      assert.deepEqual(round(unpackHits(found.hits)), round(told));
      assert.deepEqual([...found.hits.scores], [...found.hits.scores].sort((a, b) => b - a));
      assert.deepEqual(reads.searchWords(db, { ...view, terms, identifiers: [], kinds, limit: 100 }).hits, found.hits);
    }
    const counted = Object.fromEntries((db.prepare('SELECT status, count(*) FROM memories GROUP BY status').raw().all() as [string, number][]));
    assert.deepEqual(reads.countByStatus(db), { active: 0, superseded: 0, quarantined: 0, forgotten: 0, ...counted });
    assert.equal(reads.countCoded(db), db.prepare(`SELECT count(*) FROM memories WHERE status IN ('active', 'superseded') AND tier <> 'confidential'`).pluck().get());
    assert.deepEqual(faultsOf(db), []);
    db.close();
  }), { numRuns: 150 });
});

test('RECALL-WORDS: a word becomes common and rare again with what is written', () => {
  using folder = tempDir();
  const db = openTables(join(folder.path, 'vault.db'));
  const reader = new Database(join(folder.path, 'vault.db')) as unknown as ReadableVault;
  const space = writes.ensureSpace(db, { name: 'test', dimensions: 8, metric: 'cosine' });
  const store = (from: number, texts: readonly string[]) => db.transaction(() => writes.storeMemories(db, { memories: texts.map((text, i) => ({ ...smallMemory(from + i, null), content: { tier: 'cleartext' as const, shown: `${text} ${from + i}`, cipher: null, hash: Buffer.from(`${from + i}`.padStart(16, '0')), lookUps: [] } })), space, now: 1, actor: 'test' }))();
  const asked = () => reads.searchWords(reader, { ...scopedTo({ past: false }, person, undefined), terms: ['moss', 'quartz'], identifiers: [], kinds: null, limit: 10 });
  store(0, Array.from({ length: 2400 }, (_, i) => (i % 30 === 0 ? 'moss' : i === 1 ? 'quartz' : 'fox')));
  for (const _ of [1, 2]) assert.deepEqual([asked().dropped, asked().hits.ids.length], [['moss'], 1]);
  // 80 of 2,400 are more than three in a hundred, 72 of as many are not.
  writes.eraseMemories(db, { ids: Array.from({ length: 8 }, (_, i) => `M${i * 30}`), texts: null, actor: 'test', now: 2 });
  store(2400, Array.from({ length: 8 }, () => 'fox'));
  for (const _ of [1, 2]) assert.deepEqual([asked().dropped, asked().hits.ids.length], [[], 10]);
  // When no other word is in any memory, a common one is asked for all the same.
  writes.eraseMemories(db, { ids: ['M1'], texts: null, actor: 'test', now: 3 });
  store(2408, Array.from({ length: 8 }, () => 'moss'));
  assert.deepEqual([asked().dropped, asked().hits.ids.length], [[], 10]);
  reader.close();
  db.close();
});
