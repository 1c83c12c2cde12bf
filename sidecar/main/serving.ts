import type { SendHandle } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Order, Report } from './messages.ts';

/*
 * The process that serves, started by the supervisor. It must hear of the end of that process from its
 * first moment on, so everything else is loaded later.
 */

const listening = Promise.withResolvers<SendHandle | undefined>();
const taken = Promise.withResolvers<void>();
const ending = new AbortController();
let serving: Promise<{ take(socket: Socket): void; end(): void }> | null = null;
// Only a successor waits for it.
listening.promise.catch(() => {});

process.on('message', (order: Order, handle?: SendHandle) => {
  switch (order.kind) {
    case 'start':
      serving = import('./serve.ts').then(({ serve }) => serve({
        ...order, args: process.argv.slice(2), listening: listening.promise, taken: taken.promise, ending: ending.signal, report,
      }));
      return;
    case 'listen':
      return listening.resolve(handle);
    case 'connection':
      // It may be gone again.
      return void (handle === undefined ? null : serving?.then(({ take }) => take(handle as Socket)));
    case 'taken':
      return taken.resolve();
    case 'end':
      return end();
  }
});
process.once('disconnect', end);
// A terminal tells the whole group, and the supervisor tells this process what to make of it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
if (!process.connected) end();

function end(): void {
  if (serving === null) process.exit();
  ending.abort();
  listening.reject(new Error('it ends'));
  taken.resolve();
  void serving.then((served) => served.end());
}

/** Resolves when it is on its way. */
function report(what: Report, handle?: SendHandle): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send!(what, handle, {}, () => resolve());
    else resolve();
  });
}
