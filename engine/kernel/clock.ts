/** Where time comes from. Pure folders receive a number; only hosts and threads hold a clock. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
