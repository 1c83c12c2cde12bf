import type { Clock } from '../kernel/index.ts';

const MINUTE_MS = 60_000;
/** Milliseconds between two looks at the clock: the most by which a lock is late. */
export const LOOK_MS = 15_000;

/**
 * Ends what nobody uses for the time the person set. The clock on the wall decides, not a timer:
 * while the machine sleeps no timer runs, and a sleep that was longer than the time must end with a
 * locked vault. The ticks are counted besides, so that a clock that is set back puts nothing off.
 */
export class IdleLock {
  readonly #clock: Clock;
  readonly #minutes: () => number;
  readonly #lock: () => void;
  #timer: NodeJS.Timeout | null = null;
  #usedAt = 0;
  #ticks = 0;
  /** It locks, or has locked; nothing takes that back but an unlock. */
  #ended = false;

  /** `minutes` without use until `lock` is called; 0 is never. */
  constructor(clock: Clock, minutes: () => number, lock: () => void) {
    this.#clock = clock;
    this.#minutes = minutes;
    this.#lock = lock;
  }

  /** From an unlock on. */
  start(): void {
    this.stop();
    this.#ended = false;
    this.#used();
    this.#timer = setInterval(() => {
      this.#ticks++;
      if (this.#over()) this.#end();
    }, LOOK_MS);
    this.#timer.unref();
  }

  /** Puts the lock off. False when the time was over already, as at the first call after a sleep: then it locks. */
  use(): boolean {
    if (this.#over()) this.#end();
    if (!this.#ended) this.#used();
    return !this.#ended;
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #used(): void {
    this.#usedAt = this.#clock.now();
    this.#ticks = 0;
  }

  #over(): boolean {
    const limit = this.#minutes() * MINUTE_MS;
    return this.#timer !== null && limit > 0 && Math.max(this.#clock.now() - this.#usedAt, this.#ticks * LOOK_MS) >= limit;
  }

  #end(): void {
    this.stop();
    this.#ended = true;
    this.#lock();
  }
}
