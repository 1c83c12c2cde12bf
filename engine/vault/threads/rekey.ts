import { Worker } from 'node:worker_threads';
import { EngramError } from '../../../contract/index.ts';
import type { Unlocked } from '../../../security/keys/index.ts';
import { keyCopy } from './key-copy.ts';
import type { FromRekey, RekeyStart } from './protocol.ts';

/** Writes the closed database at `path` to `to` under the next key. Throws what opening and writing throw; `path` stays as it is. */
export function writeUnderKey(files: { path: string; to: string; lockPath: string }, from: Unlocked, next: Unlocked): Promise<void> {
  const start: RekeyStart = { ...files, oldKey: keyCopy(from.key('database')), newKey: keyCopy(next.key('database')) };
  return new Promise((resolve, reject) => {
    let outcome: FromRekey | null = null;
    const worker = new Worker(new URL('rekey.worker.ts', import.meta.url), {
      workerData: start, transferList: [start.oldKey.buffer as ArrayBuffer, start.newKey.buffer as ArrayBuffer], execArgv: [],
    });
    worker.on('message', (message: FromRekey) => (outcome = message));
    worker.on('error', (cause) => reject(new EngramError('INTERNAL', { detail: 'a database thread ended' }, { cause })));
    worker.on('exit', () => {
      if (outcome?.type === 'written') resolve();
      else reject(outcome ? EngramError.fromBody(outcome.error) : new EngramError('INTERNAL', { detail: 'a database thread ended' }));
    });
  });
}
