import { putEditorial } from '#contract/contest-editorials.ts';
import type { ContestHistory } from '#contract/contest-history.ts';
import type { Contest } from '#contract/contests.ts';
import { createReplay } from '#contract/replay.ts';
import type { Client } from '#harness/client.ts';
import { fromNow, moveContest, waitForStatus } from '#harness/sample-contest.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { expect, heading, signIn, signInApi, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { answerContests, createContest, decidedContest, joinContest } from './sample-contest.ts';
import { createProblem, freshId, programs } from './sample-problem.ts';

/** What a contest is for when it is over. */
const minute = 60_000;

interface Played {
  contest: Contest;
  sum: string;
  twin: string;
  first: string;
  second: string;
}

/** Half an hour in: the first solves one problem with the second try, then the other; the second has one. */
async function playContest(
  adminApi: Client,
  createAccount: () => Promise<{ username: string; password: string }>,
  settings: object = {},
): Promise<Played> {
  const [sum, twin] = [freshId('a-sum'), freshId('b-twin')];
  for (const id of [sum, twin]) await createProblem(adminApi, { id, withPdf: false });
  const contest = await createContest(adminApi, {
    startsInMs: -30 * minute,
    endsInMs: 10 * minute,
    problemIds: [sum, twin],
    settings,
  });
  const [ada, ben] = [await createAccount(), await createAccount()];
  const [adaApi, benApi] = [await signInApi(ada), await signInApi(ben)];
  for (const api of [adaApi, benApi]) await joinContest(api, contest);
  const judge = async (api: Client, problemId: string, code: string) => {
    const id = await sendSubmission(api, { problemId, code, contestId: contest.id });
    await waitForVerdict(api, id, contest.id);
  };
  await judge(benApi, sum, programs.right);
  await judge(adaApi, sum, programs.wrong);
  await judge(adaApi, sum, programs.right);
  await judge(adaApi, twin, programs.right);
  await moveContest(adminApi, contest, { endTime: fromNow(1_500) });
  await waitForStatus(adminApi, contest.id, 'finished');
  return { contest, sum, twin, first: ada.username, second: ben.username };
}

test('charts are loaded where one is shown, and nowhere else', async ({ page, adminApi, createAccount }) => {
  test.setTimeout(240_000);
  const { contest, sum } = await playContest(adminApi, createAccount);
  const waiting = await createContest(adminApi);
  await signIn(page, await createAccount('staff'));
  const charts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/line-chart/.test(pathname)) charts.push(pathname);
  });
  for (const path of [
    '/',
    '/problems',
    `/problems/${sum}`,
    '/submissions',
    '/scoreboard',
    '/contests',
    `/contests/${waiting.id}`,
    `/contests/${contest.id}/scoreboard`,
    '/admin',
    '/admin/contests',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(charts, path).toEqual([]);
  }
  for (const path of [`/contests/${contest.id}`, `/contests/${contest.id}/statistics`]) {
    await page.goto(path);
    await expect(page.getByRole('main').locator('figure').first()).toBeVisible();
    expect(charts.splice(0), path).toContainEqual(expect.stringMatching(/\.js$/));
  }
});

