import { createRouterClient } from '@orpc/server';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import { identify } from './access.ts';
import type { EngineOptions } from './engine.ts';
import { Host } from './host.ts';
import { makeRouter, type EngineRouter } from './router.ts';

export type { CallContext, EngineOptions } from './engine.ts';
export { isRequestFrame } from './frames.ts';
export { sharedInterceptors, typedError, typedErrors, watchUnexpected } from './errors.ts';
export { createTally, untilAnswered, type Tally } from './tally.ts';
export { hardenProcess } from '../../native/process/index.ts';
export type { EngineRouter } from './router.ts';

export type EngineClient = ContractRouterClient<Contract>;

/** One vault folder and everything that can be asked of it. */
export interface Engine {
  readonly router: EngineRouter;
  /** The same calls in this process, as a given caller. */
  client(caller: Caller): EngineClient;
  /** Whom a token belongs to, or null. Throws VAULT_LOCKED while nobody can tell. */
  identify(token: string): Promise<Caller | null>;
  /** Whether the vault is open at this moment. */
  isOpen(): boolean;
  /** Resolves when what loads in the background after unlock is there. */
  settled(): Promise<void>;
  /** Locks and ends. */
  close(): Promise<void>;
}

/** Makes the engine of a folder. Nothing is created or opened before a call asks for it. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const host = new Host(options);
  const router = makeRouter(host);
  return {
    router,
    client: (caller) => createRouterClient(router, { context: { caller } }) as EngineClient,
    identify: async (token) => identify(host, token),
    isOpen: () => host.isOpen,
    settled: () => host.open().settled(),
    close: () => host.close(),
  };
}
