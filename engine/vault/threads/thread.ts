import { Worker } from 'node:worker_threads';
import { EngramError } from '../../../contract/index.ts';
import type { FromThread, ThreadStart, ToThread } from './protocol.ts';

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: EngramError) => void;
}

/** A thread answers and forgets; V8 would keep up to three times 16 MB for its young objects. */
const YOUNG_MB = 4;

/** One worker thread with its outstanding calls. It loads its program at once and opens nothing before it is told what. */
export class Thread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #ready: Promise<Extract<FromThread, { type: 'ready' }>>;
  readonly #closed: Promise<number>;
  readonly #gone: Promise<void>;
  #seq = 0;
  #alive = true;
  #holdsErased = false;

  constructor(file: 'writer.worker.ts' | 'reader.worker.ts') {
    this.#worker = new Worker(new URL(file, import.meta.url), { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    let closed!: (generation: number) => void;
    this.#closed = new Promise((resolve) => (closed = resolve));
    this.#gone = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromThread) => {
        if (message.type === 'ready') resolve(message);
        else if (message.type === 'closed') closed(message.generation);
        else if (message.type === 'failed') reject(EngramError.fromBody(message.error));
        else if (message.type === 'log') this.#holdsErased = message.holdsErased;
        else if (message.type === 'replies') for (const reply of message.replies) this.#settle(reply);
      });
      const end = (cause?: unknown) => {
        this.#alive = false;
        const error = new EngramError(cause ? 'INTERNAL' : 'VAULT_LOCKED', cause ? { detail: 'a database thread ended' } : {}, { cause });
        reject(error);
        for (const pending of this.#pending.values()) pending.reject(error);
        this.#pending.clear();
        closed(0);
      };
      this.#worker.on('error', end);
      this.#worker.on('exit', () => end());
    });
    this.#ready.catch(() => {});
  }

  /** Resolves when the file is open. Once. */
  open(start: ThreadStart): Promise<Extract<FromThread, { type: 'ready' }>> {
    // Keys are handed over, not copied: nobody could wipe what stays behind.
    const keys = [start.key, ...(start.writer ? [start.writer.auditKey, start.writer.headKey] : [])];
    this.#worker.postMessage({ type: 'open', start } satisfies ToThread, keys.map((key) => key.buffer as ArrayBuffer));
    return this.#ready;
  }

  get outstanding(): number {
    return this.#pending.size;
  }

  /** The writer could not empty its log since something was erased. */
  get holdsErased(): boolean {
    return this.#holdsErased;
  }

  call(name: string, input: unknown): Promise<unknown> {
    if (!this.#alive) return Promise.reject(new EngramError('VAULT_LOCKED'));
    const seq = ++this.#seq;
    return new Promise((resolve, reject) => {
      this.#pending.set(seq, { resolve, reject });
      this.#worker.postMessage({ type: 'call', request: { seq, name, input } } satisfies ToThread);
    });
  }

  /** Lets what was sent before finish. The writer answers with the generation it closed the file under, 0 when it did not. */
  async close(): Promise<number> {
    if (this.#alive) this.#worker.postMessage({ type: 'close' } satisfies ToThread);
    const generation = await this.#closed;
    await this.#gone;
    return generation;
  }

  #settle(reply: Extract<FromThread, { type: 'replies' }>['replies'][number]): void {
    const pending = this.#pending.get(reply.seq);
    this.#pending.delete(reply.seq);
    if ('error' in reply) pending?.reject(EngramError.fromBody(reply.error));
    else pending?.resolve(reply.value);
  }
}
