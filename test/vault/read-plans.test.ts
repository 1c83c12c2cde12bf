import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparedTexts } from '../../engine/vault/tables/handle.ts';
import { cacheBytes } from '../../engine/vault/threads/open.ts';
import { reads } from '../../engine/vault/tables/reads.ts';
import { writes } from '../../engine/vault/tables/writes.ts';
import { scopedTo, type Caller } from '../../security/access/index.ts';
import { smallMemory } from '../../bench/bare.ts';
import { openTables } from '../support/tables.ts';

const callers: readonly Caller[] = [{ kind: 'person', local: true }, { kind: 'client', name: 'ada', scope: { project: 'p1' }, canWrite: false, local: false }];

test('RECALL-PLANS: no read of a recall walks through all memories or all active ones', () => {
  const db = openTables();
  const space = writes.ensureSpace(db, { name: 'test', dimensions: 8, metric: 'cosine' });
  const memories = Array.from({ length: 300 }, (_, i) => ({ ...smallMemory(i, i % 2 ? 'p1' : null), times: [{ starts: i, ends: i + 5 }], speaker: `s${i % 3}`, session: `c${i % 9}`, vector: Float32Array.from({ length: 8 }, (_v, d) => Math.sin(i + d)) }));
  const ids = writes.storeMemories(db, { memories, space, now: 1, actor: 'test' }).map(({ row }) => row);
  const written = new Set(preparedTexts(db));
  for (const caller of callers)
    for (const past of [false, true]) {
      const view = scopedTo({ past }, caller, undefined);
      assert.ok(reads.searchWords(db, { ...view, terms: ['row', '17'], identifiers: ['row_17'], kinds: ['episodic'], speakers: ['s1'], limit: 50 }).hits.ids.length > 0);
      reads.searchWords(db, { ...view, terms: ['row'], identifiers: [], kinds: null, limit: 50 });
      reads.mentions(db, { ...view, names: ['row'] });
      reads.sharedNames(db, { ...view, ids: ids.slice(0, 20), except: [] });
      reads.neighbours(db, { ...view, ids: ids.slice(0, 20), limit: 50 });
      reads.sealedVectors(db, { ...view, space });
      assert.ok(reads.memoriesInTime(db, { ...view, from: 0, to: 100, limit: 10 }).length > 0);
      assert.ok(reads.happenedWithin(db, { ...view, ids: ids.slice(0, 40), from: 0, to: 100 }).length > 0);
      assert.ok(reads.namedTimesOf(db, { ...view, ids: ids.slice(0, 40) }).length > 0);
      assert.ok(reads.namedWithin(db, { ...view, from: 0, to: 100, limit: 10 }).length > 0);
      reads.speakers(db, view);
      reads.rescore(db, { ...view, space, metric: 'cosine', vector: new Float32Array(8).fill(1), ids: ids.slice(0, 5) });
    }
  for (const from of [space, null]) assert.equal(reads.candidates(db, { ids: ids.slice(0, 40), space: from }).length, 40);
  reads.memoriesByNumber(db, { ids: ids.slice(0, 12), space });
  reads.countCoded(db);
  const asked = preparedTexts(db).filter((text) => !written.has(text));
  assert.ok(asked.length > 10, 'the reads of a recall were prepared');
  const plansOf = (text: string) => db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...(text.match(/\?/g) ?? []).map(() => null)) as { detail: string }[];
  const check = (text: string) => {
    for (const { detail } of plansOf(text)) assert.doesNotMatch(detail, /\bSCAN (?:m|t|memories|b|d|e|word_documents|memory_embeddings|sealed_embeddings)\b(?!.*VIRTUAL)|memories_by_status/, `${detail}\n${text}`);
  };
  asked.forEach(check);
  // The planner may know how much is in each table, or not.
  db.exec('ANALYZE');
  asked.forEach(check);
  db.close();
});

test('RECALL-PLANS: pages that stay decrypted follow the size of the file, within bounds', () => {
  const MB = 2 ** 20;
  assert.deepEqual([0, 200, 1152, 1e6].map((size) => cacheBytes(size * MB) / MB), [16, 16, 24, 32]);
});
