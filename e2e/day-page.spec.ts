import { type ContestDay, usualAlarmMinutes } from '#contract/contest-day.ts';
import { fromNow } from '#harness/sample-contest.ts';
import { expect, heading, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { answerContests, createContest, decidedContest, freshTitle } from './sample-contest.ts';

const minute = 60_000;

/** A bad day: as much of it as fits on the page. */
const makeBadDay = (): ContestDay => ({
  alarm_minutes: usualAlarmMinutes,
  alarms: [
    { kind: 'judge_lost', since: fromNow(-3 * minute), count: 1, names: ['judge-2.example.org'] },
    { kind: 'judge_refused', since: null, count: 1, names: ['judge-3.example.org'] },
    { kind: 'queue_wait', since: fromNow(-95_000), count: 17, names: [] },
    {
      kind: 'no_tests',
      since: null,
      count: 1,
      names: ['Euler and the Seven Bridges of a Rather Long Title'],
    },
    { kind: 'question_waiting', since: fromNow(-8 * minute), count: 3, names: [] },
  ],
  minutes: Array.from({ length: 58 }, (_, index) => ({
    at: fromNow(-(58 - index) * minute),
    count: (index * 7) % 23,
  })),
  last_end: fromNow(60 * minute),
  queue: {
    waiting: 17,
    judging: 4,
    rejudging: 0,
    oldest_waiting_since: fromNow(-95_000),
    median_wait_ms: 1_240,
    longest_wait_ms: 95_300,
  },
  judges: [
    ['judge-1.example.org', 'ready', false],
    ['judge-2.example.org', 'ready', true],
    ['judge-3.example.org', 'refused', false],
  ].map(([name, state, isLost], index) => ({
    name: String(name),
    state: state === 'refused' ? 'refused' : 'ready',
    reason: state === 'refused' ? 'The disk of this machine is full.' : null,
    reason_words: null,
    cores: 8,
    cores_busy: isLost ? 0 : 6,
    compiler: 'g++',
    sandbox: 'full',
    architecture: 'x64',
    version: '1',
    started_at: fromNow(-(index + 1) * 60 * minute),
    seen_at: fromNow(isLost === true ? -3 * minute : -1_000),
    is_lost: isLost === true,
  })),
  questions: { unanswered: 3, claimed: 1, oldest_asked_at: fromNow(-8 * minute) },
  problems: Array.from({ length: 12 }, (_, index) => ({
    problem_id: `p${index}`,
    title: index % 4 === 3 ? 'Euler and the Seven Bridges of a Rather Long Title' : `โจทย์ข้อที่ ${index}`,
    label: String.fromCharCode(65 + index),
    points: 100,
    colour: index % 2 === 0 ? 'red' : 'sky',
    tries: index * 31,
    tried_by: index * 9,
    solved_by: index % 5 === 0 ? 0 : index * 4,
  })),
  tells_unsolved: true,
  verdicts: Array.from({ length: 14 }, (_, index) => ({
    submission_id: 900 - index,
    user_id: index,
    username: index % 5 === 0 ? 'contestant.with.a.long_name-no22' : `contestant-${index}`,
    problem_id: 'p1',
    label: String.fromCharCode(65 + (index % 12)),
    submitted_at: fromNow(-index * 20_000),
    overall_status:
      (['Accepted', 'Wrong Answer', 'Memory Limit Exceeded', 'Compilation Error'] as const)[index % 4] ??
      'Skipped',
    score: index % 4 === 0 ? 100 : 33.33,
  })),
});

test('staff watch a contest on a wall and in the hand', async ({ page, adminApi, createAccount }) => {
  test.setTimeout(180_000);
  const contest = await createContest(adminApi, {
    title: freshTitle('การแข่งขันคอมพิวเตอร์โอลิมปิกระดับชาติ The National Round'),
    startsInMs: -90 * minute,
    settings: { freeze_minutes: 60 },
  });
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin');
  await page.getByRole('link', { name: 'On the day' }).first().click();
  await expect(heading(page, 'On the day')).toBeVisible();
  await page.goto('/admin/contests');
  await page.getByRole('link', { name: `On the day of ${contest.title}` }).click();
  await expect(page.getByText('Nothing has been judged yet.')).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Set alarms…' }).click();
  const patience = page.getByRole('dialog', { name: 'When to sound the alarm' });
  const unsolved = patience.getByLabel('A problem is still unsolved');
  await expect(unsolved).toHaveValue('60');
  await unsolved.fill('0');
  await patience.getByRole('button', { name: 'Set alarms' }).click();
  await expect(patience.getByText('A whole number of minutes from 1 to 1440.')).toBeVisible();
  await expectGoodLooks(page);
  await unsolved.fill('120');
  await patience.getByRole('button', { name: 'Set alarms' }).click();
  await expect(patience).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Set alarms…' }).click();
  await expect(unsolved).toHaveValue('120');
  await page.keyboard.press('Escape');

  const badDay = makeBadDay();
  await page.route(`**/api/admin/contests/${contest.id}/day`, (route) => route.fulfill({ json: badDay }));
  await page.reload();
  const alarms = page.getByRole('region', { name: 'Alarms' }).getByRole('listitem');
  await expect(alarms).toHaveCount(5);
  await expect(alarms.first()).toContainText('judge-2.example.org has not been heard of. For 3:');
  await expect(page.getByText('A โจทย์ข้อที่ 0, F โจทย์ข้อที่ 5, K โจทย์ข้อที่ 10')).toBeVisible();
  await expectGoodLooks(page);
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await page.getByRole('link', { name: 'On the day' }).click();
  await expect(heading(page, 'On the day')).toBeVisible();
});

test('what was tried in extra minutes is on the chart when it is over', async ({ page, createAccount }) => {
  const over = { ...decidedContest, status: 'finished' as const, end_time: fromNow(-60 * minute) };
  const day = {
    ...makeBadDay(),
    minutes: [{ at: fromNow(-40 * minute), count: 7 }],
    last_end: fromNow(-30 * minute),
  };
  await answerContests(page, () => [over]);
  await page.route(`**/api/admin/contests/${over.id}/day`, (route) => route.fulfill({ json: day }));
  await signIn(page, await createAccount('staff'));
  await page.goto(`/admin/contests/${over.id}/day`);
  const chart = page.getByRole('table', { name: 'Tries per minute' });
  await expect(chart.getByRole('cell', { name: '7', exact: true })).toBeAttached();
});

test('nobody else finds it', async ({ page, adminApi, createAccount }) => {
  const contest = await createContest(adminApi, { startsInMs: -minute });
  await signIn(page, await createAccount());
  await page.goto(`/admin/contests/${contest.id}/day`);
  await expect(heading(page, 'On the day')).toBeHidden();
  await expect(page.getByText(contest.title)).toBeHidden();
});
