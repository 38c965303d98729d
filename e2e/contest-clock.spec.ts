/** What contestants see of their time when staff change it, and of time that is their own to start. */
import type { Page } from '@playwright/test';
import { getMe } from '#contract/accounts.ts';
import { extendContest, pauseContest, resumeContest } from '#contract/contest-clock.ts';
import { setExtraMinutes } from '#contract/contest-participants.ts';
import { type Contest, getContest } from '#contract/contests.ts';
import { en } from '#contract/messages/en.ts';
import { fromNow } from '#harness/sample-contest.ts';
import { sendSubmission } from '#harness/sample-submission.ts';
import { expect, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import {
  answerContests,
  createContest,
  decidedContest,
  joinContest,
  openWithNews,
} from './sample-contest.ts';
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

    await openWithNews(page, `/contests/${contest.id}`);
    await expect(clockOf(page)).toHaveText(/^4:59:/);
    await adminApi.call(pauseContest, { params });
    const notice = page.getByText(/^Paused\. All clocks stand still/);
    await expect(notice).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('main').getByText('Paused', { exact: true })).toBeVisible();
    const announced = (text: string) => page.getByRole('region', { name: en.questions.news }).getByText(text);
    await expect(announced('The contest is paused. All clocks stand still, and nothing can')).toBeVisible();
    if (way === 'stream') await expectGoodLooks(page);
    await openWithNews(page, `/contests/${contest.id}/problems/${problemId}?tab=submit`);
    const submit = page.getByRole('button', { name: 'Submit', exact: true });
    await expect(submit).toBeDisabled();
    // Below the notice in the bar all of the form is in sight; on a phone the reason takes no width from the rest.
    await expect(submit).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 360, height: 740 });
    const size = await page.getByText('0.0 of 64 KB').boundingBox();
    expect(size?.height).toBeLessThan(30);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(page.getByText('The contest is paused: nothing is taken until it goes on.')).toBeVisible();

    await adminApi.call(resumeContest, { params });
    await expect(submit).toBeEnabled({ timeout: 20_000 });
    await expect(notice).toBeHidden();
    await expect(announced('The contest goes on. Your clock has not lost any time.')).toBeVisible();
    const { end_time } = await adminApi.call(getContest, { params });
    await adminApi.call(extendContest, { params, body: { minutes: 10, end_time } });
    await expect(announced('Everybody has 10 more minutes. The clock on your page has moved.')).toBeVisible({
      timeout: 20_000,
    });
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

test('in the last hour every page of a contest has the seconds in its bar', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const problemId = freshId('last-hour');
  await createProblem(adminApi, { id: problemId, withTests: false, withPdf: false });
  const contest = await createContest(adminApi, {
    startsInMs: -minute,
    endsInMs: 50 * minute,
    problemIds: [problemId],
  });
  await joinContest(await signIn(page, await createAccount()), contest);
  const clock = page.getByRole('banner').getByRole('timer');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [
      '',
      '/problems',
      `/problems/${problemId}`,
      '/submissions',
      '/scoreboard',
      '/questions',
    ]) {
      await page.goto(`/contests/${contest.id}${path}`);
      await expect(clock, `${path} at ${width}`).toHaveText(/^4[89]:\d\d remaining$/);
      await expect(clock, `${path} at ${width}`).toBeInViewport();
    }
  }
  const shown = await clock.textContent();
  await expect(clock).not.toHaveText(shown ?? '');
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

  for (const path of [`/problems/${problemId}`, '/submissions', '']) {
    await page.goto(`/contests/${contest.id}${path}`);
    await expect(page.getByText(/^You have 50 minutes from the moment at which you start/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  }
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

test('who has ended reads so while others go on, and who looks on reads that', async ({
  page,
  createAccount,
}) => {
  let contest: Contest = { ...decidedContest, end_time: fromNow(-minute), own_end: fromNow(-minute) };
  await signIn(page, await createAccount());
  await answerContests(page, () => [contest]);
  await page.goto(`/contests/${contest.id}/questions`);
  const notice = page.getByRole('status');
  const ownOver = 'Your time is over. Others still have some left; the results come when all have ended.';
  await expect(notice.getByText(ownOver)).toBeVisible();
  await expectGoodLooks(page);
  // The same with a window of one's own, long before the end of the contest.
  contest = {
    ...contest,
    window_minutes: 30,
    own_start: fromNow(-31 * minute),
    end_time: fromNow(60 * minute),
  };
  await page.reload();
  await expect(notice.getByText(ownOver)).toBeVisible();
  contest = { ...decidedContest, is_participant: false, end_time: fromNow(-minute) };
  await page.reload();
  await expect(notice.getByText(en.contestClock.othersLeft)).toBeVisible();
});

test('the overviews of staff and of everybody go by the contest’s clock', async ({ page, createAccount }) => {
  let contest: Contest = {
    ...decidedContest,
    end_time: fromNow(60 * minute),
    paused_at: fromNow(-10 * minute),
  };
  await signIn(page, await createAccount('staff'));
  await answerContests(page, () => [contest]);
  const main = page.getByRole('main');
  await page.goto('/admin');
  await expect(main.getByRole('timer')).toHaveText(/^1:(10:00|09:\d\d) remaining, paused$/);
  contest = { ...decidedContest, end_time: fromNow(-minute) };
  await page.reload();
  await expect(main.getByText(en.contestClock.othersLeft)).toBeVisible();
  // In the first seconds nobody knows whether some have extra minutes.
  contest = {
    ...decidedContest,
    get end_time() {
      return fromNow(-1_000);
    },
  };
  await page.reload();
  await expect(main.getByText(en.contests.finishingShort)).toBeVisible();
  contest = { ...contest, status: 'finishing', is_frozen: true };
  for (const path of ['/admin', '/']) {
    await page.goto(path);
    await expect(main.getByText(en.contestFormat.awaitingThaw)).toBeVisible();
    await expect(main.getByText(en.contests.finishingShort)).toHaveCount(0);
  }
});

test('nobody is asked to join a contest that goes on only for those with extra minutes', async ({
  page,
  createAccount,
}) => {
  const over = { ...decidedContest, is_participant: false, end_time: fromNow(-minute) };
  await signIn(page, await createAccount());
  await answerContests(page, () => [over]);
  await page.goto('/contests');
  const card = page.getByRole('listitem').filter({ hasText: over.title });
  await expect(card).toContainText('The contest is over, except for those who have extra minutes.');
  await expect(card.getByRole('button', { name: 'Join Contest' })).toBeHidden();
});
