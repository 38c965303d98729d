/** Scoreboards and reports on paper. */
import type { Page } from '@playwright/test';
import { getMe } from '#contract/accounts.ts';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { expect, heading, signIn, signInApi, test } from './journey.ts';
import { answerContests, createContest, decidedContest, joinContest } from './sample-contest.ts';
import { createProblem, freshId, programs } from './sample-problem.ts';

/** An upright A4 sheet with a centimetre of margin, in CSS pixels. */
const sheetWidth = (190 / 25.4) * 96;
/** Browsers shrink what is wider until it fits; by more than this nobody could read it. */
const shrunkMost = 1.25;
const teams = 250;
const columns = 13;

/** More than are drawn at first, and among the last a guest. */
function makeBoard(): ContestScoreboard {
  return {
    version: 'of-paper',
    problems: Array.from({ length: columns }, (_, index) => ({
      problem_id: `p${index + 1}`,
      label: String.fromCharCode(65 + index),
      points: 100,
      colour: 'red',
      title: `Problem ${index + 1}`,
    })),
    scoreboard: Array.from({ length: teams }, (_, index) => ({
      user_id: 1_000_000 + index,
      username: `university-of-somewhere-${index + 1}`,
      total_score: columns,
      penalty: 2_000 + index,
      place: index === teams - 1 ? null : index + 1,
      detailed_scores: Object.fromEntries(
        Array.from({ length: columns }, (_, problem) => [
          `p${problem + 1}`,
          {
            score: 100,
            attempts: 1 + ((index + problem) % 3),
            minute: 280 + problem,
            ...(index === 0 && { first: true }),
          },
        ]),
      ),
    })),
  };
}

/** As the sheet is, whatever the theme of the screen. Printing says so to the page before it begins. */
async function putOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await page.setViewportSize({ width: Math.floor(sheetWidth), height: 1_000 });
  await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
  const read = (what: string) => page.evaluate<string>(`getComputedStyle(document.body).${what}`);
  expect(await read('colorScheme')).not.toContain('dark');
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(sheetWidth * shrunkMost);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
}

test('all rows of a scoreboard go on upright sheets, with its contest’s name and thirteen problems', async ({
  page,
  createAccount,
}) => {
  await signIn(page, await createAccount('staff'));
  await answerContests(page, () => [{ ...decidedContest, status: 'finished', format: 'icpc' }]);
  await page.route('**/api/contests/77/scoreboard', (route) => route.fulfill({ json: makeBoard() }));
  await page.goto('/contests/77/scoreboard');
  const rows = page.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(200);
  await page.evaluate("window.print = () => window.dispatchEvent(new Event('beforeprint'))");
  await page.getByRole('button', { name: 'Print the scoreboard' }).click();
  await expect(rows).toHaveCount(teams + 1);
  await putOnPaper(page);
  await expect(page.getByRole('main').getByText(decidedContest.title, { exact: true })).toBeVisible();
  await expect(rows.last()).toContainText(`university-of-somewhere-${teams}`);
  await expect(page.getByRole('columnheader', { name: /^M / })).toBeVisible();
});

test('a report goes on a sheet with nothing but what a participant has done', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const problemId = freshId('paper');
  await createProblem(adminApi, { id: problemId, withPdf: false });
  const contest = await createContest(adminApi, { startsInMs: -60_000, problemIds: [problemId] });
  const account = await createAccount();
  const api = await signInApi(account);
  await joinContest(api, contest);
  const sent = await sendSubmission(api, { problemId, code: programs.right, contestId: contest.id });
  await waitForVerdict(api, sent, contest.id);
  const { user } = await api.call(getMe);
  await signIn(page, await createAccount('staff'));
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await page.getByRole('link', { name: account.username }).click();
  await expect(page).toHaveURL(new RegExp(`/${user?.id}$`));
  await expect(page.getByText('Accepted').first()).toBeVisible();
  await putOnPaper(page);
  await expect(heading(page, `Report on ${account.username}`)).toBeVisible();
  await expect(page.getByRole('main').getByText(contest.title, { exact: true })).toBeVisible();
  await expect(page.getByText('Accepted').first()).toBeVisible();
});
