export { ThreadPool, type PoolOptions } from './pool.ts';
export type { ReadCalls, WriteCalls } from './protocol.ts';