test('a finished contest is replayed second by second and told in figures', async ({
  page,
  adminApi,
  createAccount,
}) => {
  test.setTimeout(240_000);
  const { contest, first, second } = await playContest(adminApi, createAccount, { format: 'icpc' });
  const editorial = { text: 'Add the two numbers.' };
  await adminApi.call(putEditorial, { params: { id: contest.id }, body: editorial });
  const board = page.getByRole('region', { name: 'Ranks and scores' });
  const rows = board.locator('tbody').getByRole('row');

  // A visitor, who has not signed in.
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expect(rows).toHaveCount(2);
  const final = await board.textContent();
  await page.getByRole('link', { name: 'Editorial' }).click();
  await expect(page.getByText(editorial.text)).toBeInViewport();
  await page.getByRole('button', { name: 'Replay' }).click();
  const slider = page.getByRole('slider', { name: 'Contest time' });
  await expect(slider).toHaveAttribute('aria-valuetext', /^\d+:\d\d$/);
  expect(await board.textContent()).toBe(final);
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', '0:00');
  await expect(page.getByText('Nobody had tried anything yet.')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '0:01');

  const next = page.getByRole('button', { name: 'To the next try' });
  await next.click();
  await expect(rows).toHaveCount(1);
  await expect(rows.nth(0)).toContainText(second);
  await next.click();
  await expect(rows.nth(0)).toContainText(second);
  await expect(rows.nth(1)).toContainText('1 wrong try');
  await next.click();
  await next.click();
  await expect(next).toBeDisabled();
  await expect(next).toHaveAccessibleDescription('There is none after this.');
  await expect(rows.nth(0)).toContainText(first);
  expect((await rows.allInnerTexts()).map((row) => row.replace(/\s+/g, ' ')).join()).toContain(first);
  await page.getByRole('button', { name: 'To the try before' }).click();
  await expect(rows.nth(0)).toContainText(second);

  await page.getByRole('combobox', { name: 'Speed' }).selectOption('×1800');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(rows.nth(0)).toContainText(first);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'To the final standings' }).click();
  await expect(slider).toBeHidden();

  await page.getByRole('link', { name: 'Statistics' }).click();
  await expect(heading(page, 'Contest Statistics')).toBeVisible();
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('row').nth(1)).toContainText('2 / 2');
  await expect(problems.getByRole('row').nth(1)).toContainText('#4 (1 try)');
  await expect(problems.getByRole('row').nth(2)).toContainText('1 / 1');
  const solved = page.getByRole('table', { name: 'Problems solved' });
  await expect(solved.getByRole('row')).toHaveText([/Solved.*People/, /^0.*0$/, /^1.*1$/, /^2.*1$/]);
  await expect(page.getByRole('table', { name: 'Verdicts' })).toContainText(/Accepted.*3/);
  await expect(page.getByRole('table', { name: 'Languages' })).toContainText('C++');
  await page.getByText('Show as a table').click();
  const overTime = page.getByRole('region', { name: /^Tries and solved problems over time/ });
  await expect(overTime.getByRole('row').last()).toContainText('43');
  await expectGoodLooks(page);
});

test('a finished contest is taken once more, with its participants as ghosts', async ({
  page,
  adminApi,
  createAccount,
}) => {
  test.setTimeout(300_000);
  const { contest, sum, first, second } = await playContest(adminApi, createAccount, { format: 'icpc' });
  const runner = await createAccount();
  const person = await signIn(page, runner);
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await page.getByRole('link', { name: 'Virtual run' }).click();
  await expect(heading(page, 'Virtual Run')).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Start' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a virtual run' });
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('timer')).toHaveText(/^(29|30|31|32):\d\d$/);
  // At its first minute nobody had done anything, which is half an hour later in that contest.
  await expect(page.getByText('Nobody had tried anything yet.')).toBeVisible();
  await expect(page.getByText('You have not submitted anything in this run yet.')).toBeVisible();

  await page.getByRole('link', { name: `Title of ${sum}` }).click();
  await expect(page.getByText(/^Virtual run of .*what you submit here counts in it/)).toBeVisible();
  const id = await sendSubmission(person, { problemId: sum, code: programs.right, contestId: contest.id });
  await waitForVerdict(person, id);
  await page.getByRole('link', { name: 'To the run' }).click();
  const board = page.getByRole('region', { name: 'Ranks and scores' });
  const rows = board.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(1);
  await expect(rows.nth(0)).toContainText(runner.username);
  await expect(rows.nth(0)).toContainText('you');
  await expect(page.getByRole('table').last()).toContainText('Accepted');
  await expectGoodLooks(page);

  await page.getByRole('button', { name: 'End now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(page.getByText('The virtual run is over.')).toBeVisible();
  // The whole contest beside one's own run: in minute 0 with one, before who had one in minute 30, behind who had two.
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText(first);
  await expect(rows.nth(1)).toContainText(runner.username);
  await expect(rows.nth(2)).toContainText(second);
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expect(rows).toHaveCount(2);
  await page.goto('/submissions?filter=mine');
  await expect(page.getByRole('row').filter({ hasText: sum })).toBeVisible();
});

