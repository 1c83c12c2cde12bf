import { createEngine, createTally, untilAnswered, type Engine, type EngineOptions } from '../../engine/serve/index.ts';
import { jsonLog } from '../../engine/kernel/index.ts';
import { bindPort, type Port } from './bind-port.ts';
import type { Order, Report } from './orders.ts';

/** The window's process, as this one sees it. */
export interface Parent {
  tell(report: Report): void;
  onOrder(listener: (order: Order, port: Port | undefined) => void): void;
}

/** Whoever asked for the lock hears of it before the process ends, in milliseconds. */
const SENDING_MS = 200;

/**
 * Serves one vault to the pages whose ports it is given, until the vault was locked; then `exit` is called, once.
 * A vault that was opened again before that stays open.
 */
export function serveEngine(parent: Parent, exit: () => void, options: Partial<EngineOptions> = {}): void {
  let engine: Promise<Engine> | null = null;
  const tally = createTally();
  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    // The vault is closed before the process goes, so that nothing of it stays in side files.
    await engine?.then((begun) => begun.close()).catch(() => {});
    exit();
  };
  const leave = async (): Promise<void> => {
    await untilAnswered(tally.count, SENDING_MS);
    if (ending || (await engine)?.isOpen()) return;
    parent.tell({ kind: 'locked' });
    await end();
  };
  const begin = (dir: string): Promise<Engine> => createEngine({
    dir, host: 'electron', onLocked: () => void leave(),
    log: jsonLog((line) => process.stderr.write(`${line}\n`), () => Date.now(), 'warn'),
    ...options,
  });
  parent.onOrder((order, port) => {
    switch (order.kind) {
      case 'start':
        engine ??= begin(order.dir);
        return void engine.then(() => parent.tell({ kind: 'ready' }), end);
      case 'port':
        return void engine?.then(({ router }) => port && bindPort(port, router, { kind: 'person', local: true }, tally)).catch(() => port?.close());
      case 'lock':
        return void engine?.then((begun) => begun.client({ kind: 'person', local: true }).vault.lock()).catch(() => {});
      case 'end':
        return void end();
    }
  });
}
