import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childrenOf } from '../support/foreground.ts';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const root = fileURLToPath(new URL('../../', import.meta.url));
const chromiumPath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path !== undefined && existsSync(path));
const built = existsSync(join(root, 'dist/renderer/index.html'));

/** Why these tests cannot run here, or false when they can. */
export const skip: string | false = chromiumPath === undefined
  ? 'no Chromium at CHROMIUM, /usr/bin/chromium or /usr/bin/google-chrome'
  : !built ? 'the interface is not built; run npm run build first' : false;

export const passphrase = 'velvet otter brick lantern seven';

export interface App {
  address: string;
  dir: string;
  process: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The real sidecar on a free port. A folder given by the caller is kept. */
export async function startApp(dir = mkdtempSync(join(tmpdir(), 'engram-e2e-')), port = 0): Promise<App> {
  const child = spawn(process.execPath, [join(root, 'sidecar/main/main.ts'), '--dir', dir, '--port', String(port), '--no-keychain'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const match = /http:\/\/\S+#t=\S+/.exec(said);
      if (match) resolve(match[0]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (code) => reject(new Error(`the sidecar ended with ${code}: ${said}`)));
  });
  return {
    address, dir, process: child,
    stop: (signal = 'SIGTERM') => new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.on('exit', () => resolve());
      // A crash takes the process that serves; killing the one that watches it alone would be an orderly end.
      if (signal === 'SIGKILL') for (const serving of childrenOf(child.pid!)) process.kill(serving, signal);
      child.kill(signal);
    }),
  };
}

export const removeFolder = (dir: string) => rmSync(dir, { recursive: true, force: true });

/** A Chromium that asks nobody on the network. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

export interface Watched {
  page: Page;
  /** Errors the page reported, and requests that left its own origin. */
  complaints: string[];
}

/** A page that notes what it should not do. */
export async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(address).origin });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A host that was stopped on purpose is not a mistake of the page.
    if (message.type() === 'error' && !/ERR_CONNECTION|WebSocket|Failed to load resource/.test(message.text())) complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.hostname !== '127.0.0.1') complaints.push(`left the machine: ${url.origin}`);
  });
  await page.goto(address);
  return { page, complaints };
}

/** Walks through the first run by its real buttons and ends in an empty chat. Returns the words of the kit. */
export async function makeVault(page: Page): Promise<string[]> {
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByLabel('The same again').fill(passphrase);
  await page.getByRole('button', { name: 'Make vault' }).click();
  await page.getByRole('heading', { name: 'Your recovery kit' }).waitFor({ timeout: 30_000 });
  const items = await page.getByRole('list', { name: 'Recovery words' }).getByRole('listitem').allInnerTexts();
  const words = items.map((item) => item.replace(/^\d+\s+/, '').trim());
  await page.getByRole('button', { name: 'I have saved them' }).click();
  for (const label of await page.locator('label').allInnerTexts()) await page.getByLabel(label, { exact: true }).fill(words[Number(/\d+/.exec(label)![0]) - 1]!);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Go on without a model' }).click();
  await page.getByText('Save and tell me').click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Start a chat').click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  return words;
}

export async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ timeout: 45_000 });
}

/** Sends a message and waits until its answer is complete. */
export async function say(page: Page, text: string): Promise<void> {
  const answers = page.getByRole('article', { name: 'Answer' });
  const before = await answers.count();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
  await page.keyboard.press('Enter');
  await answers.nth(before).waitFor();
  await page.getByRole('log').and(page.locator('[aria-busy="false"]')).waitFor({ timeout: 45_000 });
}

/** Asks the engine directly, with the access of the page: for checking what the page claims. */
export function ask<T>(page: Page, path: string, body?: unknown): Promise<T> {
  return page.evaluate(async ([url, input]) => {
    const answer = await fetch(`./api${url}`, {
      method: input === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem('engram.bearer')}`, 'content-type': 'application/json' },
      body: input === undefined ? undefined : JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }, [path, body] as const);
}

/** Adds the model of the tests as a provider and makes one of its models the one of new chats. */
export async function connectModel(page: Page, url: string, model = 'plain'): Promise<void> {
  await page.evaluate(async ([baseUrl, name]) => {
    const call = async (method: string, path: string, body: unknown) => {
      const answer = await fetch(`./api${path}`, {
        method,
        headers: { authorization: `Bearer ${localStorage.getItem('engram.bearer')}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    };
    await call('PUT', '/providers', { name: 'local', kind: 'openai-compatible', baseUrl });
    await call('PATCH', '/settings', { 'chat.model': `local/${name}` });
  }, [url, model] as const);
}

/** What the clipboard of the page holds. */
export const clipboard = (page: Page): Promise<string> =>
  page.evaluate(() => (navigator as unknown as { clipboard: { readText(): Promise<string> } }).clipboard.readText());

/** Waits until something is so; the reason is named when it never is. */
export async function until(reason: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`never so: ${reason}`);
}

/** An empty chat with the settings of this moment. */
export const newChat = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await until('an unused chat with the present settings is open', async () => {
    const id = /chats\/(\w+)/.exec(page.url())?.[1];
    if (id === undefined) return false;
    const session = await ask<{ leaf: string | null; model: string }>(page, `/sessions/${id}`);
    return session.leaf === null && session.model === (await ask<Record<string, unknown>>(page, '/settings'))['chat.model'];
  });
  await page.getByRole('heading', { name: 'What is on your mind?' }).waitFor();
};
