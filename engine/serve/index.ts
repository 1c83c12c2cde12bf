export type { CallContext, EngineOptions } from './engine.ts';
