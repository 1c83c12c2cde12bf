import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ask, connectModel, newChat, passphrase, say, skip, startApp, unlock, until, type App } from './app.ts';
import type { ModelServer } from './model-server.ts';
import { clearStage, setStage } from './stage.ts';

let app: App;
let browser: Browser;
let model: ModelServer;
let page: Page;
let complaints: string[];

before(async () => {
  if (skip) return;
  ({ app, browser, model, page, complaints } = await setStage());
  await connectModel(page, model.url);
});
after(() => clearStage({ app, browser, model }));

const answer = () => page.getByRole('article', { name: 'Answer' }).last();
const recalled = async (query: string) =>
  (await ask<{ items: { memory: { text: string } }[] }>(page, '/recall', { query })).items.map(({ memory }) => memory.text);

test('JOURNEY-2: said once, used in another chat, with the chip and the signal that found it', { skip }, async () => {
  await say(page, 'Remember that I use metric units.');
  await page.getByRole('button', { name: 'Remembered 1 thing' }).waitFor();
  await newChat(page);
  await say(page, 'Which units should a conversion use for me?');
  await answer().getByText(/metric units/).first().waitFor();
  await answer().getByRole('button', { name: /1 memory used/ }).waitFor();
  assert.match(model.calls.at(-1)!.messages.map(({ content }) => content).join('\n'), /metric units/, 'the stored fact was in the prompt');
  await answer().getByRole('button', { name: 'Memory 1' }).waitFor();

  await answer().getByRole('button', { name: 'Why?' }).click();
  const panel = page.getByRole('complementary', { name: 'Why this answer' });
  await panel.getByText(/found by .*(words|meaning)/).first().waitFor();
  await panel.getByRole('switch', { name: 'Exact numbers' }).click();
  await panel.getByText('#1').first().waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

test('JOURNEY-3: corrected from the chip, the next answer is right, the old text is history and is not recalled, also after a restart', { skip }, async () => {
  await newChat(page);
  await say(page, 'Remember that my sister Marit lives in Bergen.');
  await newChat(page);
  await say(page, 'Where does Marit live?');
  await answer().getByText(/Bergen/).first().waitFor();
  await answer().locator('button', { hasText: 'Bergen' }).first().click();
  const panel = page.getByRole('complementary', { name: 'Memory' });
  await panel.getByRole('button', { name: 'Correct' }).click();
  await panel.getByLabel('Text', { exact: true }).fill('My sister Marit lives in Tromsø.');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('My sister Marit lives in Tromsø.').first().waitFor();
  await panel.getByText(/lives in Bergen/).waitFor();
  await page.keyboard.press('Escape');

  await answer().getByRole('button', { name: 'Regenerate', exact: true }).click();
  await answer().getByText(/As far as I remember:.*Tromsø/).waitFor();
  await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor();
  assert.equal((await recalled('Where does Marit live?')).some((text) => text.includes('Bergen')), false);

  const here = new URL(page.url());
  await app.stop();
  app = await startApp(app.dir);
  // The token of the address works once, so nothing may load this page twice before it was used.
  await page.goto(app.address);
  await unlock(page);
  assert.equal((await recalled('Where does Marit live?')).some((text) => text.includes('Tromsø')), true);
  assert.notEqual(here.hash, '');
});

/** No list, recall or export holds the word, and no file of the vault has it in clear. */
async function nowhere(word: string, question: string): Promise<void> {
  const everything = ['active', 'superseded', 'quarantined', 'forgotten'];
  assert.equal((await ask<{ total: number }>(page, '/memories/list', { filter: { text: word, status: everything } })).total, 0);
  assert.deepEqual((await recalled(question)).filter((text) => text.includes(word)), []);
  const path = join(app.dir, `without-${word}.jsonl`);
  const { job } = await ask<{ job: string }>(page, '/exports', { path, format: 'engram', passphrase });
  await until('the export is done', async () => (await ask<{ state: string }>(page, `/jobs/${job}`)).state === 'done');
  const exported = readFileSync(path, 'utf8');
  assert.match(exported, /metric units/, 'the export holds what was kept');
  assert.equal(exported.includes(word), false, 'the export does not hold what was erased');
  const files = readdirSync(app.dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  assert.ok(files.some((file) => file.endsWith('vault.db')));
  for (const file of files) assert.equal(readFileSync(file).includes(word), false, file);
}

test('JOURNEY-4: gone from recall at once, Undo restores, erased means no list, search, recall, export or file holds it', { skip }, async () => {
  await newChat(page);
  await say(page, 'Remember that the spare key lies under the blue flowerpot.');
  await page.getByRole('button', { name: /Remembered 1 thing/ }).click();
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal((await recalled('where is the spare key')).some((text) => text.includes('flowerpot')), false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Forget' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal((await recalled('where is the spare key')).some((text) => text.includes('flowerpot')), true);

  await page.getByRole('link', { name: 'Memories' }).click();
  await page.getByRole('button', { name: 'Remember', exact: true }).click();
  await page.getByLabel('What to remember').fill('The safe behind the tapestry opens with four turns.');
  await page.getByRole('dialog').getByRole('button', { name: 'Remember' }).click();
  await page.getByRole('searchbox', { name: 'Search memories' }).fill('tapestr');
  const row = page.getByRole('list', { name: 'Memories' }).getByRole('button').first();
  await page.getByRole('status').filter({ hasText: '1 memory' }).waitFor();
  await row.click();
  const panel = page.getByRole('complementary', { name: 'Memory' });
  await panel.getByRole('button', { name: 'Forget' }).click();
  await page.getByText('Nothing matches').waitFor();
  await page.keyboard.press('Control+z');
  await panel.getByText('Forgotten. Not recalled').waitFor({ state: 'detached' });

  await panel.getByRole('button', { name: 'Erase now…' }).click();
  const question = page.getByRole('alertdialog');
  assert.equal(await question.getByRole('button', { name: 'Erase for ever' }).isDisabled(), true);
  await question.getByLabel('Type erase to confirm').fill('erase');
  await question.getByRole('button', { name: 'Erase for ever' }).click();
  await page.getByText('Erased for ever').waitFor();
  await page.getByText('The whole file was searched: nothing remains.').waitFor();
  await page.getByText('Nothing matches').waitFor();
  await nowhere('tapestry', 'how does the safe open');
  assert.deepEqual(complaints, []);
});

test('JOURNEY-4: a memory that was said in a chat leaves the chat and its title, too, when it is erased', { skip }, async () => {
  await newChat(page);
  await say(page, 'Remember that the second spare key lies under the weathervane.');
  const { items } = await ask<{ items: { id: string }[] }>(page, '/memories/list', { filter: { text: 'weathervane' } });
  await page.goto(`${new URL(page.url()).origin}/#/memories?inspect=memory.${items[0]!.id}`);
  await page.getByRole('button', { name: 'Erase now…' }).click();
  await page.getByLabel('Type erase to confirm').fill('erase');
  await page.getByRole('button', { name: 'Erase for ever' }).click();
  await page.getByText('The whole file was searched: nothing remains.').waitFor();
  await until('it is not listed any more', async () => (await ask<{ total: number }>(page, '/memories/list', { filter: { text: 'weathervane' } })).total === 0);
  await nowhere('weathervane', 'where is the second spare key');
});
