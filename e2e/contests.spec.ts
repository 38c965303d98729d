import type { Page } from '@playwright/test';
import { contestStatuses } from '#contract/contest-status.ts';
import { type Contest, deleteContest } from '#contract/contests.ts';
import { fromNow } from '#harness/sample-contest.ts';
import { expect, fillLogin, heading, openWithoutAnswers, signIn, test } from './journey.ts';
import { answerContests, createContest, decidedContest, joinContest, wakeUntil } from './sample-contest.ts';

const hour = 3_600_000;

const cardOf = (page: Page, { title }: Contest) => page.getByRole('listitem').filter({ hasText: title });

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
          ...decidedContest,
          id,
          title: `In status ${status}`,
          status,
          is_participant: who === 'participant',
        })),
      );
      await page.goto('/contests');
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Now', 'Next', 'Past']);
      const group = (name: string) => page.getByRole('region', { name, exact: true });
      const groupOf = {
        running: group('Now'),
        finishing: group('Now'),
        scheduled: group('Next'),
        finished: group('Past'),
      };
      for (const status of contestStatuses) {
        const card = groupOf[status].getByRole('listitem').filter({ hasText: `In status ${status}` });
        await expect(card).toHaveCount(1);
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

  test('turns over by itself at the start', async ({ page, createAccount }) => {
    await signIn(page, await createAccount());
    const contest = { ...decidedContest, start_time: fromNow(20_000) };
    let status: Contest['status'] = 'scheduled';
    await answerContests(page, () => [{ ...contest, status }]);
    await page.clock.install();
    await page.goto('/contests');
    await expect(cardOf(page, contest)).toContainText('Scheduled');
    status = 'running';
    await page.clock.runFor(22_000);
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
      await openWithoutAnswers(page);
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
    await fillLogin(page, user);
    await expect(page).toHaveURL(`/contests/${contest.id}`);
    await page.getByRole('button', { name: 'Join Contest' }).click();
    await expect(heading(page, contest.title)).toBeVisible();
    await expect(page.getByText('Waiting for contest to start')).toBeVisible();
    await expect(page.getByText('1 person')).toBeVisible();
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
    const main = page.getByRole('main');
    for (const { path, text } of [
      { path: 'problems', text: 'You need to join this contest to view its details.' },
      { path: 'scoreboard', text: 'You do not have permission to view this contest scoreboard' },
      { path: 'submissions', text: 'You need to join this contest to view its details.' },
    ]) {
      await page.goto(`/contests/${contest.id}/${path}`);
      await expect(main.getByText(text)).toBeVisible();
      // An invitation rather than a failure.
      await expect(main.getByRole('alert')).toHaveCount(0);
      await expect(main.getByRole('button', { name: 'Join Contest' })).toBeVisible();
    }
    // Who accepts it is in.
    await main.getByRole('button', { name: 'Join Contest' }).click();
    await expect(main.getByText('No one has submitted solutions for this contest yet.')).toBeVisible();
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
  test.use({ expectedConsole: /status of 500/ });

  test('each page has its words', async ({ page, createAccount }) => {
    await signIn(page, await createAccount());
    await openWithoutAnswers(page);
    await answerContests(page, () => [decidedContest]);
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
});

test('Time Remaining and Last updated follow the server’s clock, not a wrong one', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const person = await signIn(page, await createAccount());
  const contest = await createContest(adminApi, { startsInMs: -hour, endsInMs: 3 * hour + 30_000 });
  await joinContest(person, contest);
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
  for (const place of ['banner', 'main'] as const) {
    await expect(page.getByRole(place).getByText(/^(3h 0m|2h 59m) remaining$/)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  const shown = await page.getByText(/^Last updated: /).textContent();
  const [hours = 0, minutes = 0] = (shown ?? '').replace('Last updated: ', '').split(':').map(Number);
  const now = new Date(Date.now() + 7 * hour);
  const apart = Math.abs(hours * 60 + minutes - (now.getUTCHours() * 60 + now.getUTCMinutes()));
  expect(Math.min(apart, 24 * 60 - apart)).toBeLessThanOrEqual(2);
});

test.describe('a contest that is deleted while its page is open', () => {
  test.use({ expectedConsole: /status of (403|404)/ });

  test('is not found any more', async ({ page, adminApi, createAccount }) => {
    const person = await signIn(page, await createAccount());
    const contest = await createContest(adminApi);
    await joinContest(person, contest);
    await page.goto(`/contests/${contest.id}`);
    await expect(page.getByText('Waiting for contest to start')).toBeVisible();
    await adminApi.call(deleteContest, { params: { id: contest.id } });
    await wakeUntil(page, () => expect(heading(page, 'Contest not found.')).toBeVisible({ timeout: 500 }));
    await page.getByRole('main').getByRole('link', { name: 'Back to Contests' }).click();
    await expect(heading(page, 'Contests')).toBeVisible();
    await expect(page.getByText(contest.title)).toBeHidden();
  });
});
