import { Worker } from 'node:worker_threads';
import { EngramError } from '../../../contract/index.ts';
import type { FromThread, ThreadStart, ToThread } from './protocol.ts';

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: EngramError) => void;
}

/** One worker thread with its outstanding calls. */
export class Thread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #ready: Promise<void>;
  readonly #closed: Promise<void>;
  #seq = 0;
  #alive = true;

  constructor(file: 'writer.worker.ts' | 'reader.worker.ts', start: ThreadStart) {
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: start, transferList: [start.key.buffer as ArrayBuffer], execArgv: [] });
    let closed!: () => void;
    this.#closed = new Promise((resolve) => (closed = resolve));
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromThread) => {
        if (message.type === 'ready') resolve();
        else if (message.type === 'failed') reject(EngramError.fromBody(message.error));
        else if (message.type === 'replies') for (const reply of message.replies) this.#settle(reply);
      });
      const end = (cause?: unknown) => {
        this.#alive = false;
        const error = new EngramError(cause ? 'INTERNAL' : 'VAULT_LOCKED', cause ? { detail: 'a database thread ended' } : {}, { cause });
        reject(error);
        for (const pending of this.#pending.values()) pending.reject(error);
        this.#pending.clear();
        closed();
      };
      this.#worker.on('error', end);
      this.#worker.on('exit', () => end());
    });
    this.#ready.catch(() => {});
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  get outstanding(): number {
    return this.#pending.size;
  }

  call(name: string, input: unknown): Promise<unknown> {
    if (!this.#alive) return Promise.reject(new EngramError('VAULT_LOCKED'));
    const seq = ++this.#seq;
    return new Promise((resolve, reject) => {
      this.#pending.set(seq, { resolve, reject });
      this.#worker.postMessage({ type: 'call', request: { seq, name, input } } satisfies ToThread);
    });
  }

  /** Lets what was sent before finish. */
  async close(): Promise<void> {
    if (this.#alive) this.#worker.postMessage({ type: 'close' } satisfies ToThread);
    await this.#closed;
  }

  #settle(reply: Extract<FromThread, { type: 'replies' }>['replies'][number]): void {
    const pending = this.#pending.get(reply.seq);
    this.#pending.delete(reply.seq);
    if ('error' in reply) pending?.reject(EngramError.fromBody(reply.error));
    else pending?.resolve(reply.value);
  }
}
