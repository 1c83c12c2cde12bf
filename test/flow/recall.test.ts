import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RecallQuery, Scope } from '../../contract/index.ts';
import { scopedForMaintenance } from '../../security/access/index.ts';
import { identifiersOf, wordsOf } from '../../engine/vault/index.ts';
import { createIds } from '../../engine/kernel/index.ts';
import { bareMemory, createBareVault } from '../support/bare-vault.ts';
import { tempDir, tempVault } from '../support/temp-vault.ts';

const RANDOM_QUERIES = 100_000;
const AT_ONCE = 500;

test(`RECALL-ANY-QUERY: ${RANDOM_QUERIES} random strings, operators and broken text included, never trouble the word index`, { timeout: 600_000 }, async () => {
  using folder = tempDir();
  const { vault } = await createBareVault(`${folder.path}/v`, 2);
  const newId = createIds();
  const texts = ['NEAR the AND gate', 'own: "quoted" words*', 'auth.ts and #channel by @user', 'plain words (here) ^caret', 'ümlaut émigré ΑΒΓ 漢字'];
  await vault.write('storeMemories', { memories: texts.map((text) => bareMemory(vault, newId<string>(1), text)), space: 0, now: 1, actor: 'test' });
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('"', '*', 'AND', 'OR', 'NOT', 'NEAR(', ')', '^', ':', 'own:', '{', '}', '-', '+', '\0', '\uD800', "'", ';--', 'auth.ts', '#channel', '%', '_'));
  const query = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(' '));
  const queries = fc.sample(query, RANDOM_QUERIES);
  for (let i = 0; i < queries.length; i += AT_ONCE)
    await Promise.all(queries.slice(i, i + AT_ONCE).map((text) => vault.read('searchWords', scopedForMaintenance({
      terms: wordsOf(text).slice(0, 32), identifiers: identifiersOf(text), past: false, kinds: null, limit: 10,
    }))));
  await vault.close();
});

test('RECALL-PUNCTUATION: marks around a question change no result', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.rememberMany({ memories: [{ text: 'The ladder is behind the shed.' }, { text: 'Shed paint is oak brown.' }, { text: 'The dog sleeps a lot.' }] });
  const ids = async (query: string) => (await client.recall({ query })).items.map((item) => item.memory.id);
  const plain = await ids('where is the ladder');
  for (const marked of ['where is the ladder?', 'where is the ladder.', "where is the ladder'", 'where is/the ladder,', '"where is the ladder"', 'where is the ladder ???'])
    assert.deepEqual(await ids(marked), plain, marked);
});

test('RECALL-IDENTIFIERS: file names, handles and snake case are found whole', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.rememberMany({ memories: [
    { text: 'The bug sits in auth.ts near the login.' }, { text: 'Author of the tests is Mia.' }, { text: 'Ask in #frontend about it.' }, { text: 'call max_retry_count first' },
  ] });
  const first = async (query: string) => (await client.recall({ query })).items[0]?.memory.text;
  assert.equal(await first('what about auth.ts'), 'The bug sits in auth.ts near the login.');
  assert.equal(await first('#frontend'), 'Ask in #frontend about it.');
  assert.equal(await first('max_retry_count'), 'call max_retry_count first');
});

const scopes: Scope[] = [
  {}, { project: 'p1' }, { project: 'p2' }, { squad: 's1' }, { agent: 'a1' }, { agent: 'a2' }, { project: 'p1', agent: 'a1' },
  { channel: 'discord' }, { channel: 'discord', channelUser: 'u1' }, { channel: 'discord', channelUser: 'u2' }, { channel: 'slack', channelUser: 'u1' },
];
const parts = ['project', 'squad', 'agent', 'channel', 'channelUser'] as const;
const visible = (memory: Scope, reader: Scope) => parts.every((part) => memory[part] === undefined || memory[part] === reader[part]);

