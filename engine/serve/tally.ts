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
