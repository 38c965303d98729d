import type { Page } from '@playwright/test';
import type { Feedback } from '#contract/feedback.ts';
import { getProblem, setProblemVisibility, updateProblem } from '#contract/problems.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { type Account, expect, heading, signIn, signInApi, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { createProblem, freshId, programs, sumGroups } from './sample-problem.ts';

/** The pages of the daily work with something in them: in both themes, on a phone and on a wide screen. */
const id = freshId('looks');
let user: Account;

test.beforeAll(async ({ adminApi, createAccount }) => {
  await createProblem(adminApi, {
    id,
    title: 'A Title That Is Long Enough to Wrap on the Narrowest of Phones',
    manifest: sumGroups,
  });
  user = await createAccount();
  const person = await signInApi(user);
  for (const [code, verdict] of [
    [programs.uncompilable, 'Compilation Error'],
    [programs.wrong, 'Wrong Answer'],
  ] as const) {
    const submission = await sendSubmission(person, { problemId: id, code });
    expect((await waitForVerdict(person, submission)).overall_status).toBe(verdict);
  }
});

test.beforeEach(async ({ page }) => signIn(page, user));

const pages: { path: string; isReady: (page: Page) => Promise<void> }[] = [
  { path: '/problems', isReady: (page) => expect(page.getByText(id, { exact: true })).toBeVisible() },
  {
    path: `/problems/${id}`,
    isReady: (page) => expect(page.getByText('Add two numbers')).toBeVisible(),
  },
  {
    path: `/problems/${id}?tab=submit`,
    isReady: (page) => expect(page.getByRole('textbox', { name: 'Source code' })).toBeVisible(),
  },
  {
    path: `/problems/${id}?tab=submissions`,
    isReady: (page) => expect(page.getByRole('row')).toHaveCount(3),
  },
  { path: '/submissions?filter=mine', isReady: (page) => expect(page.getByRole('row')).toHaveCount(3) },
  {
    path: '/scoreboard',
    isReady: (page) => expect(page.getByRole('cell', { name: user.username })).toBeVisible(),
  },
];

for (const { path, isReady } of pages) {
  test(`everyone can use ${path.replace(id, '{id}')}`, async ({ page }) => {
    await page.goto(path);
    await isReady(page);
    await expectGoodLooks(page);
  });
}

test('everyone can use the viewer', async ({ page }) => {
  await page.goto('/submissions?filter=mine');
  for (const index of [0, 1]) {
    await page.getByRole('button', { name: 'View Code' }).nth(index).click();
    await expect(page.getByRole('dialog').getByLabel('Code', { exact: true })).toContainText('int main()');
    await expectGoodLooks(page);
    await page.keyboard.press('Escape');
  }
});

test('a contestant sees what each group earned, as far as the problem shows it', async ({
  page,
  adminApi,
}) => {
  await page.goto(`/problems/${id}`);
  const best = page.getByRole('region', { name: 'Groups' }).getByRole('listitem');
  await expect(best).toHaveText(['samplesno points', 'Group 130 / 30', 'Group 20 / 70']);
  await page.getByRole('tab', { name: 'My Submissions' }).click();
  await page.getByRole('button', { name: 'View Code' }).first().click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('img', { name: '[PPP-]' })).toBeVisible();
  await expect(viewer.getByRole('rowheader')).toHaveText([
    /samples.*Accepted/,
    /Group 1.*Accepted/,
    /Group 2.*Wrong Answer/,
  ]);
  await expect(viewer.getByRole('row', { name: 'Group 2' })).toContainText('0 / 70');
  // The third test is in two groups.
  await expect(viewer.getByRole('cell', { name: '3', exact: true })).toHaveCount(2);

  const { time_limit_ms, memory_limit_mb, title, author } = await adminApi.call(getProblem, {
    params: { problemId: id },
  });
  const tell = (feedback: Feedback) =>
    adminApi.call(updateProblem, {
      params: { id },
      body: { title, author, time_limit_ms, memory_limit_mb, feedback },
    });
  await tell('groups');
  await page.reload();
  await expect(viewer.getByRole('rowheader')).toHaveCount(3);
  await expect(viewer.getByText('1 of 2 groups has all its points.')).toBeVisible();
  await expect(viewer.getByRole('cell', { name: '3', exact: true })).toBeHidden();
  await expectGoodLooks(page);
  await tell('samples');
  await page.reload();
  await expect(viewer.getByText('It has been judged.')).toBeVisible();
  await expect(viewer.getByRole('rowheader')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Score: – / 100', { exact: true })).toBeVisible();
  await expectGoodLooks(page);
  await tell('full');
});

test.describe('the problem that is hidden or absent', () => {
  test.use({ expectedConsole: /status of (403|404)/ });

  test('everyone can use its page', async ({ page, adminApi }) => {
    const hidden = freshId('looks-hidden');
    await createProblem(adminApi, { id: hidden, withPdf: false, withTests: false });
    await adminApi.call(setProblemVisibility, { params: { id: hidden }, body: { isVisible: false } });
    await page.goto(`/problems/${hidden}`);
    await expect(heading(page, 'Problem is hidden by Admin')).toBeVisible();
    await expectGoodLooks(page);
    await page.goto('/problems/absent');
    await expect(heading(page, 'Problem absent not found.')).toBeVisible();
    await expectGoodLooks(page);
  });
});

test('staff can use the management of problems', async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/problems');
  await expect(page.getByRole('row').filter({ hasText: id })).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: `Edit ${id}` }).click();
  await page.getByText('Test cases in force').click();
  await expect(page.getByText('1 file is used beside the tests')).toBeVisible();
  await expect(page.getByText('2 entries were ignored')).toBeVisible();
  await expectGoodLooks(page);
});

test('staff can use what is hidden, without tests, or badly imported', async ({
  page,
  adminApi,
  createAccount,
}) => {
  test.setTimeout(180_000);
  const hidden = freshId('looks-kept-back');
  await createProblem(adminApi, { id: hidden, withPdf: false, withTests: false });
  await adminApi.call(setProblemVisibility, { params: { id: hidden }, body: { isVisible: false } });
  await signIn(page, await createAccount('staff'));
  await page.goto(`/problems/${hidden}`);
  await expect(page.getByText('Only staff see this problem here.')).toBeVisible();
  await expectGoodLooks(page);
  await page.route('**/import', (route) =>
    route.fulfill({
      json: {
        job_id: '0197f3a0-0000-7000-8000-000000000002',
        started_at: new Date().toISOString(),
        status: 'failed',
        message: 'some/very/deeply/nested/folder/with-a-long-name/2.in has no answer file.',
        progress: 0,
        total: 0,
        report: null,
      },
    }),
  );
  await page.goto('/admin/problems');
  await page.getByRole('button', { name: `Edit ${hidden}` }).click();
  await expect(page.getByText('The last import of test cases failed:')).toBeVisible();
  await expectGoodLooks(page);
});
