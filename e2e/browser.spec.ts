import { expect, test } from './journey.ts';

/** Whoever takes another release of Playwright learns here what it switches off. */
test('the browser is without all that Playwright has it go without', async ({ page }) => {
  await page.goto('chrome://version');
  const command = (await page.locator('#command_line').textContent()) ?? '';
  const [ofPlaywright, ofJourneys] = [...command.matchAll(/--disable-features=(\S+)/g)].map(([, list = '']) =>
    list.split(','),
  );
  expect(ofPlaywright).toContain('PaintHolding');
  expect(ofJourneys).toEqual(expect.arrayContaining(ofPlaywright ?? []));
});
