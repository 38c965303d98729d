import type { Route } from '@playwright/test';
import { expect, fillLogin, heading, signIn, test } from './journey.ts';

test.describe('signing in', () => {
  test('a user signs in, sees their name, and logs out', async ({ page, createAccount }) => {
    const account = await createAccount();
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(heading(page, 'Login')).toBeVisible();
    await fillLogin(page, account);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: `Account: ${account.username}` })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden();

    await page.goto('/contests');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await (await page.request.get('/api/me')).json()).toEqual({ isAuthenticated: false, user: null });
  });

  test('the session survives a reload', async ({ page, createAccount }) => {
    const account = await createAccount();
    await signIn(page, account);
    await page.goto('/login');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: `Account: ${account.username}` })).toBeVisible();
  });

  test('both fields are required', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Username is required.');
    await expect(page.getByLabel('Username')).toBeFocused();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Password is required.',
    );
    await page.getByLabel('Username').fill('someone');
    await expect(page.getByText('Username is required.')).toBeHidden();
  });

  test('the keyboard alone is enough', async ({ page, createAccount }) => {
    const account = await createAccount();
    await page.goto('/contests');
    await expect(heading(page, 'Contests')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();

    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
    for (const name of ['Minos', 'Problems', 'Submissions', 'Scoreboard', 'Contests']) {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('banner').getByRole('link', { name })).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Go to or do' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /Switch to .* theme/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect(heading(page, 'Login')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type(account.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(account.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('button', { name: `Account: ${account.username}` })).toBeVisible();
  });

  test('a guarded page is shown after signing in', async ({ page, createAccount }) => {
    const account = await createAccount('staff');
    await page.goto('/admin/contests?show=past#latest');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Please log in.')).toBeVisible();
    await fillLogin(page, account);
    await expect(page).toHaveURL('/admin/contests?show=past#latest');
    await expect(heading(page, 'Contest Management')).toBeVisible();
  });
});

test.describe('when the server says no', () => {
  test.use({ expectedConsole: /status of (401|403|429|503)|net::ERR_FAILED/ });

  test('a wrong password is told without saying which part was wrong', async ({ page, createAccount }) => {
    const { username, password } = await createAccount();
    await page.goto('/login');
    await fillLogin(page, { username, password: 'not the password' });
    await expect(page.getByRole('alert').getByText('Invalid username or password.')).toBeVisible();
    await fillLogin(page, { username: 'nobody-here', password });
    await expect(page.getByRole('alert').getByText('Invalid username or password.')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  test('a lost connection is told in words', async ({ page }) => {
    await page.goto('/login');
    await page.route('**/api/login', (route) => route.abort());
    await fillLogin(page, { username: 'someone', password: 'something' });
    await expect(page.getByRole('alert').getByText('Login failed.')).toBeVisible();
  });

  test('logout clears the user even if the call fails', async ({ page, createAccount }) => {
    await signIn(page, await createAccount());
    await page.goto('/problems');
    await page.route('**/api/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Account/ })).toBeHidden();
  });

  test('logout waits for no answer, and a login after it for its turn', async ({ page, createAccount }) => {
    const account = await createAccount();
    await signIn(page, account);
    await page.goto('/contests');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/logout', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await fillLogin(page, account);
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible();
    held.resolve();
    await expect(page.getByRole('button', { name: `Account: ${account.username}` })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: `Account: ${account.username}` })).toBeVisible();
  });

  test('a session that ended elsewhere leads to the login page', async ({ page, context, createAccount }) => {
    await signIn(page, await createAccount('admin'));
    await page.goto('/admin/settings');
    await expect(page.getByRole('switch', { name: 'Enable User Registration' })).toBeVisible();
    await context.clearCookies();
    // Whatever asks first finds out: the next screen, or this one, which asks for its figures now and then.
    await page.getByRole('link', { name: 'Users' }).or(page.getByText('Please log in.')).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Please log in.')).toBeVisible();
  });

  for (const { trouble, answer } of [
    { trouble: 'a restarting server', answer: (route: Route) => route.fulfill({ status: 503, body: '' }) },
    { trouble: 'a lost connection', answer: (route: Route) => route.abort() },
  ]) {
    test(`${trouble} does not pass for being signed out`, async ({ page, createAccount }) => {
      await signIn(page, await createAccount('admin'));
      let asked = 0;
      await page.route('**/api/me', (route) => {
        asked += 1;
        return answer(route);
      });
      await page.goto('/admin/users?from=bookmark');
      await expect(heading(page, 'Your session could not be checked')).toBeVisible();
      const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
      await expect(retry).toBeVisible();
      const askedBefore = asked;
      await retry.click();
      await expect.poll(() => asked).toBeGreaterThan(askedBefore);
      await expect(retry).toBeFocused();
      await page.unroute('**/api/me');
      await retry.click();
      await expect(heading(page, 'User Management')).toBeVisible();
      await expect(page).toHaveURL('/admin/users?from=bookmark');
    });
  }

  test('a user changes their password', async ({ page, createAccount }) => {
    const { username, password } = await createAccount();
    await signIn(page, { username, password });
    await page.goto('/');
    const account = page.getByRole('button', { name: `Account: ${username}` });
    await account.click();
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const submit = dialog.getByRole('button', { name: 'Change password' });
    await expect(dialog.getByLabel('Current password')).toBeFocused();

    await dialog.getByLabel('Current password').fill('a guess');
    await dialog.getByLabel('New password').fill('short');
    await submit.click();
    await expect(dialog.getByText('Password must be at least 6 characters long.')).toBeVisible();
    await dialog.getByLabel('New password').fill('a longer one');
    await submit.click();
    await expect(dialog.getByLabel('Current password')).toBeFocused();
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
      'The current password is not right.',
    );
    await dialog.getByLabel('Current password').fill(password);
    await submit.click();
    await expect(dialog.getByText('Your password has been changed.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(account).toBeFocused();

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await fillLogin(page, { username, password: 'a longer one' });
    await expect(account).toBeVisible();
  });
});