test('SCOPE-MATRIX: every writer scope by every reader scope, over words, vectors, ties and time: nothing leaks, nothing is missing', async () => {
  await using vault = await tempVault();
  const { client, engine } = vault;
  const stored = await client.memories.rememberMany({ memories: scopes.map((scope, i) => ({ text: `The pumpkin soup recipe number ${i}.`, scope, happenedAt: Date.now() })) });
  for (let i = 1; i < stored.length; i++) await client.memories.relate({ from: stored[0]!.id, to: stored[i]!.id, type: 'related_to' });
  for (const reader of scopes) {
    const expected = stored.filter((_, i) => visible(scopes[i]!, reader)).map((s) => s.id).toSorted();
    for (const query of ['pumpkin soup recipe', 'gourd broth cooking instructions', 'what happened today with the pumpkin']) {
      const { items, trace } = await client.recall({ query, scope: reader, limit: 100, explain: true });
      const found = [...new Set([...items.map((item) => item.memory.id), ...trace!.candidates.map((row) => row.id)])].toSorted();
      assert.deepEqual(found.filter((id) => !expected.includes(id)), [], `${query} from ${JSON.stringify(reader)}`);
      if (query.includes('pumpkin')) assert.deepEqual(found, expected, `${query} from ${JSON.stringify(reader)}`);
    }
    const other = engine.client({ kind: 'client', name: 'test', scope: reader, canWrite: false, local: false });
    assert.deepEqual((await other.memories.list({ limit: 100 })).items.map((m) => m.id).toSorted(), expected);
    for (const [i, memory] of stored.entries()) {
      const seen = visible(scopes[i]!, reader);
      if (!seen) await assert.rejects(other.memories.get({ id: memory.id }), { code: 'NOT_FOUND' });
      else assert.ok((await other.memories.get({ id: memory.id })).edges.every((edge) => expected.includes(edge.to) && expected.includes(edge.from)));
    }
  }
});

test('SCOPE-CLIENT: a client cannot leave its scope, write without the right, or do what is the person\'s', async () => {
  await using vault = await tempVault();
  const { engine, client } = vault;
  const { id } = await client.memories.remember({ text: 'Everybody knows this.' });
  const reader = engine.client({ kind: 'client', name: 'r', scope: { project: 'p1' }, canWrite: false, local: false });
  const writer = engine.client({ kind: 'client', name: 'w', scope: { project: 'p1' }, canWrite: true, local: false });
  const denied = { code: 'ACCESS_DENIED' };
  await assert.rejects(reader.memories.remember({ text: 'no' }), denied);
  await assert.rejects(reader.memories.forget({ id }), denied);
  await assert.rejects(reader.recall({ query: 'x', scope: { project: 'p2' } }), denied);
  await assert.rejects(reader.recall({ query: 'x', scope: { agent: 'a1' } }), denied);
  await assert.rejects(writer.memories.erase({ id }), denied);
  await assert.rejects(writer.memories.approve({ all: true }), denied);
  await assert.rejects(writer.settings.get(), denied);
  await assert.rejects(writer.chat.sessions(), denied);
  await assert.rejects(writer.vault.lock(), denied);
  const mine = await writer.memories.remember({ text: 'Noted by a program.' });
  const seen = await client.memories.get({ id: mine.id });
  assert.deepEqual([seen.origin, seen.source, seen.scope, seen.trust <= 0.5], ['client', 'w', { project: 'p1' }, true]);
});

test('TIER-CALLER: a guarded text is whole for the person and redacted for every client', async () => {
  await using vault = await tempVault();
  const { client, engine } = vault;
  const { id } = await client.memories.remember({ text: 'My email is jane@example.com.' });
  const other = engine.client({ kind: 'client', name: 'c', scope: {}, canWrite: true, local: false });
  for (const [caller, expected] of [[client, 'My email is jane@example.com.'], [other, 'My email is [e-mail].']] as const) {
    assert.equal((await caller.recall({ query: 'what is my email' })).items[0]!.memory.text, expected);
    assert.equal((await caller.memories.list({})).items[0]!.text, expected);
    assert.equal((await caller.memories.get({ id })).text, expected);
  }
  await client.memories.update({ id, text: 'My email is joe@example.com.' });
  assert.ok(!JSON.stringify(await other.memories.get({ id })).includes('jane'));
});

