import type { EngineEvent } from '../../contract/index.ts';

/** Hands every event to all who listen. */
export class EventHub {
  readonly #listeners = new Set<(event: EngineEvent) => void>();

  emit(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Events from now on, until the signal aborts. */
  async *subscribe(signal: AbortSignal | undefined): AsyncGenerator<EngineEvent> {
    const queue: EngineEvent[] = [];
    let wake: (() => void) | null = null;
    const listener = (event: EngineEvent) => {
      queue.push(event);
      wake?.();
    };
    const stop = () => wake?.();
    this.#listeners.add(listener);
    signal?.addEventListener('abort', stop);
    try {
      while (!signal?.aborted) {
        while (queue.length > 0) yield queue.shift()!;
        if (signal?.aborted) return;
        await new Promise<void>((resolve) => (wake = resolve));
        wake = null;
      }
    } finally {
      this.#listeners.delete(listener);
      signal?.removeEventListener('abort', stop);
    }
  }
}
