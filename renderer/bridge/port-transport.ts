import { RPCLink } from '@orpc/client/message-port';
import type { Channel, Transport } from './channel.ts';

interface ElectronBridge {
  requestPort(): void;
}

declare global {
  interface Window {
    engram?: ElectronBridge;
  }
}

/** The window of the desktop app: the preload script hands over one end of a message port. */
export function portTransport(bridge: ElectronBridge): Transport {
  return {
    open: () =>
      new Promise<Channel>((resolve) => {
        const receive = (event: MessageEvent) => {
          const port = event.ports[0];
          if (event.source !== window || event.data !== 'engram:port' || port === undefined) return;
          window.removeEventListener('message', receive);
          const closed = new Promise<void>((done) => port.addEventListener('close', () => done()));
          const link = new RPCLink({ port });
          port.start();
          resolve({ link, closed, takes: () => true });
        };
        window.addEventListener('message', receive);
        bridge.requestPort();
      }),
  };
}
