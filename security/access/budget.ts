/** A token bucket: so many at once, filled again at a steady rate. */
export interface Bucket {
  /** Most it holds. */
  size: number;
  perMs: number;
}
export interface Level {
  level: number;
  at: number;
}

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** What an identity may do in a time; counted per identity and kept over a restart (security notes 2.5). */
export const buckets = {
  read: { size: 120, perMs: 60 / MINUTE_MS },
  write: { size: 60, perMs: 20 / MINUTE_MS },
} as const satisfies Record<string, Bucket>;
export type BucketName = keyof typeof buckets;

/** Different memories an identity reads in a day when nothing else was said. */
export const ROWS_PER_DAY = 1000;

export const fullBucket = (name: BucketName, at: number): Level => ({ level: buckets[name].size, at });

/** Takes from a bucket. Not enough leaves it as it is and says how long to wait. A clock that went back fills nothing. */
export function take(name: BucketName, before: Level, cost: number, now: number): { next: Level; waitMs: number } {
  const bucket = buckets[name];
  const level = Math.min(bucket.size, before.level + Math.max(0, now - before.at) * bucket.perMs);
  const at = Math.max(now, before.at);
  if (level >= cost) return { next: { level: level - cost, at }, waitMs: 0 };
  return { next: { level, at }, waitMs: Math.ceil((cost - level) / bucket.perMs) };
}
