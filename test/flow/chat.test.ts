import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatEvent, Message, SessionId } from '../../contract/index.ts';
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

async function say(client: EngineClient, session: SessionId, text: string, model = 'local/plain', parent?: Message['id'] | null): Promise<{ events: ChatEvent[]; answer: Message }> {
  const events: ChatEvent[] = [];
  for await (const event of await client.chat.send({ session, text, model, ...(parent !== undefined && { parent }) })) events.push(event);
  const last = events.at(-1)!;
  assert.ok(last.type === 'done' || last.type === 'failed');
  return { events, answer: last.message };
}

test('KNOWN-2: a fact stored in one chat is in the prompt that the model receives in a new one', () => withModel(async ({ client, server }) => {
  const first = await client.chat.open({});
  const told = await say(client, first.id, 'I use metric units.');
  assert.deepEqual(told.answer.remembered.map((r) => r.keyFact), ['I use metric units.']);
  const second = await client.chat.open({});
  const { answer, events } = await say(client, second.id, 'Which units do I use?');
  const prompt = server.calls.at(-1)!.messages;
  assert.match(prompt[0]!.content, /trust 0\.\d+\n\[1\] \d{4}-\d\d-\d\d I use metric units\./);
  assert.deepEqual(answer.sources!.used.map((u) => [u.mark, u.text]), [[1, 'I use metric units.']]);
  assert.ok(answer.sources!.considered.some((row) => row.verdict === 'kept'));
  assert.deepEqual(events.map((e) => e.type).filter((t, i, all) => t !== all[i - 1]), ['started', 'recalling', 'sources', 'delta', 'done']);
  assert.equal(answer.usage!.estimated, false);
  const detail = await client.memories.get({ id: answer.sources!.used[0]!.id });
  assert.deepEqual([detail.uses, detail.usedIn.map((u) => u.message)], [1, [answer.id]]);
}));

test('CHAT-STOP: stopping keeps the text so far, and the chat goes on', () => withModel(async ({ client }) => {
  const { id } = await client.chat.open({});
  let text = '';
  let last: ChatEvent | undefined;
  for await (const event of await client.chat.send({ session: id, text: 'Count.', model: 'local/slow' })) {
    if (event.type === 'delta' && (text += event.text).includes('word3')) void client.chat.stop({ id });
    last = event;
  }
  assert.ok(last?.type === 'done' && last.message.status === 'stopped');
  assert.ok(last.message.text.includes('word3') && !last.message.text.includes('word100'));
  assert.equal((await client.chat.messages({ id })).at(-1)!.text, last.message.text);
  assert.equal((await say(client, id, 'Again.')).answer.status, 'done');
}));

test('CHAT-TREE: an edit and a second answer make branches that are both kept', () => withModel(async ({ client, server }) => {
  const { id } = await client.chat.open({});
  const first = await say(client, id, 'First question?');
  const edited = await say(client, id, 'First question, better?', 'local/plain', null);
  for await (const _ of await client.chat.regenerate({ message: edited.answer.id, withoutMemory: true }));
  const messages = await client.chat.messages({ id });
  assert.equal(messages.filter((m) => m.parent === null).length, 2);
  assert.equal(messages.filter((m) => m.parent === edited.answer.parent).length, 2);
  assert.equal(messages.at(-1)!.sources!.skipped, 'Reading memory is off for this answer.');
  await client.chat.change({ id, leaf: first.answer.id });
  await say(client, id, 'And then?');
  const sent = server.calls.at(-1)!.messages.map((m) => m.content).join('\n');
  assert.ok(sent.includes('First question?') && !sent.includes('better'), 'only the shown branch is sent');
}));

test('CHAT-ERRORS: a wrong key, a limit, a broken and an absent provider differ, and the message is kept', () => withModel(async ({ client, server }) => {
  const { id } = await client.chat.open({});
  const codes: string[] = [];
  for (const model of ['locked', 'limited', 'broken']) codes.push((await say(client, id, `Ask ${model}.`, `local/${model}`)).answer.error!.code);
  server.pause();
  codes.push((await say(client, id, 'Anybody?')).answer.error!.code);
  assert.deepEqual(codes, ['PROVIDER_KEY_REJECTED', 'PROVIDER_RATE_LIMITED', 'PROVIDER_FAILED', 'PROVIDER_UNREACHABLE']);
  server.resume();
  const failed = (await client.chat.messages({ id })).at(-1)!;
  for await (const _ of await client.chat.regenerate({ message: failed.id }));
  const messages = await client.chat.messages({ id });
  assert.equal(messages.at(-1)!.status, 'done');
  assert.equal(messages.filter((m) => m.role === 'user').length, 4, 'no turn was doubled');
  assert.ok(!JSON.stringify(messages).includes('sk-test'));
}));

test('CHAT-OFF-RECORD: an off-the-record chat reads and leaves nothing', () => withModel(async ({ client, vault, server }) => {
  await client.memories.remember({ text: 'I use metric units.' });
  const session = await client.chat.open({ offRecord: true });
  await say(client, session.id, 'I love secret gardens. Which units do I use?');
  assert.ok(!JSON.stringify(server.calls.at(-1)!.messages).includes('metric'));
  assert.equal((await client.memories.list({})).total, 1);
  await assert.rejects(client.chat.change({ id: session.id, saveMemory: true }), { code: 'CONFLICT' });
  await client.vault.lock();
  await client.vault.unlock({ passphrase: PASSPHRASE });
  await vault.engine.settled();
  assert.deepEqual(await client.chat.sessions(), []);
  await assert.rejects(client.chat.session({ id: session.id }), { code: 'NOT_FOUND' });
}));

