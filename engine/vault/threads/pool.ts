import { EngramError } from '../../../contract/index.ts';
import type { Unlocked } from '../../../security/keys/index.ts';
import { keyCopy } from './key-copy.ts';
import type { ReadCalls, ReadOnly, ThreadStart, WriteCalls, WriterStart } from './protocol.ts';
import { Thread } from './thread.ts';

export interface PoolOptions {
  path: string;
  lockPath: string;
  keys: Unlocked;
  create: ThreadStart['create'];
  readers: number;
  now: number;
  writer: Omit<WriterStart, 'auditKey' | 'headKey'>;
  /** Begun ahead, as many readers as asked for; begun here when absent. */
  threads?: Threads | undefined;
}

/** Threads that have loaded their program and opened nothing. */
export interface Threads {
  writer: Thread;
  readers: readonly Thread[];
}

/** Loading takes as long as deriving a key, so that both can be done at the same time. */
export const beginThreads = (readers: number): Threads =>
  ({ writer: new Thread('writer.worker.ts'), readers: Array.from({ length: readers }, () => new Thread('reader.worker.ts')) });

/** Readers first. Nothing happens to those that have ended. */
export async function endThreads({ writer, readers }: Threads): Promise<void> {
  await Promise.allSettled(readers.map((reader) => reader.close()));
  await writer.close();
}

/** A commit waits this long for company: a little latency for one, a lot of throughput for many. */
const COMMIT_WINDOW_MS = 2;
/** Writes under way at once; further callers wait, and beyond the second number are refused. */
const MOST_UNDER_WAY = 1024;
const MOST_WAITING = 20_000;

/** The writer and the readers of one open vault. */
export class ThreadPool {
  readonly #writer: Thread;
  readonly #readers: readonly Thread[];
  #waiting: (() => void)[] = [];
  #closing = false;
  #readOnly: ReadOnly | null;
  /** Under which the file was opened. */
  readonly generation: number;

  readonly #begin: () => ThreadStart;

  private constructor({ writer, readers }: Threads, begin: () => ThreadStart, opened: { readOnly: ReadOnly | null; generation: number }) {
    this.#readOnly = opened.readOnly;
    this.generation = opened.generation;
    this.#writer = writer;
    this.#readers = readers;
    this.#begin = begin;
  }

  /** The writer comes first, because it migrates; the readers follow. */
  static async start(options: PoolOptions): Promise<ThreadPool> {
    const begin = (): ThreadStart => ({
      path: options.path,
      lockPath: options.lockPath,
      key: keyCopy(options.keys.key('database')),
      create: options.create,
      writer: null,
      now: options.now,
      windowMs: COMMIT_WINDOW_MS,
    });
    const threads = options.threads ?? beginThreads(options.readers);
    const { writer, readers } = threads;
    try {
      const opened = await writer.open({ ...begin(), writer: { ...options.writer, auditKey: keyCopy(options.keys.key('audit')), headKey: keyCopy(options.keys.key('head')) } });
      await Promise.all(readers.map((reader) => reader.open(begin())));
      return new ThreadPool(threads, begin, opened);
    } catch (error) {
      await endThreads(threads);
      throw error;
    }
  }

  /** Readers that would begin with a question at once. */
  get idleReaders(): number {
    return this.#readers.filter((reader) => reader.outstanding === 0).length;
  }

  read<Name extends keyof ReadCalls>(name: Name, ...input: Parameters<ReadCalls[Name]>): ReturnType<ReadCalls[Name]> {
    const idle = this.#readers.reduce((a, b) => (b.outstanding < a.outstanding ? b : a));
    return idle.call(name, input[0]) as ReturnType<ReadCalls[Name]>;
  }

  /** Every reader gives back the pages it keeps. */
  async releaseMemory(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.call('releaseMemory', undefined)));
  }

  /** Resolves when the row is durable. Waits while the queue is full; QUEUE_FULL only beyond all measure. */
  async write<Name extends keyof WriteCalls>(name: Name, ...input: Parameters<WriteCalls[Name]>): Promise<Awaited<ReturnType<WriteCalls[Name]>>> {
    if (this.#closing) throw new EngramError('VAULT_LOCKED');
    if (this.#readOnly === 'rolled_back') throw new EngramError('READ_ONLY', { detail: 'the file is older than the last one seen here' });
    while (this.#writer.outstanding >= MOST_UNDER_WAY) {
      if (this.#waiting.length >= MOST_WAITING) throw new EngramError('QUEUE_FULL', { limit: `${MOST_WAITING} writes` });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      const value = (await this.#writer.call(name, input[0])) as Awaited<ReturnType<WriteCalls[Name]>>;
      this.#readOnly = null;
      return value;
    } catch (error) {
      if (error instanceof EngramError && error.code === 'DISK_FULL') this.#readOnly = 'disk_full';
      throw error;
    } finally {
      this.#waiting.shift()?.();
    }
  }

  /** Writes an encrypted copy and reads it back whole. Returns the memories it holds; throws VAULT_DAMAGED. */
  async copyTo(path: string): Promise<number> {
    await this.#writer.call('copyTo', { path });
    const reader = new Thread('reader.worker.ts');
    try {
      await reader.open({ ...this.#begin(), path });
      const problems = (await reader.call('integrity', undefined)) as string[];
      if (problems.join() !== 'ok') throw new EngramError('VAULT_DAMAGED', { detail: 'the copy does not read back' });
      const counts = (await reader.call('countByStatus', undefined)) as Record<string, number>;
      return Object.values(counts).reduce((a, b) => a + b, 0);
    } finally {
      await reader.close();
    }
  }

  /** Why nothing can be written at the moment; a full disk ends with the first write that succeeds. */
  get readOnly(): ReadOnly | null {
    return this.#readOnly;
  }

  /** Copies of what was erased may stand in the log of the file. */
  get erasedInLog(): boolean {
    return this.#writer.holdsErased;
  }

  get writesUnderWay(): number {
    return this.#writer.outstanding + this.#waiting.length;
  }

  /** Readers end first, the writer last, after its queue and a truncating checkpoint. Returns the generation of the closed file, 0 when it was not sealed. */
  async close(): Promise<number> {
    this.#closing = true;
    await Promise.all(this.#readers.map((reader) => reader.close()));
    return this.#writer.close();
  }
}
