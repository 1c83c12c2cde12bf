import type { ChildProcess, SendHandle } from 'node:child_process';
import type { Server, Socket } from 'node:net';
import type { Order } from './messages.ts';

/** Most connections that wait for a successor; the rest is turned away. */
const mostWaiting = 128;

/**
 * The listening socket between two processes. It is never given up, so that no other program can take
 * the port and with it the tokens of those who come back; who comes meanwhile waits, unread.
 */
export class Door {
  readonly #server: Server | undefined;
  readonly #waiting: Socket[] = [];

  constructor(handle: SendHandle | undefined) {
    this.#server = handle as Server | undefined;
    // Set before the first connection can come: a byte that was read here would be lost.
    if (this.#server !== undefined) Object.assign(this.#server, { pauseOnConnect: true });
    this.#server?.on('connection', (socket) => {
      socket.on('error', () => {});
      if (this.#waiting.length < mostWaiting) this.#waiting.push(socket);
      else socket.destroy();
    });
  }

  /** Lends the socket to a process that listens with it from now on. */
  openFor(child: ChildProcess): void {
    if (child.connected) child.send({ kind: 'listen' } satisfies Order, this.#server, () => {});
  }

  /** Leaves everything to that process. */
  passOn(child: ChildProcess): void {
    this.#server?.close();
    for (const socket of this.#waiting.splice(0)) {
      if (child.connected) child.send({ kind: 'connection' } satisfies Order, socket, () => {});
      else socket.destroy();
    }
  }

  /** Nobody will come to listen. */
  shut(): void {
    this.#server?.close();
    for (const socket of this.#waiting.splice(0)) socket.destroy();
  }
}