test('TIME-WORDS: yesterday, last week and a month are spans of the conversation\'s own clock', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const at = Date.UTC(2026, 2, 18, 12);
  const day = 86_400_000;
  await client.memories.rememberMany({ memories: [
    { text: 'We ate ramen.', happenedAt: at - day, kind: 'episodic' }, { text: 'We ate pizza.', happenedAt: at - 7 * day, kind: 'episodic' },
    { text: 'We ate tacos.', happenedAt: at - 60 * day, kind: 'episodic' }, { text: 'We ate curry.', happenedAt: at - 400 * day, kind: 'episodic' },
  ] });
  const first = async (query: string) => (await client.recall({ query, at })).items[0]?.memory.text;
  assert.equal(await first('what did we eat yesterday?'), 'We ate ramen.');
  assert.equal(await first('what did we eat last week?'), 'We ate pizza.');
  assert.equal(await first('what did we eat in January?'), 'We ate tacos.');
  const { trace } = await client.recall({ query: 'what did we eat yesterday?', at, explain: true });
  assert.deepEqual([trace!.time!.from, trace!.time!.to], [Date.UTC(2026, 2, 17), Date.UTC(2026, 2, 18) - 1]);
});

test('TIME-WORDS: in a span that holds hundreds of memories the best candidate counts as being inside, however old it is', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const at = Date.UTC(2026, 2, 18, 12);
  const hour = 3_600_000;
  await client.memories.rememberMany({ memories: [
    { text: 'The kiln was fired for the first time.', happenedAt: Date.UTC(2025, 0, 2), kind: 'episodic' },
    ...Array.from({ length: 300 }, (_, i) => ({ text: `Walk number ${i} led along the river.`, happenedAt: Date.UTC(2025, 6, 1) + i * hour, kind: 'episodic' as const })),
  ] });
  const { items, trace } = await client.recall({ query: 'when was the kiln fired last year?', at, explain: true });
  assert.equal(items[0]!.memory.text, 'The kiln was fired for the first time.');
  assert.ok(trace!.candidates.find(({ id }) => id === items[0]!.memory.id)!.signals.some(({ signal, rank }) => signal === 'time' && rank === 1));
});

test('RECALL-TRACE: every candidate has one verdict with a reason, the kept ones are the result', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.rememberMany({ memories: Array.from({ length: 40 }, (_, i) => ({ text: `Apples of kind ${i} ripen in autumn.` })) });
  const { items, trace } = await client.recall({ query: 'when do apples ripen', limit: 5, explain: true });
  assert.equal(items.length, 5);
  assert.ok(trace!.candidates.length > 5);
  assert.deepEqual(trace!.candidates.filter((row) => row.verdict === 'kept').map((row) => row.id), items.map((item) => item.memory.id));
  for (const row of trace!.candidates) assert.ok(row.reason !== '' && row.signals.length > 0 && row.signals.every((s) => s.rank >= 1));
  assert.equal((await client.recall({ query: 'apples', limit: 3 })).trace, null);
});

test('RECALL-TRACE: a row tells its score before it was reranked, and a repeat tells what it repeats', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const day = (n: number) => Date.UTC(2026, 2, n);
  const stored = await client.memories.rememberMany({ memories: [
    { text: 'The kiln was repaired.', kind: 'episodic', happenedAt: day(1) }, { text: 'The kiln was repaired!', kind: 'episodic', happenedAt: day(9) }, { text: 'The kiln is blue.' },
  ] });
  const rows = async () => (await client.recall({ query: 'when was the kiln repaired', explain: true })).trace!.candidates;
  const weighed = await rows();
  const repeats = weighed.filter(({ verdict }) => verdict === 'duplicate');
  assert.equal(repeats.length, 1);
  assert.deepEqual([repeats[0]!.id, repeats[0]!.duplicateOf].toSorted(), [stored[0]!.id, stored[1]!.id].toSorted());
  assert.ok(weighed.every(({ verdict, duplicateOf }) => (verdict === 'duplicate') === (duplicateOf !== null)));
  await client.settings.set({ 'recall.rerank': 'none' });
  const fused = new Map((await rows()).map((row) => [row.id, row]));
  for (const { id, fused: before, score } of weighed) {
    assert.equal(before, fused.get(id)!.score);
    assert.equal(fused.get(id)!.fused, fused.get(id)!.score);
    assert.notEqual(before, score);
  }
});

test('RECALL-BUDGET: with a budget the texts fit it, and a long one does not end the search', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.rememberMany({ memories: [{ text: `Pears ${'are very good '.repeat(200)}` }, { text: 'Pears are green.' }, { text: 'Pears are sweet.' }] });
  const result = await client.recall({ query: 'pears', budget: 30 });
  assert.ok(result.tokens <= 30);
  assert.deepEqual(result.items.map((item) => item.memory.text).toSorted(), ['Pears are green.', 'Pears are sweet.']);
});

