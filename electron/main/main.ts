import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, Menu, protocol, session } from 'electron';
import { handOutPorts, origin } from '../ipc/index.ts';
import { dataFolder, lockWithSystem } from '../os/index.ts';
import { EngineKeeper } from './engine-keeper.ts';
import { startEngineProcess } from './engine-process.ts';
import { guardContents, guardSession } from './guards.ts';
import { page } from './pages.ts';
import { webPreferences, windowSettings } from './settings.ts';

// This file runs as dist/electron/electron/main/main.js.
const preload = fileURLToPath(new URL('../../preload.cjs', import.meta.url));
const pages = fileURLToPath(new URL('../../../renderer', import.meta.url));

app.enableSandbox();
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }]);

if (app.requestSingleInstanceLock()) await run();
else app.quit();

async function run(): Promise<void> {
  guardContents(app);
  await app.whenReady();
  Menu.setApplicationMenu(null);
  const engine = new EngineKeeper(startEngineProcess, dataFolder(app.getPath('appData'), app.getPath('home')), () =>
    dialog.showErrorBox('Engram cannot reach your vault', 'The process that opens it ended each time it was started. Nothing was changed, and it is tried again in the background. Run “engram doctor” in a terminal to see why.'));
  engine.start();
  const vaultSession = session.fromPartition(webPreferences.partition);
  guardSession(vaultSession);
  vaultSession.protocol.handle('app', (request) => page(request.url, pages));
  handOutPorts((port) => engine.give(port));
  lockWithSystem(() => engine.lock());

  const open = (): void => {
    const window = new BrowserWindow(windowSettings(preload));
    window.once('ready-to-show', () => window.show());
    void window.loadURL(`${origin}/`);
  };
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) return open();
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) open();
  });
  app.on('window-all-closed', () => app.quit());
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void engine.end().finally(() => {
      closed = true;
      app.quit();
    });
  });
  open();
}
