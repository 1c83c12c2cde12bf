/** How many calls are under way. A stream counts until it begins. */
export interface Tally {
  count(): number;
  /** Counts a call from its arrival to its result, on every transport. */
  readonly interceptor: <Result>(options: { next(): Promise<Result> }) => Promise<Result>;
}

export function createTally(): Tally {
  let calls = 0;
  return {
    count: () => calls,
    async interceptor({ next }) {
      calls++;
      try {
        return await next();
      } finally {
        calls--;
      }
    },
  };
}

/** Longest wait for the answers of a vault that was locked, in milliseconds. */
const ANSWERS_MS = 5_000;

/**
 * Resolves when no call is under way any more, or has been for too long.
 * @param sendingMs until an answer that is made is on its way
 */
export async function untilAnswered(count: () => number, sendingMs: number): Promise<void> {
  const late = performance.now() + ANSWERS_MS;
  do await new Promise((resolve) => setTimeout(resolve, sendingMs));
  while (count() > 0 && performance.now() < late);
}
