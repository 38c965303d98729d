import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** What axe sees of colours, and so all that a theme changes for it. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Both themes on a phone and on a wide screen: axe finds nothing, and nothing scrolls sideways. */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      // Our pages have no frames, for which the other mode opens a second page every time.
      const axe = new AxeBuilder({ page }).setLegacyMode();
      const { violations, passes } = await (colorScheme === 'light'
        ? axe
        : axe.withRules(colourRules)
      ).analyze();
      expect.soft(passes.map(({ id }) => id)).toContain('color-contrast');
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
