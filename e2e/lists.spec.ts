/** The lists of problems, submissions and scores: whom they ask to log in, how they follow, what they say when empty. */
import { intervals } from '#contract/limits.ts';
import type { Submission } from '#contract/submissions.ts';
import { answerList, decidedSubmission as base, listCalls } from './decided-submission.ts';
import { expect, heading, openWithoutAnswers, signIn, test } from './journey.ts';
import { wakeUntil } from './sample-contest.ts';

test('a visitor is asked to log in, by every list', async ({ page }) => {
  for (const { path, title, text } of [
    { path: '/problems', title: 'All Problems', text: 'Failed to fetch problems. Please log in.' },
    { path: '/submissions', title: 'Recent Submissions', text: 'Failed to fetch data. Please log in.' },
    { path: '/scoreboard', title: 'Scoreboard', text: 'Failed to fetch scoreboard. Please log in.' },
  ]) {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  }
});

test('the list follows what is judged and then rests', async ({ page, createAccount }) => {
  await signIn(page, await createAccount());
  let asked = 0;
  let stage: Submission = { ...base, overall_status: 'Pending', score: null, tests_done: 0, tests_total: 0 };
  await answerList(page, () => {
    asked += 1;
    return [stage];
  });
  await page.clock.install();
  await page.goto('/submissions');
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Pending');
  await expect(row).toContainText('N/A');
  stage = { ...base, overall_status: 'Running', score: null, tests_done: 7 };
  await page.clock.runFor(intervals.submissionsRefreshMs);
  await expect(row).toContainText('Running 7/20');
  stage = base;
  await page.clock.runFor(intervals.submissionsRefreshMs);
  await expect(row).toContainText('Accepted');
  const askedSoFar = asked;
  await page.clock.runFor(10 * intervals.submissionsRefreshMs);
  expect(asked).toBe(askedSoFar);
});

test('staff find submissions by person', async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
  await page.route(listCalls, (route) => {
    const { searchParams } = new URL(route.request().url());
    const username = searchParams.get('username') ?? 'ada';
    const row = { ...base, username };
    return route.fulfill({ json: username === 'nobody' ? [] : [row] });
  });
  await page.goto('/submissions');
  await page.getByLabel('Person').fill('grace');
  await page.getByLabel('Person').press('Enter');
  await expect(page).toHaveURL(/person=grace/);
  await expect(page.getByRole('cell', { name: 'grace' })).toBeVisible();
  await page.goto('/submissions?person=nobody');
  await expect(page.getByText('No submissions found.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByRole('cell', { name: 'ada' })).toBeVisible();
});

test('empty lists say what to do next', async ({ page, createAccount }) => {
  await signIn(page, await createAccount());
  await answerList(page, () => []);
  await page.goto('/submissions');
  await expect(page.getByText('No submissions found.')).toBeVisible();
  await page.route('**/api/scoreboard', (route) => route.fulfill({ json: [] }));
  await page.goto('/scoreboard');
  await expect(page.getByText('Nobody is on the scoreboard yet.')).toBeVisible();
  await page.route('**/api/problems-with-stats', (route) => route.fulfill({ json: [] }));
  await page.goto('/problems');
  await expect(page.getByText('No problems yet.')).toBeVisible();
});

const noResults = {
  submission_count: 0,
  latest_submission_at: null,
  best_score: 0,
  best_submission_status: null,
  best_submission_results: [],
};

test('who comes back finds the place in a list where they were', async ({ page, createAccount }) => {
  await signIn(page, await createAccount());
  const numbers = Array.from({ length: 90 }, (_, index) => index + 1);
  const problem = { ...noResults, author: 'admin', is_hidden: false };
  const lists = [
    {
      path: '/submissions',
      call: listCalls,
      answer: numbers.map((id) => ({ ...base, id, username: `person-${id}` })),
      seen: 'person-60',
      last: 'person-90',
    },
    {
      path: '/problems',
      call: '**/api/problems-with-stats',
      answer: numbers.map((id) => ({ ...problem, id: `problem-${id}`, title: `Problem ${id}` })),
      seen: 'Problem 60',
      last: 'Problem 90',
    },
    {
      path: '/scoreboard',
      call: '**/api/scoreboard',
      answer: numbers.map((id) => ({ username: `person-${id}`, problems_solved: 1, total_score: 200 - id })),
      seen: 'person-60',
      last: 'person-90',
    },
  ];
  for (const { path, call, answer, seen, last } of lists) {
    await page.route(call, (route) => route.fulfill({ json: answer }));
    await page.goto(path);
    const row = page.getByText(seen, { exact: true });
    await row.scrollIntoViewIfNeeded();
    const before = await row.boundingBox();
    const leaveAndComeBack = async () => {
      // Not by a click of Playwright's, which scrolls to what it clicks.
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Contests' })
        .dispatchEvent('click');
      await expect(heading(page, 'Contests')).toBeVisible();
      await page.goBack();
    };
    await leaveAndComeBack();
    await expect(row).toBeInViewport();
    expect(await row.boundingBox(), path).toEqual(before);

    await page.evaluate('scrollTo(0, 0)');
    await leaveAndComeBack();
    await expect(page.getByText(last, { exact: true })).toBeAttached();
    expect(await page.evaluate('scrollY')).toBe(0);
  }
});

test('hundreds of results stay in their place, each cell as bad as its worst test', async ({
  page,
  createAccount,
}) => {
  await signIn(page, await createAccount());
  const results = Array.from({ length: 200 }, (_, test) => ({
    status: test === 100 ? 'Time Limit Exceeded' : 'Accepted',
  }));
  const problem = {
    ...noResults,
    id: 'many-tests',
    title: 'Many Tests',
    author: 'admin',
    is_hidden: false,
    submission_count: 1,
    latest_submission_at: base.submitted_at,
    best_score: 99,
    best_submission_status: 'Time Limit Exceeded',
    best_submission_results: results,
  };
  await page.route('**/api/problems-with-stats', (route) => route.fulfill({ json: [problem] }));
  const strip = page.getByRole('img', { name: /^\[P+TP+\]$/ });
  const edgesOfCells = () =>
    strip.locator('[title]').evaluateAll((cells) => {
      const boxes = cells.map((cell) => cell.getBoundingClientRect());
      return {
        end: Math.max(...boxes.map(({ right }) => right)),
        height: Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top)),
      };
    });
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/problems');
    await expect(strip).toHaveText(`[${'P'.repeat(100)}T${'P'.repeat(99)}]`);
    await expect(strip.locator('[title*="Time Limit"]')).not.toHaveAttribute('data-passed');
    const next =
      width === 360 ? page.getByText('99', { exact: true }) : page.getByRole('link', { name: 'Edit' });
    const nextBox = await next.boundingBox();
    expect((await edgesOfCells()).end, `${width} px`).toBeLessThanOrEqual(nextBox?.x ?? 0);
  }
  await page.goto('/');
  await expect(
    page.getByRole('region', { name: 'Where you left off' }).getByRole('link', { name: 'Go on' }),
  ).toBeVisible();
  expect((await edgesOfCells()).height).toBeLessThanOrEqual(24);
});

