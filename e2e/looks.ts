import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Both themes on a phone and on a wide screen: axe finds nothing, and nothing scrolls sideways. */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      // Our pages have no frames, for which the other mode opens a second page every time.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect
        .soft(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`),
          `axe on ${page.url()}, ${colorScheme}, ${width} px`,
        )
        .toEqual([]);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect.soft(overflow, `sideways scroll on ${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
}
