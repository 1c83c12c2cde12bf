/** Events of one producer for one listener, in order. A listener that leaves does not stop the producer. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  #events: Event[] = [];
  #wake: (() => void) | null = null;
  #ended = false;

  readonly push = (event: Event): void => {
    if (this.#ended) return;
    this.#events.push(event);
    this.#wake?.();
  };

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    while (true) {
      while (this.#events.length > 0) yield this.#events.shift()!;
      if (this.#ended) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = null;
    }
  }
}
