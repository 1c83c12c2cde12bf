import { totalmem } from 'node:os';
import type { Pressure } from '../cortex/index.ts';

/** What the process and the system say of memory, in bytes. */
export interface MemoryReading {
  /** Resident in this process, all threads and native libraries included. */
  resident: number;
  /** What the system could still give, reclaimable caches included. */
  available: number;
  total: number;
}

const MB = 1_000_000;
const GB = 1_000_000_000;
/** Machines up to here are small. */
const SMALL_MACHINE = 8.5 * GB;
/** What the process may take (§21). The plan's 512 MB for small machines is what an engine with its libraries starts with; 256 MB more are for memories. */
export const BUDGET = { small: 768 * MB, large: 1024 * MB } as const;
/** Shares of the budget from which a level begins. */
const SHARES = { elevated: 0.7, critical: 0.9 } as const;
/** Bytes the system must have left, or this share of all it has where that is less. */
const LEFT = { elevated: { bytes: 1 * GB, share: 0.1 }, critical: { bytes: 400 * MB, share: 0.04 } } as const;
/** A level is left only this far below where it began, so that it does not swing. */
const RETURN_SHARE = 0.9;

export const budgetOf = (total: number): number => (total <= SMALL_MACHINE ? BUDGET.small : BUDGET.large);

/** The level of a reading. `now` is the level there was; what it shed must stay shed until there is room again. */
export function pressureOf(reading: MemoryReading, now: Pressure): Pressure {
  const reaches = (level: 'elevated' | 'critical', ease: number): boolean =>
    reading.resident >= budgetOf(reading.total) * SHARES[level] * ease
    || reading.available * ease < Math.min(LEFT[level].bytes, reading.total * LEFT[level].share);
  if (reaches('critical', now === 'critical' ? RETURN_SHARE : 1)) return 'critical';
  return reaches('elevated', now === 'normal' ? 1 : RETURN_SHARE) ? 'elevated' : 'normal';
}

export const readMemory = (): MemoryReading => ({ resident: process.memoryUsage.rss(), available: process.availableMemory(), total: Math.min(totalmem(), process.constrainedMemory() || Infinity) });

/** Milliseconds between two looks. */
const LOOK_MS = 10_000;

/** Looks at the memory now and then, and says when the level changes. */
export class MemoryMonitor {
  readonly #read: () => MemoryReading;
  readonly #changed: (level: Pressure) => void;
  readonly #timer: NodeJS.Timeout;
  #level: Pressure = 'normal';

  constructor(changed: (level: Pressure) => void, read: () => MemoryReading = readMemory, everyMs = LOOK_MS) {
    this.#read = read;
    this.#changed = changed;
    this.#timer = setInterval(() => this.look(), everyMs);
    this.#timer.unref();
  }

  get level(): Pressure {
    return this.#level;
  }

  /** At once. */
  look(): MemoryReading {
    const reading = this.#read();
    const level = pressureOf(reading, this.#level);
    if (level !== this.#level) {
      this.#level = level;
      this.#changed(level);
    }
    return reading;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