test('CHAT-SWITCHES: reading and saving are switched off one by one', () => withModel(async ({ client, server }) => {
  await client.memories.remember({ text: 'I use metric units.' });
  const { id } = await client.chat.open({});
  await client.chat.change({ id, readMemory: false });
  const quiet = await say(client, id, 'Which units do I use? I love tulips.');
  assert.deepEqual([quiet.answer.sources!.used, quiet.answer.remembered.length], [[], 1]);
  assert.equal((await client.memories.list({})).total, 2);
  await client.chat.change({ id, saveMemory: false });
  await say(client, id, 'I love roses.');
  assert.equal((await client.memories.list({})).total, 2);
  assert.ok(!JSON.stringify(server.calls.map((c) => c.messages[0])).includes('metric'));
}));

test('TIER-DESTINATION: a guarded memory is not sent where its tier forbids it, and the answer says so', () => withModel(async ({ client, server }) => {
  await client.memories.remember({ text: 'My email is jane@example.com.' });
  await client.memories.remember({ text: 'My bank password is hunter22.' });
  const { id } = await client.chat.open({});
  const { answer } = await say(client, id, 'What is my email and my bank password?');
  const prompt = JSON.stringify(server.calls.at(-1)!.messages[0]);
  assert.ok(prompt.includes('jane@example.com'), 'a model on this machine may read what is sensitive');
  assert.ok(!prompt.includes('hunter22'), 'nobody reads what is confidential');
  assert.equal(answer.sources!.heldBack, 1);
}));

test('CHAT-BUILTIN: without a model the answer quotes memories, cites them and says that no model is connected', async () => {
  await using vault = await tempVault();
  const { client } = vault;
  await client.memories.remember({ text: 'I switched to Helix.' });
  const { id } = await client.chat.open({});
  const { answer } = await say(client, id, 'Which editor do I use?', 'builtin');
  assert.match(answer.text, /I switched to Helix\. \[1\]/);
  assert.match(answer.text, /No model is connected/);
  assert.deepEqual(answer.sources!.used.filter((u) => u.cited).length, 1);
  const nothing = await say(client, id, 'What is the capital of Atlantis?', 'builtin');
  assert.match(nothing.answer.text, /No model is connected/);
});

test('LOCK-STREAM: locking in the middle of an answer keeps what was written', () => withModel(async ({ client, vault }) => {
  const { id } = await client.chat.open({});
  let text = '';
  let locked: Promise<unknown> | null = null;
  for await (const event of await client.chat.send({ session: id, text: 'Count.', model: 'local/slow' }))
    if (event.type === 'delta' && (text += event.text).includes('word3')) locked ??= client.vault.lock();
  await locked;
  await assert.rejects(client.chat.messages({ id }), { code: 'VAULT_LOCKED' });
  await client.vault.unlock({ passphrase: PASSPHRASE });
  await vault.engine.settled();
  const kept = (await client.chat.messages({ id })).at(-1)!;
  assert.deepEqual([kept.status, kept.text.startsWith('word1 word2 word3')], ['stopped', true]);
}));

test('ELLIPTICAL-RECALL: in a chat the turns before tell what a follow-up means; the setting turns it off', () => withModel(async ({ client }) => {
  await client.memories.rememberMany({ memories: [
    { text: 'The old Saab inspection runs out in April.' }, { text: 'The library card runs out in June.' }, { text: 'The passport expires in 2031.' }, { text: 'The kayak lies at berth 31.' },
  ] });
  const used = async () => {
    const { id } = await client.chat.open({});
    await say(client, id, 'The old Saab stood outside all week.');
    const { answer } = await say(client, id, 'and until when is it valid?');
    return answer.sources!.used.map(({ text }) => text);
  };
  assert.equal((await used())[0], 'The old Saab inspection runs out in April.');
  await client.settings.set({ 'recall.momentum': false });
  assert.ok(!(await used()).includes('The old Saab inspection runs out in April.'));
  await client.settings.set({ 'recall.momentum': true });
  const { trace } = await client.recall({ query: 'and until when is it valid?', context: ['The old Saab stood outside all week.'], explain: true });
  assert.ok(trace!.momentum!.words.includes('saab') && trace!.momentum!.share > 0);
  assert.equal((await client.recall({ query: 'Where does the kayak lie?', context: ['The old Saab stood outside all week.'], explain: true })).trace!.momentum, null);
}));

test('WORKING-MEMORY: a chat keeps in mind what was said and used; off the record nothing, erased nothing, and a lock keeps it for later', () => withModel(async ({ vault, client }) => {
  const { id } = await client.chat.open({});
  const told = await say(client, id, 'My favourite opera is Rusalka.');
  await say(client, id, 'and which one do I like best?');
  const texts = async () => (await client.chat.inMind({ id })).map(({ text }) => text);
  assert.ok((await texts()).includes('My favourite opera is Rusalka.'));
  await client.vault.lock();
  await client.vault.unlock({ passphrase: PASSPHRASE });
  await vault.engine.settled();
  assert.ok((await texts()).includes('My favourite opera is Rusalka.'));
  const off = await client.chat.open({ offRecord: true });
  await say(client, off.id, 'I use Helix for everything.');
  await say(client, off.id, 'and its themes?');
  assert.deepEqual(await client.chat.inMind({ id: off.id }), []);
  assert.ok(!(await texts()).some((text) => text.includes('Helix')));
  await client.memories.erase({ id: told.answer.remembered[0]!.id });
  assert.ok(!(await texts()).some((text) => text.includes('Rusalka')));
}));
