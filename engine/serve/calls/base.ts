import { implement } from '@orpc/server';
import { contract } from '../../../contract/index.ts';
import type { CallContext } from '../engine.ts';
import { typedErrors } from '../errors.ts';

/** Every call is implemented from here, so that all share the one error mapping. */
export const calls = implement(contract).$context<CallContext>().use(typedErrors);
