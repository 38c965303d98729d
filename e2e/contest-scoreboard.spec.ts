import type { Page } from '@playwright/test';
import { getMe } from '#contract/accounts.ts';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';
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

/** Without those of the head. */
const ranks = (page: Page) => page.locator('tbody').getByRole('row');

function makeBoard(rows: number, columns: number, salt: number): ContestScoreboard {
  const problems = Array.from({ length: columns }, (_, index) => ({
    problem_id: `p${index + 1}`,
    label: String.fromCharCode(65 + index),
    points: 100,
    colour: null,
    title: `Problem ${index + 1}`,
  }));
  return {
    version: `of-${salt}`,
    problems,
    scoreboard: Array.from({ length: rows }, (_, index) => ({
      user_id: 1_000_000 + index,
      username: `contestant-${index + 1}`,
      total_score: 1000 - index + salt,
      place: index + 1,
      detailed_scores: {
        p1: { score: 100, attempts: 1 },
        ...(index % 2 === 0 && { p2: { score: 40, attempts: 3 } }),
      },
    })),
  };
}

test('on a wide screen names and problems share the room, and the ranks take none of it', async ({
  page,
  createAccount,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signIn(page, await createAccount());
  await answerContests(page, () => [decidedContest]);
  await page.route('**/api/contests/77/scoreboard', (route) => route.fulfill({ json: makeBoard(3, 4, 0) }));
  await page.goto('/contests/77/scoreboard');
  const widthOf = async (name: string) =>
    (await page.getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? 0;
  await expect(ranks(page)).toHaveCount(3);
  expect(await widthOf('Rank')).toBeLessThan(100);
  expect(await widthOf('Participant')).toBeGreaterThan(300);
});

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
    let isOvertaken = false;
    await page.route('**/api/contests/77/scoreboard', (route) => {
      asked += 1;
      if (isLost) return route.fulfill({ status: 500, body: '' });
      const board = makeBoard(3, 2, asked);
      const [first, second] = board.scoreboard;
      if (isOvertaken && first && second) board.scoreboard.splice(0, 2, second, first);
      return route.fulfill({ json: board });
    });
    await page.clock.install();
    await page.goto('/contests/77/scoreboard');
    await expect(ranks(page)).toHaveCount(3);
    await expect(page.getByText(/^up |^down /)).toHaveCount(0);
    isOvertaken = true;
    await page.clock.pauseAt(Date.now() + 10_000);
    const before = asked;
    await page.clock.runFor(intervals.contestScoreboardRefreshMs);
    await expect.poll(() => asked).toBe(before + 1);
    const second = ranks(page).nth(1);
    await afterMoments(page, () => expect(second).toContainText(String(1000 + asked), { timeout: 300 }));
    await expect(second).toContainText('down 1');
    await expect(ranks(page).first()).toContainText(/contestant-2/);
    await expect(ranks(page).first()).toContainText('up 1');
    isLost = true;
    await page.clock.runFor(intervals.contestScoreboardRefreshMs);
    await afterMoments(page, async () => expect(warnings).toHaveLength(1));
    expect(asked).toBe(before + 2);
    await expect(ranks(page)).toHaveCount(3);
    await expect(page.getByRole('alert')).toBeHidden();

    isLost = false;
    status = 'finished';
    await page.clock.runFor(intervals.contestScoreboardRefreshMs);
    await afterMoments(page, () => expect(page.getByText('Last updated')).toBeHidden({ timeout: 300 }));
    await expect(page.getByRole('navigation', { name: 'Contest' }).getByRole('link')).toHaveText([
      'Scoreboard',
      'Questions',
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
  await answerContests(page, () => [{ ...decidedContest, participant_count: 2_012 }]);
  const board = makeBoard(2_000, 12, 0);
  Object.assign(board.scoreboard[1]?.detailed_scores.p1 ?? {}, { first: true });
  Object.assign(board.scoreboard[0]?.detailed_scores ?? {}, { p4: { attempts: 2 } });
  const own = board.scoreboard[1_499];
  if (own) Object.assign(own, { user_id: user.id, username: user.username });
  await page.route('**/api/contests/77/scoreboard', (route) => route.fulfill({ json: board }));
  await page.goto('/contests/77/scoreboard');
  // The first, what is left out, and one's own with two neighbours on either side.
  await expect(ranks(page)).toHaveCount(200 + 1 + 5);
  await expect(ranks(page).nth(0).getByRole('cell').nth(3)).toHaveAttribute('data-score', 'full');
  await expect(ranks(page).nth(0).getByRole('cell').nth(4)).toHaveText('40 (3)');
  await expect(ranks(page).nth(0).getByRole('cell').nth(6)).toHaveText('? (2)');
  await expect(page.getByText('? tried, with a score that only the final standings tell')).toBeVisible();
  await expect(ranks(page).nth(1).getByRole('cell').nth(3)).toHaveText('100 first to solve');
  await expect(ranks(page).nth(1).getByRole('cell').nth(4)).toHaveText('-');
  await expect(ranks(page).nth(3)).not.toHaveAttribute('data-top');
  await expect(page.getByRole('columnheader', { name: 'A Problem 1 p1' })).toBeVisible();
  const solvers = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Solved / tried' }) });
  await expect(solvers.getByRole('cell')).toContainText(['', '2000 / 2000', '0 / 1000', '0 / 0']);
  await expect(page.getByText('12 more joined and have not submitted.')).toBeVisible();
  const ownRow = ranks(page).filter({ hasText: user.username });
  await expect(ownRow).toContainText(`1500${user.username}you`);
  await expect(ownRow.getByRole('cell').first()).toBeInViewport();
  const nameOf = (name: string) => page.getByRole('cell', { name, exact: true });
  await expect(nameOf('contestant-1499')).not.toBeInViewport();
  await page.getByRole('button', { name: 'Go to my row' }).click();
  for (const name of ['contestant-1498', 'contestant-1499', 'contestant-1501', 'contestant-1502']) {
    await expect(nameOf(name)).toBeInViewport();
  }
  for (let shown = 200; shown < 1_600; shown += 200) {
    await page.getByRole('button', { name: 'Show more' }).click();
  }
  await expect(ranks(page)).toHaveCount(1_600);
  await expect(ownRow).toHaveCount(1);
});

test('on a phone the columns of a board scroll under a shadow, and its names stay', async ({
  page,
  createAccount,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, await createAccount());
  await answerContests(page, () => [decidedContest]);
  await page.route('**/api/contests/77/scoreboard', (route) => route.fulfill({ json: makeBoard(3, 12, 0) }));
  await page.goto('/contests/77/scoreboard');
  const name = page.getByRole('cell', { name: 'contestant-2', exact: true });
  const last = page.getByRole('columnheader', { name: /^L / });
  const shadow = page.locator('[data-more]');
  await expect(name).toBeInViewport();
  await expect(last).not.toBeInViewport();
  await expect(shadow).toHaveCount(1);
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await expect(shadow).toHaveCount(0);
  await expect(name).toBeInViewport();
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
  await expect(page.getByText('1 more joined and has not submitted.')).toBeVisible();
  await page.goto(`/contests/${contest.id}/submissions`);
  await expect(page.getByText('No submissions yet')).toBeVisible();
  await expect(page.getByText('No one has submitted solutions for this contest yet.')).toBeVisible();
});
