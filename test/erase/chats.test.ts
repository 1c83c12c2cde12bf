import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MemoryId, MessageId, SessionId } from '../../contract/index.ts';
import { perceive } from '../../engine/sensory/index.ts';
import { tempVault, type TempVault } from '../support/temp-vault.ts';

const small = (text: string): string => text.replace(/\s+/gu, ' ').toLowerCase();

async function say(vault: TempVault, text: string, session?: SessionId): Promise<{ session: SessionId; ids: MemoryId[]; answer: MessageId }> {
  const id = session ?? (await vault.client.chat.open({})).id;
  let ids: MemoryId[] = [];
  let answer = '' as MessageId;
  for await (const event of await vault.client.chat.send({ session: id, text })) {
    if (event.type === 'done' || event.type === 'failed') ({ id: answer } = event.message), (ids = event.message.remembered.map((one) => one.id));
  }
  return { session: id, ids, answer };
}

/** Every text of every chat: messages, what they record, titles and drafts. */
async function chats(vault: TempVault): Promise<string> {
  const sessions = await vault.client.chat.sessions();
  const messages = await Promise.all(sessions.map((session) => vault.client.chat.messages({ id: session.id })));
  return small(JSON.stringify([sessions, messages]));
}

test('FORGET-ERASE: a memory said with a lead-in leaves the message, the title, the draft and the answers it was quoted in', async () => {
  await using vault = await tempVault();
  const { session, ids } = await say(vault, 'Remember that the spare key lies under the blue flowerpot.');
  await say(vault, 'Where does the spare key lie?');
  const other = await vault.client.chat.open({ title: 'THE SPARE KEY lies under the blue flowerpot' });
  await vault.client.chat.change({ id: other.id, draft: 'is it true that the  spare key lies\nunder the blue flowerpot?' });
  assert.match(await chats(vault), /flowerpot/);
  const report = await vault.client.memories.erase({ id: ids[0]! });
  assert.equal(report.remains, 0);
  assert.doesNotMatch(await chats(vault), /flowerpot/);
  const [said] = await vault.client.chat.messages({ id: session });
  assert.equal(said!.text, '[erased]');
  assert.equal((await vault.client.chat.session({ id: session })).title, '[erased]');
});

test('FORGET-ERASE: words that only corroborated a memory are known as its source, and go with it', async () => {
  await using vault = await tempVault();
  const first = await say(vault, 'I use Helix.');
  const again = await say(vault, 'By the way, I always use helix for everything I write!');
  assert.deepEqual(again.ids, first.ids, 'the same fact merges');
  await vault.client.memories.erase({ id: first.ids[0]! });
  assert.doesNotMatch(await chats(vault), /helix/);
});

test('FORGET-ERASE: a sentence of a longer memory leaves the answer that quoted it, and stays where it was said for itself', async () => {
  await using vault = await tempVault();
  const { id } = await vault.client.memories.remember({ text: 'The safe is older than the house. It opens with four turns to the left.' });
  const asked = await say(vault, 'How does the safe open, with how many turns?');
  const apart = await say(vault, 'Somebody said: It opens with four turns to the left. I wonder what.');
  const answer = async () => (await vault.client.chat.messages({ id: asked.session })).find((message) => message.id === asked.answer)!.text;
  assert.match(await answer(), /four turns to the left/);
  await vault.client.memories.erase({ id });
  assert.doesNotMatch(await answer(), /four turns to the left/);
  assert.match((await vault.client.chat.messages({ id: apart.session }))[0]!.text, /four turns to the left/);
});

const leadIn = fc.constantFrom('Remember that ', 'please remember: ', 'Note that ', "Don't forget that ", 'hey, keep in mind that ', 'I must tell you: ', '', '- ', 'Remember this: ');
const subject = fc.constantFrom('my favourite tea is ', 'I use ', 'I live in ', 'the spare key lies under ', 'I love ', 'ßtraße und Äpfel mag ich: ', 'ﬁngers prefer ', 'İzmir is where we decided on ');
/** Long enough by chance that no two texts are nearly the same. */
const object = fc.tuple(fc.constantFrom('', 'Quince ', 'Ärmelkanal ', 'ΟΔΟΣ '), fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzÄÖß'), minLength: 18, maxLength: 30 })).map((parts) => parts.join(''));
const sentence = fc.tuple(leadIn, subject, object, fc.constantFrom('.', '!', ' now.', '...', '')).map((parts) => parts.join(''));
const message = fc.array(fc.oneof({ weight: 4, arbitrary: sentence }, { weight: 1, arbitrary: fc.constantFrom('How are you?', 'What a day it was today, with all of that rain and wind and the boats going up and down.') }), { minLength: 1, maxLength: 3 })
  .chain((sentences) => fc.constantFrom(' ', '  ', '\n', '\n\n').map((between) => sentences.join(between)));

test('FORGET-ERASE: whatever is taken from a message, erasing it leaves no copy in any case in messages, titles, word index or pages', async () => {
  await using vault = await tempVault();
  await fc.assert(fc.asyncProperty(message, async (text) => {
    const taken = perceive(text).map((one) => one.text);
    const { ids } = await say(vault, text);
    const words = await Promise.all(ids.map(async (id) => (await vault.client.memories.get({ id })).text));
    assert.equal(ids.length, taken.length);
    const remains: number[] = [];
    for (const id of new Set(ids)) remains.push((await vault.client.memories.erase({ id })).remains);
    assert.deepEqual(remains, remains.map(() => 0), text);
    const left = await chats(vault);
    for (const gone of [...taken, ...words]) {
      assert.ok(!left.includes(small(gone)), `${gone} in ${left}`);
      assert.equal((await vault.client.memories.list({ filter: { text: gone.slice(0, 200), status: ['active', 'superseded', 'quarantined', 'forgotten'] } })).total, 0);
    }
  }), { numRuns: 60 });
});
