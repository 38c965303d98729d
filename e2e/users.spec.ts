import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { administrator } from './instance.ts';
import { expect, fillLogin, heading, signIn, test } from './journey.ts';

function row(page: Page, username: string) {
  return page.getByRole('row').filter({ has: page.getByText(username, { exact: true }) });
}

test.beforeEach(async ({ page }) => {
  await signIn(page, administrator);
  await page.goto('/admin/users');
  await expect(heading(page, 'User Management')).toBeVisible();
});

test('an administrator creates, edits and deletes a user', async ({ page, browser }) => {
  await page.getByRole('button', { name: 'Create New User' }).click();
  const creation = page.getByRole('dialog', { name: 'Create New User' });
  await creation.getByLabel('Username').fill('xy');
  await creation.getByRole('button', { name: 'Create User' }).click();
  await expect(creation.getByText('Username must be at least 3 characters long.')).toBeVisible();
  await expect(creation.getByText('Password must be at least 6 characters long.')).toBeVisible();
  await expect(creation.getByLabel('Role').getByRole('option')).toHaveText(['User', 'Staff']);
  await creation.getByLabel('Username').fill('grace');
  await creation.getByLabel('Password', { exact: true }).fill('first password');
  await creation.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByRole('status').getByText('User "grace" has been created.')).toBeVisible();
  await expect(row(page, 'grace').getByRole('cell')).toContainText(['grace', 'User', 'EditDelete']);

  await row(page, 'grace').getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit User' });
  await expect(edit.getByLabel('Username')).toHaveValue('grace');
  await expect(edit.getByLabel('Role').getByRole('option')).toHaveText(['User', 'Staff', 'Admin']);
  await edit.getByLabel('Username').fill('grace.h');
  await edit.getByLabel('Role').selectOption('Staff');
  await edit.getByLabel('New password').fill('second password');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(row(page, 'grace.h')).toContainText('Staff');

  const context = await browser.newContext();
  const grace = await context.newPage();
  await grace.goto('/login');
  await fillLogin(grace, { username: 'grace.h', password: 'second password' });
  await expect(grace.getByRole('link', { name: 'Staff Panel' })).toBeVisible();
  await context.close();

  const deletion = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await row(page, 'grace.h').getByRole('button', { name: 'Delete' }).click();
  await expect(deletion).toContainText(
    'Are you sure you want to delete user "grace.h"? All related submissions will also be deleted.',
  );
  await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(deletion).toBeHidden();
  await expect(row(page, 'grace.h').getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await deletion.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('status').getByText('User "grace.h" has been deleted.')).toBeVisible();
  await expect(row(page, 'grace.h')).toBeHidden();
});

