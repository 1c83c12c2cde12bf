import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ask, connectModel, newChat, say, skip, startApp, unlock, type App } from './app.ts';
import type { ModelServer } from './model-server.ts';
import { clearStage, setStage } from './stage.ts';

let app: App;
let browser: Browser;
let model: ModelServer;
let page: Page;

before(async () => {
  if (skip) return;
  ({ app, browser, model, page } = await setStage());
  await say(page, 'Hello.');
});
after(() => clearStage({ app, browser, model }));

const field = () => page.getByRole('textbox', { name: 'Message', exact: true });
interface Stored { role: string; text: string; status: string }
const stored = () => ask<Stored[]>(page, `/sessions/${/chats\/(\w+)/.exec(page.url())![1]}/messages`);

async function send(text: string): Promise<void> {
  await field().fill(text);
  await page.keyboard.press('Enter');
}

test('JOURNEY-9: a rejected key, a limit and an absent provider; the prompt is kept', { skip }, async () => {
  const seen: string[] = [];
  for (const [name, expected] of [['locked', /rejected the key/], ['limited', /asks to slow down/], ['broken', /answered with an error/]] as const) {
    await connectModel(page, model.url, name);
    await newChat(page);
    await send(`Question for ${name}`);
    const notice = page.getByRole('log').getByRole('alert');
    await notice.waitFor({ timeout: 30_000 });
    seen.push((await notice.locator('p').first().innerText()));
    assert.match(seen.at(-1)!, expected);
    assert.equal((await stored()).filter(({ role, text }) => role === 'user' && text === `Question for ${name}`).length, 1);
  }
  await connectModel(page, model.url, 'plain');
  await newChat(page);
  model.pause();
  await send('Question to nobody');
  const notice = page.getByRole('log').getByRole('alert');
  await notice.waitFor({ timeout: 30_000 });
  seen.push(await notice.locator('p').first().innerText());
  assert.match(seen.at(-1)!, /cannot be reached/);
  assert.equal(new Set(seen).size, 4);
  model.resume();
  await notice.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('article', { name: 'Answer' }).getByText(/You said|remember/).waitFor();
  assert.equal((await stored()).filter(({ role }) => role === 'user').length, 1, 'no second turn');
});

test('JOURNEY-9: another model can answer instead, without writing the message again', { skip }, async () => {
  await connectModel(page, model.url, 'broken');
  await newChat(page);
  await send('Please answer somehow');
  await page.getByRole('button', { name: 'Switch model' }).click({ timeout: 30_000 });
  await page.getByRole('menuitem', { name: 'plain' }).click();
  await page.getByRole('article', { name: 'Answer' }).getByText(/You said|remember/).waitFor();
  await page.getByRole('log').and(page.locator('[aria-busy="false"]')).waitFor();
  assert.deepEqual((await stored()).map(({ role, status }) => `${role} ${status}`), ['user done', 'assistant failed', 'assistant done']);
});

test('JOURNEY-9: the sidecar is killed; the page says so, and draft and chat are there afterwards', { skip }, async () => {
  await connectModel(page, model.url, 'slow');
  await newChat(page);
  await send('Tell me something long');
  await page.getByRole('article', { name: 'Answer' }).getByText(/word8/).waitFor();
  await field().fill('my next thought');
  await page.waitForTimeout(3_000);
  const hash = new URL(page.url()).hash;
  const port = Number(new URL(app.address).port);
  await app.stop('SIGKILL');
  await page.getByRole('status').filter({ hasText: 'Reconnecting… your text is safe.' }).waitFor();
  assert.equal(await field().inputValue(), 'my next thought');

  app = await startApp(app.dir, port);
  await page.getByRole('heading', { name: 'Open the printed address' }).waitFor({ timeout: 20_000 });
  assert.equal(await page.title(), 'Engram');
  assert.equal((await page.content()).includes('word8'), false);
  await page.goto('about:blank');
  await page.goto(app.address);
  await unlock(page);
  await page.goto(`${new URL(app.address).origin}/${hash}`);
  await page.getByRole('log').getByText('Tell me something long').waitFor();
  await page.getByRole('article', { name: 'Answer' }).getByText(/word8/).waitFor();
  assert.equal(await field().inputValue(), 'my next thought');
  assert.equal((await stored()).filter(({ role }) => role === 'user').length, 1);
});
