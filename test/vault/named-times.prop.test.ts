import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { smallMemory } from '../../bench/bare.ts';
import type { NamedTime } from '../../engine/vault/index.ts';
import { reads } from '../../engine/vault/tables/reads.ts';
import { writes } from '../../engine/vault/tables/writes.ts';
import { scopedTo, type Caller } from '../../security/access/index.ts';
import { faultsOf } from '../crash/whole.ts';
import { openTables } from '../support/tables.ts';

const DAY = 86_400_000;
const MONTH = 31 * DAY;
const person: Caller = { kind: 'person', local: true };
const client: Caller = { kind: 'client', name: 'ada', scope: { project: 'p1' }, canWrite: false, local: false };

const time: fc.Arbitrary<NamedTime> = fc.record({ starts: fc.integer({ min: -60, max: 60 }), days: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(31, 32, 90, 365)) })
  .map(({ starts, days }) => ({ starts: starts * DAY, ends: (starts + days) * DAY - 1 }));
const step = fc.record({
  act: fc.constantFrom('store', 'store', 'store', 'edit', 'forget', 'restore', 'erase', 'old'), which: fc.nat(30), project: fc.constantFrom(null, 'p1', 'p2'),
  times: fc.uniqueArray(time, { maxLength: 3, selector: ({ starts, ends }) => `${starts} ${ends}` }),
});
interface Known {
  row: number;
  project: string | null;
  status: string;
  times: readonly NamedTime[];
}

test('TIME-NAMED: after any changes a span finds what a reading of all named times finds, for everybody', () => {
  fc.assert(fc.property(fc.array(step, { minLength: 3, maxLength: 40 }), fc.integer({ min: -70, max: 70 }), fc.integer({ min: 1, max: 400 }), (steps, first, days) => {
    const db = openTables();
    const space = writes.ensureSpace(db, { name: 'test', dimensions: 8, metric: 'cosine' });
    const known = new Map<string, Known>();
    const content = (i: number) => ({ tier: 'cleartext' as const, shown: `text ${i}`, cipher: null, hash: Buffer.from(`${i}`.padStart(16, '0')), lookUps: [] });
    steps.forEach(({ act, which, project, times }, i) => {
      const id = [...known.keys()][which % Math.max(1, known.size)];
      const one = id === undefined ? undefined : known.get(id)!;
      const change = { id: id!, actor: 'test', now: i };
      if (!one || act === 'store') {
        const [stored] = writes.storeMemories(db, { memories: [{ ...smallMemory(i, project), content: content(i), times }], space, now: i, actor: 'test' });
        known.set(stored!.result.id, { row: stored!.row, project, status: 'active', times });
      } else if (act === 'edit') {
        writes.editMemory(db, { ...change, content: { ...content(1000 + i), summary: '', keyFact: '', tag: '', times } });
        one.times = times;
      } else if (act === 'forget') {
        writes.forgetMemory(db, change);
        one.status = 'forgotten';
      } else if (act === 'restore' && one.status === 'forgotten') {
        writes.restoreMemory(db, change);
        one.status = 'active';
      } else if (act === 'erase') {
        writes.eraseMemories(db, { ids: [id!], texts: null, actor: 'test', now: i });
        known.delete(id!);
      } else if (act === 'old') {
        // As in a vault from before dates were read; then a job reads them.
        db.prepare('DELETE FROM named_times WHERE memory = ?').run(one.row);
        db.prepare('UPDATE memories SET times_read = 0 WHERE id = ?').run(one.row);
        const unread = reads.withoutTimes(db, { limit: 5 });
        assert.deepEqual(unread.map((row) => row.id), [one.row]);
        writes.fillTimes(db, [{ ...unread[0]!, version: unread[0]!.version + 1, times: [{ starts: 0, ends: 1 }] }]);
        assert.deepEqual(reads.withoutTimes(db, { limit: 5 }), unread, 'a text that changed meanwhile is not told by what was read before');
        writes.fillTimes(db, unread.map((row) => ({ ...row, times })));
        one.times = times;
      }
    });
    assert.deepEqual(reads.withoutTimes(db, { limit: 5 }), []);
    const [from, to] = [first * DAY, (first + days) * DAY];
    for (const caller of [person, client]) {
      const view = scopedTo({ past: false }, caller, undefined);
      const seen: Known[] = [...known.values()].filter((one) => one.project === null || (caller === client && one.project === 'p1'));
      const rows: (NamedTime & { id: number; status: string })[] = seen.flatMap(({ row, status, times }) => times.map((named) => ({ id: row, status, ...named })));
      const truth = rows.filter((row) => row.status === 'active' && row.starts <= to && row.ends >= from && row.ends - row.starts <= MONTH)
        .sort((a, b) => b.starts - a.starts || a.ends - b.ends || a.id - b.id);
      const plain = (found: readonly (NamedTime & { id: number })[]) => found.map(({ id, starts, ends }) => [id, starts, ends]);
      assert.deepEqual(plain(reads.namedWithin(db, { ...view, from, to, limit: 1000 })), plain(truth));
      assert.deepEqual(plain(reads.namedWithin(db, { ...view, from, to, limit: 2 })), plain(truth.slice(0, 2)));
      const ids = [...known.values()].map(({ row }) => row);
      assert.deepEqual(plain(reads.namedTimesOf(db, { ...view, ids })).sort(), plain(rows).sort());
    }
    assert.deepEqual(faultsOf(db), []);
    db.close();
  }), { numRuns: 150 });
});
