import type { ProblemWithStats } from '#contract/problems.ts';
import { expect, signIn, test } from './journey.ts';
import { answerContests, decidedContest } from './sample-contest.ts';

const problem = (id: string, score: number): ProblemWithStats => ({
  id,
  title: `Problem ${id}`,
  author: 'teacher',
  is_hidden: false,
  submission_count: 1,
  latest_submission_at: '2026-01-01T00:00:00.000Z',
  best_score: score,
  best_submission_status: score === 100 ? 'Accepted' : 'Wrong Answer',
  best_submission_results: [{ status: score === 100 ? 'Accepted' : 'Wrong Answer' }],
  in_contest: null,
});

test('a score with decimals is shown with them, and a whole one without', async ({ page, createAccount }) => {
  await signIn(page, await createAccount());

  await page.route('**/api/problems-with-stats', (route) =>
    route.fulfill({ json: [problem('thirds', 33.33), problem('whole', 100)] }),
  );
  await page.goto('/problems');
  const items = page.getByRole('listitem').filter({ has: page.getByRole('heading') });
  await expect(items.nth(0)).toContainText('33.33 / 100');
  await expect(items.nth(0).locator('[data-score]')).toHaveAttribute('data-score', 'partial');
  await expect(items.nth(1)).toContainText('Score 100 / 100');

  await page.route('**/api/scoreboard', (route) =>
    route.fulfill({
      json: [
        { username: 'first', problems_solved: 2, total_score: 266.66 },
        { username: 'second', problems_solved: 1, total_score: 137.5 },
      ],
    }),
  );
  await page.goto('/scoreboard');
  await expect(page.getByRole('row', { name: 'first' }).getByRole('cell').last()).toHaveText('266.66');
  await expect(page.getByRole('row', { name: 'second' }).getByRole('cell').last()).toHaveText('137.5');

  await answerContests(page, () => [decidedContest]);
  await page.route('**/api/contests/77/scoreboard', (route) =>
    route.fulfill({
      json: {
        problems: [
          { problem_id: 'thirds', label: 'A', points: 100, colour: null, title: null },
          { problem_id: 'whole', label: 'B', points: 100, colour: null, title: null },
        ],
        scoreboard: [
          {
            user_id: 1_000_001,
            username: 'first',
            total_score: 133.33,
            place: 1,
            detailed_scores: { thirds: { score: 33.33, attempts: 2 }, whole: { score: 100, attempts: 1 } },
          },
        ],
      },
    }),
  );
  await page.goto('/contests/77/scoreboard');
  const cells = page.getByRole('row', { name: 'first' }).getByRole('cell');
  await expect(cells).toHaveText(['1', 'first', '133.33', '33.33 (2)', '100']);
});

// A problem that is opened here is not there.
test.describe('lists that are searched', () => {
  test.use({ expectedConsole: /status of 404/ });

  test('a problem among many is found by typing, narrowing and sorting, and its row opens it', async ({
    page,
    createAccount,
  }) => {
    await signIn(page, await createAccount());
    const titles = ['Ariadne’s Thread', 'Café of the Minotaur', 'ตะเกียงในทางเดิน'];
    const problems = Array.from({ length: 150 }, (_, index) => ({
      ...problem(`p${index}`, index % 5 === 0 ? 100 : index % 5 === 1 ? 40 : 0),
      title: titles[index] ?? `Problem number ${index}`,
      ...(index % 5 > 1 && { submission_count: 0, latest_submission_at: null, best_submission_results: [] }),
    }));
    await page.route('**/api/problems-with-stats', (route) => route.fulfill({ json: problems }));
    await page.goto('/problems');
    await expect(page.getByText('30 of 150 solved')).toBeVisible();
    const items = page.getByRole('listitem').filter({ has: page.getByRole('heading') });
    await expect(items).toHaveCount(150);
    expect((await items.first().boundingBox())?.height).toBe(48);

    const search = page.getByRole('searchbox', { name: 'Search problems' });
    for (const [typed, title] of [
      ['cafe MINOT', 'Café of the Minotaur'],
      ['ทางเดิน', 'ตะเกียงในทางเดิน'],
      ['P0', 'Ariadne’s Thread'],
    ] as const) {
      await search.fill(typed);
      await expect(items).toHaveCount(1);
      await expect(items.getByRole('heading')).toHaveText(title);
    }
    await expect(items.getByRole('img', { name: 'Solved' })).toBeVisible();
    await search.fill('no such problem');
    await expect(page.getByText('No problem matches.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all problems' }).click();
    // At once, before the address has followed: what was typed before does not come back.
    await page.getByRole('button', { name: 'Tried 30' }).click();
    await expect(search).toHaveValue('');
    await expect(page).toHaveURL('/problems?show=tried');
    await page.getByLabel('Sort by').selectOption('Title');
    await search.fill('number 4');
    await expect(page).toHaveURL('/problems?show=tried&sort=title&search=number+4');
    await page.reload();
    await expect(search).toHaveValue('number 4');
    await expect(page.getByRole('button', { name: 'Tried 30' })).toHaveAttribute('aria-pressed', 'true');
    await expect(items.first()).toContainText('Problem number 41');
    // Anywhere in the row, and back to what was asked for.
    await items.first().getByText('40 / 100').click();
    await expect(page).toHaveURL('/problems/p41');
    await page.goBack();
    await expect(search).toHaveValue('number 4');
    await items.first().getByRole('link', { name: 'Problem number 41', exact: true }).click();
    await expect(page).toHaveURL('/problems/p41');
  });

  test('the scoreboard keeps one’s own row in sight and finds people', async ({ page, createAccount }) => {
    const account = await createAccount();
    await signIn(page, account);
    const rows = Array.from({ length: 300 }, (_, index) => ({
      username: index === 250 ? account.username : `person-${index + 1}`,
      problems_solved: 300 - index,
      total_score: (300 - index) * 100,
    }));
    await page.route('**/api/scoreboard', (route) => route.fulfill({ json: rows }));
    await page.goto('/scoreboard');
    await expect(page.getByText('300 people · you are number 251')).toBeVisible();
    const own = page.getByRole('row', { name: account.username });
    await expect(own.getByRole('cell').first()).toBeInViewport();
    await page.getByRole('searchbox', { name: 'Search people' }).fill('PERSON-30');
    await expect(page.getByRole('row')).toHaveCount(1 + 2);
    await expect(page.locator('tbody').getByRole('row').first().getByRole('cell')).toHaveText([
      '30',
      'person-30',
      '271',
      '27100',
    ]);
    await expect(page).toHaveURL('/scoreboard?search=PERSON-30');
  });
});
