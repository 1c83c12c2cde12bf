import { understand } from '../cortex/index.ts';

/** How much memory a message calls for: none, the usual, or as much as there is (§8.4). */
export type InjectionMode = 'minimal' | 'standard' | 'deep';

/** Small talk needs no memory, a question about causes or everything needs more than a look-up. @param at milliseconds UTC */
export function injectionMode(message: string, at: number, context: readonly string[]): InjectionMode {
  const { gate } = understand(message, at, { context: [...context] });
  return gate.decision === 'skip' ? 'minimal' : gate.decision === 'deep' ? 'deep' : 'standard';
}
