import { EngramError, type ImportFormat } from '../../../contract/index.ts';
import { ImportItem } from '../../formats/index.ts';
import { forkReader, type ReaderProcess, type StartReader } from './process.ts';
import { FromReader, Looked, MOST_RECORDS, type Answer, type ToReader } from './protocol.ts';
import type { ImportSource } from './source.ts';

export interface ReaderOptions {
  source: ImportSource;
  /** Found out when absent. */
  format?: ImportFormat | undefined;
  /** Of an archive. */
  passphrase?: string | undefined;
  /** Milliseconds since 1970 UTC. */
  now: number;
  start?: StartReader | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds for the first 100 MB; for tests. */
  timeMs?: number | undefined;
}

/** Time to read a file in: once, and again for every further 100 MB. */
const TIME_MS = 60_000;
const TIME_PER_BYTES = 100_000_000;

/**
 * Reads foreign files in a process of its own and hands their items over, one batch ahead of
 * whoever stores them. What comes out of the process is checked like anything from outside.
 */
export class ImportReader implements AsyncDisposable {
  readonly #process: ReaderProcess;
  readonly #source: ImportSource;
  #format: ImportFormat = 'engram';
  #pending: { resolve: (answer: Answer) => void; reject: (error: EngramError) => void } | null = null;
  #failure: EngramError | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #timeMs: number;
  #served = 0;
  #spentMs = 0;

  private constructor(options: ReaderOptions) {
    this.#source = options.source;
    this.#timeMs = options.timeMs ?? TIME_MS;
    this.#process = (options.start ?? forkReader)(new URL('./import.worker.ts', import.meta.url));
    this.#process.onMessage((message) => this.#hear(message));
    this.#process.onEnd(() => this.#fail(new EngramError('IMPORT_UNREADABLE', { detail: 'reading the file broke off' })));
    options.signal?.addEventListener('abort', () => this.#fail(new EngramError('CANCELLED')), { once: true });
  }

  /** Throws IMPORT_UNREADABLE when no format fits, WRONG_PASSPHRASE for an archive without one. */
  static async open(options: ReaderOptions): Promise<ImportReader> {
    if (options.signal?.aborted) throw new EngramError('CANCELLED');
    const reader = new ImportReader(options);
    try {
      const answer = await reader.#ask({ type: 'open', files: options.source.files, format: options.format ?? null, passphrase: options.passphrase ?? null, now: options.now });
      if (answer.type !== 'opened') throw reader.#fail(broken());
      reader.#format = answer.format;
      return reader;
    } catch (error) {
      await reader[Symbol.asyncDispose]();
      throw error;
    }
  }

  get format(): ImportFormat {
    return this.#format;
  }

  /** Reads everything once and keeps nothing. Throws WRONG_PASSPHRASE, CONTENT_TOO_LARGE. */
  async look(): Promise<Looked> {
    const answer = await this.#ask({ type: 'look' });
    if (answer.type !== 'looked') throw this.#fail(broken());
    return answer.report;
  }

  /** Everything in the file, in its order. Can be taken once. Throws IMPORT_UNREADABLE, CONTENT_TOO_LARGE. */
  async *items(): AsyncGenerator<ImportItem> {
    let ahead = this.#ask({ type: 'next' });
    for (let count = 0; ; ) {
      const answer = await ahead;
      if (answer.type !== 'items') throw this.#fail(broken());
      if (!answer.done) {
        ahead = this.#ask({ type: 'next' });
        // Whoever stops here must not be told of a failure nobody waits for.
        ahead.catch(() => {});
      }
      count += answer.items.length;
      if (count > MOST_RECORDS) throw this.#fail(new EngramError('CONTENT_TOO_LARGE', { limit: `${MOST_RECORDS} records` }));
      for (const item of answer.items) {
        const parsed = ImportItem.safeParse(item);
        if (!parsed.success) throw this.#fail(broken());
        yield parsed.data;
      }
      if (answer.done) return;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#fail(new EngramError('CANCELLED'));
    await this.#source.close();
  }

  /** One question at a time. */
  #ask(message: ToReader): Promise<Answer> {
    if (this.#failure) return Promise.reject(this.#failure);
    const asked = performance.now();
    return new Promise<Answer>((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#process.send(message);
      this.#watch(asked);
    }).finally(() => {
      if (this.#timer) clearTimeout(this.#timer);
      this.#spentMs += performance.now() - asked;
    });
  }

  /** Ends the process when all its answers together took too long for what it has read. */
  #watch(asked: number): void {
    const allowed = this.#timeMs * (1 + Math.floor(this.#served / TIME_PER_BYTES));
    const left = allowed - this.#spentMs - (performance.now() - asked);
    if (left <= 0) return void this.#fail(new EngramError('CONTENT_TOO_LARGE', { limit: `${this.#timeMs / 1000} seconds for each ${TIME_PER_BYTES} bytes` }));
    this.#timer = setTimeout(() => this.#watch(asked), left);
    this.#timer.unref();
  }

  #hear(raw: unknown): void {
    const parsed = FromReader.safeParse(raw);
    if (!parsed.success) return void this.#fail(broken());
    const message = parsed.data;
    if (message.type === 'read') return void this.#serve(message);
    const pending = this.#pending;
    this.#pending = null;
    if (message.type === 'failed') {
      const { code, detail, limit } = message;
      const error = new EngramError(code, { ...(detail !== undefined && { detail }), ...(limit !== undefined && { limit }) });
      pending?.reject(error);
      this.#fail(error);
    } else pending?.resolve(message);
  }

  async #serve({ id, file, at, length }: Extract<FromReader, { type: 'read' }>): Promise<void> {
    try {
      if (file >= this.#source.files.length) throw broken();
      const bytes = await this.#source.read(file, at, length);
      this.#served += bytes.length;
      if (!this.#failure) this.#process.send({ type: 'bytes', id, data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') } satisfies ToReader);
    } catch (error) {
      this.#fail(error instanceof EngramError ? error : new EngramError('IMPORT_UNREADABLE', { detail: 'the file cannot be read' }, { cause: error }));
    }
  }

  /** The first failure is the one that counts; the process ends with it. */
  #fail(error: EngramError): EngramError {
    if (this.#failure) return this.#failure;
    this.#failure = error;
    this.#process.kill();
    this.#pending?.reject(error);
    this.#pending = null;
    return error;
  }
}

const broken = () => new EngramError('IMPORT_UNREADABLE', { detail: 'reading the file went wrong' });
