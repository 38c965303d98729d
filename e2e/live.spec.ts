/** What the stream of events adds to polling. Where it must be the stream that was heard, the page's polls are stopped. */
import type { Page, Request } from '@playwright/test';
import { intervals } from '#contract/limits.ts';
import { type FullSubmission, rejudgeSubmission, type Submission } from '#contract/submissions.ts';
import type { Client } from '#harness/client.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { decidedSubmission } from './decided-submission.ts';
import { expect, signIn, signInApi, test } from './journey.ts';
import { createContest, joinContest } from './sample-contest.ts';
import { createProblem, freshId, programs, sourceFile } from './sample-problem.ts';

const streamCall = /\/api\/events(\?|$)/;
const submissionCalls = /\/api\/submissions/;

/** Where the real judge would be too quick. */
const running: Submission = { ...decidedSubmission, overall_status: 'Running', score: null, tests_done: 7 };
const judged: Submission = { ...running, overall_status: 'Accepted', score: 100, tests_done: 20 };

/** The streams that the page has open, and how many it has ever asked for. */
function watchStreams(page: Page) {
  const open = new Set<Request>();
  const streams = { open, asked: 0 };
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') return;
    streams.asked += 1;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return streams;
}

async function stopPolling(page: Page): Promise<void> {
  await page.addInitScript(`
    const begin = window.setInterval;
    window.setInterval = (run, ms, ...rest) =>
      ms === ${intervals.submissionsRefreshMs} ? 0 : begin.call(window, run, ms, ...rest);
  `);
}

/** The real answers, but until `end` is called none has a verdict. */
async function withholdVerdicts(page: Page) {
  let isWithheld = true;
  const withhold = (submission: Submission) =>
    isWithheld ? { ...submission, overall_status: 'Running', score: null } : submission;
  const pretence = {
    answers: 0,
    end: () => {
      isWithheld = false;
    },
  };
  await page.route(submissionCalls, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({
      response,
      json: Array.isArray(answer) ? answer.map(withhold) : withhold(answer),
    });
    pretence.answers += 1;
  });
  return pretence;
}

/** A submission of the page's own person that has its verdict. */
async function makeJudged(person: Client, problemId: string, contestId?: number): Promise<number> {
  const id = await sendSubmission(person, { problemId, contestId, code: programs.right });
  await waitForVerdict(person, id, contestId);
  return id;
}

test('what one submits is followed to its verdict', async ({ page, adminApi, createAccount }) => {
  const id = freshId('live');
  await createProblem(adminApi, { id, withPdf: false });
  await signIn(page, await createAccount());
  await stopPolling(page);
  await page.goto(`/problems/${id}?tab=submit`);
  await page.getByLabel('Choose file').setInputFiles(sourceFile(programs.slow));
  await expect(page.getByText('solution.cpp is in the editor.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/submissions/);
  await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Time Limit Exceeded', {
    timeout: 60_000,
  });
});

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`what one has just submitted is lit, its cells fill, and the first 100 is a delight, motion: ${motion}`, async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const problemId = freshId('lit');
    await createProblem(adminApi, { id: problemId, withPdf: false });
    const person = await signIn(page, await createAccount());
    await page.emulateMedia({ reducedMotion: motion });
    let done = 1;
    const total = 4;
    const hold = (submission: FullSubmission) =>
      done === total
        ? submission
        : {
            ...submission,
            overall_status: 'Running',
            score: null,
            tests_done: done,
            tests_total: total,
            ...(submission.results && { results: submission.results.slice(0, done) }),
          };
    await page.route(submissionCalls, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: Array.isArray(answer) ? answer.map(hold) : hold(answer) });
    });
    const lit = page.locator('tr[data-lit]');
    const toCome = page.locator('[class*="toCome"]');
    const submitOnce = async () => {
      await page.goto(`/problems/${problemId}?tab=submit`);
      await page.getByLabel('Choose file').setInputFiles(sourceFile(programs.right));
      const sent = page.waitForResponse('**/api/submit');
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await expect(lit).toHaveCount(1);
      await expect(lit).toContainText(problemId);
      return (await (await sent).json()).id as number;
    };

    await waitForVerdict(person, await submitOnce());
    await expect(lit).toContainText('Running');
    await expect(toCome).toHaveCount(3);
    done = 3;
    await expect(toCome).toHaveCount(1);
    done = total;
    await expect(toCome).toHaveCount(0);
    await expect(lit).toContainText('Accepted');
    await expect(page.getByText('Full marks!')).toBeVisible();
    const run = page.locator('[data-celebrated] > span').nth(1);
    if (motion === 'reduce') await expect(run).toHaveCSS('animation-name', 'none');
    else await expect(run).not.toHaveCSS('animation-name', 'none');
    const stamp = page.getByText('Full marks!').locator('path');
    if (motion === 'reduce') await expect(stamp).toHaveCSS('animation-name', 'none');
    else await expect(stamp).not.toHaveCSS('animation-name', 'none');

    await page.goto('/problems');
    await page.goto('/submissions');
    await expect(page.getByRole('row').filter({ hasText: problemId })).toHaveCount(1);
    await expect(lit).toHaveCount(0);

    await submitOnce();
    await expect(lit).toContainText('Accepted', { timeout: 60_000 });
    await expect(page.getByText('Full marks!')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
  });
}

