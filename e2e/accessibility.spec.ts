import { languageIds } from '#contract/programs.ts';
import { administrator } from '#harness/instance.ts';
import { expect, heading, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';

test.describe.configure({ mode: 'parallel' });

const openPages = [
  '/',
  '/problems',
  '/problems/sum',
  '/scoreboard',
  '/submissions',
  '/login',
  '/register',
  '/contests',
  '/contests/2147483647',
  '/contests/no-id/problems',
];

test.describe('visitors', () => {
  // Some of these ask to log in first, one is about a problem that is not there.
  test.use({ expectedConsole: /status of (401|404)/ });
  for (const path of openPages) {
    test(`can use ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectGoodLooks(page);
    });
  }
});

const adminPages = ['users', 'problems', 'contests', 'settings', 'questions'].map((name) => `/admin/${name}`);

for (const path of ['/', '/admin', ...adminPages]) {
  test(`administrators can use ${path}`, async ({ page }) => {
    await signIn(page, administrator);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/') await expect(page.getByRole('region', { name: 'Progress' })).toContainText('solved');
    if (path === '/admin/users') await expect(page.getByRole('table')).toBeVisible();
    if (path === '/admin/settings')
      await expect(page.getByRole('switch')).toHaveCount(2 + languageIds.length);
    await expectGoodLooks(page);
  });
}

test('the pages that refuse are as usable', async ({ page, createAccount }) => {
  await signIn(page, await createAccount());
  await page.goto('/admin');
  await expect(heading(page, 'Not allowed')).toBeVisible();
  await expectGoodLooks(page);
});

test('the account menu and its dialog are as usable', async ({ page }) => {
  await signIn(page, administrator);
  await page.goto('/');
  await page.getByRole('button', { name: 'Account: admin' }).click();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectGoodLooks(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('pro');
  await expect(page.getByRole('option', { name: 'Problem Management' })).toBeVisible();
  await expectGoodLooks(page);
});

test('the dialogs about a user are as usable', async ({ page, createAccount }) => {
  const { username } = await createAccount('staff');
  await signIn(page, administrator);
  await page.goto('/admin/users');
  await page.getByLabel('Filter by username').fill(username);
  await page.getByRole('button', { name: `Delete ${username}` }).click();
  await expectGoodLooks(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Edit ${username}` }).click();
  await page.getByRole('dialog').getByLabel('Username').fill('x');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Username must be at least 3 characters long.')).toBeVisible();
  await expectGoodLooks(page);
});

test('the outcome of a batch is as usable', async ({ page }) => {
  await signIn(page, administrator);
  await page.goto('/admin/users');
  const batch = page.getByRole('region', { name: 'Batch User Creation' });
  await batch.getByLabel('Prefix').fill('look-');
  await batch.getByLabel('Count').fill('12');
  await batch.getByRole('button', { name: 'Create Users' }).click();
  await expect(batch.getByRole('button', { name: 'Download CSV' })).toBeVisible();
  await expectGoodLooks(page);
});

test.describe('what went wrong', () => {
  test.use({ expectedConsole: /status of (401|404)|net::ERR_FAILED|dynamically imported|failed/ });

  test('the not-found page, the failed login and the page that did not load are as usable', async ({
    page,
  }) => {
    await page.goto('/no-such-page');
    await expect(heading(page, 'Page not found')).toBeVisible();
    await expectGoodLooks(page);
    await page.goto('/login');
    await page.getByLabel('Username').fill('nobody');
    await page.getByLabel('Password', { exact: true }).fill('nothing');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert').getByText('Invalid username or password.')).toBeVisible();
    await expectGoodLooks(page);
    await page.route('**/assets/login-page-*.js', (route) => route.abort());
    await page.reload();
    await expect(heading(page, 'This page did not load')).toBeVisible();
    await expectGoodLooks(page);
  });
});
