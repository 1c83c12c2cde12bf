import type { MessagePort } from 'node:worker_threads';
import type { Port } from '../../electron/engine/bind-port.ts';

/** A worker_threads port behind the interface that Electron's port has: events carry `data`. */
export function asElectronPort(port: MessagePort): Port {
  return {
    postMessage: (message) => port.postMessage(message),
    on(event: 'message' | 'close', listener: (event: { data: unknown }) => void) {
      if (event === 'close') return port.on('close', listener as () => void);
      return port.on('message', (data: unknown) => listener({ data }));
    },
    start: () => port.start(),
    close: () => port.close(),
  };
}
