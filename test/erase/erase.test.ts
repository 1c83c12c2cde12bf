import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Needles } from '../../engine/vault/needles.ts';
import { searchPages } from '../../engine/vault/pages.ts';
import { parseKeyFile, unlockKeys } from '../../security/keys/index.ts';
import { failureOf } from '../../sidecar/client/index.ts';
import { PASSPHRASE, tempDir, tempVault, type TempVault } from '../support/temp-vault.ts';

/** Looks through the decrypted pages of the closed file, whatever the database makes of them. */
async function remaining(vault: TempVault, texts: readonly string[]): Promise<number> {
  await vault.client.vault.lock();
  const keys = await unlockKeys(parseKeyFile(readFileSync(join(vault.dir, 'vault.keys'), 'utf8')), 'primary', { passphrase: PASSPHRASE, keychain: null });
  try {
    return await searchPages(join(vault.dir, 'vault.db'), keys.key('database'), texts);
  } finally {
    keys.wipe();
    await vault.client.vault.unlock({ passphrase: PASSPHRASE });
  }
}
const code = (work: Promise<unknown>) => work.then(() => 'accepted', (error: unknown) => failureOf(error).code);
const words = ['quince', 'zeppelin', 'marzipan', 'obsidian', 'xylophone', 'walrus', 'kumquat', 'gargoyle'];
const canary = (i: number) => `The ${words[i % 8]} of ${words[(i * 3 + 1) % 8]} was seen by witness number ${i}, ${words[(i * 5 + 2) % 8]} in hand`;

test('ERASE-PAGES: what was stored stands in the decrypted pages; once erased nothing of it does, in no version, summary, tie or chat', async () => {
  await using vault = await tempVault();
  const session = await vault.client.chat.open({});
  const kept = await vault.client.memories.remember({ text: 'The harbour freezes in January, says the keeper of the light.' });
  const { id } = await vault.client.memories.remember({ text: canary(1), session: 'walks' });
  await vault.client.memories.remember({ text: 'a neighbour in the same walk', session: 'walks' });
  await vault.client.memories.update({ id, text: canary(2) });
  const guarded = await vault.client.memories.remember({ text: `${canary(3)}, card 4111 1111 1111 1111` });
  const summary = await vault.client.memories.remember({ text: `In short: ${canary(2)}`, derivedFrom: [id] });
  await vault.client.memories.relate({ from: id, to: kept.id, type: 'related_to' });
  for await (const _ of await vault.client.chat.send({ session: session.id, text: `I heard this: ${canary(2)}` }));
  const all = [canary(1), canary(2)];
  assert.equal(await remaining(vault, all), 2, 'the search finds what is there');
  assert.equal(await remaining(vault, [canary(3)]), 0, 'a confidential text is in no page at all');

  const report = await vault.client.memories.erase({ id });
  assert.equal(report.remains, 0);
  assert.deepEqual([report.removed.memories, report.removed.versions], [2, 1]);
  assert.ok(report.removed.vectors >= 2 && report.removed.edges >= 2 && report.removed.messages >= 1);
  assert.equal((await vault.client.memories.erase({ id: guarded.id })).remains, 0);
  assert.equal(await code(vault.client.memories.get({ id: summary.id })), 'NOT_FOUND');
  assert.equal(await remaining(vault, all), 0);
  assert.equal((await vault.client.recall({ query: 'what does the keeper say about the harbour' })).items[0]!.memory.id, kept.id);
  assert.deepEqual((await vault.client.recall({ query: 'xylophone zeppelin marzipan' })).items.map((item) => item.memory.text).filter((text) => text.includes('witness')), []);
});

test('ERASE-PURGE: everything of a project goes with its conversations and its copies, counted and signed; the rest stays', async () => {
  await using vault = await tempVault();
  const secrets = Array.from({ length: 40 }, (_, i) => canary(i + 10));
  await vault.client.memories.rememberMany({ memories: secrets.map((text, i) => ({ text, scope: { project: 'alba', ...(i % 2 ? { agent: 'scout' } : {}) } })) });
  await vault.client.memories.rememberMany({ memories: Array.from({ length: 20 }, (_, i) => ({ text: `The lighthouse keeper noted ship ${i}`, scope: i % 2 ? { project: 'brest' } : {} })) });
  const talk = await vault.client.chat.open({ scope: { project: 'alba' } });
  for await (const _ of await vault.client.chat.send({ session: talk.id, text: canary(99) }));
  await vault.client.vault.backup();
  await vault.client.vault.backup();
  const target = { project: 'alba' };
  assert.deepEqual(await vault.client.memories.purgePreview({ target, sessions: true }), { memories: (await vault.client.memories.list({ filter: {}, limit: 500 })).items.filter((m) => m.scope.project === 'alba').length, sessions: 1, backups: 2 });
  assert.equal(await code(vault.client.memories.purge({ target, confirm: 'brest' })), 'INVALID_INPUT');
  assert.equal(await code(vault.client.memories.purge({ target: {} as never, confirm: '' })), 'INVALID_INPUT');
  const report = await vault.client.memories.purge({ target, sessions: true, confirm: 'alba' });
  assert.ok(report.removed.memories >= 40);
  assert.deepEqual([report.sessions, report.backupsReplaced, report.remains], [1, 2, 0]);
  const { signature, ...rest } = report;
  const keys = await unlockKeys(parseKeyFile(readFileSync(join(vault.dir, 'vault.keys'), 'utf8')), 'primary', { passphrase: PASSPHRASE, keychain: null });
  assert.equal(keys.key('audit').use((key) => createHmac('sha256', key).update(JSON.stringify(rest)).digest('hex')), signature);
  keys.wipe();
  const left = await vault.client.memories.list({ limit: 500 });
  assert.equal(left.total, 20);
  assert.equal(await remaining(vault, [...secrets, canary(99)]), 0);
  // The one backup that is left holds what the vault holds.
  const backups = await vault.client.vault.backups();
  assert.deepEqual(backups.map((backup) => backup.reason), ['purge']);
  using aside = tempDir();
  copyFileSync(join(vault.dir, 'backups', backups[0]!.name), join(aside.path, 'copy.db'));
  const again = await unlockKeys(parseKeyFile(readFileSync(join(vault.dir, 'vault.keys'), 'utf8')), 'primary', { passphrase: PASSPHRASE, keychain: null });
  assert.equal(await searchPages(join(aside.path, 'copy.db'), again.key('database'), secrets), 0);
  again.wipe();
});

