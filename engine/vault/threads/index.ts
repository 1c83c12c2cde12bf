export { ThreadPool, type PoolOptions } from './pool.ts';
export type { ReadCalls, ReadOnly, WriteCalls } from './protocol.ts';
export { writeUnderKey } from './rekey.ts';
