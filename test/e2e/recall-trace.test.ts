import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { RecallResult } from '../../contract/index.ts';
import { ask, clipboard, say, skip, unlock, until, type App } from './app.ts';
import { assertClean } from './clean.ts';
import type { ModelServer } from './model-server.ts';
import { clearStage, setStage } from './stage.ts';

let app: App;
let browser: Browser;
let model: ModelServer;
let page: Page;
let complaints: string[];
let atlas: string;

const people = ['Marit', 'Jonas', 'Priya', 'Aiko'];
const habits = ['moved to Bergen last spring because of the new job', 'plays the cello in an amateur orchestra', 'is allergic to hazelnuts', 'started a pottery class on Tuesdays', 'drinks tea without sugar', 'broke the bicycle on the way to the station', 'wants to see Lisbon in May'];
const sights = ['harbour', 'fish market', 'funicular', 'library', 'aquarium', 'cathedral', 'theatre', 'university', 'bakery', 'bookshop', 'tram', 'park', 'castle', 'bridge', 'museum', 'swimming hall'];
const question = 'Why did Marit move to Bergen?';

before(async () => {
  if (skip) return;
  ({ app, browser, model, page, complaints } = await setStage());
});
after(() => clearStage({ app, browser, model }));

const go = (hash: string) => page.goto(`${new URL(app.address).origin}/#${hash}`);
const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const rows = (list: string) => page.getByRole('list', { name: list, exact: true }).getByRole('button');
const followed = () => page.getByRole('region', { name: 'Followed memory' });
const idsOf = (list: string) => rows(list).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-row')));
const told = (query: string, scope = {}) => ask<RecallResult>(page, '/recall', { query, scope, explain: true, limit: 12 });
async function put(query: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill(query);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

test('TRACE-PANEL: before a question the panel says what it is for, and an empty memory that nothing was found', { skip }, async () => {
  await page.getByRole('link', { name: 'Recall' }).click();
  await page.getByText('See how a question finds its memories').waitFor();
  await assertClean(page, 'recall, empty');
  await put(question);
  await page.getByText('Nothing was found.').first().waitFor();
  assert.equal(await page.getByText('Nothing was found.').count(), 4);
  await assertClean(page, 'recall, nothing found');
});

test('TRACE-PANEL: the columns show the engine\'s own trace, step by step, with the time of every step', { skip }, async () => {
  await ask(page, '/memories/batch', { memories: [...people.flatMap((name) => habits.map((habit) => `${name} ${habit}.`)), ...sights.map((sight) => `Marit was shown the ${sight} of Bergen.`)].map((text) => ({ text })) });
  atlas = (await ask<{ id: string }>(page, '/memories', { text: 'Marit signs for Atlas in Bergen.', scope: { project: 'Atlas' } })).id;
  await until('every memory has a vector', async () => (await ask<RecallResult>(page, '/recall', { query: question })).coverage === 1);
  await put(question);
  await rows('Kept').first().waitFor();
  const { trace } = await told(question);
  const kept = trace!.candidates.filter(({ verdict }) => verdict === 'kept');
  assert.ok(kept.length > 1 && kept.length < trace!.candidates.length, 'some are kept and some are cut');
  assert.deepEqual(await idsOf('Kept'), kept.map(({ id }) => id));
  assert.deepEqual(await idsOf('By score'), trace!.candidates.toSorted((a, b) => b.score - a.score).map(({ id }) => id).slice(0, 40));
  const words = trace!.candidates.flatMap(({ id, signals }) => signals.filter(({ signal }) => signal === 'words').map(({ rank }) => ({ id, rank }))).sort((a, b) => a.rank - b.rank);
  assert.deepEqual(await idsOf('Found by words'), words.slice(0, 12).map(({ id }) => id));
  await column('Gate').getByText(trace!.gate.reason).waitFor();
  await column('Gate').getByText(trace!.terms.join(', '), { exact: true }).waitFor();
  for (const name of ['Gate', 'Found', 'Weighed', 'Cut', 'Kept']) await column(name).getByText(/^\d+\.\d\d ms$/).waitFor();
  await page.getByRole('switch', { name: 'Exact numbers' }).click();
  assert.equal(await page.getByText(/ms, .* elsewhere/).count(), 0, 'every step of the engine has its column');
  await rows('Kept').first().getByText(kept[0]!.score.toFixed(3)).waitFor();
  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  assert.equal((JSON.parse(await clipboard(page)) as RecallResult['trace'])!.candidates.length, trace!.candidates.length);
});

test('TRACE-PANEL: a candidate is followed through every column, with its clues as signed bars that add up', { skip }, async () => {
  await rows('Kept').first().click();
  const { trace } = await told(question);
  const own = trace!.candidates[0]!;
  assert.equal(await page.locator(`[data-row="${own.id}"][aria-pressed="true"]`).count(), own.signals.length + 2, 'in each list that holds it');
  await followed().getByRole('status').getByText(/^Kept as the 1st of \d+/).waitFor();
  const amounts = await followed().getByRole('list', { name: 'Clues' }).getByRole('listitem').evaluateAll((items) => items.map((item) => /[+−]\d+\.\d\d/.exec(item.textContent)![0]).map((amount) => Number(amount.slice(1)) * (amount.startsWith('−') ? -1 : 1)));
  assert.deepEqual(amounts.map(Math.abs), amounts.map(Math.abs).toSorted((a, b) => b - a), 'largest first');
  const sum = amounts.reduce((total, amount) => total + amount, 0) - trace!.reranking!.middle;
  assert.ok(Math.abs(1 / (1 + Math.exp(-sum)) - own.score) < 0.02, 'what is shown gives the score');
  await assertClean(page, 'recall, followed');

  await rows('Below the limit').last().click();
  await followed().getByRole('status').getByText(/^Fell below the limit: place \d+ of \d+/).waitFor();
});

test('TRACE-PANEL: arrow keys walk a column and follow a memory to the next one', { skip }, async () => {
  const stop = page.getByRole('list', { name: 'By score' }).locator('[tabindex="0"]');
  assert.equal(await stop.count(), 1, 'one tab stop per list');
  await rows('By score').first().focus();
  await page.keyboard.press('ArrowDown');
  const second = (await idsOf('By score'))[1]!;
  const focused = () => page.locator(':focus').evaluate((row) => [row.getAttribute('data-row'), row.closest('[data-list]')?.getAttribute('aria-label')]);
  assert.deepEqual(await focused(), [second, 'By score']);
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await focused(), [second, 'Kept']);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.equal((await focused())[0], second);
  assert.match((await focused())[1]!, /^Found by/);
  assert.match(page.url(), new RegExp(`pick=${second}`));
  await page.keyboard.press('Escape');
  await followed().waitFor({ state: 'detached' });
});

