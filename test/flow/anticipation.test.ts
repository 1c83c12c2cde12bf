import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { defaultSettings, type MemoryId, type RecallQuery, type RecallResult, type Scope } from '../../contract/index.ts';
import { Anticipation, Approvals, candidateRows, MOST_PRELOADED, PRELOAD_MS, recall, Trail, WorkingMemory, type Mind } from '../../engine/flow/index.ts';
import { VectorIndex } from '../../engine/cortex/index.ts';
import { createIds } from '../../engine/kernel/index.ts';
import { openEmbedder } from '../../engine/providers/index.ts';
import { SensoryRing } from '../../engine/sensory/index.ts';
import { scopedTo, type Caller } from '../../security/access/index.ts';
import { DataSet } from '../../sidecar/cli/eval/index.ts';
import { bareMemory, createBareVault, undetected } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';

const model = await openEmbedder('builtin', { modelsDir: '', providers: [] });
after(() => model.close());
const person: Caller = { kind: 'person', local: true };

interface Ground {
  mind: Mind;
  know(texts: readonly string[], scope?: Scope): Promise<MemoryId[]>;
  pass(ms: number): void;
  ask(query: RecallQuery, caller?: Caller): Promise<RecallResult>;
}

/** A mind over a real vault with real vectors and a clock that the test moves. */
async function ground(work: (needs: Ground) => Promise<void>): Promise<void> {
  using folder = tempDir();
  const { vault } = await createBareVault(`${folder.path}/v`, 2);
  let now = Date.UTC(2026, 0, 5, 9);
  const clock = { now: () => now };
  const index = new VectorIndex(vault, { ...model.space, id: await vault.write('ensureSpace', model.space) });
  await index.load();
  const newId = createIds();
  const mind: Mind = {
    vault, ring: new SensoryRing(), clock, newId, log: () => {}, emit: () => {}, embedding: () => ({ model, index, standsIn: false }), settings: () => defaultSettings, embedLater: () => {},
    trail: new Trail(vault, clock), approvals: new Approvals(), copiesAreStale: () => {}, replaceCopies: async () => 0,
    working: new WorkingMemory(() => mind), ahead: new Anticipation(() => mind), crossEncoders: { current: () => assert.fail('no model reads along by default') },
  };
  try {
    await work({
      mind, pass: (ms) => { now += ms; },
      know: async (texts, scope = {}) => {
        const vectors = await model.embed(texts, 'document');
        const ids = texts.map(() => newId<MemoryId>(now));
        const memories = texts.map((text, i) => bareMemory(vault, ids[i]!, text, { scope, vector: vectors[i]!, happenedAt: now }, undetected));
        const rows = await vault.write('storeMemories', { memories, space: index.space, now, actor: 'test' });
        index.stored(rows, memories.map(({ status }) => status), vectors);
        return ids;
      },
      ask: (query, caller = person) => recall(mind, caller, { explain: true, weak: true, limit: 10, ...query }),
    });
  } finally {
    await mind.ahead.settled();
    await mind.trail.flush();
    await vault.close();
  }
}

const set = DataSet.parse(JSON.parse(readFileSync(new URL('../recall/sets/dialogues.json', import.meta.url), 'utf8')));
const seen = (result: RecallResult) => result.items.map(({ memory, score }) => [memory.id, memory.text, score]);

test('ANTICIPATION: in at least 0.60 of the turns of 68 dialogues the evidence was looked up ahead, and the answer is the same to the bit', (t) => ground(async ({ mind, know, ask }) => {
  const ids = await know(set.memories.map(({ text }) => text));
  const idOf = new Map(set.memories.map(({ id }, i) => [id, ids[i]!]));
  const textOf = new Map(set.memories.map(({ id, text }) => [id, text]));
  let turns = 0;
  let evidence = 0;
  let best = 0;
  const topics = Map.groupBy(set.queries.filter(({ category }) => category === 'elliptical'), ({ context }) => context![0]!);
  // Each topic is talked through twice, its two follow-ups in either order: 68 dialogues of two turns after their beginning.
  for (const asked of topics.values()) for (const order of [asked, asked.toReversed()]) {
    const said = [...order[0]!.context!];
    for (const { text, relevant } of order) {
      mind.ahead.prepare(person, undefined, said);
      await mind.ahead.settled();
      const waiting = mind.ahead.waiting(person, undefined);
      assert.ok(waiting.size <= MOST_PRELOADED);
      const held = new Set([...waiting.values()].map((row) => row.public_id));
      const found = await ask({ query: text, context: said });
      mind.ahead.wipe();
      const plain = await ask({ query: text, context: said });
      assert.deepEqual(seen(found), seen(plain));
      assert.deepEqual([plain.trace!.preload, found.trace!.preload!.waiting], [null, waiting.size]);
      turns++;
      if (held.has(idOf.get(relevant[0]!)!)) evidence++;
      if (found.trace!.preload!.hit) best++;
      said.push(text, textOf.get(relevant[0]!)!);
    }
  }
  t.diagnostic(`${turns} turns: evidence looked up ahead ${(evidence / turns).toFixed(3)}, best of the next recall ${(best / turns).toFixed(3)}; ${MOST_PRELOADED} of ${set.memories.length} memories wait`);
  assert.ok(topics.size * 2 >= 50);
  assert.ok(evidence / turns >= 0.6 && best / turns >= 0.6);
}));

