import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { ChatEvent, ContextPreview, Message, SessionId } from '../../contract/index.ts';
import type { EngineClient } from '../../engine/serve/index.ts';
import { startModelServer } from '../e2e/model-server.ts';
import { PASSPHRASE, tempVault, type TempVault } from '../support/temp-vault.ts';

async function withModel(work: (needs: { vault: TempVault; client: EngineClient; server: Awaited<ReturnType<typeof startModelServer>> }) => Promise<void>): Promise<void> {
  const server = await startModelServer();
  await using vault = await tempVault();
  await vault.client.models.saveProvider({ name: 'local', kind: 'openai-compatible', baseUrl: server.url, key: 'sk-test' });
  try {
    await work({ vault, client: vault.client, server });
  } finally {
    await server.close();
  }
}

async function say(client: EngineClient, session: SessionId, text: string, model = 'local/plain'): Promise<Message> {
  let last: ChatEvent | undefined;
  for await (const event of await client.chat.send({ session, text, model })) last = event;
  assert.ok(last?.type === 'done');
  return last.message;
}

const part = (preview: ContextPreview, name: string) => preview.sections.find((section) => section.name === name)!;
/** The boundary is drawn anew for every prompt. */
const plain = (text: string) => text.replace(/<<<[0-9a-z]{8}\n|[0-9a-z]{8}>>>/g, '');

test('CONTEXT-PREVIEW: what is shown is what the model then gets, and looking stores nothing', () => withModel(async ({ client, server }) => {
  await client.memories.remember({ text: 'I use metric units.' });
  const { id } = await client.chat.open({});
  for (const n of [1, 2, 3, 4, 5]) await say(client, id, `Tell me about unit number ${n}. We decided to use grams for part${n}.`);
  const before = JSON.stringify([await client.chat.messages({ id }), await client.chat.session({ id }), (await client.memories.list({})).total]);
  const calls = server.calls.length;
  const text = 'Which units do I use?';
  const preview = await client.chat.preview({ session: id, text, model: 'local/plain' });
  assert.equal(JSON.stringify([await client.chat.messages({ id }), await client.chat.session({ id }), (await client.memories.list({})).total]), before);
  assert.equal(server.calls.length, calls, 'no model was asked');
  const answer = await say(client, id, text);
  const sent = server.calls.at(-1)!.messages;
  assert.deepEqual(sent.map(({ role, content }) => [role, plain(content)]), [['system', plain(preview.prompt.system)], ...preview.prompt.messages.map(({ role, content }) => [role, plain(content)])]);
  assert.deepEqual(part(preview, 'recalled').items.filter(({ kept }) => kept).map((item) => item.id), answer.sources!.used.map((used) => used.id));
  assert.deepEqual(part(preview, 'history').items.map(({ level }) => level), ['facts', 'facts', 'verbatim', 'verbatim', 'verbatim']);
  assert.match(preview.prompt.system, /Earlier in this conversation[\s\S]*grams for part1/);
  assert.ok(preview.used + preview.reserve <= preview.window);
  assert.equal(preview.sections.map(({ name }) => name).join(), 'system,message,working,soul,recalled,history,schemas,skills,today,roster');
}));

test('CONTEXT-REPLAY: the same message at another window shows what would be shortened and dropped, and why', () => withModel(async ({ client }) => {
  for (let i = 0; i < 12; i++) await client.memories.remember({ text: `My garden bed number ${i} holds ${['carrots', 'beans', 'kale', 'leek'][i % 4]}, which I water in the morning, weed on Saturdays and harvest before the first frost of the year ${i}.` });
  const { id } = await client.chat.open({});
  const text = 'What is in my garden beds?';
  const large = await client.chat.preview({ session: id, text, model: 'gpt-4o' });
  const small = await client.chat.preview({ session: id, text, model: 'gpt-4o', window: 600 });
  assert.deepEqual([large.window, large.reserve, large.counting.exact], [128_000, 16_384, true]);
  assert.deepEqual(part(small, 'recalled').items.map((item) => item.id), part(large, 'recalled').items.map((item) => item.id));
  assert.ok(part(large, 'recalled').items.every(({ level }) => level === 'full'));
  assert.ok(part(small, 'recalled').items.some(({ level, reason }) => level !== 'full' && reason !== ''));
  assert.ok(small.used + small.reserve <= 600);
  await assert.rejects(client.chat.preview({ text: 'word '.repeat(500), model: 'gpt-4o', window: 300 }), { code: 'CONTEXT_TOO_SMALL' });
}));

