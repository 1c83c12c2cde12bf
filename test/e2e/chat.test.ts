import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ask, connectModel, newChat, say, skip, until, type App } from './app.ts';
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
  await say(page, 'Hello.');
});
after(() => clearStage({ app, browser, model }));

const field = () => page.getByRole('textbox', { name: 'Message', exact: true });
const answer = () => page.getByRole('article', { name: 'Answer' }).last();
interface Stored { id: string; role: string; text: string; status: string; parent: string | null }
const stored = () => ask<Stored[]>(page, `/sessions/${/chats\/(\w+)/.exec(page.url())![1]}/messages`);

test('JOURNEY-6: no memory, no chat, no draft and no hit is left', { skip }, async () => {
  await page.getByRole('button', { name: 'New chat off the record' }).click();
  await page.getByText('Nothing here is kept').waitFor();
  await say(page, 'Remember that the project is called Nightjar.');
  assert.equal(await page.title(), 'Engram');
  await field().fill('a draft about Nightjar');
  await page.waitForTimeout(600);
  const away = page.getByRole('button', { name: 'More for this chat' });
  await away.focus();
  await away.click();
  await page.getByRole('menuitem', { name: 'Close and discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close and discard' }).click();
  await page.getByText('Discarded').waitFor();
  const everything = ['active', 'superseded', 'quarantined', 'forgotten'];
  assert.equal((await ask<{ total: number }>(page, '/memories/list', { filter: { text: 'Nightjar', status: everything } })).total, 0);
  assert.equal(JSON.stringify(await ask(page, '/sessions')).includes('Nightjar'), false);
  await until('the rail forgot it', async () => await page.getByRole('navigation', { name: 'Main' }).getByText(/Nightjar|Off the record/).count() === 0);
});

test('JOURNEY-7: Stop keeps the text, an edit makes a branch, both survive closing the page mid-stream', { skip }, async () => {
  await connectModel(page, model.url, 'slow');
  await newChat(page);
  await field().fill('First wording');
  await page.keyboard.press('Enter');
  await answer().getByText(/word5/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Stopped. What was written is kept.').waitFor();
  assert.match(await answer().innerText(), /word5/);

  await page.keyboard.press('ArrowUp');
  await page.getByLabel('Edit your message').fill('Second wording');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor();
  await answer().getByText(/word5/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Stopped. What was written is kept.').waitFor();

  await page.getByRole('button', { name: 'Earlier version' }).click();
  await page.getByText('First wording', { exact: true }).last().waitFor();
  await page.getByRole('button', { name: 'Later version' }).click();
  await page.getByRole('log').getByText('Second wording').waitFor();

  await field().fill('And more');
  await page.keyboard.press('Enter');
  await answer().getByText(/word5/).waitFor();
  await page.reload();
  await page.getByRole('log').getByText('And more').waitFor();
  await page.getByText(/word12 word13/).last().waitFor();
  const tree = await stored();
  assert.deepEqual(tree.filter(({ role }) => role === 'user').map(({ text }) => text), ['First wording', 'Second wording', 'And more']);
  await ask(page, `/sessions/${/chats\/(\w+)/.exec(page.url())![1]}/stop`, {});
});

test('JOURNEY-7: what was written is there after a reload and in another chat nothing of it', { skip }, async () => {
  await newChat(page);
  await field().fill('half a thought');
  await page.waitForTimeout(700);
  await page.reload();
  await until('the draft is back', async () => await field().inputValue() === 'half a thought');
  await field().fill('');
  await page.waitForTimeout(500);
});

test('JOURNEY-8: a warning before sending, nothing cut in silence, and the meter equals what the model counted', { skip }, async () => {
  await connectModel(page, model.url, 'plain');
  await newChat(page);
  await say(page, 'A short question');
  await page.getByRole('button', { name: /Context 1% full/ }).click();
  await page.getByText('as the model counted').waitFor();
  await page.getByRole('dialog').getByText('366', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  const huge = 'walrus '.repeat(24_000);
  await field().fill(huge);
  await page.getByText('This message alone is larger than the window').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText("The message does not fit the model's window.").waitFor();
  assert.equal((await stored()).some(({ role, text }) => role === 'user' && text === huge), true, 'the prompt is kept');
});

test('SAFE-MARKDOWN: no picture is fetched, HTML is text, and a link asks before it leaves', { skip }, async () => {
  await newChat(page);
  const text = '![x](https://example.com/leak.png) <b>not bold</b> <script>alert(1)</script> [a page](https://example.com/page) [bad](javascript:alert(1))';
  await ask(page, '/memories', { text: `About pictures: ${text}` });
  await say(page, 'What about pictures?');
  await answer().getByText('[picture not loaded: x]').waitFor();
  assert.equal(await answer().locator('img, script, b').count(), 0);
  await answer().getByRole('button', { name: 'a page', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Open example.com?' }).waitFor();
  await page.getByRole('button', { name: 'Stay here' }).click();
  assert.equal(await answer().getByRole('link').count(), 0);
  assert.deepEqual(complaints, []);
});
