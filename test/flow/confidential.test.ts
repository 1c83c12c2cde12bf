import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { searchPages } from '../../engine/vault/pages.ts';
import { parseKeyFile, unlockKeys } from '../../security/keys/index.ts';
import { failureOf } from '../../sidecar/client/index.ts';
import { PASSPHRASE, tempVault } from '../support/temp-vault.ts';

const SECRET = 'The password of the lighthouse generator is Quince-Zeppelin-77, written behind the stove';

test('TIER-CONFIDENTIAL: nothing of it stands in any decrypted page; the person finds it by meaning and opens it, a client does not know it', async () => {
  await using vault = await tempVault();
  const { id, tier } = await vault.client.memories.remember({ text: SECRET, session: 'walks' });
  await vault.client.memories.remember({ text: 'The keeper of the lighthouse likes tea.', session: 'walks' });
  await vault.client.memories.rememberMany({ memories: Array.from({ length: 30 }, (_, i) => ({ text: `The orchard has tree number ${i} and a swing` })) });
  assert.equal(tier, 'confidential');
  const found = await vault.client.recall({ query: 'what is the password of the generator in the lighthouse', limit: 20, explain: true });
  const hit = found.items.find((item) => item.memory.id === id);
  assert.ok(hit, 'found by its encrypted vector');
  assert.deepEqual([hit.memory.text, hit.memory.summary, hit.memory.keyFact, hit.memory.redacted], ['[confidential]', '[confidential]', '[confidential]', true]);
  assert.equal((await vault.client.memories.get({ id })).text, SECRET);
  const client = vault.engine.client({ kind: 'client', name: 'reader', scope: {}, canWrite: false, local: false });
  assert.ok(!JSON.stringify(await client.recall({ query: 'what is the password of the generator in the lighthouse', limit: 50 })).includes(id));
  assert.equal((await client.memories.get({ id })).text, '[confidential]');
  assert.deepEqual((await client.memories.list({ filter: { text: 'generator' } })).items, []);
  await vault.client.vault.lock();
  const keys = await unlockKeys(parseKeyFile(readFileSync(join(vault.dir, 'vault.keys'), 'utf8')), 'primary', { passphrase: PASSPHRASE, keychain: null });
  for (const piece of [SECRET, 'lighthouse generator', 'Quince-Zeppelin-77', 'written behind the stove', 'quince zeppelin 77 written behind'])
    assert.equal(await searchPages(join(vault.dir, 'vault.db'), keys.key('database'), [piece]), 0, 'no word of it in any page');
  assert.equal(await searchPages(join(vault.dir, 'vault.db'), keys.key('database'), ['keeper of the lighthouse likes']), 1, 'the search itself works');
  keys.wipe();
});

test('TIER-CONFIDENTIAL: raised by hand its words leave the index and its vector the codes; lowered by hand they come back', async () => {
  await using vault = await tempVault();
  const { id } = await vault.client.memories.remember({ text: 'The party for Ida is on the roof.' });
  const asks = async () => (await vault.client.recall({ query: 'roof party', explain: true })).trace!.candidates.find((row) => row.id === id)?.signals.map((s) => s.signal) ?? [];
  assert.ok((await asks()).includes('words'));
  await vault.client.memories.update({ id, tier: 'confidential' });
  assert.ok(!(await asks()).includes('words'));
  assert.equal((await vault.client.memories.get({ id })).keyFact, '[confidential]');
  assert.equal((await vault.client.memories.get({ id })).text, 'The party for Ida is on the roof.');
  await vault.client.memories.update({ id, tier: 'cleartext' });
  assert.ok((await asks()).includes('words'));
});

test('TIER-CONFIDENTIAL: what is made of a guarded memory is guarded alike', async () => {
  await using vault = await tempVault();
  const { id } = await vault.client.memories.remember({ text: SECRET });
  const made = await vault.client.memories.remember({ text: 'There is something behind the stove.', derivedFrom: [id] });
  assert.equal(made.tier, 'confidential');
});

test('TIER-LOOK-UP: addresses and numbers in guarded texts are found exactly, in other spellings too, and only by the person', async () => {
  await using vault = await tempVault();
  const texts = ['Write to Jane.Doe+news@Example.com about it', 'Her mobile is +49 171 2345678', 'My card is 4111 1111 1111 1111', 'IBAN DE89 3704 0044 0532 0130 00 is the landlord'];
  for (const text of texts) assert.notEqual((await vault.client.memories.remember({ text })).tier, 'cleartext');
  const look = async (value: string) => (await vault.client.memories.lookUp({ value })).map((memory) => memory.text);
  assert.deepEqual(await look('jane.doe+news@example.com'), [texts[0]]);
  for (const spelling of ['0171 2345678', '+491712345678', '0171/2345678']) assert.deepEqual(await look(spelling), [texts[1]], spelling);
  assert.deepEqual(await look('4111-1111-1111-1111'), [texts[2]]);
  assert.deepEqual(await look('de89370400440532013000'), [texts[3]]);
  for (const nothing of ['john@example.com', '0171 2345679', 'card', '1111']) assert.deepEqual(await look(nothing), [], nothing);
  const client = vault.engine.client({ kind: 'client', name: 'reader', scope: {}, canWrite: false, local: false });
  assert.equal(await client.memories.lookUp({ value: 'jane.doe@example.com' }).then(() => 'told', (error: unknown) => failureOf(error).code), 'ACCESS_DENIED');
  const [first] = await vault.client.memories.lookUp({ value: '0171 2345678' });
  await vault.client.memories.update({ id: first!.id, text: 'Her mobile is +49 171 9999999' });
  assert.deepEqual([await look('0171 2345678'), await look('0171 9999999')], [[], ['Her mobile is +49 171 9999999']]);
});
