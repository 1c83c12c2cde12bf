import { RPCHandler } from '@orpc/server/message-port';
import type { Router } from '@orpc/server';
import type { Contract } from '../../contract/index.ts';
import { createTally, isRequestFrame, sharedInterceptors, type CallContext, type Tally } from '../../engine/serve/index.ts';

/** What both ends of Electron's and of Node's message channels can do. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

export type ContractRouter = Router<Contract, CallContext>;

/**
 * Serves the contract to whoever holds the other end of a port. A message that cannot be a request
 * closes the port.
 * @param tally counts the calls under way
 */
export function bindPort(port: Port, router: ContractRouter, caller: CallContext['caller'], tally: Tally = createTally()): void {
  const handler = new RPCHandler(router, { interceptors: [tally.interceptor, ...sharedInterceptors] });
  let open = true;
  port.on('close', () => (open = false));
  const checked: Pick<Port, 'postMessage' | 'on'> = {
    // An answer to a window that has gone is dropped; it must not end the process.
    postMessage: (message) => void (open && port.postMessage(message)),
    on(event: 'message' | 'close', listener: (event: { data: unknown }) => void) {
      if (event === 'close') return port.on('close', listener as () => void);
      return port.on('message', (message) => {
        if (isRequestFrame(message.data)) listener(message);
        else port.close();
      });
    },
  };
  handler.upgrade(checked as never, { context: { caller } });
  port.start();
}