test('CONTEXT-PREVIEW: for a model that nobody has, guarded memories are held back and it says so', () => withModel(async ({ client }) => {
  await client.memories.remember({ text: 'My email is jane@example.com.' });
  const text = 'What is my email?';
  const cloud = await client.chat.preview({ text, model: 'claude-opus-4-6-20260115' });
  assert.deepEqual([cloud.local, cloud.window, cloud.heldBack, cloud.counting.tokenizer], [false, 200_000, 1, 'claude']);
  assert.ok(!JSON.stringify(cloud.prompt).includes('jane@example.com'));
  const held = part(cloud, 'recalled').items.find(({ reason }) => reason.includes('tier'))!;
  assert.deepEqual([held.kept, held.level], [false, null]);
  const local = await client.chat.preview({ text, model: 'local/plain' });
  assert.ok(local.local && local.prompt.system.includes('jane@example.com'));
  await client.settings.set({ 'privacy.sensitiveToCloud': true });
  assert.equal((await client.chat.preview({ text, model: 'claude-opus-4-6' })).heldBack, 0);
}));

test('MODEL-FACTS: switching the model, what the person wrote of it, and the shares count from the next turn on', () => withModel(async ({ client, server }) => {
  const { id } = await client.chat.open({});
  const text = 'Hello there.';
  const windowOf = async (model: string) => (await client.chat.preview({ session: id, text, model })).window;
  assert.deepEqual([await windowOf('gpt-4'), await windowOf('gemini-3.1-pro'), await windowOf('local/plain')], [8192, 2_097_152, 32_000]);
  await client.settings.set({ 'models.facts': ['plain window=900 output=200 tokenizer=o200k'], 'context.verbatim': 1, 'context.share.history': 0.9 });
  const own = await client.chat.preview({ session: id, text, model: 'local/plain' });
  assert.deepEqual([own.window, own.reserve, own.counting.tokenizer], [900, 200, 'o200k']);
  assert.equal((await client.models.list()).models.find((model) => model.id === 'local/plain')!.capabilities.contextWindow, 900);
  await say(client, id, 'One.');
  await say(client, id, 'Two.');
  assert.deepEqual(part(await client.chat.preview({ session: id, text, model: 'local/plain' }), 'history').items.map(({ level }) => level), ['facts', 'verbatim']);
  await assert.rejects(client.settings.set({ 'models.facts': ['plain window=lots'] }), { code: 'INVALID_INPUT' });
  assert.ok(server.calls.every(({ model }) => model === 'plain'));
}));

test('HISTORY-FEEDS: what was decided is stored when its words leave the prompt, once, and not while saving is off', () => withModel(async ({ client }) => {
  const found = async (words: string) => (await client.memories.list({ filter: { text: words } })).items.filter(({ text }) => text.includes(words));
  const { id } = await client.chat.open({});
  await say(client, id, 'The nightly job is slow. Then the import failed with code 73 on the staging machine.');
  assert.equal((await found('failed with code 73')).length, 0, 'no statement about the person, so not kept when it was said');
  for (const n of [1, 2, 3]) await say(client, id, `And number ${n}?`);
  assert.equal((await found('failed with code 73')).length, 0, 'its words are still in the prompt');
  for (const n of [4, 5, 6, 7]) await say(client, id, `And number ${n}?`);
  const [kept, ...more] = await found('failed with code 73');
  assert.equal(more.length, 0);
  assert.deepEqual([kept!.origin, kept!.corroborations, kept!.message], ['inferred', 0, (await client.chat.messages({ id }))[0]!.id]);
  const first = (await client.chat.messages({ id }))[0]!;
  assert.ok(first.remembered.some((one) => one.id === kept!.id && one.said === 'Then the import failed with code 73 on the staging machine.'));
  await client.memories.erase({ id: kept!.id });
  assert.ok(!(await client.chat.messages({ id }))[0]!.text.includes('code 73'), 'and erasing it takes it out of the message again');
  // Said while saving was off, and never stored, though it is on by the time the words leave.
  const quiet = await client.chat.open({});
  await client.chat.change({ id: quiet.id, saveMemory: false });
  await say(client, quiet.id, 'The export failed with code 99 on the staging machine.');
  await client.chat.change({ id: quiet.id, saveMemory: true });
  for (const n of [1, 2, 3, 4, 5]) await say(client, quiet.id, `Go on, part ${n}?`);
  assert.equal((await found('failed with code 99')).length, 0);
  // Nor off the record, nor when only explicit wishes count.
  const secret = await client.chat.open({ offRecord: true });
  await say(client, secret.id, 'The backup failed with code 55 on the staging machine.');
  for (const n of [1, 2, 3, 4]) await say(client, secret.id, `Go on, piece ${n}?`);
  await client.settings.set({ 'remember.mode': 'only_when_told' });
  const told = await client.chat.open({});
  await say(client, told.id, 'The restore failed with code 44 on the staging machine.');
  for (const n of [1, 2, 3, 4]) await say(client, told.id, `Go on, bit ${n}?`);
  assert.deepEqual([(await found('failed with code 55')).length, (await found('failed with code 44')).length], [0, 0]);
}));

