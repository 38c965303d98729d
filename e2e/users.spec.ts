import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { administrator } from '#harness/instance.ts';
import { expect, fillLogin, heading, signIn, test } from './journey.ts';
import { wakeUntil } from './sample-contest.ts';

// The last of all files: a lane that has nothing left to do takes its share.
test.describe.configure({ mode: 'parallel' });

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
  await expect(row(page, administrator.username).getByRole('checkbox')).toHaveCount(0);

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

  // Before all others, in their order.
  const rows = page.getByRole('region', { name: 'User Management' }).getByRole('row');
  for (const index of [1, 2]) {
    await expect(rows.nth(index)).toContainText(`${accounts[index - 1]?.username}new`);
  }
  // On paper there is nothing but the slips.
  await page.evaluate('window.print = () => {}');
  await batch.getByRole('button', { name: 'Print slips' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(heading(page, 'User Management')).toBeHidden();
  const slip = page
    .locator('section')
    .filter({ hasText: accounts[4]?.username ?? '' })
    .filter({ visible: true });
  await expect(slip).toContainText(`${new URL(page.url()).origin}`);
  await expect(slip).toContainText(accounts[4]?.password ?? '');
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate("window.dispatchEvent(new Event('afterprint'))");

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

test('several users are deleted after a question with their names', async ({ page, createAccount }) => {
  const names = [(await createAccount()).username, (await createAccount()).username];
  await page.reload();
  for (const name of names) {
    await page.getByLabel('Filter by username').fill(name);
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  }
  await expect(page.getByText('2 users selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete 2 users' }).click();
  const deletion = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(deletion.getByRole('listitem')).toHaveText(names);
  await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await deletion.getByRole('button', { name: 'Delete 2 users' }).click();
  await expect(page.getByRole('status').getByText('2 users have been deleted.')).toBeVisible();
  await expect(page.getByText('2 users selected')).toBeHidden();
  await expect(page.getByText('No user matches this filter.')).toBeVisible();
});

test.describe('passwords that are told only once', () => {
  test.use({ expectedConsole: /status of (401|409|500)/ });

  const batchPanel = (page: Page) => page.getByRole('region', { name: 'Batch User Creation' });
  const createdRows = (page: Page, prefix: string) =>
    batchPanel(page)
      .getByRole('region', { name: `Created users ${prefix}` })
      .getByRole('row');

  const createButton = (page: Page) => batchPanel(page).getByRole('button', { name: 'Create Users' });

  async function fillBatch(page: Page, prefix: string, count: string) {
    await batchPanel(page).getByLabel('Prefix').fill(prefix);
    await batchPanel(page).getByLabel('Count').fill(count);
  }

  async function createBatch(page: Page, prefix: string, count: string) {
    await fillBatch(page, prefix, count);
    await createButton(page).click();
  }

  async function downloadBatch(page: Page, prefix: string) {
    const downloading = page.waitForEvent('download');
    await batchPanel(page)
      .getByRole('button', { name: `Download CSV of ${prefix}` })
      .click();
    const download = await downloading;
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    return { name: download.suggestedFilename(), lines };
  }

  test('stay through another batch, failed or not, and each batch has a file of its own', async ({
    page,
  }) => {
    const batch = batchPanel(page);
    const [once, twice] = [createdRows(page, 'once-'), createdRows(page, 'twice-')];
    await createBatch(page, 'once-', '2');
    await expect(once).toHaveCount(3);
    const firstRow = (await once.nth(1).textContent()) ?? '';

    await page.route('**/api/admin/users/batch', (route) => route.fulfill({ status: 500, body: '' }));
    await createBatch(page, 'fails-', '2');
    await expect(batch.getByRole('alert').getByText('Failed to create users.')).toBeVisible();
    const usedUp = 'The numbers behind this prefix are used up. Please choose another prefix.';
    await page.route('**/api/admin/users/batch', (route) =>
      route.fulfill({ status: 409, json: { code: 'prefix_used_up', message: usedUp } }),
    );
    await batch.getByRole('button', { name: 'Create Users' }).click();
    await expect(batch.getByLabel('Prefix')).toHaveAccessibleDescription(usedUp);
    await expect(batch.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    await expect(once).toHaveCount(3);
    await page.unroute('**/api/admin/users/batch');
    await createBatch(page, 'twice-', '3');
    await expect(batch.getByRole('status').getByText('3 users have been created.')).toBeVisible();
    await expect(twice).toHaveCount(4);
    await expect(once).toHaveCount(3);
    await expect(once.nth(1)).toHaveText(firstRow);

    const { name, lines } = await downloadBatch(page, 'twice-');
    expect(name).toBe('users-twice-.csv');
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain('once-');
    await batch.getByRole('button', { name: 'Clear list of twice-' }).click();
    await expect(twice).toHaveCount(0);
    await expect(batch.getByLabel('Prefix')).toBeFocused();
    await expect(once).toHaveCount(3);
  });

  test('outlive a look at another page and the end of the session, for who created them alone', async ({
    page,
    context,
    createAccount,
  }) => {
    const creator = await createAccount('admin');
    await signIn(page, creator);
    await page.reload();
    await createBatch(page, 'kept-', '2');
    const kept = createdRows(page, 'kept-');
    await expect(kept).toHaveCount(3);
    const firstRow = (await kept.nth(1).textContent()) ?? '';
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(heading(page, 'Registration Settings')).toBeVisible();

    // Elsewhere too: the tab has them, not the page.
    const asked = page.waitForEvent('dialog');
    const reload = page.evaluate('location.reload()');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await reload;

    // Back there first: whichever page finds out that the session has ended is the one that is shown after the login.
    await page.getByRole('link', { name: 'Users' }).click();
    await expect(kept).toHaveCount(3);
    await context.clearCookies();
    await wakeUntil(page, () => expect(page).toHaveURL('/login', { timeout: 500 }));
    await fillLogin(page, await createAccount('admin'));
    await expect(heading(page, 'User Management')).toBeVisible();
    await expect(batchPanel(page).getByLabel('Prefix')).toBeVisible();
    await expect(kept).toHaveCount(0);

    await fillBatch(page, 'refused-', '2');
    await context.clearCookies();
    // The page may find out by itself before it is asked for anything.
    await createButton(page).or(page.getByText('Please log in.')).click();
    await expect(page).toHaveURL('/login');
    await fillLogin(page, creator);
    await expect(kept.nth(1)).toHaveText(firstRow);
    expect((await downloadBatch(page, 'kept-')).lines).toHaveLength(3);
    // Nothing is asked any more.
    await page.reload();
    await expect(kept).toHaveCount(0);
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
    await expect(creation.getByLabel('Username')).toHaveAccessibleDescription(
      'This username is already taken.',
    );
    await expect(creation.getByLabel('Username')).toBeFocused();
    await page.route('**/api/admin/users', (route) => route.abort());
    await creation.getByRole('button', { name: 'Create User' }).click();
    await expect(creation.getByRole('alert').getByText('Failed to create user.')).toBeVisible();
    await creation.getByRole('button', { name: 'Close' }).click();
    await page.unroute('**/api/admin/users');

    const { username: other } = await createAccount();
    await row(page, username).getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit User' });
    await edit.getByLabel('Username').fill(other);
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit.getByLabel('Username')).toHaveAccessibleDescription('This username is already taken.');
    await page.route('**/api/admin/users/*', (route) => route.abort());
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
