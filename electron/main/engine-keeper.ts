import type { Order, Report } from '../engine/index.ts';

/** A process that has the vault, as this one sees it. */
export interface EngineProcess<Port> {
  tell(order: Order, ports: readonly Port[]): void;
  onReport(listener: (report: Report) => void): void;
  /** Called once, however it ended. */
  onExit(listener: () => void): void;
  kill(): void;
}

/** Before a process that ended by itself is started again, in milliseconds; twice as long after each further one. */
const PAUSE_MS = { first: 500, most: 30_000 } as const;
/** Milliseconds a vault may take to close before the process is ended all the same. */
const CLOSING_MS = 15_000;
/** Processes in a row that ended before they could answer, after which the person is told. */
const TELL_AFTER = 3;

/**
 * Keeps one process with the vault running. A lock ends that process, and with it every copy of what was typed; the
 * next one begins at once and answers the pages that ask again (docs/decisions/processes.md).
 */
export class EngineKeeper<Port> {
  readonly #begin: () => EngineProcess<Port>;
  readonly #dir: string;
  readonly #onStuck: () => void;
  readonly #living = new Set<EngineProcess<Port>>();
  #current: EngineProcess<Port> | null = null;
  #ready = false;
  /** Ports of pages that asked before there was anybody to answer. */
  #waiting: Port[] = [];
  #failures = 0;
  /** Processes since the last one that could answer. */
  #unready = 0;
  #ending: PromiseWithResolvers<void> | null = null;

  /** @param onStuck called once for each row of processes that end before they can answer; the next ones are begun all the same */
  constructor(begin: () => EngineProcess<Port>, dir: string, onStuck: () => void) {
    this.#begin = begin;
    this.#dir = dir;
    this.#onStuck = onStuck;
  }

  start(): void {
    if (this.#ending) return;
    const process = this.#begin();
    this.#current = process;
    this.#ready = false;
    this.#living.add(process);
    process.onReport((report) => this.#hear(process, report));
    process.onExit(() => this.#gone(process));
    process.tell({ kind: 'start', dir: this.#dir }, []);
  }

  /** Hands over a page's port, as soon as somebody can answer it. */
  give(port: Port): void {
    if (this.#ready) this.#current!.tell({ kind: 'port' }, [port]);
    else this.#waiting.push(port);
  }

  lock(): void {
    this.#current?.tell({ kind: 'lock' }, []);
  }

  /** Closes the vault; resolves when no process is left. */
  async end(): Promise<void> {
    this.#ending ??= Promise.withResolvers();
    if (this.#living.size === 0) this.#ending.resolve();
    for (const process of this.#living) process.tell({ kind: 'end' }, []);
    const late = setTimeout(() => this.#living.forEach((process) => process.kill()), CLOSING_MS);
    await this.#ending.promise;
    clearTimeout(late);
  }

  #hear(process: EngineProcess<Port>, report: Report): void {
    if (process !== this.#current) return;
    if (report.kind === 'ready') {
      this.#ready = true;
      this.#unready = 0;
      for (const port of this.#waiting.splice(0)) process.tell({ kind: 'port' }, [port]);
      return;
    }
    this.#failures = 0;
    this.start();
  }

  #gone(process: EngineProcess<Port>): void {
    this.#living.delete(process);
    if (this.#ending) return void (this.#living.size === 0 && this.#ending.resolve());
    if (process !== this.#current) return;
    if (!this.#ready && ++this.#unready === TELL_AFTER) this.#onStuck();
    this.#current = null;
    this.#ready = false;
    setTimeout(() => this.start(), Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** this.#failures++));
  }
}
