import { parentPort, type MessagePort } from 'node:worker_threads';
import { serveEngine, type Order } from '../../electron/engine/index.ts';
import { asElectronPort } from './node-port.ts';

/** The program of the vault's process in a thread, which can be given ports as Electron's process can. */
serveEngine({
  tell: (report) => parentPort!.postMessage(report),
  onOrder: (listener) => void parentPort!.on('message', ({ order, ports }: { order: Order; ports: MessagePort[] }) => listener(order, ports[0] && asElectronPort(ports[0]))),
}, () => process.exit(), { kdf: 'floor', keychain: false });
