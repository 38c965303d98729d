import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Nothing scrolls sideways from a phone to a large screen; axe finds nothing on a phone and a wide screen in both themes. */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const width of [360, 768, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'), {
        message: `sideways scroll on ${page.url()}, ${width} px`,
      })
      .toBeLessThanOrEqual(0);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${page.url()}, ${colorScheme}, ${width} px`;
      expect.soft(await findViolations(page, ofColours), `colours on ${where}`).toEqual([]);
      // A theme is colours and nothing else: whatever else is wrong is wrong in each.
      if (colorScheme === 'light')
        expect.soft(await findViolations(page, ofAllElse), `axe on ${where}`).toEqual([]);
    }
  }
}

const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * What is behind a text axe finds out point by point. In a long table the first rows and the last stand for those between
 * them, which would take minutes.
 */
const ofColours = [
  { exclude: ['tbody > tr:nth-child(n + 25):nth-last-child(n + 11)'] },
  { runOnly: { type: 'rule', values: colourRules }, resultTypes: ['violations'] },
];

const ofAllElse = [
  { include: ['html'] },
  {
    rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  },
];

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Half a megabyte of script goes into a page once; what passes is not described, which takes longest. */
async function findViolations(page: Page, [where, options]: readonly unknown[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  return page.evaluate(`
    axe.run(${JSON.stringify(where)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(' ')))`);
}
