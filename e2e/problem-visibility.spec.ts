/** Who sees a problem, as staff see and change it. */
import type { Page } from '@playwright/test';
import { type AdminProblem, setProblemVisibility } from '#contract/problems.ts';
import { expect, heading, signIn, test } from './journey.ts';
import { listCall, save } from './problem-editor.ts';
import { createContest } from './sample-contest.ts';
import { createProblem, freshId } from './sample-problem.ts';

test.beforeEach(async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
});

test('staff see which problems are hidden, in the list, on the page and in the choice for a contest', async ({
  page,
  adminApi,
  browser,
  createAccount,
}) => {
  const [hidden, shown] = [freshId('kept-back'), freshId('in-the-open')];
  for (const id of [hidden, shown]) await createProblem(adminApi, { id, withPdf: false, withTests: false });
  await adminApi.call(setProblemVisibility, { params: { id: hidden }, body: { isVisible: false } });
  const item = (list: Page, id: string) => list.getByRole('listitem').filter({ hasText: `Title of ${id}` });
  await page.goto('/problems');
  await expect(item(page, hidden)).toContainText('Hidden');
  await expect(item(page, shown)).not.toContainText('Hidden');
  await page.goto(`/problems/${hidden}`);
  await expect(page.getByText('Only staff see this problem here.')).toBeVisible();

  const contest = await createContest(adminApi, { problemIds: [hidden] });
  // Its participants will see it, but there and not here.
  await page.reload();
  await expect(page.getByText('Only staff see this problem here.')).toBeVisible();
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: `Problems of ${contest.title}` }).click();
  const choice = page.getByRole('dialog', { name: 'Manage Contest Problems' });
  // Those to choose from, not their places in the contest.
  const offered = (id: string) => choice.getByRole('listitem').filter({ hasText: `Title of ${id} by` });
  await expect(offered(hidden)).toContainText('Hidden');
  await expect(offered(shown)).not.toContainText('Hidden');
  await expect(choice.getByText(/Hidden problems open to the participants at the start/)).toBeVisible();

  const context = await browser.newContext();
  const desk = await context.newPage();
  await signIn(desk, await createAccount());
  await desk.goto(`/problems/${shown}`);
  await expect(heading(desk, `Title of ${shown}`)).toBeVisible();
  await expect(desk.getByText('Only staff see this problem here.')).toBeHidden();
  await context.close();
});

test.describe('with a list that the journey decides on', () => {
  test.use({ expectedConsole: /status of 500|net::ERR_FAILED/ });

  const problem = (id: string, isVisible: boolean): AdminProblem => ({
    id,
    title: `Problem ${id}`,
    is_visible: isVisible,
    has_tests: true,
    tests: 12,
    groups: 3,
    time_limit_ms: 1000,
    memory_limit_mb: 256,
    has_pdf: true,
    contest: null,
    attempts: 1000,
    import: null,
  });

  test('all are shown and hidden after a question with the numbers, and that is undone', async ({ page }) => {
    const problems = [problem('a', true), problem('b', false), problem('c', false)];
    await page.route(listCall, (route) => route.fulfill({ json: problems }));
    await page.route('**/problem-visibility', (route) => {
      const { problemIds, isVisible } = route.request().postDataJSON();
      const changed = problems.filter(
        ({ id, is_visible }) => problemIds.includes(id) && is_visible !== isVisible,
      );
      for (const one of changed) one.is_visible = isVisible;
      return route.fulfill({ json: { changed: changed.map(({ id }) => id) } });
    });
    await page.route('**/visibility', (route) => {
      const id = new URL(route.request().url()).pathname.split('/').at(-2);
      const one = problems.find((candidate) => candidate.id === id);
      if (!one) return route.abort();
      one.is_visible = route.request().postDataJSON().isVisible;
      return route.fulfill({ json: one });
    });
    await page.goto('/admin/problems');
    const showAll = page.getByRole('button', { name: 'Show All' });
    const hideAll = page.getByRole('button', { name: 'Hide All' });
    await expect(showAll).toHaveAttribute('title', 'Show all hidden problems');
    await expect(hideAll).toHaveAttribute('title', 'Hide all visible problems');
    await expect(page.getByRole('button', { name: 'Hidden b' })).toHaveAttribute('title', 'Click to show');
    await expect(page.getByRole('row').filter({ hasText: 'Problem a' })).toContainText(
      '12 in 3 groups1000 ms, 256 MBPDF1000+',
    );
    await showAll.click();
    const question = page.getByRole('dialog', { name: 'Show 2 hidden problems?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Show 2 problems' }).click();
    await expect(showAll).toBeDisabled();
    await expect(showAll).toHaveAccessibleDescription('No problem is hidden.');
    await expect(page.getByRole('button', { name: /^Visible/ })).toHaveCount(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone: 2 problems are hidden again.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Hidden/ })).toHaveCount(2);
    await hideAll.click();
    await page
      .getByRole('dialog', { name: 'Hide 1 visible problem?' })
      .getByRole('button', { name: 'Hide 1 problem' })
      .click();
    await expect(page.getByText('1 problem is hidden now.')).toBeVisible();
    await expect(hideAll).toBeDisabled();
    await hideAll.hover();
    await expect(page.getByRole('tooltip', { name: 'No problem is visible.' })).toBeVisible();
    await page.getByRole('button', { name: 'Hidden a' }).click();
    await expect(page.getByRole('button', { name: 'Visible a' })).toBeFocused();
  });

  test('each failure has its words', async ({ page }) => {
    const alert = page.getByRole('alert');
    await page.route(listCall, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/admin/problems');
    await expect(heading(page, 'Problem Management')).toBeVisible();
    await expect(alert.getByText('Failed to fetch problems.')).toBeVisible();
    await page.unroute(listCall);
    const problems = [problem('a', true), problem('b', false)];
    await page.route(listCall, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: problems }) : route.abort(),
    );
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.route(/\/api\/(admin\/)?problems\/[ab]/, (route) => route.abort());
    await page.getByRole('button', { name: 'Visible a' }).click();
    await expect(alert.getByText('Failed to update problem visibility.')).toBeVisible();
    await page.route('**/problem-visibility', (route) => route.abort());
    for (const [all, one, words] of [
      ['Show All', 'Show 1 problem', 'Failed to show all problems.'],
      ['Hide All', 'Hide 1 problem', 'Failed to hide all problems.'],
    ] as const) {
      await page.getByRole('button', { name: all }).click();
      await page.getByRole('button', { name: one }).click();
      await expect(alert.getByText(words)).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    }
    await page.getByRole('button', { name: 'Edit a' }).click();
    await expect(alert.getByText('Failed to fetch problem details.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete a' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(alert.getByText('Failed to delete problem.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create New Problem' }).click();
    await save(page);
    await expect(alert.getByText('Failed to save problem.')).toBeVisible();
  });
});
