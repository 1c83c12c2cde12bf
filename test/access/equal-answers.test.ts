import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Scope } from '../../contract/index.ts';
import { reads } from '../../engine/vault/tables/reads.ts';
import type { StoredMemory } from '../../engine/vault/tables/store.ts';
import { unpackHits } from '../../engine/vault/tables/vector-search.ts';
import { writes } from '../../engine/vault/tables/writes.ts';
import { quantise, SpaceCodes, State } from '../../native/vector-scan/index.ts';
import { scopedForListing, scopedTo, type Caller } from '../../security/access/index.ts';
import { openTables } from '../support/tables.ts';
import { tempVault } from '../support/temp-vault.ts';

const VAULTS = 1000;
const DIMENSIONS = 8;
const SPACE = 1;
const WORDS = ['boat', 'garden', 'violin', 'bridge', 'letter', 'harbour', 'apple', 'storm', 'window', 'ladder'];
/** Written with a capital, so that they tie memories together as names do. */
const NAMES = ['storm', 'window', 'ladder'];
const written = (word: string) => (NAMES.includes(word) ? word[0]!.toUpperCase() + word.slice(1) : word);
/** The reader's own place, what it may see of it, and places it may not see. */
const HOME: Scope = { project: 'home', agent: 'ada' };
const VISIBLE: readonly Scope[] = [HOME, { project: 'home' }, {}];
const FOREIGN: readonly Scope[] = [{ project: 'away' }, { project: 'home', agent: 'eve' }, { agent: 'eve' }, { project: 'home', agent: 'ada', channel: 'mail' }, { channel: 'chat', channelUser: 'bob' }];
const caller: Caller = { kind: 'client', name: 'ada', scope: HOME, canWrite: true, local: false };

interface Spec {
  words: number[];
  scope: number;
  foreign: boolean;
  session: number | null;
  speaker: number | null;
  hour: number;
  vector: number[];
  tie: boolean;
}
const spec = fc.record<Spec>({
  words: fc.array(fc.nat(WORDS.length - 1), { minLength: 1, maxLength: 6 }), scope: fc.nat(20), foreign: fc.boolean(),
  session: fc.option(fc.nat(2), { nil: null }), speaker: fc.option(fc.nat(2), { nil: null }), hour: fc.nat(40), vector: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }), tie: fc.boolean(),
});

function memoryOf(one: Spec, index: number): StoredMemory {
  const text = one.words.map((word) => written(WORDS[word]!)).join(' ');
  const places = one.foreign ? FOREIGN : VISIBLE;
  const norm = Math.hypot(...one.vector) || 1;
  return {
    publicId: `M${index}`, kind: 'episodic', category: 'general', status: 'active', origin: 'client', source: 'ada', scope: places[one.scope % places.length]!,
    session: one.session === null ? null : `session ${one.session}`, message: null, job: null, speaker: one.speaker === null ? null : `speaker ${one.foreign ? one.speaker + 10 : one.speaker}`, pinned: false, importance: 0.5, trust: 0.5,
    content: { tier: 'cleartext', shown: text, cipher: null, hash: Buffer.from(`${index}`.padStart(16, '0')), lookUps: [] }, summary: text, keyFact: text, tag: text,
    happenedAt: one.hour * 3_600_000, times: [{ starts: one.hour * 3_600_000, ends: (one.hour + 24) * 3_600_000 }], validFrom: null, validTo: null, fact: null, steps: [], vector: Float32Array.from(one.vector, (x) => x / norm), sealedVector: null, scanned: 2, relations: [],
  };
}

/** The tables of a vault without file, threads or keys; everything a reader is answered from. */
function tables(specs: readonly Spec[]) {
  const db = openTables();
  writes.ensureSpace(db, { name: 'test', dimensions: DIMENSIONS, metric: 'cosine' });
  const codes = new SpaceCodes({ form: 'int8', dimensions: DIMENSIONS });
  specs.forEach((one, i) => {
    const memory = memoryOf(one, i);
    const [row] = writes.storeMemories(db, { memories: [memory], space: SPACE, now: i, actor: 'ada' });
    if (row!.result.outcome === 'stored') codes.put(row!.row, row!.scope, State.live, quantise(memory.vector!));
    if (one.tie && i > 0) writes.relateMemories(db, { from: `M${i}`, to: `M${i - 1}`, type: 'related_to', weight: 0.5, actor: 'ada', now: i });
  });
  return { db, codes };
}

