import { intervals } from '#contract/limits.ts';
import { expect, heading, stopClock, test } from './journey.ts';

const loginScript = '**/assets/login-page-*.js';

test.describe('the script of a page', () => {
  test.use({ expectedConsole: /net::ERR_FAILED|dynamically imported module|PageNotLoaded|failed/ });

  test('that fails shows an error, and Retry really tries again', async ({ page }) => {
    await page.route(loginScript, (route) => route.abort());
    await page.goto('/contests');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(heading(page, 'This page did not load')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(heading(page, 'This page did not load')).toBeVisible();
    await page.unroute(loginScript);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(heading(page, 'Login')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  test('that does not arrive within 120 s shows the same error', async ({ page }) => {
    await page.goto('/contests');
    await expect(heading(page, 'Contests')).toBeVisible();
    await page.route(loginScript, () => {});
    await stopClock(page);
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByText('Loading page…')).toBeAttached();
    await page.clock.runFor(intervals.pageScriptTimeoutMs - 1_000);
    await expect(page.getByText('Loading page…')).toBeAttached();
    await page.clock.runFor(1_000);
    await expect(heading(page, 'This page did not load')).toBeVisible();
    await page.unroute(loginScript);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(heading(page, 'Login')).toBeVisible();
  });
});

test('a page is loaded when it is opened, not before', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts.filter((path) => /(login|register|users|settings)-page/.test(path))).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(heading(page, 'Login')).toBeVisible();
  expect(scripts.filter((path) => /login-page/.test(path))).toHaveLength(1);
});
