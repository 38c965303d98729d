import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

async function expectTheme(page: Page, theme: 'light' | 'dark') {
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  await expect(page.locator('body')).toHaveCSS(
    'background-color',
    theme === 'dark' ? 'rgb(18, 20, 26)' : 'rgb(250, 249, 247)',
  );
}

const storedTheme = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));

test('the system decides until one chooses, and its changes are followed', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expectTheme(page, 'dark');
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light' });
  await expectTheme(page, 'light');
  await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  expect(await storedTheme(page)).toBeNull();
});

test('a choice is remembered under the key theme and outranks the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expectTheme(page, 'dark');
  expect(await storedTheme(page)).toBe('dark');
  await page.reload();
  await expectTheme(page, 'dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await page.goto('/contests/999999');
  await expectTheme(page, 'light');
  expect(await storedTheme(page)).toBe('light');
});

test('a choice in one tab reaches the others', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await other.goto('/');
  await other.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expectTheme(page, 'dark');
});

test.describe('before the app runs', () => {
  for (const { system, stored, shown } of [
    { system: 'dark', stored: null, shown: 'dark' },
    { system: 'light', stored: null, shown: 'light' },
    { system: 'light', stored: 'dark', shown: 'dark' },
    { system: 'dark', stored: 'light', shown: 'light' },
  ] as const) {
    test(`system ${system} and choice ${stored}: the first paint is ${shown}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: system });
      if (stored) {
        await page.addInitScript((theme) => localStorage.setItem('theme', theme), stored);
      }
      // While the scripts of the app are on their way, what is seen is what was painted first.
      await page.route('**/assets/*.js', () => {});
      await page.goto('/', { waitUntil: 'commit' });
      await expectTheme(page, shown);
      await expect(page.locator('#root > :not([inert])')).toHaveCount(0);
    });
  }
});
