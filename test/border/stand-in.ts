import { implement } from '@orpc/server';
import { contract, EngramError } from '../../contract/index.ts';
import { typedErrors, type CallContext } from '../../engine/serve/index.ts';
import type { ContractRouter } from '../../sidecar/http/index.ts';

type Handler = (options: { input: unknown; context: CallContext }) => unknown;

/**
 * A router of the whole contract without an engine, for tests of a transport. Calls that are not
 * given end with NOT_FOUND; `called` hears of every one that got past validation.
 */
export function standInRouter(given: Record<string, Handler> = {}, called: (path: string) => void = () => {}): ContractRouter {
  const build = (node: unknown, implementer: unknown, path: string): unknown => {
    if (typeof node === 'object' && node !== null && '~orpc' in node) {
      const procedure = implementer as { handler(handler: Handler): unknown };
      return procedure.handler((options) => {
        called(path);
        const handler = given[path];
        if (handler === undefined) throw new EngramError('NOT_FOUND');
        return handler(options);
      });
    }
    const children = Object.keys(node as object).map((key) => [
      key,
      build((node as Record<string, unknown>)[key], (implementer as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
    ]);
    return Object.fromEntries(children);
  };
  const base = implement(contract).$context<CallContext>().use(typedErrors);
  return build(contract, base, '') as ContractRouter;
}
