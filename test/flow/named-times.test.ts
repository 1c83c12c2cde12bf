import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTimes } from '../../engine/flow/index.ts';
import { readKeyFile } from '../../engine/vault/index.ts';
import { openBareVault } from '../support/bare-vault.ts';
import { tempDir, tempVault } from '../support/temp-vault.ts';

/** A Monday. */
const MONDAY = Date.UTC(2025, 5, 16, 9);
const DAY = 86_400_000;
const texts = ['The dentist can take me the day after tomorrow at nine.', 'Pick up the cello on 27 June.', 'Yesterday we planted two pear trees.', 'The boiler man comes next Friday.'];
const others = ['The attic is full of boxes.', 'Quartz lamps hum.', 'Moss grows behind the shed.', 'The harbour master whistles.'];

async function withTexts() {
  const vault = await tempVault();
  await vault.client.memories.rememberMany({ memories: [...others, ...texts].map((text) => ({ text, happenedAt: MONDAY })) });
  const first = async (query: string, at = MONDAY) => (await vault.client.recall({ query, at, weak: true, limit: 3 })).items.map(({ memory }) => memory.text);
  return { vault, first };
}

test('TIME-NAMED: a question about a day finds what was said of it on another one, though they share no word', async () => {
  const { vault, first } = await withTexts();
  await using _ = vault;
  assert.equal((await first('what do I have on Wednesday?'))[0], texts[0]);
  assert.equal((await first('what is on 27 June?', MONDAY + 3 * DAY))[0], texts[1]);
  assert.equal((await first('what did we do on Sunday?', MONDAY + DAY))[0], texts[2]);
});

test('TIME-NAMED: a corrected, forgotten or guarded text is no longer found by the time it named', async () => {
  const { vault, first } = await withTexts();
  await using _ = vault;
  const idOf = async (text: string) => (await vault.client.memories.list({ filter: {} })).items.find((memory) => memory.text === text)!.id;
  const dentist = await idOf(texts[0]!);
  const moved = 'The dentist can take me on 3 July at nine.';
  await vault.client.memories.update({ id: dentist, text: moved });
  const byTime = async (query: string) => {
    const { trace } = await vault.client.recall({ query, at: MONDAY, weak: true, explain: true });
    return trace!.candidates.filter((row) => row.signals.some(({ signal }) => signal === 'time')).map(({ id }) => id);
  };
  assert.ok(!(await byTime('what do I have on Wednesday?')).includes(dentist));
  assert.equal((await first('what do I have on 3 July?'))[0], moved);
  await vault.client.memories.update({ id: dentist, tier: 'confidential' });
  assert.ok(!(await byTime('what do I have on 3 July?')).includes(dentist));
  const cello = await idOf(texts[1]!);
  assert.ok((await byTime('what is on 27 June?')).includes(cello));
  await vault.client.memories.forget({ id: cello });
  assert.ok(!(await byTime('what is on 27 June?')).includes(cello));
  await vault.client.memories.restore({ id: cello });
  assert.ok((await byTime('what is on 27 June?')).includes(cello));
});

test('TIME-NAMED: in a vault from before dates were read a job reads them', async () => {
  using folder = tempDir();
  cpSync(join(import.meta.dirname, '../migrations/fixtures/0080'), folder.path, { recursive: true });
  const vault = await openBareVault(folder.path, readKeyFile(folder.path)!);
  const old = await vault.read('withoutTimes', { limit: 10 });
  assert.ok(old.length > 2);
  await readTimes({ vault }, () => true);
  assert.deepEqual(await vault.read('withoutTimes', { limit: 10 }), old, 'nothing is begun when the vault is about to close');
  await readTimes({ vault }, () => false);
  assert.deepEqual(await vault.read('withoutTimes', { limit: 10 }), []);
  await vault.close();
});
