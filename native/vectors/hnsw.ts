import { Worker } from 'node:worker_threads';
import { EngramError } from '../../contract/index.ts';
import type { HnswCall, HnswFound, HnswItems, HnswQuery, HnswReply, HnswStart } from './protocol.ts';

export type { HnswFound, HnswItems } from './protocol.ts';

type Asked = HnswCall extends infer Call ? (Call extends HnswCall ? Omit<Call, 'seq'> : never) : never;

interface Pending {
  resolve: (found: HnswFound | undefined) => void;
  reject: (error: EngramError) => void;
}

/**
 * The typed door to a graph index (`usearch`) in its own thread. Vectors are compared by inner product.
 * Calls take effect in order. Throws INTERNAL when the library fails, NO_INDEX when the thread is gone.
 */
export class HnswThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #seq = 0;
  #gone = false;

  constructor(dimensions: number) {
    this.#worker = new Worker(new URL('hnsw.worker.ts', import.meta.url), { workerData: { dimensions } satisfies HnswStart, execArgv: [] });
    this.#worker.on('message', (reply: HnswReply) => {
      const pending = this.#pending.get(reply.seq);
      this.#pending.delete(reply.seq);
      if (this.#pending.size === 0) this.#worker.unref();
      if ('error' in reply) pending?.reject(new EngramError('INTERNAL', { detail: `the graph index: ${reply.error}` }));
      else pending?.resolve(reply.found);
    });
    const end = () => {
      this.#gone = true;
      for (const pending of this.#pending.values()) pending.reject(new EngramError('NO_INDEX'));
      this.#pending.clear();
    };
    this.#worker.on('error', end);
    this.#worker.on('exit', end);
    this.#worker.unref();
  }

  async add(items: HnswItems): Promise<void> {
    await this.#call({ op: 'add', items });
  }

  async move(id: number, scope: number, state: number): Promise<void> {
    await this.#call({ op: 'move', id, scope, state });
  }

  async remove(id: number): Promise<void> {
    await this.#call({ op: 'remove', id });
  }

  async search(query: HnswQuery): Promise<HnswFound> {
    return (await this.#call({ op: 'search', query }))!;
  }

  async close(): Promise<void> {
    this.#gone = true;
    await this.#worker.terminate();
  }

  #call(asked: Asked): Promise<HnswFound | undefined> {
    if (this.#gone) return Promise.reject(new EngramError('NO_INDEX'));
    const seq = ++this.#seq;
    return new Promise((resolve, reject) => {
      this.#pending.set(seq, { resolve, reject });
      // A thread at work keeps the process alive; an idle one does not.
      this.#worker.ref();
      this.#worker.postMessage({ ...asked, seq } as HnswCall);
    });
  }
}