test('HISTORY-FEEDS: what a reply came to is an agent\'s note, tied to the memories it rested on and trusted no more than they are', async () => {
  let reply = 'We decided to move the invoices to ClickHouse.';
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: reply }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await using vault = await tempVault();
  const { client } = vault;
  try {
    await client.models.saveProvider({ name: 'local', kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, key: 'k' });
    const stranger = vault.engine.client({ kind: 'client', name: 'mailer', scope: {}, canWrite: true, local: false });
    const { id: parent } = await stranger.memories.remember({ text: 'The invoices are slow in the present database.' });
    await client.memories.feedback({ id: parent, verdict: 'wrong' });
    const { trust } = await client.memories.get({ id: parent });
    const { id } = await client.chat.open({});
    const first = await say(client, id, 'Why are the invoices slow in the database?');
    assert.deepEqual(first.sources!.used.map((used) => used.id), [parent]);
    reply = 'Fine.';
    for (const n of [1, 2, 3, 4]) await say(client, id, `And topic ${n}?`);
    const kept = (await client.memories.list({ filter: { text: 'ClickHouse' } })).items.filter(({ text }) => text.includes('ClickHouse'));
    assert.deepEqual(kept.map((one) => [one.text, one.origin, one.message]), [['We decided to move the invoices to ClickHouse.', 'agent', first.id]]);
    assert.ok(kept[0]!.trust <= trust && !kept[0]!.trusted, `${kept[0]!.trust} of ${trust}`);
    assert.ok((await client.memories.get({ id: kept[0]!.id })).edges.some(({ to, type }) => to === parent && type === 'derived_from'));
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('INJECTION-MODE: a message that names nothing gets few memories and half their share, one that asks for everything twice as many; the preview says so', () => withModel(async ({ client }) => {
  await client.memories.rememberMany({ memories: Array.from({ length: 40 }, (_, i) => ({ text: `The thing about garden bed ${i} is that it holds ${['carrots', 'beans', 'kale', 'leek'][i % 4]} number ${i}.` })) });
  const told = async (text: string) => {
    const preview = await client.chat.preview({ text, model: 'gpt-4o', window: 32_000 });
    return { mode: preview.injection?.mode, reason: preview.injection?.reason, many: part(preview, 'recalled').items.length, budget: part(preview, 'recalled').budget };
  };
  const [none, few, usual, many] = [await told('thanks!'), await told('what about that thing?'), await told('Which beds hold garden kale?'), await told('Tell me everything about the garden')];
  assert.deepEqual([none.mode, few.mode, usual.mode, many.mode], ['minimal', 'minimal', 'standard', 'deep']);
  assert.deepEqual([none.many, few.many, usual.many, many.many], [0, 3, 12, 24]);
  assert.equal(none.reason, 'A greeting or acknowledgement needs no memory.');
  assert.ok(few.budget < usual.budget && usual.budget < many.budget, JSON.stringify([few, usual, many]));
  await client.settings.set({ 'chat.readMemory': false });
  assert.equal((await client.chat.preview({ text: 'Which beds hold kale?', model: 'gpt-4o' })).injection, null);
}));

test('HISTORY-FEEDS: a message knows whether saving was on and whether its exchange is stored, also when every turn is a process of its own', () => withModel(async ({ vault, client }) => {
  const found = async (words: string) => (await client.memories.list({ filter: { text: words } })).items.filter(({ text }) => text.includes(words));
  const anew = async () => {
    await client.vault.lock();
    await client.vault.unlock({ passphrase: PASSPHRASE });
    await vault.engine.settled();
  };
  const { id } = await client.chat.open({});
  const told = ['The nightly job is slow. Then the import failed with code 73 on the staging machine.', 'And number 1?', 'And number 2?', 'And number 3?', 'And number 4?', 'And number 5?', 'And number 6?'];
  for (const text of told) {
    await say(client, id, text);
    await anew();
  }
  const [kept, ...more] = await found('failed with code 73');
  assert.deepEqual([kept?.corroborations, more.length], [0, 0]);
  const asked = (await client.chat.messages({ id })).filter(({ role }) => role === 'user');
  assert.deepEqual(asked.map(({ leaving }) => leaving), ['stored', 'stored', 'stored', 'due', 'due', 'due', 'due']);
  // What was remembered when it was said is not stored a second time when it leaves.
  const other = await client.chat.open({});
  await say(client, other.id, 'We decided to use ClickHouse for my invoices. I love tulips.');
  for (const n of [1, 2, 3, 4]) await say(client, other.id, `And part ${n}?`);
  for (const { corroborations } of await found('tulips')) assert.equal(corroborations, 0);
  const quiet = await client.chat.open({});
  await client.chat.change({ id: quiet.id, saveMemory: false });
  await say(client, quiet.id, 'The export failed with code 99 on the staging machine.');
  await anew();
  await client.chat.change({ id: quiet.id, saveMemory: true });
  for (const n of [1, 2, 3, 4, 5]) await say(client, quiet.id, `Go on, part ${n}?`);
  assert.equal((await found('failed with code 99')).length, 0);
  assert.equal((await client.chat.messages({ id: quiet.id }))[0]!.leaving, null);
}));