test('GATE-SKIP: small talk needs no memory, a question about the person always gets it', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.remember({ text: 'My name is Ana.' });
  const gate = async (query: string) => (await client.recall({ query, explain: true } satisfies RecallQuery)).trace!.gate.decision;
  for (const query of ['hello', 'thanks!', 'ok cool', 'good morning']) assert.equal(await gate(query), 'skip', query);
  for (const query of ['who am I?', 'what is my name', 'hello, what did I say yesterday?', 'do you know me?', 'ok?', 'my']) assert.equal(await gate(query), 'retrieve', query);
});

test('RECALL-FORMS: a question finds a word in its other forms', async () => {
  await using vault = await tempVault();
  await vault.client.memories.rememberMany({ memories: [{ text: 'I bought a kiln from the school.' }, { text: 'The kiln is blue.' }, { text: 'My children swam in the lake.' }] });
  const best = async (query: string) => (await vault.client.recall({ query })).items[0]?.memory.text;
  assert.equal(await best('What did I buy?'), 'I bought a kiln from the school.');
  assert.equal(await best('Does my child swim?'), 'My children swam in the lake.');
});

test('RECALL-NAMES: a speaker is found by what others call them, and by a slip of spelling', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const said = (speaker: string, texts: string[]) => texts.map((text) => ({ text, speaker, session: 's' }));
  await client.memories.rememberMany({ memories: [
    ...said('Elise', ['Hey Kate! How was your day?', 'That sounds lovely, Kate!', 'Thanks Kate, I will. My favourite drink is cocoa.']),
    ...said('Emi', ['My favourite drink is mint tea.', 'I went to the market.']),
  ] });
  const best = async (query: string) => (await client.recall({ query })).items[0]?.memory;
  assert.equal((await best('What is the favourite drink of Kate?'))?.speaker, 'Emi');
  assert.equal((await best('What is the favourite drink of Elyse?'))?.speaker, 'Elise');
});

test('RERANK-CLUES: the trace tells the clues and what each counts, the score is their sum, and without reranking there are none', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.rememberMany({ memories: [{ text: 'The kiln fires on Monday.' }, { text: 'The kiln is blue and stands in the yard.' }, { text: 'Rain came early.' }] });
  const { trace, items } = await client.recall({ query: 'when does the kiln fire', explain: true });
  const { weights, middle } = trace!.reranking!;
  for (const { clues, score, signals } of trace!.candidates) {
    assert.ok(signals.length > 0, 'found by a signal');
    const sum = Object.entries(clues!).reduce((total, [clue, value]) => total + value * weights[clue as keyof typeof weights], 0);
    assert.ok(Math.abs(score - 1 / (1 + Math.exp(middle - sum))) < 1e-9);
  }
  assert.equal(items[0]!.memory.text, 'The kiln fires on Monday.');
  await client.settings.set({ 'recall.rerank': 'none' });
  const plain = (await client.recall({ query: 'when does the kiln fire', explain: true })).trace!;
  assert.equal(plain.reranking, null);
  assert.ok(plain.candidates.every(({ clues }) => clues === null));
});

test('RECALL-ABSTAIN: what is told of somebody else is withheld with the reason, and comes when asked for', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.rememberMany({ memories: [
    { text: 'I adopted a tortoise from the shelter in Ghent.', speaker: 'Elise', session: 's' },
    { text: 'The choir sang well tonight.', speaker: 'Emi', session: 's' },
    { text: 'I repaired the shed.', speaker: 'Emi', session: 't' },
  ] });
  const query = 'Which tortoise did Emi adopt from the shelter?';
  const none = await client.recall({ query, explain: true });
  assert.deepEqual([none.items.length, none.abstained?.code], [0, 'other_person']);
  assert.ok(none.trace!.candidates.every(({ verdict }) => verdict === 'withheld'));
  const nearest = await client.recall({ query, weak: true });
  assert.equal(nearest.abstained?.code, 'other_person', 'the doubt is told');
  assert.ok(nearest.items.length > 0);
  assert.equal((await client.recall({ query: 'Which tortoise did Elise adopt from the shelter?' })).items[0]?.memory.speaker, 'Elise');
  assert.equal((await client.recall({ query: 'Who adopted a tortoise?' })).abstained, null, 'nobody is named');
  await client.settings.set({ 'recall.abstain': false });
  assert.ok((await client.recall({ query })).items.length > 0);
});
