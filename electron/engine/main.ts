import { hardenProcess } from '../../engine/serve/index.ts';
import type { Port } from './bind-port.ts';
import type { Order } from './orders.ts';
import { serveEngine } from './serve.ts';

/** The program of the process that has the vault; the window's process starts it anew after each lock. */
hardenProcess();
const { parentPort } = process;
serveEngine({
  tell: (report) => parentPort.postMessage(report),
  onOrder: (listener) => void parentPort.on('message', ({ data, ports }) => listener(data as Order, ports[0] as unknown as Port | undefined)),
}, () => process.exit());
