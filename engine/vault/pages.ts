import { Worker } from 'node:worker_threads';
import { EngramError } from '../../contract/index.ts';
import type { Secret } from '../../native/secure-memory/index.ts';
import { Needles } from './needles.ts';
import { keyCopy, type FromSearch, type SearchStart } from './threads/index.ts';

/**
 * How many of the texts still stand somewhere in the decrypted pages of a vault file or of its log.
 * It reads the pages themselves, not through the database, so that it also sees what the database
 * calls free. In a thread of its own: Node keeps what it deciphers with, round keys included, until
 * the collector comes by, and only the end of a thread is sure to wipe it.
 */
export function searchPages(path: string, key: Secret, texts: readonly string[]): Promise<number> {
  if (new Needles(texts).none) return Promise.resolve(0);
  const start: SearchStart = { path, key: keyCopy(key), texts };
  return new Promise((resolve, reject) => {
    let outcome: FromSearch | null = null;
    const worker = new Worker(new URL('pages.worker.ts', import.meta.url), { workerData: start, transferList: [start.key.buffer as ArrayBuffer], execArgv: [] });
    worker.on('message', (message: FromSearch) => (outcome = message));
    worker.on('error', (cause) => reject(new EngramError('INTERNAL', { detail: 'the search of the pages ended' }, { cause })));
    // Not before it is gone, so that nothing of the key is left once the answer is here.
    worker.on('exit', () => (outcome ? resolve(outcome.remaining) : reject(new EngramError('INTERNAL', { detail: 'the search of the pages ended' }))));
  });
}
