import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memory } from '../../contract/index.ts';
import { PASSPHRASE, person, tempVault } from '../support/temp-vault.ts';

const texts = (items: { memory: Memory }[]) => items.map((item) => item.memory.text);
const DAY = 86_400_000;

test('INGEST-SENTENCES: every matching sentence of a message is kept, and only those', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const session = await client.chat.open({});
  const message = 'The deploy went fine today. I use React and I prefer TypeScript. What do you think? I live in Lisbon. If I moved to Rome, I would miss the sea.';
  for await (const _ of await client.chat.send({ session: session.id, text: message }));
  const { items } = await client.memories.list({ sort: 'oldest' });
  assert.deepEqual(items.map((m) => m.text), ['I use React and I prefer TypeScript.', 'I live in Lisbon.']);
  assert.ok(items.every((m) => m.origin === 'inferred' && m.message !== null));
});

test('INGEST-REMEMBER: "remember that" stores the thing itself, as told by the person', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const session = await client.chat.open({});
  for await (const _ of await client.chat.send({ session: session.id, text: 'Please remember that the server room code changes on Fridays.' }));
  const { items } = await client.memories.list({});
  assert.deepEqual(items.map((m) => [m.text, m.origin]), [['The server room code changes on Fridays.', 'person']]);
});

test('FACT-CONTRADICTION: a newer fact closes the older one and keeps it as history', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const cases: [older: string, newer: string, query: string][] = [
    ['I use vim.', 'I switched to Helix.', 'which editor do I use'],
    ['I live in Berlin.', 'I moved to Lisbon.', 'where do I live'],
    ['My favourite color is blue.', 'My favorite color is green now.', 'favourite color'],
    ['I work at Initech.', 'I started working at Globex.', 'where do I work'],
    ['I prefer light mode.', 'I prefer dark mode.', 'which mode do I prefer'],
  ];
  for (const [older, newer, query] of cases) {
    const first = await client.memories.remember({ text: older });
    const second = await client.memories.remember({ text: newer });
    assert.deepEqual([second.outcome, second.replaced], ['superseded', first.id], newer);
    const now = texts((await client.recall({ query })).items);
    assert.ok(now.includes(newer) && !now.includes(older), `${query}: ${JSON.stringify(now)}`);
    const ever = texts((await client.recall({ query, past: true })).items);
    assert.ok(ever.includes(older), `${query}, with the past`);
    const history = await client.memories.get({ id: first.id });
    assert.equal(history.status, 'superseded');
    assert.ok(history.validTo !== null && history.edges.some((edge) => edge.type === 'supersedes'));
  }
});

test('FACT-COMPATIBLE: two facts that can both be true stay', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  for (const text of ['I like tea.', 'I like coffee.', 'I use git.', 'I use Firefox.', 'I am allergic to nuts.', 'I am allergic to cats.']) await client.memories.remember({ text });
  assert.equal((await client.memories.list({ filter: { status: ['active'] } })).total, 6);
});

test('INGEST-DUPLICATE: the same knowledge merges and corroborates; the same words at another time are another event', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const first = await client.memories.remember({ text: 'I prefer oat milk.' });
  const again = await client.memories.remember({ text: '  i prefer OAT milk ' });
  assert.deepEqual([again.outcome, again.id], ['merged', first.id]);
  const memory = await client.memories.get({ id: first.id });
  assert.equal(memory.corroborations, 1);
  assert.ok(memory.trust > 0.9);
  const said = { text: 'Good morning!', speaker: 'Ana', session: 's1' };
  const monday = await client.memories.remember({ ...said, happenedAt: 1 });
  assert.equal((await client.memories.remember({ ...said, happenedAt: 2 })).outcome, 'stored');
  assert.deepEqual(await client.memories.remember({ ...said, happenedAt: 1 }).then((r) => [r.outcome, r.id]), ['merged', monday.id]);
});

test('FORGET-SHELF: forgetting takes a memory out of recall at once, restoring brings it back with its ties', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const a = await client.memories.remember({ text: 'The cello is in the attic.' });
  const b = await client.memories.remember({ text: 'The attic key hangs by the door.' });
  await client.memories.relate({ from: a.id, to: b.id, type: 'related_to' });
  const { until } = await client.memories.forget({ id: a.id });
  assert.ok(until > Date.now() + 29 * DAY);
  assert.deepEqual(texts((await client.recall({ query: 'where is the cello in the attic' })).items), ['The attic key hangs by the door.']);
  assert.equal((await client.memories.list({})).total, 1);
  await client.memories.restore({ id: a.id });
  assert.equal(texts((await client.recall({ query: 'where is the cello' })).items)[0], 'The cello is in the attic.');
  assert.deepEqual((await client.memories.get({ id: a.id })).edges.map((e) => e.to), [b.id]);
});

test('FORGET-ERASE: erasing leaves no row, term, vector, version, tie or quotation', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const session = await client.chat.open({});
  for await (const _ of await client.chat.send({ session: session.id, text: 'I love xylophones.' }));
  const [memory] = (await client.memories.list({})).items;
  await client.memories.update({ id: memory!.id, text: 'I love xylophones and marimbas.' });
  for await (const _ of await client.chat.send({ session: session.id, text: 'What do I love?' }));
  const { removed } = await client.memories.erase({ id: memory!.id });
  assert.equal(removed.memories, 1);
  assert.ok(removed.versions >= 1 && removed.vectors >= 1 && removed.messages >= 1);
  assert.deepEqual((await client.recall({ query: 'xylophones marimbas', past: true })).items, []);
  await assert.rejects(client.memories.get({ id: memory!.id }), { code: 'NOT_FOUND' });
  const messages = await client.chat.messages({ id: session.id });
  assert.equal(JSON.stringify(messages).includes('marimbas'), false);
});

