/** What contestants see of their time when staff change it, and of time that is their own to start. */
import type { Page } from '@playwright/test';
import { getMe } from '#contract/accounts.ts';
import { pauseContest, resumeContest } from '#contract/contest-clock.ts';
import { setExtraMinutes } from '#contract/contest-participants.ts';
import { sendSubmission } from '#harness/sample-submission.ts';
import { expect, heading, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { createContest, joinContest } from './sample-contest.ts';
import { createProblem, freshId, programs } from './sample-problem.ts';

const minute = 60_000;

// A problem before its time, and the stream where it is blocked.
test.use({ expectedConsole: /status of 403|net::ERR_FAILED/ });

const clockOf = (page: Page) => page.getByRole('main').getByRole('timer');

for (const way of ['stream', 'polling'] as const) {
  test(`a pause stops the clock on open pages and the submit form, until it is over, by ${way}`, async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const problemId = freshId('pause');
    await createProblem(adminApi, { id: problemId, withTests: false, withPdf: false });
    const contest = await createContest(adminApi, { startsInMs: -minute, problemIds: [problemId] });
    const params = { id: contest.id };
    const person = await signIn(page, await createAccount());
    await joinContest(person, contest);
    if (way === 'polling') await page.route(/\/api\/events(\?|$)/, (route) => route.abort());

    await page.goto(`/contests/${contest.id}`);
    await expect(clockOf(page)).toHaveText(/^4:59:/);
    await adminApi.call(pauseContest, { params });
    const notice = page.getByText(/^Paused\. All clocks stand still/);
    await expect(notice).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('main').getByText('Paused', { exact: true })).toBeVisible();
    if (way === 'stream') await expectGoodLooks(page);
    await page.goto(`/contests/${contest.id}/problems/${problemId}?tab=submit`);
    const submit = page.getByRole('button', { name: 'Submit', exact: true });
    await expect(submit).toBeDisabled();
    await expect(page.getByText('The contest is paused: nothing is taken until it goes on.')).toBeVisible();

    await adminApi.call(resumeContest, { params });
    await expect(submit).toBeEnabled({ timeout: 20_000 });
    await expect(notice).toBeHidden();
  });
}

test('extra minutes of one move the clock on their open page', async ({ page, adminApi, createAccount }) => {
  const contest = await createContest(adminApi, { startsInMs: -minute, endsInMs: 30 * minute });
  const person = await signIn(page, await createAccount());
  await joinContest(person, contest);
  await page.goto(`/contests/${contest.id}`);
  await expect(clockOf(page)).toHaveText(/^2\d:\d\d$/);
  const { user } = await person.call(getMe);
  await adminApi.call(setExtraMinutes, {
    params: { id: contest.id },
    body: { userIds: [user?.id ?? 0], minutes: 90 },
  });
  await expect(clockOf(page)).toHaveText(/^1:5\d:\d\d$/);
  await expect(page.getByText('You have 90 extra minutes.')).toBeVisible();
  await expectGoodLooks(page);
});

test('who has a window of their own starts it when they like, and the board tells how far they are', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const problemId = freshId('window');
  await createProblem(adminApi, { id: problemId, withTests: false, withPdf: false });
  const contest = await createContest(adminApi, {
    startsInMs: -minute,
    problemIds: [problemId],
    settings: { window_minutes: 50 },
  });
  const person = await signIn(page, await createAccount());
  await joinContest(person, contest);

  await page.goto(`/contests/${contest.id}/problems/${problemId}`);
  await expect(heading(page, 'Your time has not started yet')).toBeVisible();
  await page.getByRole('link', { name: 'To the contest page' }).click();
  await expect(page.getByText(/^You have 50 minutes from the moment at which you start/)).toBeVisible();
  const problem = page.getByText(problemId, { exact: true });
  await expect(problem).toBeHidden();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Start now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start your time?' });
  await expect(dialog).toContainText('Your 50 minutes begin at once');
  await dialog.getByRole('button', { name: 'Start my time' }).click();
  await expect(clockOf(page)).toHaveText(/^(50:00|49:\d\d)$/);
  await expect(problem).toBeVisible();

  await sendSubmission(person, { problemId, contestId: contest.id, code: programs.right });
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expect(page.locator('tr[data-own]')).toContainText('0 of 50 min');
  await expectGoodLooks(page);
});
