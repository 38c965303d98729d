import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './journey.ts';

/** Both themes on a phone and on a wide screen: axe finds nothing, and nothing scrolls sideways. */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${page.url()}, ${colorScheme}, ${width} px`;
      expect.soft(await findViolations(page), `axe on ${where}`).toEqual([]);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect.soft(overflow, `sideways scroll on ${where}`).toBeLessThanOrEqual(0);
    }
  }
}

/** Its half a megabyte of script goes into a page once, and what passes is not described, which takes longest. */
async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  return page.evaluate(`
    axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(' ')))`);
}
