import type { Page } from '@playwright/test';
import { type Contest, type ContestScoreboard, contestStatuses } from '#contract/contests.ts';
import { intervals } from '#contract/limits.ts';
import { expect, fillLogin, heading, signIn, test } from './journey.ts';
import { createContest, fromNow, joinContest, moveContest, wakeUntil } from './sample-contest.ts';
import { createProblem, freshId } from './sample-problem.ts';

const hour = 3_600_000;

const cardOf = (page: Page, { title }: Contest) => page.getByRole('listitem').filter({ hasText: title });

/** A list that a journey decides on. */
const base: Contest = {
  id: 77,
  title: 'Decided Here',
  description: '',
  start_time: fromNow(-hour),
  end_time: fromNow(hour),
  status: 'running',
  participant_count: 3,
  problem_count: 2,
  is_participant: true,
};

async function answerContests(page: Page, list: () => readonly Contest[]) {
  await page.route('**/api/contests', (route) => route.fulfill({ json: list() }));
}

test.describe('the list', () => {
  /** What a card offers, by status and by who looks at it. */
  const offers = {
    visitor: {
      scheduled: 'Login to Join',
      running: 'Login to Join',
      finishing: null,
      finished: 'View Results',
    },
    user: { scheduled: 'Join Contest', running: 'Join Contest', finishing: null, finished: 'View Results' },
    participant: {
      scheduled: 'You are registered',
      running: 'Enter Contest',
      finishing: null,
      finished: 'View Results',
    },
  } as const;

  for (const who of ['visitor', 'user', 'participant'] as const) {
    test(`offers a ${who} what the status allows`, async ({ page, createAccount }) => {
      if (who !== 'visitor') await signIn(page, await createAccount());
      await answerContests(page, () =>
        contestStatuses.map((status, id) => ({
          ...base,
          id,
          title: `In status ${status}`,
          status,
          is_participant: who === 'participant',
        })),
      );
      await page.goto('/contests');
      for (const status of contestStatuses) {
        const card = page.getByRole('listitem').filter({ hasText: `In status ${status}` });
        const offered = offers[who][status];
        const controls = card
          .getByRole('button')
          .or(card.getByRole('link'))
          .filter({ hasNotText: /^In status/ });
        if (offered === null || offered === 'You are registered') await expect(controls).toHaveCount(0);
        else await expect(controls).toContainText([offered]);
        if (offered !== null) await expect(card).toContainText(offered);
        await expect(card).toContainText(status === 'scheduled' ? 'Scheduled' : /Running|Finishing|Finished/);
      }
    });
  }

  test('says when there is none', async ({ page }) => {
    await answerContests(page, () => []);
    await page.goto('/contests');
    await expect(page.getByText('No contests available at the moment')).toBeVisible();
    await expect(page.getByText('Please check back later for new contests.')).toBeVisible();
  });

  test('turns over by itself at the start', async ({ page, adminApi, createAccount }) => {
    await signIn(page, await createAccount());
    const contest = await createContest(adminApi, { startsInMs: 2 * hour });
    await page.goto('/contests');
    await expect(cardOf(page, contest)).toContainText('Scheduled');
    const moved = await moveContest(adminApi, contest, { startTime: fromNow(3_000) });
    const knows = cardOf(page, contest).locator(`time[datetime="${moved.start_time}"]`);
    await wakeUntil(page, () => expect(knows).toBeVisible({ timeout: 500 }));
    await expect(cardOf(page, contest)).toContainText('Running');
  });

  test.describe('a refusal', () => {
    test.use({ expectedConsole: /status of (403|500)/ });

    test('to join is told on the card', async ({ page, adminApi, createAccount }) => {
      await signIn(page, await createAccount());
      const contest = await createContest(adminApi, { startsInMs: -hour });
      await page.goto('/contests');
      await expect(cardOf(page, contest).getByRole('button', { name: 'Join Contest' })).toBeVisible();
      await page.route('**/api/contests/*/join', (route) =>
        route.fulfill({ status: 403, json: { code: 'contest_ended', message: 'This contest has ended.' } }),
      );
      await cardOf(page, contest).getByRole('button', { name: 'Join Contest' }).click();
      await expect(cardOf(page, contest).getByRole('alert')).toHaveText('This contest has ended.');
      await page.unroute('**/api/contests/*/join');
      await page.route('**/api/contests/*/join', (route) => route.fulfill({ status: 500, body: '' }));
      await cardOf(page, contest).getByRole('button', { name: 'Join Contest' }).click();
      await expect(cardOf(page, contest).getByRole('alert')).toHaveText('Failed to join contest');
    });

    test('of the list leads home', async ({ page }) => {
      await page.route('**/api/contests', (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto('/contests');
      await expect(page.getByRole('alert').getByText('Failed to load contests')).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
      await expect(page).toHaveURL('/');
    });
  });
});

test.describe('who has not joined', () => {
  test.use({ expectedConsole: /status of (401|403|404)/ });

  test('is told so, may join there, and is in', async ({ page, adminApi, createAccount }) => {
    const contest = await createContest(adminApi);
    const user = await createAccount();
    await page.goto(`/contests/${contest.id}`);
    await expect(heading(page, 'You need to join this contest to view its details.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Back to Contests' })).toBeVisible();
    await page.getByRole('link', { name: 'Login to Join' }).click();
    await page.getByLabel('Username').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(`/contests/${contest.id}`);
    await page.getByRole('button', { name: 'Join Contest' }).click();
    await expect(heading(page, contest.title)).toBeVisible();
    await expect(page.getByText('Waiting for contest to start')).toBeVisible();
    await expect(page.getByText('1 people')).toBeVisible();
  });

  test('hears a refusal in a popup', async ({ page, adminApi, createAccount }) => {
    await signIn(page, await createAccount());
    const contest = await createContest(adminApi, { startsInMs: -hour });
    await page.route('**/api/contests/*/join', (route) =>
      route.fulfill({ status: 403, json: { code: 'contest_ended', message: 'This contest has ended.' } }),
    );
    await page.goto(`/contests/${contest.id}`);
    await page.getByRole('button', { name: 'Join Contest' }).click();
    const popup = page.getByRole('alertdialog');
    await expect(popup.getByText('This contest has ended.')).toBeVisible();
    await popup.getByRole('button', { name: 'Close' }).last().click();
    await expect(popup).toBeHidden();
    await expect(page.getByRole('button', { name: 'Join Contest' })).toBeFocused();
  });

  test('finds problems, submissions and scoreboard closed', async ({ page, adminApi, createAccount }) => {
    await signIn(page, await createAccount());
    const contest = await createContest(adminApi, { startsInMs: -hour });
    for (const { path, text } of [
      { path: 'problems', text: 'You need to join this contest to view its details.' },
      { path: 'submissions', text: 'You need to join this contest to view its details.' },
      { path: 'scoreboard', text: 'You do not have permission to view this contest scoreboard' },
    ]) {
      await page.goto(`/contests/${contest.id}/${path}`);
      await expect(page.getByRole('alert').getByText(text)).toBeVisible();
    }
  });

  test('of an id that is none, or of no contest, is told that', async ({ page }) => {
    for (const { path, title } of [
      { path: '/contests/2147483647', title: 'Contest not found.' },
      { path: '/contests/2147483647/scoreboard', title: 'Contest not found.' },
      { path: '/contests/abc/problems', title: 'Contest ID not found in URL.' },
      { path: '/contests/abc/submissions', title: 'Error: No Contest ID specified in the URL.' },
    ]) {
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Back to Contests' }).click();
      await expect(page).toHaveURL('/contests');
    }
  });
});

test.describe('when the server fails', () => {
  test.use({ expectedConsole: /status of 500|could not be refreshed/ });

  test('each page has its words', async ({ page, createAccount }) => {
    await signIn(page, await createAccount());
    await answerContests(page, () => [base]);
    await page.route(/\/api\/(contests\/77|submissions)/, (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await page.goto('/contests/77');
    await expect(heading(page, 'Failed to load contest data.')).toBeVisible();
    for (const { path, text } of [
      {
        path: 'problems',
        text: 'Failed to fetch contest problems. You may not have access to this contest.',
      },
      {
        path: 'submissions',
        text: 'Failed to fetch contest submissions. Please make sure you have access to this contest.',
      },
      { path: 'submissions?view=9', text: 'Failed to fetch submission #9.' },
      { path: 'scoreboard', text: 'Failed to load contest scoreboard.' },
    ]) {
      await page.goto(`/contests/77/${path}`);
      await expect(page.getByRole('alert').getByText(text)).toBeVisible();
    }
  });

  test('the scoreboard is refreshed every 30 s while running, and a lost answer leaves it there', async ({
    page,
    createAccount,
  }) => {
    await signIn(page, await createAccount());
    let status: Contest['status'] = 'running';
    await answerContests(page, () => [{ ...base, status }]);
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

/** With a stopped clock: lets the little time pass that an answer takes to be drawn. */
async function afterMoments(page: Page, isSeen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(50);
    await isSeen();
  }).toPass({ timeout: 15_000 });
}

function makeBoard(rows: number, columns: number, salt: number): ContestScoreboard {
  const problems = Array.from({ length: columns }, (_, index) => ({ problem_id: `p${index + 1}` }));
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

test('a scoreboard of two thousand draws the first, keeps one’s own in sight and the rest at hand', async ({
  page,
  createAccount,
}) => {
  await signIn(page, await createAccount());
  const { user } = await (await page.request.get('/api/me')).json();
  await answerContests(page, () => [base]);
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
  await signIn(page, await createAccount());
  const contest = await createContest(adminApi, { startsInMs: -hour });
  await joinContest(page.request, contest);
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expect(page.getByText('No ranking data yet')).toBeVisible();
  await expect(page.getByText('No participants have submitted solutions in this contest yet.')).toBeVisible();
  await page.goto(`/contests/${contest.id}/submissions`);
  await expect(page.getByText('No submissions yet')).toBeVisible();
  await expect(page.getByText('No one has submitted solutions for this contest yet.')).toBeVisible();
});

test('Time Remaining and Last updated follow the server’s clock, not a wrong one', async ({
  page,
  adminApi,
  createAccount,
}) => {
  await signIn(page, await createAccount());
  const contest = await createContest(adminApi, { startsInMs: -hour, endsInMs: 3 * hour + 30_000 });
  await joinContest(page.request, contest);
  // Two hours fast.
  await page.addInitScript(`{
    const Right = Date;
    const fast = 2 * 3_600_000;
    globalThis.Date = class extends Right {
      constructor(...args) { args.length === 0 ? super(Right.now() + fast) : super(...args); }
      static now() { return Right.now() + fast; }
    };
  }`);
  await page.goto(`/contests/${contest.id}`);
  await expect(page.getByText(/^(3h 0m|2h 59m) remaining$/)).toBeVisible();
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  const shown = await page.getByText(/^Last updated: /).textContent();
  const [hours = 0, minutes = 0] = (shown ?? '').replace('Last updated: ', '').split(':').map(Number);
  const now = new Date(Date.now() + 7 * hour);
  const apart = Math.abs(hours * 60 + minutes - (now.getUTCHours() * 60 + now.getUTCMinutes()));
  expect(Math.min(apart, 24 * 60 - apart)).toBeLessThanOrEqual(2);
});

/** For a page that shows no times: it knows them when it was told. */
async function wakeUntilHeard(page: Page, { start_time, end_time }: Contest) {
  let isHeard = false;
  page.on('response', async (response) => {
    if (!response.url().endsWith('/api/contests')) return;
    const list: Contest[] = await response.json().catch(() => []);
    isHeard ||= list.some((entry) => entry.start_time === start_time && entry.end_time === end_time);
  });
  await wakeUntil(page, async () => expect(isHeard).toBe(true));
}

test.describe('a problem’s page', () => {
  test.use({ expectedConsole: /status of (401|403)/ });

  test('asks a visitor to log in and is shown afterwards, or leads to where one joins', async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const id = freshId('asked-for');
    await createProblem(adminApi, { id, withPdf: false, withTests: false });
    const contest = await createContest(adminApi, { startsInMs: -hour, problemIds: [id] });
    const address = `/contests/${contest.id}/problems/${id}`;
    await page.goto(`${address}?tab=submit`);
    await expect(page.getByRole('alert').getByText('Please log in.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await fillLogin(page, await createAccount());
    await expect(heading(page, 'You need to join this contest to view its details.')).toBeVisible();
    await page.getByRole('link', { name: 'To the contest page' }).click();
    await page.getByRole('button', { name: 'Join Contest' }).click();
    await page.getByRole('link', { name: `Title of ${id}` }).click();
    await expect(heading(page, `Title of ${id}`)).toBeVisible();
  });

  test('opens at the start, closes at the end, and keeps the code for the main list', async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const id = freshId('turning');
    await createProblem(adminApi, { id, withPdf: false, withTests: false });
    await adminApi.put(`/api/admin/problems/${id}/visibility`, { data: { isVisible: false } });
    const contest = await createContest(adminApi, { startsInMs: 2 * hour, problemIds: [id] });
    await signIn(page, await createAccount());
    await joinContest(page.request, contest);
    await page.goto(`/contests/${contest.id}/problems/${id}?tab=submit`);
    await expect(heading(page, 'This contest has not started yet.')).toBeVisible();
    const moved = await moveContest(adminApi, contest, { startTime: fromNow(3_000) });
    await wakeUntilHeard(page, moved);
    const submit = page.getByRole('button', { name: 'Submit' });
    await expect(submit).toBeEnabled();
    await page.getByRole('textbox', { name: 'Source code' }).fill('int main() { return 0; }');

    await wakeUntilHeard(page, await moveContest(adminApi, moved, { endTime: fromNow(3_000) }));
    await expect(page.getByRole('alert').getByText('This contest has ended.')).toBeVisible();
    await expect(submit).toBeDisabled();
    await page.getByRole('link', { name: 'Go on with this problem in the main list' }).click();
    await expect(page).toHaveURL(`/problems/${id}?tab=submit`);
    await expect(page.getByRole('textbox', { name: 'Source code' })).toHaveText('int main() { return 0; }');
    await expect(submit).toBeEnabled();
  });
});

test.describe('a contest that is deleted while its page is open', () => {
  test.use({ expectedConsole: /status of (403|404)/ });

  test('is not found any more', async ({ page, adminApi, createAccount }) => {
    await signIn(page, await createAccount());
    const contest = await createContest(adminApi);
    await joinContest(page.request, contest);
    await page.goto(`/contests/${contest.id}`);
    await expect(page.getByText('Waiting for contest to start')).toBeVisible();
    expect((await adminApi.delete(`/api/admin/contests/${contest.id}`)).status()).toBe(204);
    await wakeUntil(page, () => expect(heading(page, 'Contest not found.')).toBeVisible({ timeout: 500 }));
    await page.getByRole('main').getByRole('link', { name: 'Back to Contests' }).click();
    await expect(heading(page, 'Contests')).toBeVisible();
    await expect(page.getByText(contest.title)).toBeHidden();
  });
});
