import type { Page } from '@playwright/test';
import { getContest, listAdminContests } from '#contract/contests.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { writeZip } from '#harness/zip.ts';
import { expect, heading, signIn, test } from './journey.ts';
import { save, startProblem } from './problem-editor.ts';
import { createContest, freshTitle, joinContest } from './sample-contest.ts';
import { createProblem, freshId, makePdf, pdfFile, programs, zipFile } from './sample-problem.ts';

test.use({
  expectedConsole: /net::ERR_(INTERNET_DISCONNECTED|FAILED)|dynamically imported module|PageNotLoaded|failed/,
});

const offlineTexts = (page: Page) => page.getByText(/^You are offline\./);

/** What the page waits for, as against the bar above every page. */
const goesOn = 'You are offline. This goes on by itself when the connection is back.';

const tryAgain = 'You are offline. Try again when the connection is back.';

/** The network goes while this is asked for. */
async function loseNetworkAt(page: Page, address: string | RegExp): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
}

async function expectMended(page: Page): Promise<void> {
  await expect(offlineTexts(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
}

test('a page says that there is no network, and mends itself when it is back', async ({ page, context }) => {
  await page.goto('/');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contests' });
  const fetched = page.waitForResponse((response) => response.url().includes('/assets/contests-page-'));
  await link.hover();
  await fetched;
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await link.click();
  await expect(page.getByRole('main').getByText(goesOn)).toBeVisible();
  await context.setOffline(false);
  await expectMended(page);
});

test('so does one whose script has not come', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.locator('#root > [inert]')).toHaveCount(0);
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contests' }).click();
  await expect(heading(page, 'This page did not load')).toBeVisible();
  await expect(page.getByRole('main').getByText(goesOn)).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, 'Contests')).toBeVisible();
  await expectMended(page);
});

test('so does a contest', async ({ page, context, adminApi, createAccount }) => {
  const contest = await createContest(adminApi, { startsInMs: -60_000 });
  const { id, title } = contest;
  await joinContest(await signIn(page, await createAccount()), contest);
  await page.goto('/contests');
  const link = page.getByRole('link', { name: title, exact: true });
  const fetched = page.waitForResponse((response) => response.url().includes('/assets/contest-page-'));
  await link.hover();
  await fetched;
  await loseNetworkAt(page, new RegExp(`/api/contests/${id}$`));
  await link.click();
  await expect(page.getByRole('main').getByText(goesOn)).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, title)).toBeVisible();
  await expectMended(page);
});

test('a ceremony says so too, and needs no more than its two scoreboards', async ({
  page,
  context,
  adminApi,
  createAccount,
}) => {
  const { id } = await createContest(adminApi, { startsInMs: -60_000 });
  await signIn(page, await createAccount('staff'));
  await page.route(`**/api/admin/contests/${id}/day`, (route) => route.abort('failed'));
  await page.goto(`/contests/${id}/reveal`);
  await expect(heading(page, 'Nothing is kept back')).toBeVisible();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await context.setOffline(true);
    await expect(offlineTexts(page)).toBeInViewport();
    await context.setOffline(false);
    await expect(offlineTexts(page)).toHaveCount(0);
  }
});

