import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AgentId, MemoryId, SessionId } from '../../contract/index.ts';
import { WorkingMemory, type Talk } from '../../engine/flow/index.ts';
import { createIds } from '../../engine/kernel/index.ts';
import { openEmbedder } from '../../engine/providers/index.ts';
import { SensoryRing } from '../../engine/sensory/index.ts';
import { bareMemory, createBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';

const HOUR = 3_600_000;
const model = await openEmbedder('builtin', { modelsDir: '', providers: [] });
after(() => model.close());

/** Working memory over a real vault, with a clock that the test moves. */
async function ground(work: (needs: {
  working: WorkingMemory; say: (talk: Talk, text: string, turns?: string[]) => ReturnType<WorkingMemory['begin']>; reopen: () => Promise<void>;
  know: (text: string, change?: Parameters<typeof bareMemory>[3]) => Promise<MemoryId>; vault: Awaited<ReturnType<typeof createBareVault>>['vault']; pass: (ms: number) => void;
}) => Promise<void>): Promise<void> {
  using folder = tempDir();
  const { vault } = await createBareVault(`${folder.path}/v`);
  let now = Date.UTC(2026, 0, 5, 9);
  const ring = new SensoryRing();
  const make = () => new WorkingMemory(() => ({ vault, ring, clock: { now: () => now }, log: () => {}, embedding: () => ({ model, index: { space: 0 } }) }));
  let working = make();
  const newId = createIds();
  try {
    await work({
      get working() { return working; },
      say: async (talk, text, turns = []) => {
        const focus = await working.begin(talk, turns, text);
        ring.push({ session: talk.session, role: 'user', text, at: now });
        now += 10_000;
        return focus;
      },
      reopen: async () => {
        await working.close();
        working = make();
      },
      know: async (text, change = {}) => {
        const id = newId<MemoryId>(now);
        await vault.write('storeMemories', { memories: [bareMemory(vault, id, text, { happenedAt: now, ...change })], space: 0, now, actor: 'test' });
        return id;
      },
      vault, pass: (ms) => { now += ms; },
    });
  } finally {
    await working.close();
    await vault.close();
  }
}

const talk = (agent: string | null, session = `s-${agent}`, scope: Talk['scope'] = {}): Talk => ({ agent: agent as AgentId | null, session: session as SessionId, scope: { ...(agent && { agent }), ...scope } });
const asUsed = (id: MemoryId, text: string, cited = false) => ({ memory: { id, text, keyFact: text, tier: 'cleartext' as const, trust: 0.9 }, cited });

test('WORKING-MEMORY: a turn is taken up as what it says when the next one comes, and memories that were used stay in mind', () => ground(async ({ working, say, know }) => {
  const cat = talk('a');
  await say(cat, 'I use Helix for everything. It was raining all day long.');
  const id = await know('The cat is called Milo.', { importance: 0.2 });
  await working.end(cat, { used: [asUsed(id, 'The cat is called Milo.', true)] });
  const { slots } = await say(cat, 'And its plugins?', ['I use Helix for everything.']);
  assert.deepEqual(slots.map(({ text }) => text), ['The cat is called Milo.', 'I use Helix for everything.']);
  assert.ok(slots.every(({ tokens, activation }) => tokens > 0 && activation > 0.5 && activation <= 1));
}));

test('WORKING-MEMORY: another topic clears what belongs to the old one; a turn that has left does not come back', () => ground(async ({ working, say }) => {
  const one = talk('a');
  await say(one, 'I use Postgres for the billing service.');
  const first = await say(one, 'And how do I set up its replica?', ['I use Postgres for the billing service.']);
  assert.equal(first.signal, 'continue');
  assert.equal(first.slots.length, 1);
  const other = await say(one, 'By the way, what is a good recipe for lasagna?', ['I use Postgres for the billing service.', 'And how do I set up its replica?']);
  assert.deepEqual([other.signal, other.slots], ['switch', []]);
  const texts = (await working.slots(one)).map(({ text }) => text);
  assert.ok(!texts.includes('I use Postgres for the billing service.'));
}));

test('WORKING-MEMORY: agents and scopes have minds of their own; going back finds everything equal', () => ground(async ({ working, say }) => {
  const a = talk('a');
  const b = talk('b');
  const c = talk('a', 's-c', { project: 'p1' });
  await say(a, 'I use Helix for everything.');
  await say(b, 'My favourite colour is green.');
  await say(a, 'and its themes?', ['I use Helix for everything.']);
  const was = await working.slots(a);
  assert.equal(was.length, 1);
  assert.deepEqual(await working.slots(c), []);
  await say(b, 'and my second one is blue, I think.', ['My favourite colour is green.']);
  assert.deepEqual((await working.slots(b)).map(({ text }) => text), ['My favourite colour is green.']);
  const back = await working.slots(a);
  assert.deepEqual(back.map(({ id, text, tokens }) => ({ id, text, tokens })), was.map(({ id, text, tokens }) => ({ id, text, tokens })));
}));

test('WORKING-MEMORY: closed and opened again it comes back whole, faded after a night, and afresh after two', () => ground(async (needs) => {
  const { say, reopen, pass, know } = needs;
  const a = talk('a');
  await know('The thesis is due in June.', { importance: 0.9, kind: 'semantic', pinned: true });
  await know('Saw a heron.', { importance: 0.3 });
  await say(a, 'I use Helix for everything.');
  await say(a, 'and its themes?', ['I use Helix for everything.']);
  const strength = async () => (await needs.working.slots(a)).map(({ text, activation }) => [text, activation] as const);
  const was = new Map(await strength());
  await reopen();
  pass(3 * HOUR);
  assert.deepEqual(new Map(await strength()), was);
  await reopen();
  pass(10 * HOUR);
  const faded = new Map(await strength());
  assert.ok(faded.get('I use Helix for everything.')! < was.get('I use Helix for everything.')!);
  await reopen();
  pass(30 * HOUR);
  assert.deepEqual((await strength()).map(([text]) => text), ['The thesis is due in June.']);
}));

test('WORKING-MEMORY: a memory that changed, was forgotten or is out of scope leaves; what was erased is nowhere', () => ground(async ({ working, say, know, vault }) => {
  const a = talk('a');
  const ids = [await know('The key is under the mat.'), await know('The gate code is 4711.'), await know('The shed is green.', { scope: { project: 'p9' } })];
  const texts = ['The key is under the mat.', 'The gate code is 4711.', 'The shed is green.'];
  await working.end(a, { used: ids.map((id, i) => asUsed(id, texts[i]!)) });
  await vault.write('forgetMemory', { id: ids[1]!, actor: 'test', now: 1 });
  const { slots } = await say(a, 'where is it again?', ['Tell me about the key.']);
  assert.deepEqual(slots.map(({ text }) => text), ['The key is under the mat.']);
  await say(talk('b'), 'Hello there, how are you?');
  assert.equal((await vault.read('mindsets')).length, 1);
  await working.forget();
  assert.deepEqual(await vault.read('mindsets'), []);
  assert.deepEqual(await vault.read('mindset', { place: '[["agent","a"]]' }), undefined);
}));

test('WORKING-MEMORY: what lies in the vault is sealed to its place, and one that cannot be opened only starts afresh', () => ground(async ({ working, say, vault }) => {
  const a = talk('a');
  await say(a, 'My favourite opera is Rusalka.');
  await say(a, 'and the second one?', ['My favourite opera is Rusalka.']);
  await working.slots(talk('b'));
  const row = (await vault.read('mindset', { place: '[["agent","a"]]' }))!;
  assert.ok(!Buffer.from(row.cipher).toString('latin1').includes('Rusalka'));
  assert.ok(Buffer.from(vault.openMindset(row.place, row.cipher)).toString().includes('Rusalka'));
  assert.throws(() => vault.openMindset('[["agent","b"]]', row.cipher));
  await vault.write('saveMindset', { ...row, cipher: row.cipher.map((byte, i) => (i === 60 ? byte ^ 1 : byte)) });
  assert.deepEqual(await working.slots(a), []);
}));

test('WORKING-MEMORY: a removed conversation leaves the minds that are present and those set aside', () => ground(async ({ working, say }) => {
  const a = talk('a');
  const b = talk('b');
  await say(a, 'My favourite opera is Rusalka.');
  await say(a, 'and the second one?', ['My favourite opera is Rusalka.']);
  await say(b, 'I use Helix for everything.');
  await say(b, 'and its themes?', ['I use Helix for everything.']);
  await working.leave(a.session);
  await working.leave(b.session);
  assert.deepEqual([await working.slots(b), await working.slots(a)], [[], []]);
}));

test('WORKING-MEMORY: a hundred switches between two agents keep every slot and the momentum', (t) => ground(async ({ working, say, vault }) => {
  const talks = [talk('a'), talk('b')];
  for (const one of talks) {
    await say(one, `I use Helix with agent ${one.agent}.`);
    await say(one, 'and its themes?', ['I use Helix for everything.']);
  }
  const seen = new Map<string, string>();
  const ms: number[] = [];
  for (let i = 0; i < 100; i++) {
    const one = talks[i % 2]!;
    const started = performance.now();
    const slots = await working.slots(one);
    ms.push(performance.now() - started);
    const other = talks[(i + 1) % 2]!;
    const row = (await vault.read('mindset', { place: JSON.stringify([['agent', other.agent]]) }))!;
    const { slots: written, momentum } = JSON.parse(Buffer.from(vault.openMindset(row.place, row.cipher)).toString()) as { slots: { id: string; text: string; activation: number }[]; momentum: unknown };
    assert.ok(momentum !== null && slots.length > 0);
    const now = JSON.stringify([written.map(({ id, text, activation }) => [id, text, activation]), momentum]);
    assert.equal(seen.get(other.agent!) ?? now, now);
    seen.set(other.agent!, now);
  }
  assert.equal(seen.size, 2);
  t.diagnostic(`p99 of a switch: ${ms.toSorted((x, y) => x - y)[98]!.toFixed(1)} ms`);
}));
