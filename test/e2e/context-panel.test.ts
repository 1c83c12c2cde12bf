import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { ContextPreview } from '../../contract/index.ts';
import { ask, clipboard, connectModel, newChat, say, skip, unlock, until, type App } from './app.ts';
import { assertClean } from './clean.ts';
import type { ModelServer } from './model-server.ts';
import { clearStage, setStage } from './stage.ts';

let app: App;
let browser: Browser;
let model: ModelServer;
let page: Page;
let complaints: string[];

const crops = ['carrots', 'beans', 'kale', 'leek'];
const beds = Array.from({ length: 18 }, (_, i) => `My garden bed number ${i} holds ${crops[i % 4]}, which I water in the morning, weed on Saturdays and harvest before the first frost of the year ${2000 + i}, because the old walnut tree shades it until noon.`);
const question = 'What is in my garden beds, and what is my email?';

before(async () => {
  if (skip) return;
  ({ app, browser, model, page, complaints } = await setStage());
  await ask(page, '/memories/batch', { memories: [...beds.map((text) => ({ text })), { text: 'My email for the garden club is jane@example.com.' }] });
  await connectModel(page, model.url);
  await newChat(page);
});
after(() => clearStage({ app, browser, model }));

const field = () => page.getByRole('textbox', { name: 'Message', exact: true });
const panel = () => page.getByRole('complementary', { name: 'Context' });
const ring = () => page.getByRole('button', { name: /^Context \d+% full/ });
const parts = () => panel().getByRole('region', { name: 'Parts' });
const line = (name: string) => parts().getByRole('button', { name: new RegExp(`^${name}`) });
const changes = () => panel().getByRole('region', { name: 'What changes' });
const session = () => /chats\/(\w+)/.exec(page.url())![1]!;
const told = (input: object = {}) => ask<ContextPreview>(page, '/context', { session: session(), text: question, ...input });
const part = (preview: ContextPreview, name: string) => preview.sections.find((section) => section.name === name)!;
/** The boundary is drawn anew for every prompt. */
const plain = (text: string) => text.replaceAll(/<<<\w+|\w+>>>/g, 'boundary');
/** What the panel shows, as it says itself. */
async function shown(): Promise<ContextPreview> {
  await panel().locator('[aria-busy="false"]').waitFor();
  await panel().getByRole('button', { name: 'Copy as JSON' }).click();
  return JSON.parse(await clipboard(page)) as ContextPreview;
}
const bySize = { full: 4, verbatim: 4, shortened: 3, summary: 3, key_fact: 2, facts: 2, tag: 1 } as Record<string, number>;
/** What becomes of the recalled memories at another window, counted without the panel's own code. */
function recounted(before: ContextPreview, now: ContextPreview) {
  const ids = new Set([...part(before, 'recalled').items, ...part(now, 'recalled').items].map(({ id }) => id));
  const size = (preview: ContextPreview, id: string) => bySize[part(preview, 'recalled').items.find((item) => item.id === id)?.level ?? ''] ?? 0;
  const pairs = [...ids].map((id) => [size(before, id), size(now, id)] as const);
  return { cut: pairs.filter(([a, b]) => a > 0 && b === 0).length, shortened: pairs.filter(([a, b]) => b > 0 && b < a).length, back: pairs.filter(([a, b]) => a === 0 && b > 0).length };
}

test('CONTEXT-PANEL: it opens from the ring by keyboard, says what it is for while nothing is written, and Escape goes back to the ring', { skip }, async () => {
  await ring().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'See what is sent' }).focus();
  await assertClean(page, 'context, at a glance', true);
  await page.keyboard.press('Enter');
  await panel().getByText('Nothing to send yet').waitFor();
  await until('the panel has the focus', () => panel().evaluate((aside) => aside.contains(aside.ownerDocument.activeElement)));
  await assertClean(page, 'context, empty');
  await page.keyboard.press('Escape');
  await panel().waitFor({ state: 'detached' });
  await until('the ring has the focus', () => ring().evaluate((button) => button === button.ownerDocument.activeElement));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'See what is sent' }).click();
  await panel().getByText('Nothing to send yet').waitFor();
});

