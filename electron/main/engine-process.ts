import { fileURLToPath } from 'node:url';
import { utilityProcess, type MessagePortMain } from 'electron';
import type { Report } from '../engine/index.ts';
import type { EngineProcess } from './engine-keeper.ts';

// This file runs as dist/electron/electron/main/engine-process.js.
const program = fileURLToPath(new URL('../engine/main.js', import.meta.url));

/** The vault's process under Electron. */
export function startEngineProcess(): EngineProcess<MessagePortMain> {
  const child = utilityProcess.fork(program, [], { serviceName: 'Engram vault', stdio: 'inherit' });
  return {
    tell: (order, ports) => child.postMessage(order, [...ports]),
    onReport: (listener) => void child.on('message', (report) => listener(report as Report)),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  };
}