test('FORGET-SWEEP: what lay on the shelf too long is erased at the next unlock, nothing else is', async () => {
  let now = Date.now();
  await using vault = await tempVault({ clock: { now: () => now } });
  const { client, engine } = vault;
  const gone = await client.memories.remember({ text: 'The old gate code.' });
  const kept = await client.memories.remember({ text: 'The new gate is green.' });
  await client.memories.forget({ id: gone.id });
  const relock = async () => {
    await client.vault.lock();
    await client.vault.unlock({ passphrase: PASSPHRASE });
    await engine.settled();
  };
  now += 29 * DAY;
  await relock();
  assert.equal((await client.memories.get({ id: gone.id })).status, 'forgotten');
  now += 2 * DAY;
  await relock();
  await assert.rejects(client.memories.get({ id: gone.id }), { code: 'NOT_FOUND' });
  assert.equal((await client.memories.get({ id: kept.id })).status, 'active');
});

test('KNOWN-1: whatever a road stored is still recalled after a year of maintenance', async () => {
  let now = Date.now();
  await using vault = await tempVault({ clock: { now: () => now } });
  const { client, engine } = vault;
  const stored = [await client.memories.remember({ text: 'My bicycle is red.', importance: 0 })];
  stored.push(...await client.memories.rememberMany({ memories: [{ text: 'The piano tuner comes in May.', importance: 0.01 }] }));
  const session = await client.chat.open({});
  for await (const _ of await client.chat.send({ session: session.id, text: 'I love old maps.' }));
  for (let month = 0; month < 12; month++) {
    now += 30.5 * DAY;
    await client.vault.lock();
    await client.vault.unlock({ passphrase: PASSPHRASE });
    await engine.settled();
  }
  assert.equal(texts((await client.recall({ query: 'bicycle' })).items)[0], 'My bicycle is red.');
  assert.equal(texts((await client.recall({ query: 'piano tuner' })).items)[0], 'The piano tuner comes in May.');
  assert.equal(texts((await client.recall({ query: 'maps' })).items)[0], 'I love old maps.');
});

test('KNOWN-8: times survive the round trip to the millisecond', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const happenedAt = 1_700_000_000_123;
  const { id } = await client.memories.remember({ text: 'A moment.', happenedAt, validFrom: happenedAt - 1, validTo: happenedAt + 1 });
  const memory = await client.memories.get({ id });
  assert.deepEqual([memory.happenedAt, memory.validFrom, memory.validTo], [happenedAt, happenedAt - 1, happenedAt + 1]);
  assert.ok(Math.abs(memory.createdAt - Date.now()) < 60_000);
});

test('KNOWN-11: feedback moves each dimension in the stated direction', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const { id } = await client.memories.remember({ text: 'The kettle is blue.' });
  let before = await client.memories.get({ id });
  for (const [verdict, trust, importance] of [['helpful', 1, 1], ['wrong', -1, 0], ['not_relevant', 0, -1]] as const) {
    const after = await client.memories.feedback({ id, verdict });
    assert.deepEqual([Math.sign(after.trust - before.trust), Math.sign(after.importance - before.importance)], [trust, importance], verdict);
    before = { ...before, ...after };
  }
});

test('MEMORY-VERSIONS: a correction keeps the old text, and only the new one is recalled, also after a restart', async () => {
  await using vault = await tempVault();
  const { client, engine } = vault;
  const { id } = await client.memories.remember({ text: 'The meeting is on Tuesday.' });
  await client.memories.update({ id, text: 'The meeting is on Thursday.' });
  await client.vault.lock();
  await client.vault.unlock({ passphrase: PASSPHRASE });
  await engine.settled();
  const detail = await engine.client(person).memories.get({ id });
  assert.deepEqual([detail.text, detail.version, detail.versions.map((v) => v.text)], ['The meeting is on Thursday.', 2, ['The meeting is on Tuesday.']]);
  assert.deepEqual((await client.recall({ query: 'Tuesday' })).items.filter((i) => i.memory.text.includes('Tuesday')), []);
});

test('KNOWN-10: an id shown by any call is accepted by every call, in either letter case', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const { id } = await client.memories.remember({ text: 'Ids are whole.' });
  assert.equal((await client.memories.get({ id: id.toLowerCase() as typeof id })).id, id);
  assert.equal((await client.memories.list({})).items[0]!.id, id);
});

test('GRAPH-CYCLE: directed relations never close a circle, the others may', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  const [a, b, c] = await client.memories.rememberMany({ memories: [{ text: 'one thing' }, { text: 'two things' }, { text: 'three things' }] });
  await client.memories.relate({ from: a!.id, to: b!.id, type: 'derived_from' });
  await client.memories.relate({ from: b!.id, to: c!.id, type: 'caused_by' });
  await assert.rejects(client.memories.relate({ from: c!.id, to: a!.id, type: 'instance_of' }), { code: 'WOULD_CYCLE' });
  await assert.rejects(client.memories.relate({ from: a!.id, to: a!.id, type: 'related_to' }), { code: 'WOULD_CYCLE' });
  await client.memories.relate({ from: c!.id, to: a!.id, type: 'related_to' });
});