test('TRACE-PANEL: other weights change the order in the page alone, and Reset brings it back', { skip }, async () => {
  const before = await idsOf('By score');
  const settings = await ask(page, '/settings');
  await page.getByRole('button', { name: 'Try other weights' }).click();
  const { trace } = await told(question);
  for (const name of ['Weight of “similar meaning”', 'Weight of “same words”', 'Weight of “covers the question”']) {
    await page.getByRole('slider', { name }).focus();
    await page.keyboard.press('Home');
  }
  await page.getByRole('list', { name: 'By score, on trial' }).waitFor();
  const over: Record<string, number> = { meaning: -5, words: -5, coverage: -5 };
  const score = ({ clues }: (typeof trace & object)['candidates'][number]) => Object.entries(clues!).reduce((sum, [clue, value]) => sum + value * (over[clue] ?? trace!.reranking!.weights[clue as 'words']), 0);
  const expected = trace!.candidates.toSorted((a, b) => score(b) - score(a)).map(({ id }) => id);
  assert.notDeepEqual(expected, before);
  const shown = await idsOf('By score, on trial');
  assert.deepEqual(shown.map((id) => score(trace!.candidates.find((row) => row.id === id)!).toFixed(9)), expected.slice(0, 40).map((id) => score(trace!.candidates.find((row) => row.id === id)!).toFixed(9)));
  await column('Weighed').getByText('on trial', { exact: true }).waitFor();
  await page.getByRole('list', { name: 'Kept, on trial' }).getByText('new here').first().waitFor();
  await rows('By score, on trial').first().click();
  await followed().getByText(/^On trial: place 1 of/).waitFor();
  await assertClean(page, 'recall, on trial');
  await page.getByRole('button', { name: 'Reset' }).click();
  // The memory that is followed is seen in every column, also behind the first forty.
  const first = shown[0]!;
  assert.deepEqual(await idsOf('By score'), before.includes(first) ? before : [...before, first]);
  assert.deepEqual(await ask(page, '/settings'), settings, 'nothing was saved');
  await page.getByRole('button', { name: 'Try other weights' }).click();
});

