import type { App, Session, WebContents } from 'electron';

/** No page ever leaves, opens another, embeds one, or gets a device or a permission. */
export function guardContents(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const prevent = (event: { preventDefault(): void }) => event.preventDefault();
    contents.on('will-navigate', prevent);
    contents.on('will-frame-navigate', prevent);
    contents.on('will-redirect', prevent);
    contents.on('will-attach-webview', prevent);
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Permissions, devices and downloads are refused without asking. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on('will-download', (event) => event.preventDefault());
}
