/** One exchange as it was said. */
export interface Turn {
  session: string;
  role: 'user' | 'assistant';
  text: string;
  at: number;
}

export const RING_TURNS = 20;

/**
 * What was just said, in memory only (§3, tier 1). Texts are kept as bytes so that they can be
 * overwritten when they fall out; a JavaScript string could not.
 */
export class SensoryRing {
  readonly #slots: ({ head: Omit<Turn, 'text'>; bytes: Uint8Array } | null)[];
  #next = 0;

  constructor(turns: number = RING_TURNS) {
    this.#slots = Array.from({ length: turns }, () => null);
  }

  push(turn: Turn): void {
    this.#slots[this.#next]?.bytes.fill(0);
    const { text, ...head } = turn;
    this.#slots[this.#next] = { head, bytes: new TextEncoder().encode(text) };
    this.#next = (this.#next + 1) % this.#slots.length;
  }

  /** Turns of a session, oldest first. */
  turns(session: string): Turn[] {
    const order = [...this.#slots.slice(this.#next), ...this.#slots.slice(0, this.#next)];
    return order.flatMap((slot) => (slot && slot.head.session === session ? [{ ...slot.head, text: new TextDecoder().decode(slot.bytes) }] : []));
  }

  /** Overwrites everything; for lock. */
  wipe(): void {
    for (const [i, slot] of this.#slots.entries()) {
      slot?.bytes.fill(0);
      this.#slots[i] = null;
    }
  }
}
