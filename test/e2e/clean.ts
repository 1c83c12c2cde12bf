import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * The rules of WCAG 2.2 AA and good practice, in light and in dark. What floats above the page (a menu, a
 * dialog) has its own role instead of a landmark, so the rule about landmarks is left out there.
 */
export async function assertClean(page: Page, name: string, floating = false): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
    await page.waitForTimeout(60);
    const { violations } = await new AxeBuilder({ page: page as never }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).disableRules(floating ? ['region'] : []).analyze();
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${name}, ${colorScheme}: ${id}: ${nodes.slice(0, 4).map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`),
      [],
    );
  }
}