test('ERASE-PURGE: an agent, a channel user, a speaker and a source are targets of their own', async () => {
  await using vault = await tempVault();
  const client = vault.engine.client({ kind: 'client', name: 'bot', scope: {}, canWrite: true, local: false });
  await vault.client.memories.remember({ text: 'agent memory one', scope: { agent: 'scout' } });
  await vault.client.memories.remember({ text: 'channel memory', scope: { channel: 'mail', channelUser: 'bob' } });
  await vault.client.memories.remember({ text: 'channel memory of another', scope: { channel: 'mail', channelUser: 'eve' } });
  await vault.client.memories.remember({ text: 'somebody said this', speaker: 'Caroline' });
  await client.memories.remember({ text: 'a bot wrote this' });
  for (const [target, confirm] of [[{ agent: 'scout' }, 'scout'], [{ channel: 'mail', channelUser: 'bob' }, 'bob'], [{ speaker: 'Caroline' }, 'Caroline'], [{ source: 'bot' }, 'bot']] as const)
    assert.equal((await vault.client.memories.purge({ target, confirm })).removed.memories, 1, confirm);
  assert.deepEqual((await vault.client.memories.list({})).items.map((memory) => memory.text), ['channel memory of another']);
});

test('ERASE-PAGES: the search finds any text wherever it stands, in whatever case, and a plain search agrees', () => {
  const small = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(/[A-Z]/g, (letter) => letter.toLowerCase()), 'latin1');
  const text = fc.string({ minLength: 12, maxLength: 90 }).map((s) => s.toWellFormed());
  fc.assert(fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 7, maxLength: 7 }), fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }), (texts, between, present) => {
    const bytes = Buffer.concat([Buffer.from(between[0]!), ...texts.flatMap((one, i) => [...(present[i] ? [Buffer.from([one, one.toUpperCase(), one.toLowerCase()][present[i]! - 1]!)] : []), Buffer.from(between[i + 1]!)])]);
    const needles = new Needles(texts);
    const found = new Set<string>();
    needles.findIn(bytes, found);
    const whole = texts.filter((one) => small(bytes).includes(small(Buffer.from(one)))).length;
    assert.ok(needles.remaining(found) >= whole);
    if (!texts.some((one) => Buffer.from(one).length >= 24)) assert.equal(needles.remaining(found), whole);
  }));
  // Letters beyond a to z: as they are, all small, all large, and with another first letter.
  for (const written of ['Ärger und ÖL im Café', 'ärger und öl im café', 'ÄRGER UND ÖL IM CAFÉ', 'ärger und ÖL im Café']) {
    const needles = new Needles(['Ärger und ÖL im Café']);
    const found = new Set<string>();
    needles.findIn(Buffer.from(`… ${written} …`), found);
    assert.equal(needles.remaining(found), 1, written);
  }
});

test('AUDIT-CHAIN: reads and writes are in the trail without a word of content, and the trail proves itself', async () => {
  await using vault = await tempVault();
  const { id } = await vault.client.memories.remember({ text: canary(5) });
  await vault.client.recall({ query: canary(5) });
  await vault.engine.client({ kind: 'client', name: 'watcher', scope: {}, canWrite: false, local: false }).memories.get({ id });
  await vault.client.memories.forget({ id });
  await vault.client.memories.erase({ id });
  const report = await vault.client.vault.verifyAudit();
  assert.deepEqual([report.whole, report.firstBroken], [true, null]);
  const entries = await vault.client.vault.audit({});
  const did = entries.map((entry) => `${entry.actor} ${entry.operation}`);
  for (const wanted of ['person store', 'person recall', 'watcher read', 'person forget', 'person erase', 'engine open']) assert.ok(did.includes(wanted), wanted);
  assert.equal(entries.find((entry) => entry.operation === 'forget')!.memory, id);
  assert.ok(!/quince|zeppelin|witness/.test(JSON.stringify(entries)));
  assert.equal((await vault.client.vault.audit({ limit: 2, before: entries[0]!.number })).length, 2);
});
