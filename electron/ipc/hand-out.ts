import { ipcMain, MessageChannelMain, type IpcMainEvent, type MessagePortMain } from 'electron';

/** Origin of our own pages; requests from any other frame are ignored. */
export const origin = 'app://engram';

/** Gives our own page one end of a fresh channel whenever it asks; whoever answers it gets the other. */
export function handOutPorts(give: (port: MessagePortMain) => void): void {
  ipcMain.on('engram:request-port', (event: IpcMainEvent) => {
    if (!isOwnPage(event.senderFrame)) return;
    const { port1, port2 } = new MessageChannelMain();
    give(port1);
    event.senderFrame!.postMessage('engram:port', null, [port2]);
  });
}

/** Only the top frame of our own origin is the person's window. */
export function isOwnPage(frame: { url: string; parent: unknown } | null): boolean {
  return frame !== null && frame.parent === null && (frame.url === origin || frame.url.startsWith(`${origin}/`));
}
