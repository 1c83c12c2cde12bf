import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { ask, makeVault, openPage, passphrase, removeFolder, say, skip, startApp, startBrowser, unlock, type App } from './app.ts';

let app: App;
let browser: Browser;
let page: Page;
let complaints: string[];

before(async () => {
  if (skip) return;
  app = await startApp();
  browser = await startBrowser();
  ({ page, complaints } = await openPage(browser, app.address));
});
after(async () => {
  await browser?.close();
  await app?.stop();
  if (app) removeFolder(app.dir);
});

/**
 * The rules of WCAG 2.2 AA and good practice, in light and in dark. What floats above the page (a menu, a
 * dialog) has its own role instead of a landmark, so the rule about landmarks is left out there.
 */
async function clean(name: string, floating = false): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
    await page.waitForTimeout(60);
    const { violations } = await new AxeBuilder({ page: page as never }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).disableRules(floating ? ['region'] : []).analyze();
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${name}, ${colorScheme}: ${id}: ${nodes.slice(0, 4).map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`),
      [],
    );
  }
}
const go = async (hash: string) => {
  await page.goto(`${new URL(app.address).origin}/#${hash}`);
  await page.waitForTimeout(500);
};

test('ACCESSIBLE: the first run has no violation at any step', { skip }, async () => {
  await page.getByRole('heading', { name: 'Make your vault' }).waitFor();
  await clean('create');
  await page.getByLabel('Passphrase', { exact: true }).fill('password1');
  await page.getByRole('button', { name: 'Make vault' }).click();
  await clean('create, weak');
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByLabel('The same again').fill(passphrase);
  await page.getByRole('button', { name: 'Make vault' }).click();
  await page.getByRole('heading', { name: 'Your recovery kit' }).waitFor({ timeout: 30_000 });
  await clean('kit');
  const words = (await page.getByRole('list', { name: 'Recovery words' }).getByRole('listitem').allInnerTexts()).map((item) => item.replace(/^\d+\s+/, '').trim());
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await clean('kit check');
  for (const label of await page.locator('label').allInnerTexts()) await page.getByLabel(label, { exact: true }).fill(words[Number(/\d+/.exec(label)![0]) - 1]!);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Connect' }).waitFor();
  await clean('model');
  await page.getByRole('button', { name: 'Go on without a model' }).click();
  await clean('what may be remembered');
  await page.getByText('Save and tell me').click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await clean('start');
  await page.getByText('Start a chat').click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await clean('empty chat');
});

test('ACCESSIBLE: every screen of an open vault has no violation', { skip }, async () => {
  if (await page.getByRole('heading', { name: 'Make your vault' }).count()) await makeVault(page);
  await say(page, 'Remember that I use metric units. My sister is called Marit.');
  await say(page, 'Which units do I use?');
  await clean('chat');
  await page.getByRole('button', { name: 'Why?' }).last().click();
  await page.waitForTimeout(300);
  await clean('why');
  await page.getByRole('button', { name: 'Close panel' }).click();
  await page.getByRole('button', { name: 'More for this answer' }).last().click();
  await clean('menu', true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Remembered/ }).last().click();
  await clean('remembered', true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New chat off the record' }).click();
  await page.getByText('Nothing here is kept').waitFor();
  await clean('off the record');
  await go('/memories');
  await clean('memories');
  await page.getByRole('list', { name: 'Memories' }).getByRole('button').first().click();
  await page.waitForTimeout(300);
  await clean('memory');
  await page.getByRole('button', { name: 'Correct' }).click();
  await clean('memory, editing');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Erase now…' }).click();
  await clean('erase', true);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search memories' }).fill('zzzz');
  await page.getByText('Nothing matches').waitFor();
  await clean('memories, empty');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('me');
  await page.waitForTimeout(300);
  await clean('palette', true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+/');
  await clean('shortcuts', true);
  await page.keyboard.press('Escape');
  for (const section of ['chat', 'remembering', 'recall', 'models', 'privacy', 'security', 'appearance']) {
    await go(`/settings/${section}`);
    await clean(`settings ${section}`);
  }
  await go('/settings/models');
  await page.getByRole('button', { name: 'Add provider' }).click();
  await clean('provider', true);
  await page.keyboard.press('Escape');
  await go('/transfer');
  await clean('import and export');
  assert.deepEqual(complaints, []);
});

test('ACCESSIBLE: the lock screen, its error and the page without access have no violation', { skip }, async () => {
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('button', { name: 'Unlock' }).waitFor();
  await clean('lock');
  await page.getByLabel('Passphrase', { exact: true }).fill('no');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('That passphrase does not open this vault.').waitFor();
  await clean('lock, wrong');
  await unlock(page);
  const stranger = await openPage(browser, new URL(app.address).origin);
  await stranger.page.getByRole('heading', { name: 'Open the printed address' }).waitFor();
  const { violations } = await new AxeBuilder({ page: stranger.page as never }).analyze();
  assert.deepEqual(violations.map(({ id }) => id), []);
});

test('ACCESSIBLE: at 400 % zoom everything is in one column, nothing is cut off sideways', { skip }, async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const hash of ['/', '/memories', '/settings/recall', '/settings/models', '/settings/appearance', '/transfer']) {
    await go(hash);
    const { scroll, client } = await page.locator('html').evaluate((root) => ({ scroll: root.scrollWidth, client: root.clientWidth }));
    assert.ok(scroll <= client, `${hash} is ${scroll} wide on ${client}`);
    const wide = await page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth);
    assert.ok(wide <= 0, `${hash} scrolls sideways by ${wide}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('ACCESSIBLE: palette, list, detail and lock without a mouse, with the focus always visible', { skip }, async () => {
  await ask(page, '/memories/batch', { memories: [{ text: 'Tea without sugar.' }, { text: 'The bicycle is in the cellar.' }] });
  await go('/memories');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to mem');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Memories' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search memories' }).fill('');
  const rows = page.getByRole('list', { name: 'Memories' }).getByRole('button');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(100);
  assert.equal(await rows.nth(1).evaluate((row) => row === row.ownerDocument.activeElement), true);
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Memory' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: 'Memory' }).waitFor({ state: 'detached' });
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if (await focused.count() === 0) continue;
    const shown = await focused.evaluate((element) => {
      const outline = (of: typeof element) => element.ownerDocument.defaultView!.getComputedStyle(of).outlineStyle !== 'none';
      return outline(element) || outline((element.closest('label') ?? element) as typeof element) || element.closest('form:focus-within') !== null;
    });
    assert.equal(shown, true, 'the focus can be seen');
  }
  const { total } = await ask<{ total: number }>(page, '/memories/list', {});
  assert.ok(total > 0);
  await page.keyboard.press('Control+Shift+L');
  await page.getByRole('button', { name: 'Unlock' }).waitFor();
});
