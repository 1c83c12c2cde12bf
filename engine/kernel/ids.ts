import { monotonicFactory } from 'ulid';

/**
 * A source of public ids that sort by creation, also within one millisecond.
 * @param now milliseconds since 1970 UTC
 */
export type NewId = <Id extends string>(now: number) => Id;

export function createIds(): NewId {
  const next = monotonicFactory();
  return <Id extends string>(now: number) => next(now) as Id;
}
