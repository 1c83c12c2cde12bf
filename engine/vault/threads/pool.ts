import { EngramError } from '../../../contract/index.ts';
import type { Unlocked } from '../../../security/keys/index.ts';
import type { ReadCalls, ThreadStart, WriteCalls } from './protocol.ts';
import { Thread } from './thread.ts';

export interface PoolOptions {
  path: string;
  lockPath: string;
  keys: Unlocked;
  create: ThreadStart['create'];
  readers: number;
  now: number;
}

/** A commit waits this long for company: a little latency for one, a lot of throughput for many. */
const COMMIT_WINDOW_MS = 2;
/** Writes under way at once; further callers wait, and beyond the second number are refused. */
const MOST_UNDER_WAY = 1024;
const MOST_WAITING = 20_000;

/** The writer and the readers of one open vault. */
export class ThreadPool {
  readonly #writer: Thread;
  readonly #readers: Thread[];
  #waiting: (() => void)[] = [];
  #closing = false;

  readonly #begin: () => ThreadStart;

  private constructor(writer: Thread, readers: Thread[], begin: () => ThreadStart) {
    this.#writer = writer;
    this.#readers = readers;
    this.#begin = begin;
  }

  /** The writer comes first, because it migrates; the readers follow. */
  static async start(options: PoolOptions): Promise<ThreadPool> {
    const begin = (): ThreadStart => ({
      path: options.path,
      lockPath: options.lockPath,
      key: options.keys.key('database').use((bytes) => new Uint8Array(bytes)),
      create: options.create,
      now: options.now,
      windowMs: COMMIT_WINDOW_MS,
    });
    const writer = new Thread('writer.worker.ts', begin());
    await writer.ready();
    const readers = Array.from({ length: options.readers }, () => new Thread('reader.worker.ts', begin()));
    try {
      await Promise.all(readers.map((reader) => reader.ready()));
    } catch (error) {
      await Promise.allSettled(readers.map((reader) => reader.close()));
      await writer.close();
      throw error;
    }
    return new ThreadPool(writer, readers, begin);
  }

  read<Name extends keyof ReadCalls>(name: Name, ...input: Parameters<ReadCalls[Name]>): ReturnType<ReadCalls[Name]> {
    const idle = this.#readers.reduce((a, b) => (b.outstanding < a.outstanding ? b : a));
    return idle.call(name, input[0]) as ReturnType<ReadCalls[Name]>;
  }

  /** Resolves when the row is durable. Waits while the queue is full; QUEUE_FULL only beyond all measure. */
  async write<Name extends keyof WriteCalls>(name: Name, ...input: Parameters<WriteCalls[Name]>): Promise<Awaited<ReturnType<WriteCalls[Name]>>> {
    if (this.#closing) throw new EngramError('VAULT_LOCKED');
    while (this.#writer.outstanding >= MOST_UNDER_WAY) {
      if (this.#waiting.length >= MOST_WAITING) throw new EngramError('QUEUE_FULL', { limit: `${MOST_WAITING} writes` });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return (await this.#writer.call(name, input[0])) as Awaited<ReturnType<WriteCalls[Name]>>;
    } finally {
      this.#waiting.shift()?.();
    }
  }

  /** Writes an encrypted copy and reads it back whole. Returns the memories it holds; throws VAULT_DAMAGED. */
  async copyTo(path: string): Promise<number> {
    await this.#writer.call('copyTo', { path });
    const reader = new Thread('reader.worker.ts', { ...this.#begin(), path });
    try {
      await reader.ready();
      const problems = (await reader.call('integrity', undefined)) as string[];
      if (problems.join() !== 'ok') throw new EngramError('VAULT_DAMAGED', { detail: 'the copy does not read back' });
      const counts = (await reader.call('countByStatus', undefined)) as Record<string, number>;
      return Object.values(counts).reduce((a, b) => a + b, 0);
    } finally {
      await reader.close();
    }
  }

  get writesUnderWay(): number {
    return this.#writer.outstanding + this.#waiting.length;
  }

  /** Readers end first, the writer last, after its queue and a truncating checkpoint. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#readers.map((reader) => reader.close()));
    await this.#writer.close();
  }
}