test('TRACE-PANEL: "Why not this one?" tells of a memory that no signal found, and what helps', { skip }, async () => {
  await page.getByRole('button', { name: 'Why not this one?' }).click();
  const words = page.getByLabel('Words of a memory, or its id');
  await words.fill('Atlas');
  await page.getByRole('list', { name: 'Memories with these words' }).getByRole('button').first().waitFor();
  await assertClean(page, 'recall, why not', true);
  await words.fill(atlas);
  await page.getByRole('button', { name: 'Follow this id' }).click();
  await followed().getByRole('status').getByText(/^No signal found it among the \d+ candidates/).waitFor();
  await followed().getByText(/belongs to Atlas/).waitFor();
  await followed().getByRole('button', { name: 'Ask from there' }).click();
  await followed().getByRole('status').getByText(/^Kept as the/).waitFor();
  await ask(page, `/memories/${atlas}/forget`, {});
  await followed().getByText('Forgotten: only memories in use are searched.').waitFor();
  await ask(page, `/memories/${atlas}/restore`, {});
  await followed().getByRole('status').getByText(/^Kept as the/).waitFor();
});

test('TRACE-PANEL: it opens from an answer, from a memory and from the settings', { skip }, async () => {
  await go('/');
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await say(page, question);
  await page.getByRole('button', { name: 'Why?' }).last().click();
  await page.getByRole('button', { name: 'Open the trace' }).click();
  await rows('Kept').first().waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Question' }).inputValue(), question);
  await go('/memories');
  await page.getByRole('searchbox', { name: 'Search memories' }).fill('hazelnuts');
  await page.getByRole('list', { name: 'Memories' }).getByRole('button', { name: /hazelnuts/ }).first().click();
  await page.getByRole('button', { name: 'Why was this not recalled?' }).click();
  await followed().getByText(/hazelnuts/).waitFor();
  await followed().getByRole('status').getByText(/^(Fell|No signal|Kept)/).waitFor();
  await page.getByRole('link', { name: 'Recall settings' }).click();
  await page.getByLabel('Try it').fill('Who plays the cello?');
  await page.getByRole('region', { name: 'Try the weights' }).getByRole('listitem').first().waitFor();
  await page.getByRole('button', { name: 'Open the trace' }).click();
  await rows('Kept').first().waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Question' }).inputValue(), 'Who plays the cello?');
});

test('NEGATIVE-RECALL: a kept memory is called beside the point and counts again, in the panel', { skip }, async () => {
  await go('/recall');
  await put(question);
  await rows('Kept').first().click();
  const id = (await idsOf('Kept'))[0];
  await followed().getByRole('button', { name: 'Not relevant here' }).click();
  await rows('Not relevant here').first().waitFor();
  assert.deepEqual(await idsOf('Not relevant here'), [id]);
  assert.ok(!(await idsOf('Kept')).includes(id!));
  await assertClean(page, 'recall, not relevant here');
  await followed().getByRole('button', { name: 'Relevant after all' }).click();
  await until('it is kept again', async () => (await idsOf('Kept')).includes(id!));
});