test.describe('when the server says no', () => {
  test.use({ expectedConsole: /status of (401|500)/ });

  test('a failed refresh takes nothing off the screen; the end of the session asks to log in', async ({
    page,
    context,
    createAccount,
  }) => {
    await signIn(page, await createAccount());
    const problem = { ...noResults, id: 'shown', title: 'Still Here', author: 'admin', is_hidden: false };
    const answers = {
      '/problems': [problem],
      '/scoreboard': [{ username: 'still-here', problems_solved: 1, total_score: 100 }],
      '/submissions': [],
    };
    for (const { path, call, shown, failed } of [
      {
        path: '/problems',
        call: 'problems-with-stats',
        shown: 'Still Here',
        failed: 'Failed to fetch problems.',
      },
      { path: '/scoreboard', call: 'scoreboard', shown: 'still-here', failed: 'Failed to fetch scoreboard.' },
      {
        path: '/submissions',
        call: 'submissions*',
        shown: 'No submissions found.',
        failed: 'Failed to fetch data.',
      },
    ] as const) {
      const address = `**/api/${call}`;
      await page.route(address, (route) => route.fulfill({ json: answers[path] }));
      await page.goto(path);
      await expect(page.getByText(shown, { exact: true })).toBeVisible();

      await page.route(address, (route) => route.fulfill({ status: 500, body: '' }));
      const old = page.getByRole('alert').getByText('This could not be refreshed and may be out of date.');
      await wakeUntil(page, () => expect(old).toBeVisible({ timeout: 500 }));
      await expect(page.getByText(shown, { exact: true })).toBeVisible();
      await expect(page.getByText(failed)).toBeHidden();
      await page.unroute(address);
      await page.route(address, (route) => route.fulfill({ json: answers[path] }));
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(old).toBeHidden();
      await page.unroute(address);
    }
    await context.clearCookies();
    const loggedOut = page.getByRole('main').getByText('Failed to fetch data. Please log in.');
    await wakeUntil(page, () => expect(loggedOut).toBeVisible({ timeout: 500 }));
  });

  test('each list and the viewer have their words', async ({ page, createAccount }) => {
    await signIn(page, await createAccount());
    await openWithoutAnswers(page);
    await page.route(/\/api\/(submissions|scoreboard|problems-with-stats)/, (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    for (const { path, text } of [
      { path: '/submissions', text: 'Failed to fetch data. Please log in.' },
      { path: '/scoreboard', text: 'Failed to fetch scoreboard. Please log in.' },
      { path: '/problems', text: 'Failed to fetch problems. Please log in.' },
      { path: '/submissions?view=7', text: 'Failed to fetch submission #7.' },
    ]) {
      await page.goto(path);
      await expect(page.getByRole('alert').getByText(text)).toBeVisible();
    }
  });
});
