import { intervals } from '#contract/limits.ts';
import { en } from '#contract/messages/en.ts';
import { expect, stopClock, test } from './journey.ts';

const { quotes, welcome } = en.home;

test('a click fades the welcome into a quote within 300 ms', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const text = page.getByRole('heading', { level: 1 }).getByRole('button');
  await expect(text).toHaveText(welcome);
  await expect(text).toHaveCSS('transition-duration', '0.3s');
  await stopClock(page);
  await text.click();
  await expect(text).toHaveCSS('opacity', '0');
  await page.clock.runFor(intervals.quoteFadeMs - 1);
  await expect(text).toHaveText(welcome);
  await page.clock.runFor(1);
  await expect(text).not.toHaveText(welcome);
  await expect(text).toHaveCSS('opacity', '1');
  expect(quotes).toContain(await text.textContent());
});

test('the keyboard works too, and each press brings another quote', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const text = page.getByRole('heading', { level: 1 }).getByRole('button');
  await text.focus();
  let before = welcome;
  for (const key of ['Enter', 'Space', 'Enter']) {
    await page.keyboard.press(key);
    await expect(text).not.toHaveText(before);
    before = (await text.textContent()) ?? '';
    expect(quotes).toContain(before);
  }
});
