import type { Page } from '@playwright/test';
import { intervals } from '#contract/limits.ts';
import type { FullSubmission, Judgement } from '#contract/submissions.ts';
import { answerList, decidedSubmission as base, listCalls } from './decided-submission.ts';
import { expect, signIn, test } from './journey.ts';
import { createProblem, freshId } from './sample-problem.ts';

const full: FullSubmission = {
  ...base,
  code: 'int main() {\n    return 0;\n}\n',
  results: [
    {
      testCase: 1,
      status: 'Accepted',
      timeMs: 12,
      memoryKb: 3400,
      reason: null,
      reasonWords: null,
      checkerMessage: null,
      checkerWords: null,
      difference: null,
      differenceWords: null,
    },
  ],
  groups: [],
  feedback: 'full',
  limits: { time_limit_ms: 1000, memory_limit_mb: 256 },
  compiler: 'gcc version 14.2.0',
  judgements: [],
  run_facts_withheld: false,
  rejudge: null,
  compiler_output: null,
  compiler_words: null,
  reason: null,
  reason_words: null,
};

function judgementOf(change: Partial<Judgement>): Judgement {
  return {
    id: 1,
    status: 'Accepted',
    score: 100,
    is_in_force: false,
    is_rejudge: false,
    requested_at: base.submitted_at,
    finished_at: base.submitted_at,
    fault: null,
    fault_words: null,
    test_set: 3,
    judged_by: 'judge-1',
    provenance: {
      compiler: 'g++ 14.2.0',
      flags: ['-O2'],
      sandbox: 'full',
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    },
    ...change,
  };
}

