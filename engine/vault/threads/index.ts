export { ThreadPool, type PoolOptions } from './pool.ts';
export type { FromSearch, ReadCalls, ReadOnly, SearchStart, WriteCalls } from './protocol.ts';
export { writeUnderKey } from './rekey.ts';
export { keyCopy } from './key-copy.ts';