for (const place of ['the list and the code viewer', 'a contest’s list'] as const) {
  test(`${place} show a verdict when it is stored, over one stream that is open as long as needed`, async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const problemId = freshId('live');
    await createProblem(adminApi, { id: problemId, withTests: false, withPdf: false });
    const person = await signIn(page, await createAccount());
    const contest = place.startsWith('a contest')
      ? await createContest(adminApi, { startsInMs: -60_000, problemIds: [problemId] })
      : null;
    if (contest) await joinContest(person, contest);
    const submission = await makeJudged(person, problemId, contest?.id);

    const streams = watchStreams(page);
    const pretence = await withholdVerdicts(page);
    await stopPolling(page);
    const isOpened = page.waitForResponse(streamCall);
    await page.goto(
      contest ? `/contests/${contest.id}/submissions` : `/submissions?filter=mine&view=${submission}`,
    );
    expect((await isOpened).status()).toBe(200);
    // Asked at the page's beginning, and again when the stream was there.
    await expect.poll(() => pretence.answers).toBeGreaterThanOrEqual(contest ? 2 : 4);
    const shown = [page.getByRole('row').filter({ hasText: problemId })];
    if (!contest) shown.push(page.getByRole('dialog', { name: `Submission #${submission}` }));
    for (const part of shown) await expect(part).toContainText('Running');
    await expect.poll(() => streams.open.size).toBe(1);

    pretence.end();
    await adminApi.call(rejudgeSubmission, { params: { id: submission } });
    for (const part of shown) await expect(part).toContainText('Skipped', { timeout: 60_000 });
    // A contest may have something to tell at any time.
    await expect.poll(() => streams.open.size).toBe(contest ? 1 : 0);
    await page.unrouteAll({ behavior: 'wait' });
  });
}

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`rows of an open scoreboard change places by the stream alone, motion: ${motion}`, async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const problemId = freshId('board');
    await createProblem(adminApi, { id: problemId, withPdf: false });
    const contest = await createContest(adminApi, { startsInMs: -60_000, problemIds: [problemId] });
    const [ada, ben] = [await createAccount(), await createAccount()];
    const [adaApi, benApi] = [await signInApi(ada), await signInApi(ben)];
    for (const api of [adaApi, benApi]) await joinContest(api, contest);
    const send = async (api: Client, code: string) =>
      waitForVerdict(api, await sendSubmission(api, { problemId, code, contestId: contest.id }), contest.id);
    await send(adaApi, programs.wrong);

    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(`
      window.travels = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...args) {
        if (this.matches('tr[data-user]')) window.travels += 1;
        return animate.apply(this, args);
      };
    `);
    await signIn(page, ada);
    const streamOpened = page.waitForResponse(/\/api\/events\?.*board/);
    await page.goto(`/contests/${contest.id}/scoreboard`);
    const rows = page.locator('tr[data-user]');
    await expect(rows).toHaveText([new RegExp(ada.username)]);
    await streamOpened;
    // Asked when it was opened, and by no poll from here on.
    let asked = 0;
    await page.route(`**/api/contests/${contest.id}/scoreboard`, (route) => {
      asked += 1;
      return route.continue();
    });
    await send(benApi, programs.right);
    await expect(rows).toHaveText([new RegExp(ben.username), new RegExp(ada.username)], { timeout: 20_000 });
    expect(asked).toBe(0);
    const travels = await page.evaluate<number>('window.travels');
    if (motion === 'reduce') expect(travels).toBe(0);
    else expect(travels).toBeGreaterThan(0);
  });
}