test('filters, pages and the code are in the address; others’ code is not offered', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const problemId = freshId('filtered');
  await createProblem(adminApi, { id: problemId, withPdf: false, withTests: false });
  await signIn(page, await createAccount());
  const calls: string[] = [];
  await page.route(listCalls, (route) => {
    const { search, searchParams } = new URL(route.request().url());
    calls.push(search);
    const isOpenable = (id: number) => id % 2 === 0;
    const all = Array.from({ length: 250 }, (_, index) => 250 - index)
      .filter(
        (id) => id < Number(searchParams.get('before') ?? 251) && id > Number(searchParams.get('after') ?? 0),
      )
      .filter((id) => !searchParams.has('filter') || isOpenable(id));
    const limit = Number(searchParams.get('limit') ?? 100);
    const shown = searchParams.has('after') ? all.slice(-limit) : all.slice(0, limit);
    return route.fulfill({ json: shown.map((id) => ({ ...base, id, can_view: isOpenable(id) })) });
  });
  await page.route('**/api/submissions/*', (route) => route.fulfill({ json: { ...full, id: 250 } }));
  await page.goto('/submissions');
  await expect(page.getByRole('row')).toHaveCount(101);
  await expect(page.getByRole('columnheader')).toHaveText([
    'When',
    'User',
    'Problem',
    'Status',
    'Score',
    'Language',
    'Actions',
  ]);
  await expect(page.getByRole('button', { name: 'View Code' })).toHaveCount(50);

  await page.getByRole('button', { name: 'View Code of submission 250' }).click();
  await expect(page).toHaveURL(/view=250/);
  await expect(page.getByRole('dialog', { name: 'Submission #250' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View Code of submission 250' })).toBeFocused();
  await expect(page).not.toHaveURL(/view/);

  // A press anywhere in a row opens it, if it may be opened; the keyboard goes on from there.
  const languageOf = (row: number) => page.getByRole('row').nth(row).getByText('C++');
  await languageOf(2).click();
  await languageOf(3).click();
  await expect(page.getByRole('dialog', { name: 'Submission #248' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Submission #246' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Previous submission' }).click();
  await expect(page).toHaveURL(/view=250/);
  const turn = (to: string) => page.getByRole('button', { name: `${to} submission` });
  await expect(turn('Previous')).toBeDisabled();
  await expect(turn('Previous')).toHaveAccessibleDescription(
    'It is the first in the list that you may open.',
  );
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Submission #250' })).toBeVisible();
  // However many were looked at: one step back is the list.
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/submissions$/);

  // A page's end is not that of the list: one turns on, and back.
  await page.getByRole('button', { name: 'View Code of submission 152' }).click();
  const isShown = (id: number) =>
    expect(page.getByRole('dialog', { name: `Submission #${id}` })).toBeVisible();
  for (const id of [150, 148]) {
    await turn('Next').click();
    await isShown(id);
  }
  for (const id of [150, 152]) {
    await turn('Previous').click();
    await isShown(id);
  }
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page).toHaveURL(/before=151/);
  await expect(page.getByRole('button', { name: 'View Code of submission 150' })).toBeVisible();
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByRole('row')).toHaveCount(51);
  await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled();
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(page.getByRole('row')).toHaveCount(101);

  const mine = page.getByRole('button', { name: 'My Submissions' });
  await mine.click();
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await expect(mine).toBeFocused();
  await expect(page).toHaveURL(/filter=mine/);
  await expect.poll(() => calls.at(-1)).toContain('filter=mine');

  await page.getByLabel('Problem', { exact: true }).selectOption(problemId);
  await expect(page).toHaveURL(`/submissions?filter=mine&problem=${problemId}`);
  await expect.poll(() => calls.at(-1)).toBe(`?filter=mine&problemId=${problemId}`);
  await page.getByLabel('Problem', { exact: true }).selectOption('');
  await page.getByLabel('Verdict').selectOption('Wrong Answer');
  await page.getByLabel('Language').selectOption('C++');
  await expect(page).toHaveURL(/filter=mine&verdict=Wrong\+Answer&language=cpp/);
  await expect.poll(() => calls.at(-1)).toBe('?filter=mine&verdict=Wrong+Answer&language=cpp');
  await expect(page.getByLabel('Person')).toBeHidden();
  await page.getByRole('button', { name: 'All Submissions' }).click();
  await expect(page).toHaveURL(/\?verdict=Wrong\+Answer&language=cpp$/);
  const clear = page.getByRole('button', { name: 'Clear filters' });
  await clear.click();
  await expect(page).toHaveURL(/\/submissions$/);
  await expect(clear).toHaveAccessibleDescription('No filter is set.');
  await expect(clear).toBeFocused();
});

/** The viewer of a submission that a journey decides on. */
async function openViewer(page: Page) {
  await answerList(page, () => [base]);
  let shown: unknown = full;
  await page.route('**/api/submissions/7', (route) => route.fulfill({ json: shown }));
  const viewer = page.getByRole('dialog', { name: 'Submission #7' });
  return {
    viewer,
    open: async (submission: unknown) => {
      shown = submission;
      await page.goto('/submissions?view=7');
      await expect(viewer.getByRole('heading', { name: 'Test cases' })).toBeVisible();
    },
  };
}

test('the viewer shows code, tests and what there is instead of them', async ({ page, createAccount }) => {
  await signIn(page, await createAccount());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { viewer, open } = await openViewer(page);

  await open({ ...full, results: JSON.stringify(full.results) });
  await expect(viewer.getByRole('columnheader')).toHaveText(['#', 'Status', 'Time(ms)', 'Memory(KB)']);
  await expect(viewer.getByRole('row').nth(1).getByRole('cell')).toContainText([
    '1',
    'Accepted',
    '12',
    '3400',
  ]);
  await expect(viewer.getByLabel('Code', { exact: true })).toHaveAttribute('contenteditable', 'false');
  await page.clock.install();
  await viewer.getByRole('button', { name: 'Copy code' }).click();
  await expect(viewer.getByText('Copied')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(full.code);
  await page.clock.runFor(intervals.copyTickMs);
  await expect(viewer.getByText('Copied')).toBeHidden();

  const [result] = full.results;
  const withheld = { ...result, timeMs: null, memoryKb: null };
  await open({ ...full, results: [withheld], run_facts_withheld: true });
  await expect(viewer.getByRole('row').nth(1).getByRole('cell')).toContainText(['1', 'Accepted', '–', '–']);
  await expect(
    viewer.getByText('Times, memory and reasons are withheld until the contest has finished.'),
  ).toBeVisible();
  await open({ ...full, results: '{' });
  await expect(viewer.getByText('Error parsing test results.')).toBeVisible();
  await open({ ...full, results: null });
  await expect(viewer.getByText('No test results available.')).toBeVisible();
  const reason = 'This problem has no test cases yet.';
  await open({ ...full, overall_status: 'Skipped', score: 0, results: [], reason });
  await expect(viewer.getByText('No test cases found.')).toBeVisible();
  await expect(viewer.getByText(reason).first()).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Rejudge' })).toBeHidden();
});

test('times and memory stand over bars that are full at their limits', async ({ page, createAccount }) => {
  await signIn(page, await createAccount());
  const { viewer, open } = await openViewer(page);
  const [result] = full.results as [object];
  const results = [
    { ...result, testCase: 1, timeMs: 250, memoryKb: 131_072 },
    { ...result, testCase: 2, status: 'Time Limit Exceeded', timeMs: 1_000, memoryKb: 0 },
    { ...result, testCase: 3, status: 'Memory Limit Exceeded', timeMs: 500, memoryKb: 300_000 },
    { ...result, testCase: 4, status: 'Skipped', timeMs: null, memoryKb: null },
  ];
  /** Of each test how much of its two bars is filled, and in what colour. */
  const readBars = () =>
    page.evaluate<{ share: number; color: string }[][]>(`
      [...document.querySelectorAll('dialog tbody tr')].map(row =>
        [...row.querySelectorAll('td [aria-hidden] > span')].map(fill => ({
          share: Math.round(
            (fill.getBoundingClientRect().width / fill.parentElement.getBoundingClientRect().width) * 100,
          ),
          color: getComputedStyle(fill).backgroundColor,
        })),
      )`);
  await open({ ...full, overall_status: 'Time Limit Exceeded', score: 25, tests_total: 4, results });
  await expect(viewer.getByText('Limits: 1000 ms, 256 MB')).toBeVisible();
  const bars = await readBars();
  const shares = bars.map((ofTest) => ofTest.map(({ share }) => share));
  // A bar that is empty still shows where it begins.
  expect(shares).toEqual([[25, 50], [100, expect.any(Number)], [50, 100], []]);
  expect(shares[1]?.[1]).toBeLessThan(5);
  const [usual, marked] = [bars[0]?.[0]?.color, bars[1]?.[0]?.color];
  expect(marked).not.toBe(usual);
  expect(bars.map((ofTest) => ofTest.map(({ color }) => color))).toEqual([
    [usual, usual],
    [marked, usual],
    [usual, marked],
    [],
  ]);
  // What was judged before limits were written down has none to stand against.
  await open({ ...full, limits: null });
  await expect(viewer.getByRole('row').nth(1)).toContainText('3400');
  expect(await readBars()).toEqual([[]]);
});

test('the viewer says why it failed, and leads to the line', async ({ page, createAccount }) => {
  await signIn(page, await createAccount());
  const { viewer, open } = await openViewer(page);
  const tests = Array.from({ length: 12 }, (_, index) => ({
    ...full.results[0],
    testCase: index + 1,
    status: 'Time Limit Exceeded',
    timeMs: 1000,
    reason: 'More than 1000 ms of CPU time',
  }));
  const running = { overall_status: 'Running', score: null, tests_done: 1, tests_total: 12 };
  const first_failure = { testCase: 1, status: 'Time Limit Exceeded' };
  await open({ ...full, ...running, first_failure, results: tests.slice(0, 1) });
  await expect(viewer.getByText('Time limit on test 1 so far; 1 of 12 tests done.')).toBeVisible();
  await open({ ...full, overall_status: 'Time Limit Exceeded', score: 0, tests_total: 12, results: tests });
  await expect(
    viewer.getByText('Time limit on test 1 of 12: more than 1000 ms of CPU time. No test passed.'),
  ).toBeVisible();
  await expect(viewer.getByRole('img', { name: '[TTTTTTTTTTTT]' })).toBeVisible();
  await expect(viewer.getByRole('row')).toHaveCount(2);
  await viewer.getByRole('button', { name: 'Tests 1 to 12, one by one' }).click();
  await expect(viewer.getByRole('row')).toHaveCount(14);
  const compiler_output = 'main.cpp:2:12: error: expected ‘;’\nbits/stl_algo.h:9:1: note: here';
  await open({ ...full, overall_status: 'Compilation Error', score: 0, results: [], compiler_output });
  await expect(viewer.getByText('It does not compile: see line 2.')).toBeVisible();
  await viewer.getByRole('button', { name: 'main.cpp:2:12: error' }).click();
  await expect(viewer.locator('.cm-marked-line')).toHaveText('    return 0;');
});

test('staff judge a submission again', async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
  await answerList(page, () => [base]);
  let rejudge: FullSubmission['rejudge'] = null;
  let outcome: Partial<FullSubmission> = {};
  await page.route('**/api/submissions/7', (route) =>
    route.fulfill({
      json: {
        ...full,
        results: [{ ...full.results[0], checkerMessage: 'expected 3, found 4' }],
        rejudge,
        ...outcome,
      },
    }),
  );
  await page.route('**/api/admin/submissions/7/rejudge', (route) => {
    rejudge = { status: 'Pending', fault: null, fault_words: null };
    return route.fulfill({ status: 204 });
  });
  await page.goto('/submissions?view=7');
  await expect(page.getByText('Checker: expected 3, found 4')).toBeVisible();
  const button = page.getByRole('button', { name: 'Rejudge' });
  /** What becomes of it is decided after it was asked for. */
  const isAskedFor = () => expect.poll(() => rejudge?.status).toBe('Pending');
  await button.click();
  await isAskedFor();
  await expect(page.getByText('The submission is being judged again.')).toBeVisible();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('It is being judged now.');
  await expect(page.getByText('Checker: expected 3, found 4')).toBeVisible();
  // The page goes on asking until the rejudge has ended, and says so when it could not be made.
  rejudge = { status: 'Skipped', fault: 'The disk is on fire.', fault_words: null };
  await expect(
    page.getByText('The judge could not judge it again, and its verdict stays: The disk is on fire.'),
  ).toBeVisible();
  await expect(button).toBeEnabled();
  await button.click();
  await isAskedFor();
  await expect(button).toBeDisabled();
  rejudge = null;
  outcome = {
    overall_status: 'Wrong Answer',
    score: 40,
    judgements: [
      judgementOf({ id: 12, status: 'Wrong Answer', score: 40, is_in_force: true, is_rejudge: true }),
      judgementOf({ id: 11, status: 'Accepted', score: 100 }),
    ],
  };
  await expect(page.getByText('Accepted 100 → Wrong Answer 40').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'in force' })).toContainText('Wrong Answer');
});