/** Everything a client can ask, with rows named by their text and time instead of their numbers. */
function answers(specs: readonly Spec[], question: readonly number[]): unknown {
  const { db, codes } = tables(specs);
  try {
    const nameOf = (id: number) => (db.prepare('SELECT text, happened_at FROM memories WHERE id = ?').raw().get(id) as unknown[]).join(' @ ');
    const view = scopedTo({ past: false }, caller, undefined);
    const listing = <Q>(query: Q) => scopedForListing(query, caller);
    const words = reads.searchWords(db, { ...view, terms: question.map((word) => WORDS[word]!), identifiers: [], kinds: null, speakers: ['speaker 1', 'speaker 2', 'speaker 11'], limit: 50 });
    const list = reads.listMemories(db, listing({ filter: {}, sort: 'newest' as const, after: null, limit: 50, space: SPACE }));
    const vector = Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(i + question.length) / 2);
    const near = unpackHits(reads.searchVectors(db, { ...view, table: codes.shared, vector, k: 10 }));
    const said = unpackHits(words.hits);
    const seen = said.map((hit) => hit.id);
    return {
      words: said.map((hit, i) => [nameOf(hit.id), hit.score, words.hits.spoken[i]]), terms: words.terms, dropped: words.dropped,
      list: list.rows.map((row) => nameOf(row.id)), total: list.total, facets: reads.facetCounts(db, listing({ filter: {} })),
      speakers: reads.speakers(db, listing({})), near: near.map((hit) => [nameOf(hit.id), hit.score]),
      time: reads.memoriesInTime(db, { ...view, from: 0, to: 20 * 3_600_000, limit: 50 }).map((row) => nameOf(row.id)),
      mentions: reads.mentions(db, { ...view, names: NAMES }),
      shared: reads.sharedNames(db, { ...view, ids: seen, except: ['ladder'], past: false }).map((tie) => [nameOf(tie.from), nameOf(tie.to), tie.name, tie.documents]),
      within: reads.happenedWithin(db, { ...view, ids: specs.map((_, i) => i + 1), from: 0, to: 20 * 3_600_000 }).map((row) => nameOf(row.id)),
      naming: reads.namedTimesOf(db, { ...view, ids: specs.map((_, i) => i + 1) }).map((row) => [nameOf(row.id), row.starts, row.ends]),
      named: reads.namedWithin(db, { ...view, from: 0, to: 20 * 3_600_000, limit: 50 }).map((row) => [nameOf(row.id), row.starts, row.ends]),
      graph: reads.neighbours(db, { ...view, ids: seen, limit: 100 }).map((tie) => [nameOf(tie.from), nameOf(tie.to), tie.type, tie.weight]),
    };
  } finally {
    db.close();
  }
}

test(`ACCESS-EQUAL: in ${VAULTS} random vaults every answer and every count is the same with and without foreign rows`, (t) => {
  let foreign = 0;
  let [found, named, shared] = [0, 0, 0];
  fc.assert(fc.property(fc.array(spec, { minLength: 4, maxLength: 30 }), fc.array(fc.nat(WORDS.length - 1), { minLength: 1, maxLength: 4 }), (specs, question) => {
    // A tie joins two visible rows or is none of the reader's business; both vaults must have the same ones.
    const own = specs.map((one, i) => ({ ...one, tie: one.tie && i > 0 && !one.foreign && !specs[i - 1]!.foreign }));
    const mixed = answers(own, question);
    const alone = answers(own.filter((one) => !one.foreign), question);
    foreign += own.filter((one) => one.foreign).length;
    const told = mixed as { words: unknown[]; mentions: unknown[]; shared: unknown[] };
    found += told.words.length;
    named += told.mentions.length;
    shared += told.shared.length;
    assert.deepEqual(mixed, alone);
  }), { numRuns: VAULTS });
  t.diagnostic(`${foreign} foreign rows, ${found} rows found by words, ${named} by a name, ${shared} ties by shared names`);
  for (const count of [foreign, found, named, shared]) assert.ok(count > VAULTS);
});

test('ACCESS-EQUAL: the same through the whole engine', async () => {
  const own = Array.from({ length: 30 }, (_, i) => ({ text: `${WORDS[i % 10]} and ${WORDS[(i * 3) % 10]} number ${i}`, scope: VISIBLE[i % 3]!, session: `s${i % 3}`, happenedAt: 1_700_000_000_000 + i * 1000 }));
  const foreign = Array.from({ length: 60 }, (_, i) => ({ text: `${WORDS[i % 10]} ${WORDS[(i * 7) % 10]} elsewhere ${i}`, scope: FOREIGN[i % FOREIGN.length]!, session: `s${i % 3}`, speaker: `stranger ${i % 4}`, happenedAt: 1_700_000_000_000 + i * 500 }));
  const ask = async (memories: typeof own) => {
    await using vault = await tempVault();
    for (const memory of memories) await vault.client.memories.remember(memory);
    const client = vault.engine.client(caller);
    const out = [];
    for (const word of WORDS) {
      const result = await client.recall({ query: `what about the ${word}?` });
      out.push([result.items.map((item) => [item.memory.text, item.score]), result.degraded, result.coverage, result.tokens]);
    }
    return { out, facets: await client.memories.facets({}), total: (await client.memories.list({})).total };
  };
  const mixed = own.flatMap((memory, i) => [foreign[2 * i]!, memory, foreign[2 * i + 1]!]) as typeof own;
  assert.deepEqual(await ask(mixed), await ask(own));
});