test('staff who look at what others see of a frozen contest see new tries there by the stream', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const problemId = freshId('cold');
  await createProblem(adminApi, { id: problemId, withPdf: false });
  const contest = await createContest(adminApi, {
    startsInMs: -60_000,
    problemIds: [problemId],
    settings: { format: 'icpc', freeze_minutes: 600 },
  });
  const ada = await createAccount();
  const adaApi = await signInApi(ada);
  await joinContest(adaApi, contest);
  const send = () => sendSubmission(adaApi, { problemId, code: programs.wrong, contestId: contest.id });
  await send();
  await signIn(page, await createAccount('staff'));
  const streamOpened = page.waitForResponse(/\/api\/events\?.*board/);
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await streamOpened;
  await page.getByRole('button', { name: 'As others see it' }).click();
  const row = page.locator('tr[data-user]').filter({ hasText: ada.username });
  await expect(row).toContainText('?1');
  await send();
  // Before the next poll.
  await expect(row).toContainText('?2', { timeout: 20_000 });
});

test('a tab that nobody looks at has no stream', async ({ page, createAccount }) => {
  const { username, password } = await createAccount();
  await signIn(page, { username, password });
  const streams = watchStreams(page);
  await page.route(submissionCalls, (route) => route.fulfill({ json: [{ ...running, username }] }));
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    `);
  await page.goto('/submissions');
  await expect.poll(() => streams.open.size).toBe(1);
  await turn('hidden');
  await expect.poll(() => streams.open.size).toBe(0);
  await turn('visible');
  await expect.poll(() => streams.open.size).toBe(1);
});

test.describe('polling', () => {
  test.use({ expectedConsole: /status of 503/ });

  test('is enough for what others submit, and where nothing is being judged', async ({
    page,
    createAccount,
  }) => {
    const { username, password } = await createAccount();
    await signIn(page, { username, password });
    const streams = watchStreams(page);
    let list: readonly Submission[] = [{ ...judged, username }, running];
    await page.route(submissionCalls, (route) => route.fulfill({ json: list }));
    await page.clock.install();
    await page.goto('/submissions');
    await expect(page.getByText('Running 7/20')).toBeVisible();
    list = [{ ...judged, username }, judged];
    await page.clock.runFor(intervals.submissionsRefreshMs);
    await expect(page.getByText('Running 7/20')).toBeHidden();
    expect(streams.asked).toBe(0);
  });

  test('goes on where the stream is refused, which is tried again later', async ({ page, createAccount }) => {
    const { username, password } = await createAccount();
    await signIn(page, { username, password });
    let refused = 0;
    await page.route(streamCall, (route) => {
      refused += 1;
      return route.fulfill({ status: 503 });
    });
    let done = 7;
    await page.route(submissionCalls, (route) =>
      route.fulfill({ json: [{ ...running, username, tests_done: done }] }),
    );
    await page.clock.install();
    await page.goto('/submissions');
    await expect(page.getByText('Running 7/20')).toBeVisible();
    await expect.poll(() => refused).toBe(1);
    done = 8;
    await page.clock.runFor(intervals.submissionsRefreshMs);
    await expect(page.getByText('Running 8/20')).toBeVisible();
    expect(refused).toBe(1);
    await expect(async () => {
      await page.clock.runFor(intervals.submissionsRefreshMs);
      expect(refused).toBeGreaterThan(1);
    }).toPass();
  });
});
