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
          { problem_id: 'thirds', label: null },
          { problem_id: 'whole', label: null },
        ],
        scoreboard: [
          {
            user_id: 1_000_001,
            username: 'first',
            total_score: 133.33,
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
