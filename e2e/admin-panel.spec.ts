import type { Overview } from '#contract/overview.ts';
import { fromNow } from '#harness/sample-contest.ts';
import { expect, signIn, test } from './journey.ts';
import { answerContests, decidedContest } from './sample-contest.ts';

const second = 1_000;
const minute = 60 * second;

const troubled: Overview = {
  queue: {
    waiting: 31,
    judging: 4,
    rejudging: 57,
    importing: 2,
    oldest_waiting_since: fromNow(-121 * minute),
  },
  minutes: [
    { at: fromNow(-40 * minute), verdicts: 9, waited_ms: 2 * second },
    { at: fromNow(-3 * minute), verdicts: 3, waited_ms: 10 * second },
  ],
  machines: [{ name: 'judge-1', verdicts: 12 }],
  without_tests: {
    count: 5,
    problems: [
      { id: 'shown', title: 'Shown without Tests', is_visible: true },
      { id: 'kept', title: 'Kept without Tests', is_visible: false },
    ],
  },
  failed_imports: [
    {
      problem_id: 'torn',
      is_unmade: false,
      message: 'The archive is damaged.',
      message_words: null,
      at: fromNow(-minute),
    },
    {
      problem_id: 'unborn',
      is_unmade: true,
      message: '2.in has no answer.',
      message_words: null,
      at: fromNow(-minute),
    },
  ],
  archive_imports: [],
  judge_faults: [
    {
      submission_id: 4711,
      problem_id: 'sum',
      judged_by: 'judge-1',
      fault: 'The disk is full.',
      fault_words: null,
      at: fromNow(-minute),
    },
  ],
};

const quiet: Overview = {
  queue: { waiting: 0, judging: 0, rejudging: 0, importing: 0, oldest_waiting_since: null },
  minutes: [],
  machines: [],
  without_tests: { count: 0, problems: [] },
  failed_imports: [],
  archive_imports: [],
  judge_faults: [],
};

test('the panel tells what the server knows of the place: what waits, was judged, is on, is missing and failed', async ({
  page,
  createAccount,
}) => {
  await signIn(page, await createAccount('staff'));
  let told = troubled;
  await page.route('**/api/admin/overview', (route) => route.fulfill({ json: told }));
  await answerContests(page, () => [
    { ...decidedContest, id: 1, title: 'Over Already', status: 'finished', end_time: fromNow(-minute) },
    { ...decidedContest, end_time: fromNow(330 * minute), participant_count: 41, problem_count: 6 },
    { ...decidedContest, id: 3, title: 'Yet to Come', status: 'scheduled' },
  ]);
  await page.goto('/admin');
  const card = (title: string) =>
    page
      .getByRole('region', { name: 'The state of the place' })
      .locator('section')
      .filter({
        has: page.getByRole('heading', { name: title, exact: true }),
      });

  const queue = card('Waiting to be judged');
  await expect(queue).toContainText('31');
  await expect(queue).toContainText(/The oldest waits for 2:0\d:\d\d\./);
  const facts = { 'Being judged': '4', 'Judged again': '57', Imports: '2' };
  await expect(queue.getByRole('term')).toHaveText(Object.keys(facts));
  await expect(queue.getByRole('definition')).toHaveText(Object.values(facts));

  const contest = card('Contest now');
  await expect(contest.getByRole('link', { name: decidedContest.title })).toHaveAttribute(
    'href',
    `/contests/${decidedContest.id}`,
  );
  await expect(contest).toContainText('41 participants, 6 problems');
  await expect(contest.getByRole('timer')).toContainText(/^5:2\d:\d\d/);
  await expect(contest).not.toContainText(/Over Already|Yet to Come/);

  // Each minute's wait counts by its verdicts: (9 · 2 + 3 · 10) / 12.
  await expect(card('Judged in the last hour')).toContainText(
    '12 verdicts; on average it took 0:04 until judging began.',
  );

  const missing = card('Problems without tests');
  await expect(missing.getByRole('listitem')).toContainText(['Shown without Tests', 'Kept without Tests']);
  await expect(missing.getByText('visible')).toHaveCount(1);
  await expect(missing.getByRole('link', { name: 'and 3 more' })).toBeVisible();

  await expect(card('Last failures').getByRole('listitem')).toContainText([
    'Import of test cases for torn: The archive is damaged.',
    'Problem unborn was not created: 2.in has no answer.',
    'Submission #4711 to sum on judge-1: The disk is full.',
  ]);

  told = quiet;
  await page.reload();
  await expect(queue).toContainText('Nobody waits.');
  await expect(card('Judged in the last hour')).toContainText('Nothing was judged.');
  await expect(missing).toContainText('Every problem has tests.');
  await expect(card('Last failures')).toContainText('No import and no judgement has failed.');
});