test('CONTEXT-PANEL: what stands in the composer is shown part by part, and every token of the window is accounted for', { skip }, async () => {
  await field().fill(question);
  await parts().waitFor();
  const preview = await shown();
  const own = await told();
  assert.deepEqual([preview.window, preview.reserve, preview.counting], [own.window, own.reserve, own.counting]);
  assert.deepEqual(preview.sections.map(({ name, items }) => [name, items]), own.sections.map(({ name, items }) => [name, items]));
  const rows: [string, string][] = [['Instructions', 'system'], ['Working memory', 'working'], ['Soul files', 'soul'], ['Recalled memories', 'recalled'], ['History', 'history'], ['Schemas', 'schemas'], ['Skills', 'skills'], ['Today’s notes', 'today'], ['Roster', 'roster'], ['Your message', 'message']];
  for (const [name, section] of rows) {
    const { used, budget } = part(preview, section);
    const said = (await line(name).textContent())!.replaceAll(/\s+/g, ' ');
    assert.ok(said.endsWith(`${used.toLocaleString('en')} tokens usedof ${budget.toLocaleString('en')} given`), `${said} should tell ${used} of ${budget}`);
  }
  const room = async (name: string) => Number((await parts().getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) }).textContent())!.replaceAll(/\D/g, ''));
  const margin = preview.window - Math.floor(preview.window * (1 - preview.counting.error));
  assert.deepEqual([await room('Kept for the reply'), await room('Margin for the count'), await room('Free'), await room('Window')], [preview.reserve, margin, preview.window - preview.reserve - margin - preview.used, preview.window]);
  await panel().getByText(`The count may be too low by up to ${preview.counting.error * 100} % of the window`).waitFor();
  assert.match((await panel().getByRole('img', { name: /tokens: Instructions/ }).getAttribute('aria-label'))!, new RegExp(`^${preview.used.toLocaleString('en')} of ${preview.window.toLocaleString('en')} tokens`));
  await assertClean(page, 'context, full');
});

test('CONTEXT-PANEL: items stand with level, tokens and reason, texts to the letter, and sending sends just that', { skip }, async () => {
  await line('Recalled memories').click();
  const preview = await shown();
  const { items, text } = part(preview, 'recalled');
  const list = parts().getByRole('list', { name: 'Full text' });
  await until('every memory is in its own words', async () => await list.getByRole('button').count() === items.filter(({ level }) => level === 'full').length);
  await parts().getByText('Recalled, and there is room.').waitFor();
  const tokens = await list.getByRole('listitem').evaluateAll((rows) => rows.map((row) => Number(/(\d+) tokens$/.exec(row.textContent)![1])));
  assert.deepEqual(tokens, items.filter(({ level }) => level === 'full').map((item) => item.tokens));
  await parts().getByRole('button', { name: 'Text as sent of Recalled memories' }).click();
  const pieces = parts().getByRole('region', { name: 'Text as sent: Recalled memories' }).locator('pre');
  assert.equal((await pieces.allTextContents()).join(''), text);
  await assertClean(page, 'context, a part open');
  await panel().getByRole('button', { name: /^The whole prompt/ }).click();
  await panel().getByRole('button', { name: 'Copy The whole prompt' }).click();
  assert.equal(await clipboard(page), [preview.prompt.system, ...preview.prompt.messages.map(({ content }) => content)].join('\n\n'));

  const stored = async () => JSON.stringify([await ask(page, `/sessions/${session()}/messages`), await ask<{ total: number }>(page, '/memories/list', {})]);
  const untouched = await stored();
  assert.equal(model.calls.length, 0, 'no model was asked');
  assert.deepEqual(JSON.parse(untouched)[0], [], 'nothing was sent');
  await say(page, question);
  assert.deepEqual(model.calls.at(-1)!.messages.map(({ role, content }) => [role, plain(content)]), [['system', plain(preview.prompt.system)], ...preview.prompt.messages.map(({ role, content }) => [role, plain(content)])]);
});

test('CONTEXT-PANEL: after sending it can look at the last message again, until something new is written', { skip }, async () => {
  await panel().getByText('Nothing to send yet').waitFor();
  await panel().getByRole('button', { name: 'Look at your last message' }).click();
  await panel().getByText('As if your last message were sent again').waitFor();
  await parts().waitFor();
  assert.equal((await shown()).prompt.messages.at(-1)!.content, question);
  await field().fill('Something new about beans?');
  await panel().getByText('As if your last message').waitFor({ state: 'detached' });
  await until('the new text is shown', async () => (await shown()).prompt.messages.at(-1)!.content === 'Something new about beans?');
  await field().fill(question);
});

