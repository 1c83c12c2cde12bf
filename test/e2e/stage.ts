import type { Browser } from 'playwright-core';
import { makeVault, openPage, removeFolder, startApp, startBrowser, type App, type Watched } from './app.ts';
import { startModelServer, type ModelServer } from './model-server.ts';

/** What a journey plays on: the real sidecar, a browser with one page, and a model to connect. */
export interface Stage extends Watched {
  app: App;
  browser: Browser;
  model: ModelServer;
  /** Words of the recovery kit. */
  kit: string[];
}

/** A fresh vault, made by its real buttons, with an empty chat on the page. */
export async function setStage(): Promise<Stage> {
  const model = await startModelServer();
  const app = await startApp();
  const browser = await startBrowser();
  const watched = await openPage(browser, app.address);
  const kit = await makeVault(watched.page);
  return { app, browser, model, kit, ...watched };
}

/** Takes down whatever of a stage was set. */
export async function clearStage({ app, browser, model }: Partial<Stage>): Promise<void> {
  await browser?.close();
  await app?.stop();
  await model?.close();
  if (app) removeFolder(app.dir);
}
