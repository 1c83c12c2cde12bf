import { contextBridge, ipcRenderer } from 'electron';

/** The little of a page that is used here. */
declare const window: { postMessage(message: string, origin: string, ports: readonly unknown[]): void; location: { origin: string } };

// The page gets one verb. The port that answers it goes straight into the page, so that no
// message of the engine passes through this world.
contextBridge.exposeInMainWorld('engram', {
  requestPort: () => ipcRenderer.send('engram:request-port'),
});

ipcRenderer.on('engram:port', (event) => {
  window.postMessage('engram:port', window.location.origin, [...event.ports]);
});