test('CONTEXT-REPLAY: at another window the panel tells what is cut, shortened and back in, in counts and per item, and stores nothing', { skip }, async () => {
  await until('the question is shown', async () => (await shown()).prompt.messages.at(-1)!.content === question);
  const settings = await ask(page, '/settings');
  const here = await told();
  await panel().getByRole('button', { name: 'Try another window' }).click();
  const window = panel().getByLabel('Window, in tokens');
  await window.fill('nine');
  await panel().getByText('A whole number from 1 to').waitFor();
  await assertClean(page, 'context, a wrong window');
  for (const tokens of [800, 1_100, 1_000_000]) {
    await window.fill(tokens.toLocaleString('en'));
    await until('the other window is shown', async () => (await shown()).window === tokens);
    const there = await shown();
    const { cut, shortened, back } = recounted(here, there);
    if (tokens < 32_000) assert.ok(cut + shortened > 0, 'a small window cuts or shortens');
    else assert.ok(back > 0 && cut === 0, 'a large one brings back');
    const said = (await changes().getByRole('status').textContent())!;
    const inHistory = (change: string) => changes().getByRole('list', { name: new RegExp(`^${change}: history`) }).getByRole('listitem').count();
    const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(said)?.[1] ?? 0);
    assert.deepEqual([count('cut') - await inHistory('Cut'), count('shortened') - await inHistory('Shortened'), count('back in') - await inHistory('Back in')], [cut, shortened, back], said);
    const listed = async (change: string) => changes().getByRole('list', { name: new RegExp(`^${change}: recalled`) }).getByRole('listitem').count();
    assert.deepEqual([await listed('Cut'), await listed('Shortened'), await listed('Back in')], [cut, shortened, back]);
    if (cut > 0) {
      const freed = await changes().getByRole('list', { name: /^Cut: recalled/ }).getByRole('listitem').evaluateAll((rows) => rows.map((row) => Number(/−(\d+) tokens$/.exec(row.textContent)![1])));
      const left = new Set(part(there, 'recalled').items.filter(({ kept }) => kept).map(({ id }) => id));
      assert.deepEqual(freed.sort(), part(here, 'recalled').items.filter(({ id, kept }) => kept && !left.has(id)).map(({ tokens: each }) => each).sort(), 'each tells the tokens it took');
    }
    await panel().getByText(/^instead of [\d,]+ of 32,000$/).waitFor();
  }
  await assertClean(page, 'context, at another window');
  assert.deepEqual(await ask(page, '/settings'), settings);
  assert.equal((await ask<{ model: string }>(page, `/sessions/${session()}`)).model, 'local/plain');
});

test('CONTEXT-REPLAY: another model counts its own way, and what a tier keeps from it is said', { skip }, async () => {
  await panel().getByLabel('Window, in tokens').fill('');
  await panel().getByLabel('Model', { exact: true }).selectOption({ label: 'Another, by its name…' });
  await panel().getByLabel('Name of the model').fill('gpt-4o');
  await panel().getByText('Counted exactly, with the model’s own tokenizer (o200k).').waitFor();
  const there = await shown();
  assert.deepEqual([there.model, there.window, there.local, there.heldBack], ['gpt-4o', 128_000, false, 1]);
  await panel().getByText('1 memory held back: too sensitive for a model outside this computer').waitFor();
  await changes().getByText('Its tier keeps it from this model.').waitFor();
  await changes().getByRole('button', { name: /email for the garden club/ }).waitFor();
  await line('Recalled memories').click();
  await parts().getByText('Cut; was full text').waitFor();
  await assertClean(page, 'context, at another model');
  await panel().getByLabel('Model', { exact: true }).selectOption({ label: 'slow, 32,000' });
  await until('a model of the same window changes nothing', async () => await changes().getByRole('status').textContent() === 'Nothing changes: the same items at the same levels.');
  await panel().getByRole('button', { name: 'Back to this chat’s' }).click();
  await changes().waitFor({ state: 'detached' });
  assert.equal((await shown()).model, 'local/plain');
});

test('CONTEXT-PANEL: a message that does not fit is refused in words, fits a larger window, and its length freezes nothing', { skip }, async () => {
  const long = 'walrus '.repeat(24_000);
  await field().fill(long);
  await panel().getByRole('alert').getByText('The message does not fit the model\'s window.').waitFor();
  await assertClean(page, 'context, too small');
  await panel().getByRole('button', { name: 'Try a larger window' }).click();
  await panel().getByRole('button', { name: '128,000', exact: true }).click();
  await line('Your message').click();
  await parts().getByRole('button', { name: 'Text as sent of Your message' }).click();
  const text = parts().getByRole('region', { name: 'Text as sent: Your message' });
  assert.equal((await text.locator('pre').allTextContents()).join(''), long.slice(0, 16_000));
  await parts().getByRole('button', { name: /^Show more/ }).click();
  assert.equal((await text.locator('pre').allTextContents()).join(''), long);
  assert.equal(await parts().getByRole('button', { name: /^Show more/ }).count(), 0);
  await panel().getByRole('button', { name: 'Back to this chat’s' }).click();
  await field().fill(question);
  await parts().waitFor();
});

