export { beginThreads, endThreads, ThreadPool, type PoolOptions, type Threads } from './pool.ts';
export type { FromSearch, ReadCalls, ReadOnly, SearchStart, WriteCalls } from './protocol.ts';
export { writeUnderKey } from './rekey.ts';
export { keyCopy } from './key-copy.ts';
