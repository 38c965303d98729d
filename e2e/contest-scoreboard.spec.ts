import type { Page } from '@playwright/test';
import { getMe } from '#contract/accounts.ts';
import type { Contest, ContestScoreboard } from '#contract/contests.ts';
import { intervals } from '#contract/limits.ts';
import { expect, signIn, test } from './journey.ts';
import { answerContests, createContest, decidedContest, joinContest } from './sample-contest.ts';

const hour = 3_600_000;

/** With a stopped clock: lets the little time pass that an answer takes to be drawn. */
async function afterMoments(page: Page, isSeen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(50);
    await isSeen();
  }).toPass({ timeout: 15_000 });
}

function makeBoard(rows: number, columns: number, salt: number): ContestScoreboard {
  const problems = Array.from({ length: columns }, (_, index) => ({
    problem_id: `p${index + 1}`,
    label: null,
  }));
  return {
    problems,
    scoreboard: Array.from({ length: rows }, (_, index) => ({
      user_id: 1_000_000 + index,
      username: `contestant-${index + 1}`,
      total_score: 1000 - index + salt,
      detailed_scores: {
        p1: { score: 100, attempts: 1 },
        ...(index % 2 === 0 && { p2: { score: 40, attempts: 3 } }),
      },
    })),
  };
}

test.describe('when the server fails', () => {
  test.use({ expectedConsole: /status of 500|could not be refreshed/ });

  test('the scoreboard is refreshed every 30 s while running, and a lost answer leaves it there', async ({
    page,
    createAccount,
  }) => {
    await signIn(page, await createAccount());
    let status: Contest['status'] = 'running';
    await answerContests(page, () => [{ ...decidedContest, status }]);
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('could not be refreshed')) warnings.push(message.text());
    });
    let asked = 0;
    let isLost = false;
    await page.route('**/api/contests/77/scoreboard', (route) => {
      asked += 1;
      return isLost
        ? route.fulfill({ status: 500, body: '' })
        : route.fulfill({ json: makeBoard(3, 2, asked) });
    });
    await page.clock.install();
    await page.goto('/contests/77/scoreboard');
    await expect(page.getByRole('row')).toHaveCount(4);
    await page.clock.pauseAt(Date.now() + 10_000);
    const before = asked;
    await page.clock.runFor(intervals.contestScoreboardRefreshMs);
    await expect.poll(() => asked).toBe(before + 1);
    const first = page.getByRole('row').nth(1);
    await afterMoments(page, () => expect(first).toContainText(String(1000 + asked), { timeout: 300 }));
    isLost = true;
    await page.clock.runFor(intervals.contestScoreboardRefreshMs);
    await afterMoments(page, async () => expect(warnings).toHaveLength(1));
    expect(asked).toBe(before + 2);
    await expect(page.getByRole('row')).toHaveCount(4);
    await expect(page.getByRole('alert')).toBeHidden();

    isLost = false;
    status = 'finished';
    await page.clock.runFor(intervals.contestScoreboardRefreshMs);
    await afterMoments(page, () => expect(page.getByText('Last updated')).toBeHidden({ timeout: 300 }));
    await expect(page.getByRole('navigation', { name: 'Contest' }).getByRole('link')).toHaveText([
      'Scoreboard',
    ]);
    const afterEnd = asked;
    await page.clock.runFor(4 * intervals.contestScoreboardRefreshMs);
    expect(asked).toBe(afterEnd);
  });
});

test('a scoreboard of two thousand draws the first, keeps one’s own in sight and the rest at hand', async ({
  page,
  createAccount,
}) => {
  const { user } = await (await signIn(page, await createAccount())).call(getMe);
  if (!user) throw new Error('Nobody is signed in');
  await answerContests(page, () => [decidedContest]);
  const board = makeBoard(2_000, 12, 0);
  const own = board.scoreboard[1_499];
  if (own) Object.assign(own, { user_id: user.id, username: user.username });
  await page.route('**/api/contests/77/scoreboard', (route) => route.fulfill({ json: board }));
  await page.goto('/contests/77/scoreboard');
  await expect(page.getByRole('row')).toHaveCount(1 + 200 + 1);
  await expect(page.getByRole('row').nth(1).getByRole('cell').nth(3)).toHaveAttribute('data-score', 'full');
  await expect(page.getByRole('row').nth(1).getByRole('cell').nth(4)).toHaveText('40 (3)');
  await expect(page.getByRole('row').nth(2).getByRole('cell').nth(4)).toHaveText('-');
  await expect(page.getByRole('row').nth(4)).not.toHaveAttribute('data-top');
  const foot = page.getByRole('row').last();
  await expect(foot).toContainText(`1500${user.username}you`);
  await expect(foot.getByRole('cell').first()).toBeInViewport();
  for (let shown = 200; shown < 1_600; shown += 200) {
    await page.getByRole('button', { name: 'Show more' }).click();
  }
  await expect(page.getByRole('row')).toHaveCount(1 + 1_600);
  await expect(page.getByRole('row').filter({ hasText: user.username })).toHaveCount(1);
});

test('an empty scoreboard and an empty list of submissions say so', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const person = await signIn(page, await createAccount());
  const contest = await createContest(adminApi, { startsInMs: -hour });
  await joinContest(person, contest);
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expect(page.getByText('No ranking data yet')).toBeVisible();
  await expect(page.getByText('No participants have submitted solutions in this contest yet.')).toBeVisible();
  await page.goto(`/contests/${contest.id}/submissions`);
  await expect(page.getByText('No submissions yet')).toBeVisible();
  await expect(page.getByText('No one has submitted solutions for this contest yet.')).toBeVisible();
});