test.describe('while it runs', () => {
  test.use({ expectedConsole: /status of 403/ });

  test('the figures of a contest are for staff alone', async ({ page, adminApi, createAccount }) => {
    const contest = await createContest(adminApi, { startsInMs: -minute });
    const person = await signIn(page, await createAccount());
    await joinContest(person, contest);
    await page.goto(`/contests/${contest.id}/statistics`);
    await expect(page.getByText('The statistics are shown when the contest has finished.')).toBeVisible();
    await page.goto(`/contests/${contest.id}/virtual`);
    await expect(page.getByText('A contest can be taken virtually when it has finished.')).toBeVisible();
  });
});

const people = 200;
const columns = 13;

/** As a regional contest leaves one behind: two hundred teams, thirteen problems, two thousand tries. */
function makeHistory(): ContestHistory {
  const lastsMs = 5 * 60 * minute;
  const problems = Array.from({ length: columns }, (_, index) => ({
    problem_id: `p${index + 1}`,
    label: String.fromCharCode(65 + index),
    points: 100,
    colour: null,
    title: `Problem ${index + 1}`,
  }));
  const rows = Array.from({ length: people }, (_, row) => {
    let [total, penalty] = [0, 0];
    return {
      user_id: 1_000_000 + row,
      username: `team-${String(row + 1).padStart(3, '0')}`,
      is_unofficial: row % 40 === 39,
      steps: Array.from({ length: 10 }, (_, step) => {
        const at_ms = Math.floor(((step * people + ((row * 73) % people)) / (10 * people)) * lastsMs);
        const isSolved = (row + step) % 3 !== 0;
        if (isSolved) [total, penalty] = [total + 1, penalty + Math.floor(at_ms / minute)];
        const at = Math.floor(at_ms / minute);
        return {
          at_ms,
          problem_id: `p${((row + step) % columns) + 1}`,
          cell: isSolved ? { score: 100, attempts: 1, minute: at } : { score: 0, attempts: 1 },
          total_score: total,
          penalty,
          order: [-total, penalty, at_ms],
        };
      }),
    };
  });
  return { lasts_ms: lastsMs, is_known: true, shares_places: true, rows, problems };
}

test('a board of two hundred rows is replayed as fast as it is played', async ({ page }) => {
  test.setTimeout(180_000);
  const history = makeHistory();
  await answerContests(page, () => [{ ...decidedContest, status: 'finished', format: 'icpc' }]);
  await page.route('**/api/contests/77/history', (route) => route.fulfill({ json: history }));
  const final = createReplay(history).at(history.lasts_ms);
  await page.route('**/api/contests/77/scoreboard', (route) => route.fulfill({ json: final }));
  await page.goto('/contests/77/scoreboard');
  await page.getByRole('button', { name: 'Replay' }).click();
  const slider = page.getByRole('slider', { name: 'Contest time' });
  await slider.focus();
  await page.keyboard.press('Home');
  const rows = page.getByRole('region', { name: 'Ranks and scores' }).locator('tbody tr');
  // Key by key through the contest: each answer is a board of that moment.
  for (let key = 1; key <= 10; key += 1) await page.keyboard.press('PageUp');
  await expect(slider).toHaveAttribute('aria-valuetext', '5:00:00');
  await expect(rows).toHaveCount(people + 1);
  await expect(page.getByText('Unofficial').first()).toBeVisible();
  await expectGoodLooks(page);
});
