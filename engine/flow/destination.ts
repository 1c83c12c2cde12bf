import type { Settings, Tier } from '../../contract/index.ts';

/**
 * Whether a memory may be sent to a model (§10.5): one above cleartext goes to a model on this machine, or to a
 * cloud one only when the person allowed that. A confidential one goes nowhere.
 */
export const maySend = (tier: Tier, local: boolean, settings: Pick<Settings, 'privacy.sensitiveToCloud'>): boolean =>
  tier === 'cleartext' || (tier === 'sensitive' && (local || settings['privacy.sensitiveToCloud']));
