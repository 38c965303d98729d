import { intervals } from '#contract/limits.ts';
import { en } from '#contract/messages/en.ts';
import { fromNow } from '#harness/sample-contest.ts';
import { sendSubmission } from '#harness/sample-submission.ts';
import { expect, openWithoutAnswers, signIn, stopClock, test } from './journey.ts';
import { answerContests, createContest, decidedContest, joinContest } from './sample-contest.ts';
import { createProblem, freshId } from './sample-problem.ts';

const { quotes, welcome } = en.home;

test('a click fades the welcome into a quote within 300 ms', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const text = page.getByRole('heading', { level: 1 }).getByRole('button');
  await expect(text).toHaveText(welcome);
  await expect(text).toHaveCSS('transition-duration', '0.3s');
  await stopClock(page);
  await text.click();
  await expect(text).toHaveCSS('opacity', '0');
  await page.clock.runFor(intervals.quoteFadeMs - 1);
  await expect(text).toHaveText(welcome);
  await page.clock.runFor(1);
  await expect(text).not.toHaveText(welcome);
  await expect(text).toHaveCSS('opacity', '1');
  expect(quotes).toContain(await text.textContent());
});

test('the keyboard works too, and each press brings another quote', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const text = page.getByRole('heading', { level: 1 }).getByRole('button');
  await text.focus();
  let before = welcome;
  for (const key of ['Enter', 'Space', 'Enter']) {
    await page.keyboard.press(key);
    await expect(text).not.toHaveText(before);
    before = (await text.textContent()) ?? '';
    expect(quotes).toContain(before);
  }
});

test('somebody signed in finds what is on, where they were and what came of it', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const id = freshId('left-off');
  await createProblem(adminApi, { id, withPdf: false, withTests: false });
  const person = await signIn(page, await createAccount());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(welcome);
  const panel = (name: string) => page.getByRole('region', { name });
  await expect(panel('Progress')).toContainText(/0 of \d+ solved/);
  await expect(panel('Latest verdicts')).toContainText('No verdicts yet.');
  await expect(panel('On now and next')).toBeVisible();
  await expect(panel('A problem to start with').getByRole('link', { name: 'Start' })).toBeVisible();

  await sendSubmission(person, { problemId: id, code: 'int main() {}' });
  await page.reload();
  const verdict = panel('Latest verdicts').getByRole('listitem');
  await expect(verdict).toHaveCount(1);
  const original = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 800 });
  const [title, time] = [
    await verdict.getByRole('link').boundingBox(),
    await verdict.locator('time').boundingBox(),
  ];
  expect(time?.y, 'on a phone the title has the row').toBeGreaterThan(title?.y ?? Number.NaN);
  if (original) await page.setViewportSize(original);
  await panel('Where you left off').getByRole('link', { name: 'Go on' }).click();
  await expect(page).toHaveURL(`/problems/${id}`);
});

test.describe('what was submitted in a contest', () => {
  test.use({ expectedConsole: /status of 500/ });

  test('is there while it runs, or could not be read', async ({ page, adminApi, createAccount }) => {
    const id = freshId('in-contest');
    await createProblem(adminApi, { id, title: 'Of a contest', withPdf: false, withTests: false });
    const contest = await createContest(adminApi, { startsInMs: -60_000, problemIds: [id] });
    const person = await signIn(page, await createAccount());
    await joinContest(person, contest);
    await sendSubmission(person, { problemId: id, contestId: contest.id, code: 'int main() {}' });
    const verdicts = page.getByRole('region', { name: 'Latest verdicts' });
    const ofContest = /\/api\/submissions\?.*contestId=/;
    await openWithoutAnswers(page);
    await page.route(ofContest, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/');
    await expect(verdicts.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expect(verdicts).not.toContainText('No verdicts yet.');
    await page.unroute(ofContest);
    await verdicts.getByRole('button', { name: 'Retry' }).click();
    await verdicts.getByRole('link', { name: 'Of a contest' }).click();
    await expect(page).toHaveURL(new RegExp(`/contests/${contest.id}/submissions\\?filter=mine&view=`));
    await expect(page.getByRole('dialog', { name: /^Submission #/ })).toBeVisible();
  });
});

test('what is on has its clock; the labyrinth is for visitors', async ({ page, createAccount }) => {
  const labyrinth = page.getByRole('main').locator('svg[viewBox="9 9 302 311"]');
  await page.goto('/');
  await expect(labyrinth).toBeVisible();
  await signIn(page, await createAccount());
  await answerContests(page, () => [
    { ...decidedContest, end_time: fromNow(25 * 60_000), own_end: fromNow(25 * 60_000) },
  ]);
  await page.goto('/');
  const onNow = page.getByRole('region', { name: 'On now and next' });
  await expect(onNow.getByRole('link', { name: decidedContest.title })).toBeVisible();
  await expect(onNow.getByRole('timer')).toHaveText(/^2[45]:\d\d remaining$/);
  await expect(labyrinth).toHaveCount(0);
});
