import type { ClientLink } from '@orpc/client';
import { Refused, type Channel, type Transport } from './channel.ts';
import { ConnectionLost } from './fault.ts';

/** `refused`: the host does not accept our token. `outdated`: this page is older than the host. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused' | 'outdated';

/** How long a call waits for the host to come back, and a host that took a connection may stay silent, in milliseconds. */
export const patience = 8_000;
const backOff = { first: 200, most: 4_000 };

export interface Connection {
  link: ClientLink<Record<never, never>>;
  state(): ConnectionState;
  /** Called after each change; returns how to stop listening. */
  subscribe(listener: () => void): () => void;
  /** Called each time a channel opens. */
  onOpen(listener: () => void): void;
  /** Gives up for good: the page must be loaded again. */
  outdated(): void;
  start(): void;
}

export function createConnection(transport: Transport): Connection {
  let state: ConnectionState = 'connecting';
  let channel: Channel | null = null;
  const listeners = new Set<() => void>();
  const openListeners = new Set<() => void>();
  let waiting: { resolve: (channel: Channel) => void; reject: (error: Error) => void }[] = [];

  function become(next: ConnectionState): void {
    if (state === next || state === 'outdated') return;
    state = next;
    for (const listener of listeners) listener();
  }

  function ready(): Promise<Channel> {
    if (channel !== null) return Promise.resolve(channel);
    if (state === 'refused' || state === 'outdated') return Promise.reject(new ConnectionLost());
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject };
      waiting.push(waiter);
      setTimeout(() => {
        waiting = waiting.filter((other) => other !== waiter);
        reject(new ConnectionLost());
      }, patience);
    });
  }

  async function run(): Promise<void> {
    for (let delay = backOff.first; state !== 'outdated'; ) {
      try {
        const opened = await transport.open();
        channel = opened;
        delay = backOff.first;
        become('open');
        for (const waiter of waiting.splice(0)) waiter.resolve(opened);
        for (const listener of openListeners) listener();
        await opened.closed;
        channel = null;
        become('lost');
      } catch (error) {
        if (error instanceof Refused) {
          become('refused');
          for (const waiter of waiting.splice(0)) waiter.reject(new ConnectionLost());
          return;
        }
        if (state === 'open') become('lost');
        await new Promise((resolve) => setTimeout(resolve, delay));
        delay = Math.min(backOff.most, delay * 2);
      }
    }
  }

  return {
    link: {
      async call(path, input, options) {
        let open = await ready();
        // Not sent is not answered either: it goes over the next channel.
        while (!open.takes()) {
          await open.closed;
          open = await ready();
        }
        return open.link.call(path, input, options);
      },
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onOpen: (listener) => void openListeners.add(listener),
    outdated: () => become('outdated'),
    start: () => void run(),
  };
}