test('CONTEXT-PANEL: while one writes, a call that nobody waits for any more is aborted, and only the last is shown', { skip }, async () => {
  const other = await page.context().newPage();
  const asked: string[] = [];
  const aborted: string[] = [];
  let held = true;
  const back: (() => void)[] = [];
  await other.routeWebSocket(/./, (socket) => {
    const host = socket.connectToServer();
    socket.onMessage((message) => {
      const said = String(message);
      const id = /"i":"([^"]+)"/.exec(said)?.[1] ?? '';
      if (said.includes('/chat/preview')) asked.push(id);
      else if (asked.includes(id)) aborted.push(id);
      host.send(message);
    });
    host.onMessage((message) => {
      const id = /"i":"([^"]+)"/.exec(String(message))?.[1] ?? '';
      if (held && asked.includes(id)) back.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await other.goto(`${page.url().split('?')[0]}?inspect=context.${session()}`);
  const box = other.getByRole('textbox', { name: 'Message', exact: true });
  await box.fill('first words');
  await until('the first is asked', () => Promise.resolve(asked.length >= 1));
  const first = asked.at(-1)!;
  await box.fill('second words');
  await until('the first is aborted', () => Promise.resolve(aborted.includes(first)));
  await until('the second is asked', () => Promise.resolve(asked.at(-1) !== first));
  const before = asked.length;
  await until('the draft is saved', async () => (await ask<{ draft: string }>(page, `/sessions/${session()}`)).draft === 'second words');
  await other.waitForTimeout(600);
  assert.equal(asked.length, before, 'a saved draft asks for nothing');
  held = false;
  for (const send of back) send();
  await box.fill('third words');
  const whole = other.getByRole('button', { name: /^The whole prompt/ });
  await whole.waitFor();
  await whole.click();
  await other.getByRole('region', { name: 'The whole prompt' }).getByText('third words').waitFor();
  assert.equal(await other.getByRole('region', { name: 'The whole prompt' }).getByText(/first words|second words/).count(), 0);
  await box.fill(question);
  await other.waitForTimeout(600);
  await other.close();
});

test('CONTEXT-PANEL: on a narrow screen nothing is cut off sideways, and it is clean', { skip }, async () => {
  if (await line('Recalled memories').getAttribute('aria-expanded') !== 'true') await line('Recalled memories').click();
  await line('History').click();
  await panel().getByRole('button', { name: 'Try another window' }).click();
  await panel().getByLabel('Window, in tokens').fill('1400');
  await changes().waitFor();
  for (const width of [320, 400, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    for (const box of [panel(), panel().locator('.overflow-y-auto').first()]) {
      const wide = await box.evaluate((one) => one.scrollWidth - one.clientWidth);
      assert.ok(wide <= 0, `scrolls sideways by ${wide} at ${width}`);
    }
  }
  await page.setViewportSize({ width: 400, height: 800 });
  await assertClean(page, 'context, narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('CONTEXT-PANEL: without a model nothing is sent and it says so; a lock takes everything away', { skip }, async () => {
  await panel().getByRole('button', { name: 'Back to this chat’s' }).click();
  await page.getByRole('button', { name: 'plain', exact: true }).click();
  await page.getByRole('menuitemradio', { name: /No model/ }).click();
  await panel().getByText('No model answers here').waitFor();
  await assertClean(page, 'context, no model');
  await panel().getByRole('button', { name: 'Try a model' }).click();
  await panel().getByLabel('Model', { exact: true }).selectOption({ label: 'plain, 32,000' });
  await parts().waitFor();
  assert.equal(await changes().count(), 0, 'there is nothing to compare with');
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('button', { name: 'Unlock' }).waitFor();
  assert.equal(await page.getByText(/garden/).count(), 0);
  await unlock(page);
  await panel().getByText('No model answers here').waitFor();
  assert.equal(await field().inputValue(), question);
  assert.deepEqual(complaints, []);
});