test('TRACE-PANEL: without clues the signals alone are told', { skip }, async () => {
  await go('/settings/recall');
  await page.getByRole('combobox', { name: 'Order of what was found' }).selectOption('Signals only');
  await until('the setting is saved', async () => (await ask<Record<string, unknown>>(page, '/settings'))['recall.rerank'] === 'none');
  await page.getByRole('link', { name: 'Recall', exact: true }).first().click();
  await rows('Kept').first().click();
  await page.getByRole('region', { name: /^Fused/ }).waitFor();
  await followed().getByText(/^Not weighed by clues/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Try other weights' }).isDisabled(), true);
  await go('/settings/recall');
  await page.getByRole('combobox', { name: 'Order of what was found' }).selectOption('Weigh the clues');
  await until('the setting is saved', async () => (await ask<Record<string, unknown>>(page, '/settings'))['recall.rerank'] === 'clues');
});

test('TRACE-PANEL: a skipped question, another moment and a lock each say what they are', { skip }, async () => {
  await page.getByRole('link', { name: 'Recall', exact: true }).first().click();
  await put('Thanks!');
  await column('Gate').getByText('skipped').waitFor();
  assert.equal(await page.getByText('Not asked.').count(), 4);
  await assertClean(page, 'recall, skipped');
  await page.getByRole('button', { name: /^From where and when/ }).click();
  await page.getByLabel('Asked at').fill('2020-05-03T10:00');
  await assertClean(page, 'recall, where and when', true);
  await page.keyboard.press('Escape');
  await put('What was said yesterday about Bergen?');
  await column('Gate').getByText(/May 2, 2020/).first().waitFor();
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('button', { name: 'Unlock' }).waitFor();
  assert.equal(await page.getByText(question).count(), 0);
  await unlock(page);
  await page.getByText('See how a question finds its memories').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Question' }).inputValue(), '', 'the question ended with the lock');
});

test('TRACE-PANEL: a refusal says what happened, and asking again helps when it can', { skip }, async () => {
  const other = await page.context().newPage();
  let spoiled = false;
  // The page asks for no memories at all, which the border refuses.
  await other.routeWebSocket(/./, (socket) => {
    const host = socket.connectToServer();
    socket.onMessage((message) => host.send(spoiled && typeof message === 'string' ? message.replace(/"limit":\d+/, '"limit":0') : message));
  });
  await other.goto(`${new URL(app.address).origin}/#/recall`);
  await other.getByRole('textbox', { name: 'Question' }).fill(question);
  spoiled = true;
  await other.getByRole('button', { name: 'Ask', exact: true }).click();
  await other.getByRole('alert').waitFor();
  await assertClean(other, 'recall, refused');
  spoiled = false;
  await other.getByRole('button', { name: 'Try again' }).click();
  await other.getByRole('list', { name: 'Kept', exact: true }).waitFor();
  await other.close();
});

test('TRACE-PANEL: on a narrow screen the columns stand below each other and nothing is cut off sideways', { skip }, async () => {
  await put(question);
  await rows('Kept').first().click();
  for (const width of [320, 400, 760]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth);
    assert.ok(wide <= 0, `scrolls sideways by ${wide} at ${width}`);
    const [gate, kept] = await Promise.all([column('Gate').boundingBox(), column('Kept').boundingBox()]);
    assert.ok(kept!.y >= gate!.y + gate!.height, `stacked at ${width}`);
  }
  await page.setViewportSize({ width: 400, height: 800 });
  await assertClean(page, 'recall, narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
  const [gate, kept] = await Promise.all([column('Gate').boundingBox(), column('Kept').boundingBox()]);
  assert.equal(kept!.y, gate!.y);
  assert.deepEqual(complaints, []);
});