test('a slip beside a dialog does not discard what was typed', async ({ page }) => {
  const open = page.getByRole('button', { name: 'Create New User' });
  const creation = page.getByRole('dialog', { name: 'Create New User' });
  await open.click();
  await page.mouse.click(5, 5);
  await expect(creation).toBeHidden();
  await open.click();
  await page.keyboard.press('Escape');
  await expect(creation).toBeHidden();

  await open.click();
  await creation.getByLabel('Username').fill('half a name');
  await page.mouse.click(5, 5);
  await expect(creation.getByText('This stays open so that nothing you typed is lost.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(creation.getByLabel('Username')).toHaveValue('half a name');
  await creation.getByRole('button', { name: 'Close' }).click();
  await expect(creation).toBeHidden();
  await open.click();
  await expect(creation.getByLabel('Username')).toHaveValue('');
});

test('one’s own row and the protected account have no actions', async ({ page, browser, createAccount }) => {
  await expect(row(page, administrator.username)).toContainText('protected');
  await expect(row(page, administrator.username).getByRole('button')).toHaveCount(0);

  const other = await createAccount('admin');
  const context = await browser.newContext();
  const otherPage = await context.newPage();
  await signIn(otherPage, other);
  await otherPage.goto('/admin/users');
  await otherPage.getByLabel('Filter by username').fill(other.username);
  await expect(row(otherPage, other.username)).toContainText('you');
  await expect(row(otherPage, other.username).getByRole('button')).toHaveCount(0);
  await otherPage.getByLabel('Filter by username').fill(administrator.username);
  await expect(row(otherPage, administrator.username)).toBeVisible();
  await expect(row(otherPage, administrator.username).getByRole('button')).toHaveCount(0);
  await context.close();
});

test('thirty accounts come with a CSV of their passwords', async ({ page, browser }) => {
  const batch = page.getByRole('region', { name: 'Batch User Creation' });
  const submit = batch.getByRole('button', { name: 'Create Users' });
  await submit.click();
  await expect(batch.getByText('Prefix is required.')).toBeVisible();
  for (const count of ['', '0', '101', '1.5', 'many']) {
    await batch.getByLabel('Count').fill(count);
    await submit.click();
    await expect(batch.getByText('Please enter a number between 1 and 100.')).toBeVisible();
  }
  await batch.getByLabel('Prefix').fill('room-');
  await batch.getByLabel('Count').fill('30');
  await submit.click();
  await expect(batch.getByRole('status').getByText('30 users have been created.')).toBeVisible();
  const created = batch.getByRole('region', { name: 'Created users' }).getByRole('row');
  await expect(created).toHaveCount(31);

  const downloading = page.waitForEvent('download');
  await batch.getByRole('button', { name: 'Download CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('users-room-.csv');
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe('username,password');
  expect(lines).toHaveLength(30);
  const accounts = lines.map((line) => {
    const [username = '', password = ''] = line.split(',');
    return { username, password };
  });
  expect(new Set(accounts.map(({ username }) => username)).size).toBe(30);
  expect(accounts.every(({ username }) => username.startsWith('room-'))).toBe(true);

  const last = accounts.at(-1);
  if (!last) throw new Error('the CSV is empty');
  await page.getByLabel('Filter by username').fill(last.username);
  await expect(row(page, last.username).first()).toBeVisible();
  const context = await browser.newContext();
  const student = await context.newPage();
  await student.goto('/login');
  await fillLogin(student, last);
  await expect(student.getByRole('button', { name: `Account: ${last.username}` })).toBeVisible();
  await context.close();
});

test.describe('passwords that are told only once', () => {
  test.use({ expectedConsole: /status of 500/ });

  test('stay through another batch, failed or not, and are not left behind by a slip', async ({ page }) => {
    const batch = page.getByRole('region', { name: 'Batch User Creation' });
    const created = batch.getByRole('region', { name: 'Created users' }).getByRole('row');
    const create = async (prefix: string, count: string) => {
      await batch.getByLabel('Prefix').fill(prefix);
      await batch.getByLabel('Count').fill(count);
      await batch.getByRole('button', { name: 'Create Users' }).click();
    };
    await create('once-', '2');
    await expect(created).toHaveCount(3);
    const firstRow = (await created.nth(1).textContent()) ?? '';

    await page.route('**/api/admin/users/batch', (route) => route.fulfill({ status: 500, body: '' }));
    await create('fails-', '2');
    await expect(batch.getByRole('alert').getByText('Failed to create users.')).toBeVisible();
    await expect(created).toHaveCount(3);
    await page.unroute('**/api/admin/users/batch');
    await create('twice-', '3');
    await expect(batch.getByRole('status').getByText('5 users have been created.')).toBeVisible();
    await expect(created).toHaveCount(6);
    await expect(created.nth(1)).toHaveText(firstRow);

    const warning = page.getByRole('dialog', { name: 'Leave without the passwords?' });
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(warning.getByRole('button', { name: 'Stay on this page' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(warning).toBeHidden();
    await expect(page).toHaveURL('/admin/users');
    const asked = page.waitForEvent('dialog');
    const reload = page.evaluate('location.reload()');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await reload;
    await expect(created).toHaveCount(6);

    const downloading = page.waitForEvent('download');
    await batch.getByRole('button', { name: 'Download CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('users.csv');
    expect((await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(6);
    await batch.getByRole('button', { name: 'Clear list' }).click();
    await expect(created).toHaveCount(0);
    await expect(batch.getByLabel('Prefix')).toBeFocused();

    await create('thrice-', '1');
    await expect(created).toHaveCount(2);
    await page.getByRole('link', { name: 'Settings' }).click();
    await warning.getByRole('button', { name: 'Leave anyway' }).click();
    await expect(page).toHaveURL('/admin/settings');
  });
});

test.describe('with thousands of users', () => {
  test('the table stays quick and the filter finds one', async ({ page }) => {
    const users = Array.from({ length: 5000 }, (_, index) => ({
      id: 100_000 + index,
      username: `contestant-${String(index).padStart(4, '0')}`,
      role: 'user',
      is_protected: false,
    }));
    await page.route('**/api/admin/users', (route) => route.fulfill({ json: users }));
    await page.reload();
    await expect(page.getByText('5000 users')).toBeVisible();
    const rows = page.getByRole('region', { name: 'User Management' }).getByRole('row');
    await expect(rows).toHaveCount(101);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(rows).toHaveCount(201);
    await page.getByLabel('Filter by username').fill('CONTESTANT-4321');
    await expect(rows).toHaveCount(2);
    await expect(page.getByText('1 of 5000 users')).toBeVisible();
    await page.getByLabel('Filter by username').fill('nobody');
    await expect(page.getByText('No user matches this filter.')).toBeVisible();
  });
});

test.describe('when the server says no', () => {
  test.use({ expectedConsole: /status of (404|409|500)|net::ERR_FAILED/ });

  test('each failure has its words', async ({ page, createAccount }) => {
    const { username } = await createAccount();
    await page.route('**/api/admin/users', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await expect(page.getByRole('alert').getByText('Failed to fetch users.')).toBeVisible();
    await page.unroute('**/api/admin/users');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('Filter by username').fill(username);

    await page.getByRole('button', { name: 'Create New User' }).click();
    const creation = page.getByRole('dialog', { name: 'Create New User' });
    await creation.getByLabel('Username').fill(username.toUpperCase());
    await creation.getByLabel('Password', { exact: true }).fill('whatever');
    await creation.getByRole('button', { name: 'Create User' }).click();
    await expect(creation.getByRole('alert').getByText('This username is already taken.')).toBeVisible();
    await page.route('**/api/admin/users', (route) => route.abort());
    await creation.getByRole('button', { name: 'Create User' }).click();
    await expect(creation.getByRole('alert').getByText('Failed to create user.')).toBeVisible();
    await creation.getByRole('button', { name: 'Close' }).click();
    await page.unroute('**/api/admin/users');

    await page.route('**/api/admin/users/*', (route) => route.abort());
    await row(page, username).getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit User' });
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit.getByRole('alert').getByText('Failed to save user details.')).toBeVisible();
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await row(page, username).getByRole('button', { name: 'Delete' }).click();
    const deletion = page.getByRole('dialog', { name: 'Confirm Deletion' });
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await expect(deletion.getByRole('alert').getByText('Failed to delete user.')).toBeVisible();
    await deletion.getByRole('button', { name: 'Cancel' }).click();

    const batch = page.getByRole('region', { name: 'Batch User Creation' });
    await batch.getByLabel('Prefix').fill('lost-');
    await batch.getByLabel('Count').fill('3');
    await batch.getByRole('button', { name: 'Create Users' }).click();
    await expect(batch.getByRole('alert').getByText('Failed to create users.')).toBeVisible();
  });
});
