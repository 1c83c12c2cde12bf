export type { CallContext, EngineOptions } from './engine.ts';
export { sharedInterceptors, typedError, typedErrors, watchUnexpected } from './errors.ts';
