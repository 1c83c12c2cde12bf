import { client } from './engine.ts';
import { setGate } from './gate.ts';
import { blankAllTabs } from './tabs.ts';

/**
 * Blanks every tab first and locks then, so that a slow host shows nothing meanwhile.
 * @throws when the host did not lock; the page stays blank.
 */
export async function lockVault(): Promise<void> {
  blankAllTabs();
  const status = await client.vault.lock();
  setGate(status.state);
}
