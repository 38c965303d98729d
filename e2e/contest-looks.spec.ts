import type { Page } from '@playwright/test';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';
import type { ProblemWithStats } from '#contract/problems.ts';
import { expect, heading, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { createContest, freshTitle, joinContest } from './sample-contest.ts';
import { createProblem, freshId } from './sample-problem.ts';

/** The contests' pages with as much in them as a national round has. */
const hour = 3_600_000;
const longTitle = () =>
  freshTitle('การแข่งขันคอมพิวเตอร์โอลิมปิกระดับชาติ The National Round of the Informatics Olympiad, Day One of Two');
const problemIds = Array.from({ length: 12 }, (_, index) =>
  index % 4 === 3 ? `a-rather-long-problem-id-${index}` : `p${index}`,
);

const board: ContestScoreboard = {
  version: 'as-it-is',
  problems: problemIds.map((problem_id, index) => ({
    problem_id,
    label: String.fromCharCode(65 + index),
    points: 100,
    colour: index % 3 === 0 ? 'red' : null,
    title: index % 4 === 3 ? 'Euler and the Seven Bridges of a Rather Long Title' : `โจทย์ข้อที่ ${index}`,
  })),
  scoreboard: Array.from({ length: 60 }, (_, row) => ({
    user_id: 1_000_000 + row,
    username: row % 5 === 0 ? `contestant.with.a.long_name-no${row}`.padEnd(32, 'x') : `contestant-${row}`,
    total_score: 900 - row * 10,
    place: row + 1,
    detailed_scores: Object.fromEntries(
      problemIds
        .filter((_, column) => (row + column) % 3 > 0)
        .map((id, column) => [
          id,
          { score: [100, 40, 0][(row + column) % 3] ?? 0, attempts: 1 + (column % 3) },
        ]),
    ),
  })),
};

const problems: ProblemWithStats[] = problemIds.map((id, index) => ({
  id,
  title:
    index % 4 === 3 ? 'Euler and the Seven Bridges of a Rather Long Title That Wraps' : `โจทย์ข้อที่ ${index}`,
  author: 'admin',
  is_hidden: false,
  submission_count: index % 3,
  latest_submission_at: index % 3 > 0 ? new Date().toISOString() : null,
  best_score: index % 3 > 0 ? 100 - index : 0,
  best_submission_status: index % 3 > 0 ? 'Wrong Answer' : null,
  best_submission_results: index % 3 > 0 ? Array.from({ length: 20 }, () => ({ status: 'Accepted' })) : [],
  in_contest: {
    label: String.fromCharCode(65 + index),
    points: index % 5 === 4 ? 250 : 100,
    colour: index % 3 === 0 ? 'red' : null,
  },
}));

async function fill(page: Page) {
  await page.route('**/api/contests/*/scoreboard', (route) => route.fulfill({ json: board }));
  await page.route('**/api/contests/*/problems', (route) => route.fulfill({ json: problems }));
}

test('everyone can use the pages of a contest that runs', async ({ page, adminApi, createAccount }) => {
  test.setTimeout(180_000);
  const person = await signIn(page, await createAccount());
  const contest = await createContest(adminApi, {
    title: longTitle(),
    description: 'Five hours, twelve problems.\nPartial scores count.',
    startsInMs: -hour,
  });
  await joinContest(person, contest);
  await fill(page);
  await page.goto('/contests');
  await expect(page.getByRole('link', { name: `Enter Contest (${contest.title})` })).toBeVisible();
  await expectGoodLooks(page);
  await page.goto(`/contests/${contest.id}`);
  await expect(page.getByRole('listitem').filter({ hasText: '/ 100' })).toHaveCount(12);
  await expectGoodLooks(page);
  await page.goto(`/contests/${contest.id}/submissions`);
  await expect(page.getByText('No submissions yet')).toBeVisible();
  await expectGoodLooks(page);
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(60);
  await expectGoodLooks(page);
  const frame = `document.querySelector('section[aria-label="Ranks and scores"]')`;
  const width = await page.evaluate<number>(`${frame}.scrollWidth - ${frame}.clientWidth`);
  expect(width, 'twelve problems fit on a wide screen').toBeLessThanOrEqual(0);
});

test.describe('before the start and outside', () => {
  test.use({ expectedConsole: /status of 403/ });

  test('everyone can use the pages that wait or refuse', async ({ page, adminApi, createAccount }) => {
    test.setTimeout(180_000);
    await signIn(page, await createAccount());
    const contest = await createContest(adminApi, { title: longTitle() });
    await page.goto(`/contests/${contest.id}`);
    await expect(heading(page, 'You need to join this contest to view its details.')).toBeVisible();
    await expectGoodLooks(page);
    await page.getByRole('button', { name: 'Join Contest' }).click();
    await expect(page.getByText('Waiting for contest to start')).toBeVisible();
    await expectGoodLooks(page);
    await page.goto(`/contests/${contest.id}/problems`);
    await expect(page.getByText('This contest has not started yet.')).toBeVisible();
    await expectGoodLooks(page);
  });
});

test('staff can use the management of contests', async ({ page, adminApi, createAccount }) => {
  test.setTimeout(180_000);
  const id = freshId('looks-contest');
  await createProblem(adminApi, { id, title: `โจทย์ ${id}`, withPdf: false, withTests: false });
  const contest: Contest = await createContest(adminApi, { title: longTitle(), problemIds: [id] });
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/contests');
  await expect(page.getByRole('row').filter({ hasText: contest.title })).toBeVisible();
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 360, height: 800 });
  const topOf = async (action: string) =>
    (await page.getByRole('button', { name: `${action} of ${contest.title}` }).boundingBox())?.y;
  expect(await topOf('Problems'), 'the actions stand side by side').toBe(await topOf('Edit'));
  await page.getByRole('button', { name: `Problems of ${contest.title}` }).click();
  await expect(page.getByRole('checkbox', { name: `โจทย์ ${id}` })).toBeVisible();
  await expectGoodLooks(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Edit of ${contest.title}` }).click();
  await page.getByLabel('Contest Title *').fill('');
  await page.getByRole('button', { name: 'Update Contest' }).click();
  await expect(page.getByLabel('Contest Title *')).toHaveAccessibleDescription('Contest title is required');
  await expectGoodLooks(page);
});