test('ANTICIPATION: what waits is gone after a minute, after any change of a memory, and with the setting off', () => ground(async ({ mind, know, pass, ask }) => {
  const [id] = await know(['The boat lies at berth 31.', 'The kayak is red.']);
  const prepare = async () => {
    mind.ahead.prepare(person, undefined, ['Where is the boat?']);
    await mind.ahead.settled();
    assert.ok(mind.ahead.waiting(person, undefined).size > 0);
  };
  await prepare();
  pass(PRELOAD_MS);
  assert.ok(mind.ahead.waiting(person, undefined).size > 0);
  pass(1);
  assert.equal(mind.ahead.waiting(person, undefined).size, 0);
  const changes: (() => Promise<unknown>)[] = [
    () => know(['Another boat.']), () => mind.vault.write('pinMemory', { id: id!, pinned: true, actor: 'test', now: 1 }), () => mind.vault.write('forgetMemory', { id: id!, actor: 'test', now: 1 }),
  ];
  for (const change of changes) {
    await prepare();
    await change();
    assert.equal(mind.ahead.waiting(person, undefined).size, 0);
  }
  await prepare();
  await ask({ query: 'Where is the kayak?' });
  assert.ok(mind.ahead.waiting(person, undefined).size > 0, 'a recall changes nothing');
  mind.settings = () => ({ ...defaultSettings, 'recall.anticipate': false });
  assert.equal(mind.ahead.waiting(person, undefined).size, 0);
  mind.ahead.prepare(person, undefined, ['Where is the boat?']);
  await mind.ahead.settled();
  assert.equal(mind.ahead.waiting(person, undefined).size, 0);
}));

const places: readonly (Scope | undefined)[] = [undefined, { project: 'p1' }, { project: 'p2' }, { agent: 'a1' }];
const callers: readonly Caller[] = [person, { kind: 'client', name: 'c1', scope: { project: 'p1' }, canWrite: true } as Caller, { kind: 'client', name: 'c2', scope: { project: 'p2' }, canWrite: true } as Caller];
type Step = { kind: 'prepare' | 'ask'; caller: number; place: number } | { kind: 'know'; place: number; n: number } | { kind: 'forget'; n: number } | { kind: 'pass'; ms: number };
const who = { caller: fc.nat(2), place: fc.nat(3) };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('prepare' as const), ...who }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), ...who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('know' as const), place: fc.nat(3), n: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), n: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 40_000 }) }) },
);

test('ANTICIPATION: nothing that waits is ever stale or out of scope, in whatever order things happen', () => ground(async ({ mind, know, pass, ask }) => {
  const known: MemoryId[] = [];
  for (const [i, place] of places.entries()) known.push(...await know([`The boat number ${i} lies at berth 31.`, `The engine of boat ${i} is red.`], place));
  const may = (caller: Caller, place: Scope | undefined) => caller.kind === 'person' || Object.entries(place ?? {}).every(([part, value]) => caller.scope[part as keyof Scope] === value);
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
    for (const one of steps) {
      if (one.kind === 'know') known.push(...await know([`A new boat ${one.n}, ${known.length}.`], places[one.place]));
      else if (one.kind === 'forget') await mind.vault.write('forgetMemory', { id: known[one.n % known.length]!, actor: 'test', now: 1 }).catch(() => {});
      else if (one.kind === 'pass') pass(one.ms);
      else {
        const [caller, place] = [callers[one.caller]!, places[one.place]];
        if (!may(caller, place)) continue;
        if (one.kind === 'prepare') {
          mind.ahead.prepare(caller, place, ['Tell me about the boat and its engine.']);
          await mind.ahead.settled();
          continue;
        }
        const waiting = mind.ahead.waiting(caller, place);
        const fresh = await candidateRows(mind.vault, mind.embedding().index, [...waiting.keys()]);
        assert.deepEqual([...waiting.values()], fresh, 'nothing stale');
        for (const row of fresh) assert.ok(await mind.vault.read('memoryById', scopedTo({ id: row.public_id, space: 0 }, caller, place)), 'nothing out of scope waits');
        const found = await ask({ query: 'Which boat has a red engine?', ...(place && { scope: place }) }, caller);
        mind.ahead.wipe();
        const plain = await ask({ query: 'Which boat has a red engine?', ...(place && { scope: place }) }, caller);
        assert.deepEqual(seen(found), seen(plain));
        for (const { memory } of found.items) for (const [part, value] of Object.entries(memory.scope)) assert.equal({ ...(caller.kind === 'person' ? {} : caller.scope), ...place }[part as keyof Scope], value, 'nothing out of scope');
      }
    }
  }), { numRuns: 40 });
}));
