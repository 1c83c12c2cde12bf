import type { InjectionMode, RecallTrace } from '../../contract/index.ts';

/** What the gate said of a message, as its injection mode (§8.4). Small talk and what names nothing to look for need little, a cause or a sweep needs more than a look-up. */
export function injectionMode({ decision }: Pick<RecallTrace['gate'], 'decision'>): InjectionMode {
  return decision === 'deep' ? 'deep' : decision === 'skip' || decision === 'ask' ? 'minimal' : 'standard';
}