test('so does a statement', async ({ page, context, adminApi }) => {
  const id = freshId('offline');
  await createProblem(adminApi, { id, withTests: false });
  await loseNetworkAt(page, new RegExp(`/api/problems/${id}/pdf`));
  await page.goto(`/problems/${id}`);
  await expect(page.getByRole('main').getByText(goesOn)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Add two numbers')).toBeVisible();
  await expectMended(page);
});

test('what cannot be sent is no failure until the network is back, then says that it was not sent, and can be', async ({
  page,
  context,
  adminApi,
  createAccount,
}) => {
  const id = freshId('offline');
  await createProblem(adminApi, { id, withPdf: false, withTests: false });
  await signIn(page, await createAccount());
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/problems/${id}?tab=submit`);
  await page.getByRole('textbox', { name: 'Source code' }).fill(programs.right);
  await context.setOffline(true);
  await expect(offlineTexts(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Submit/ }).click();
  await expect(page.getByRole('main').getByText(tryAgain)).toBeVisible();
  await expect(page.locator('[data-tone="error"]')).toHaveCount(0);
  await context.setOffline(false);
  await expect(offlineTexts(page)).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await page.getByRole('button', { name: /^Submit/ }).click();
  await expect(page).toHaveURL('/submissions');
});

test('a program whose answer was lost is submitted once, however often it is sent', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const id = freshId('answer');
  await createProblem(adminApi, { id, withPdf: false, withTests: false });
  const client = await signIn(page, await createAccount());
  await page.goto(`/problems/${id}?tab=submit`);
  await page.getByRole('textbox', { name: 'Source code' }).fill(programs.right);
  await loseNextAnswer(page, '**/api/submit');
  const send = page.getByRole('button', { name: /^Submit/ });
  await send.click();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await send.click();
  await expect(page).toHaveURL('/submissions');
  const submitted = await client.call(listSubmissions, { query: { filter: 'mine', limit: 10 } });
  expect(submitted).toHaveLength(1);
});

test('files that cannot be sent say why', async ({ page, context, createAccount }) => {
  const id = freshId('offline');
  await signIn(page, await createAccount('staff'));
  await startProblem(page, id);
  await page.getByLabel('Statement (PDF)').setInputFiles(pdfFile(await makePdf(['Sent'])));
  await loseNetworkAt(page, /\/upload/);
  await save(page);
  await expect(page.getByRole('dialog').getByText(tryAgain)).toBeVisible();
  await context.setOffline(false);
  await expect(offlineTexts(page)).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to save problem.' })).toBeVisible();
});

test('a package that could not be sent is, as soon as the network is back', async ({
  page,
  context,
  createAccount,
}) => {
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/problems');
  await page.getByRole('button', { name: 'Import problems' }).click();
  await loseNetworkAt(page, /\/api\/admin\/packages/);
  const archive = await writeZip([{ name: 'notes.txt', content: 'No tests' }]);
  await page.getByRole('dialog').getByLabel('Package (ZIP)').setInputFiles(zipFile(archive));
  await expect(page.getByRole('dialog').getByText(goesOn)).toBeVisible();
  const sent = page.waitForResponse(/\/api\/admin\/packages/);
  await context.setOffline(false);
  expect((await sent).ok()).toBe(true);
  await expect(offlineTexts(page)).toHaveCount(0);
});

test('who could not join, or delete users, reads that it failed once the network is back', async ({
  page,
  context,
  adminApi,
  createAccount,
}) => {
  const { id } = await createContest(adminApi);
  const doomed = [await createAccount(), await createAccount()];
  await signIn(page, await createAccount('admin'));
  await page.goto(`/contests/${id}`);
  await page.getByRole('button', { name: 'Join Contest' }).focus();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Join Contest' }).press('Enter');
  const popup = page.getByRole('alertdialog');
  await expect(popup.getByText(tryAgain)).toBeVisible();
  await context.setOffline(false);
  await expect(popup.getByText('Failed to join contest')).toBeVisible();

  await page.goto('/admin/users');
  for (const { username } of doomed) {
    await page.getByLabel('Filter by username').fill(username);
    await page.getByRole('checkbox', { name: `Select ${username}`, exact: true }).check();
  }
  await page.getByRole('button', { name: 'Delete 2 users' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await context.setOffline(true);
  await question.getByRole('button', { name: 'Delete 2 users' }).click();
  await expect(question.getByText(tryAgain)).toBeVisible();
  await context.setOffline(false);
  await expect(offlineTexts(page)).toHaveCount(0);
  await expect(question.locator('[data-tone="error"]')).toBeVisible();
});

test('a change of a contest whose answer was lost is changed again from the same form', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const { id, title, description } = await createContest(adminApi);
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: `Edit of ${title}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Contest' });
  await form.getByLabel('Description').fill('Written by mistake');
  await form.getByLabel('End Time *').fill('2098-01-01T10:00');
  await loseNextAnswer(page, `**/api/admin/contests/${id}`);
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'Failed to save contest' })).toBeVisible();
  await form.getByLabel('Description').fill(description);
  await form.getByLabel('End Time *').fill('2099-01-01T10:00');
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(form).toBeHidden();
  const saved = await adminApi.call(getContest, { params: { id } });
  expect(saved).toMatchObject({ description, end_time: '2099-01-01T03:00:00.000Z' });
});

test('a new contest whose answer was lost is made once, however often the form is sent', async ({
  page,
  adminApi,
  createAccount,
}) => {
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: /^Create (New|First) Contest$/ }).click();
  const form = page.getByRole('dialog', { name: 'Create New Contest' });
  const title = freshTitle('Lost');
  await form.getByLabel('Contest Title *').fill(title);
  await loseNextAnswer(page, '**/api/admin/contests');
  const create = form.getByRole('button', { name: 'Create Contest' });
  await create.click();
  await expect(form.getByRole('alert').filter({ hasText: 'Failed to save contest' })).toBeVisible();
  await create.click();
  await expect(form).toBeHidden();
  const listed = await adminApi.call(listAdminContests);
  expect(listed.filter((contest) => contest.title === title)).toHaveLength(1);
});

/** The server does what it is asked; its answer is lost on the way back, once. */
async function loseNextAnswer(page: Page, call: string): Promise<void> {
  await page.route(
    call,
    async (route) => {
      await route.fetch();
      await route.abort('failed');
    },
    { times: 1 },
  );
}
