import type { Locator, Page } from '@playwright/test';
import { intervals } from '#contract/limits.ts';
import { putRegistrationSetting } from '#contract/settings.ts';
import { expect, fillLogin, heading, signIn, test } from './journey.ts';

// One setting for the whole instance: these journeys take turns, and no other file depends on it.
test.describe.configure({ mode: 'serial' });

test.use({ expectedConsole: /status of (409|500|503)|net::ERR_FAILED/ });

/** Typed in another case by the others: names are one regardless of it. */
const newcomer = { username: `Newcomer-${Date.now()}`, password: 'open sesame' };

test('while registration is disabled nobody is invited to register', async ({ page, adminApi }) => {
  await adminApi.call(putRegistrationSetting, { body: { enabled: false } });
  await page.goto('/login');
  await expect(heading(page, 'Login')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Register/ })).toBeHidden();
  await page.goto('/register');
  await expect(heading(page, 'Registration Disabled')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeHidden();
});

test('an administrator enables it, and someone registers in another browser', async ({
  page,
  browser,
  createAccount,
}) => {
  await signIn(page, await createAccount('admin'));
  await page.goto('/admin');
  await page.getByRole('main').getByRole('link', { name: 'Registration Settings' }).click();
  await expect(heading(page, 'Registration Settings')).toBeVisible();
  const toggle = page.getByRole('switch', { name: 'Enable User Registration' });
  await expect(toggle).toBeVisible();
  const message = await expectSaid(page, 'Registration has been enabled.', () => toggle.click());
  await expect(toggle).toBeChecked();
  await page.clock.runFor(intervals.settingSavedMs - 500);
  await expect(message).toBeVisible();
  await page.clock.runFor(500);
  await expect(message).toBeHidden();

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto('/');
  await visitor.getByRole('link', { name: 'Register' }).click();
  const submit = visitor.getByRole('main').getByRole('button', { name: 'Register' });
  await visitor.getByLabel('Username').fill('ab');
  await visitor.getByLabel('Password', { exact: true }).fill('12345');
  await submit.click();
  await expect(visitor.getByText('Username must be at least 3 characters long.')).toBeVisible();
  await expect(visitor.getByText('Password must be at least 6 characters long.')).toBeVisible();
  await visitor.getByLabel('Username').fill(newcomer.username);
  await visitor.getByLabel('Password', { exact: true }).fill(newcomer.password);
  await submit.click();
  await expect(visitor).toHaveURL('/login');
  await expect(visitor.getByText('Registration successful! Please log in.')).toBeVisible();
  await fillLogin(visitor, { ...newcomer, username: newcomer.username.toLowerCase() });
  await expect(visitor.getByRole('button', { name: `Account: ${newcomer.username}` })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Admin Panel' })).toBeHidden();
  await context.close();
});

test('a name that is taken is refused, and a silent failure has words too', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Username').fill(newcomer.username.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password);
  const submit = page.getByRole('main').getByRole('button', { name: 'Register' });
  await submit.click();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/^This username is already taken\./);
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.route('**/api/register', (route) => route.abort());
  await submit.click();
  await expect(
    page.getByText('Registration failed. Username or email might already be in use.'),
  ).toBeVisible();
});

test('registration counts as disabled when the setting cannot be fetched', async ({ page }) => {
  await page.route('**/api/settings/registration', (route) => route.abort());
  await page.goto('/register');
  await expect(heading(page, 'Registration Disabled')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' })).toBeHidden();
});

test('the settings page tells what fails', async ({ page, createAccount }) => {
  await signIn(page, await createAccount('admin'));
  const setting = '**/api/admin/settings/registration';
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(setting, async (route) => {
    await held;
    await route.fulfill({ status: 500, body: 'no words' });
  });
  await page.goto('/admin/settings');
  await expect(page.getByText('Loading settings...')).toBeVisible();
  answer();
  await expect(page.getByRole('alert').getByText('Failed to fetch settings.')).toBeVisible();
  await page.unroute(setting);
  await page.getByRole('button', { name: 'Retry' }).click();
  const toggle = page.getByRole('switch', { name: 'Enable User Registration' });
  await expect(toggle).toBeChecked();
  await page.route(setting, (route) => route.abort());
  await toggle.click();
  await expect(page.getByRole('alert').getByText('Failed to update settings.')).toBeVisible();
  await expect(toggle).toBeChecked();
});

test('an administrator leaves staff out of the scoreboard, and takes them back', async ({
  page,
  createAccount,
}) => {
  const staff = await createAccount('staff');
  const rows = [staff.username, 'a-contestant'].map((username) => ({
    username,
    problems_solved: 1,
    total_score: 100,
  }));
  let isLeftOut = false;
  await page.route('**/api/scoreboard', (route) => route.fulfill({ json: isLeftOut ? rows.slice(1) : rows }));
  await signIn(page, await createAccount('admin'));
  await page.goto('/scoreboard');
  await expect(page.getByRole('cell', { name: staff.username })).toBeVisible();
  for (const [said, people] of [
    ['Staff and administrators are left out of the scoreboard.', 1],
    ['Staff and administrators are on the scoreboard.', 2],
  ] as const) {
    await page.goto('/admin/settings');
    isLeftOut = people === 1;
    const toggle = page.getByRole('switch', { name: 'Leave Out Staff and Administrators' });
    await expect(toggle).toBeVisible();
    await expectSaid(page, said, () => toggle.click());
    await page.clock.resume();
    await page.getByRole('link', { name: 'Exit' }).click();
    await page.getByRole('link', { name: 'Scoreboard' }).first().click();
    await expect(page.getByRole('row')).toHaveCount(1 + people);
  }
});

test('an administrator disables it by keyboard, and the link is gone at once', async ({
  page,
  createAccount,
}) => {
  await signIn(page, await createAccount('admin'));
  await page.goto('/admin/settings');
  const toggle = page.getByRole('switch', { name: 'Enable User Registration' });
  await toggle.focus();
  await expectSaid(page, 'Registration has been disabled.', () => page.keyboard.press('Space'));
  await page.clock.resume();
  await expect(toggle).not.toBeChecked();
  await expect(toggle).toBeFocused();
  await page.getByRole('link', { name: 'Exit' }).click();
  // Home has all that it asked for: the browser would complain of what is answered after the session's end.
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' })).toBeHidden();
});

/** It is said for three seconds, and a slow machine may look away for as long: time stands still while we look. */
async function expectSaid(page: Page, text: string, act: () => Promise<void>): Promise<Locator> {
  const message = page.getByRole('status').getByText(text);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await act();
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(message).toBeVisible({ timeout: 100 });
  }).toPass();
  return message;
}
