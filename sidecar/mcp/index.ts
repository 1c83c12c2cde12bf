export { serveMemory } from './serve.ts';
export type { BridgeOptions } from './bridge.ts';
