/** Repeatable chance: the same seed makes the same choices. `ENGRAM_SEED` repeats a run that failed. */
export interface Chance {
  readonly seed: number;
  /** 0 <= x < 1. */
  next(): number;
  /** A whole number, 0 <= n < below. */
  below(below: number): number;
  /** True in this share of cases. */
  hit(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** The same items in another order. */
  shuffle<T>(items: readonly T[]): T[];
}

/** The mulberry32 generator: small, and even enough to choose cases with. */
export function chance(seed: number = Number(process.env.ENGRAM_SEED ?? Math.floor(Math.random() * 2 ** 32))): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    seed, next, below,
    hit: (share) => next() < share,
    pick: (items) => items[below(items.length)]!,
    shuffle: (items) => {
      const all = [...items];
      for (let i = all.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [all[i], all[j]] = [all[j]!, all[i]!];
      }
      return all;
    },
  };
}
