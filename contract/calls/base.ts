import { oc } from '@orpc/contract';
import { callErrors } from '../errors.ts';

/** Every call starts here, so that each declares the whole error table. */
export const call = oc.errors(callErrors);
