/** An IOI contest as staff run it and contestants see it, where one of them has more time than the others. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { type Contest, getContest } from '#contract/contests.ts';
import { en } from '#contract/messages/en.ts';
import { listContestQuestions } from '#contract/questions.ts';
import type { Client } from '#harness/client.ts';
import { fromNow, moveContest, waitForStatus } from '#harness/sample-contest.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { type Account, expect, heading, openDesk, signIn, signInApi, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { findContest, freshTitle, joinContest, openWithNews } from './sample-contest.ts';
import { createProblem, freshId, programs, sourceFile } from './sample-problem.ts';

const minute = 60_000;

/** What is too late is refused. */
test.use({ expectedConsole: /status of 403/ });

const subtasks = `groups:
  - {name: small, points: 20, tests: "1"}
  - {name: tens, points: 30, tests: "2"}
  - {name: rest, points: 50, tests: ["3", "4"]}
`;

/** Right where this is so, and nowhere else. */
const rightWhere = (condition: string) => programs.right.replace('a + b', `(${condition} ? a + b : -1)`);
const partial = {
  small: rightWhere('a == 1'),
  tens: rightWhere('a == 10'),
  rest: rightWhere('a < 0 || a > 100'),
};

test('an IOI day, with extra time for one', async ({ page, browser, adminApi, createAccount }) => {
  test.setTimeout(400_000);
  const problemId = freshId('ioi');
  await createProblem(adminApi, { id: problemId, withPdf: false, manifest: subtasks });
  const [ada, ben, cho, staff] = [
    await createAccount(),
    await createAccount(),
    await createAccount(),
    await createAccount('staff'),
  ];
  const [adaApi, benApi, choApi] = [await signInApi(ada), await signInApi(ben), await signInApi(cho)];

  await signIn(page, staff);
  const contest = await createByForm(page, freshTitle('Olympiad'), problemId);
  for (const api of [adaApi, benApi, choApi]) await joinContest(api, contest);
  await moveContest(adminApi, contest, { startTime: fromNow(-minute), endTime: fromNow(30 * minute) });
  const judge = async (api: Client, code: string) => {
    const id = await sendSubmission(api, { problemId, code, contestId: contest.id });
    return (await waitForVerdict(api, id, contest.id)).score;
  };

  // Each of the two earns a subtask that the other does not; their sum is what somebody else has with one.
  expect(await judge(adaApi, partial.small)).toBe(20);
  expect(await judge(adaApi, partial.tens)).toBe(30);
  expect(await judge(benApi, partial.rest)).toBe(50);
  expect(await judge(choApi, partial.small)).toBe(20);
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expectRows(page, [
    ['1', ada, '50', '50 (2)'],
    ['1', ben, '50', '50'],
    ['3', cho, '20', '20'],
  ]);
  await expectGoodLooks(page);

  const submitTab = `/contests/${contest.id}/problems/${problemId}?tab=submit` as const;
  const [adaDesk, benDesk] = [
    await openDesk(browser, ada, `/contests/${contest.id}`),
    await openDesk(browser, ben, `/contests/${contest.id}`),
  ];
  for (const desk of [adaDesk, benDesk]) await expect(clockOf(desk)).toHaveText(/^[12]\d:\d\d$/);
  await giveExtra(page, contest, ada, 90);
  await expect(clockOf(adaDesk)).toHaveText(/^1:[45]\d:\d\d$/);
  await expect(adaDesk.getByText('You have 90 extra minutes.')).toBeVisible();
  await expect(clockOf(benDesk)).toHaveText(/^[12]\d:\d\d$/);

  await benDesk.goto(submitTab);
  await openWithNews(adaDesk, submitTab);
  await editorOf(benDesk).fill('int main() { /* too late */ }');
  const { end_time } = await moveContest(adminApi, await read(adminApi, contest), {
    endTime: fromNow(3_000),
  });
  await expectOver(benDesk, benApi, contest, problemId);
  await submitLate(adaDesk, contest);
  await page.goto(`/contests/${contest.id}/scoreboard`);
  const final: Row[] = [
    ['1', ada, '100', '100 (3) first to solve'],
    ['2', ben, '50', '50'],
    ['3', cho, '20', '20'],
  ];
  await expectRows(page, final);
  await benDesk.goto(`/contests/${contest.id}/scoreboard`);
  await expectRows(benDesk, final);

  // She hands in: the contest ends with the minute that has begun.
  expect((await read(adminApi, contest)).status).toBe('running');
  await giveExtra(page, contest, ada, minutesSince(end_time));
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expectRows(page, final);
  await expectGoodLooks(page);
  await expectReport(page, ada, contest);
  await waitForStatus(adminApi, contest.id, 'finished');
  await expectResults(browser, contest, problemId, final);
  await Promise.all([adaDesk.context().close(), benDesk.context().close()]);
});

type Row = readonly [place: string, who: Account, total: string, cell: string];

const clockOf = (page: Page) => page.getByRole('main').getByRole('timer');
const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Source code' });
const read = (api: Client, { id }: Contest) => api.call(getContest, { params: { id } });

/** So many whole minutes that they end after the next quarter of one, in which they are given. */
const minutesSince = (end: string) => Math.ceil((Date.now() + minute / 4 - Date.parse(end)) / minute);

async function createByForm(page: Page, title: string, problemId: string): Promise<Contest> {
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: /^Create (New|First) Contest$/ }).click();
  const form = page.getByRole('dialog', { name: 'Create New Contest' });
  await form.getByLabel('Contest Title *').fill(title);
  await form.getByText('More settings').click();
  await form.getByLabel('Format', { exact: true }).selectOption('IOI');
  await expect(form.getByText(/^The best of each group of tests counts/)).toBeVisible();
  await expect(form.getByLabel('Penalty for a wrong try, in minutes')).toBeHidden();
  await form.getByRole('button', { name: 'Create Contest' }).click();
  await expect(page.getByText(`Contest “${title}” has been created.`)).toBeVisible();
  const choice = page.getByRole('dialog', { name: 'Manage Contest Problems' });
  await choice.getByRole('checkbox', { name: `Title of ${problemId} by admin` }).check();
  await choice.getByRole('button', { name: 'Add to Contest' }).click();
  await expect(choice.getByLabel(`Label of Title of ${problemId}`)).toHaveAttribute('placeholder', 'A');
  await choice.getByRole('button', { name: 'Close' }).last().click();
  const contest = await findContest(page, title);
  expect(contest).toMatchObject({ format: 'ioi', problem_count: 1 });
  return contest;
}

/** The whole board. Who shares a place stands in either order. */
async function expectRows(page: Page, rows: readonly Row[]) {
  const shown = page.getByRole('region', { name: 'Ranks and scores' }).locator('tbody').getByRole('row');
  await expect(shown.locator('td:first-child')).toHaveText(rows.map(([place]) => new RegExp(`^${place}\\b`)));
  for (const [place, { username }, total, cell] of rows) {
    const name = new RegExp(`^${username}(you)?$`);
    const own = shown.filter({ has: page.getByRole('cell').filter({ hasText: name }) });
    await expect(own.getByRole('cell')).toHaveText([new RegExp(`^${place}\\b`), name, total, cell]);
  }
}

async function giveExtra(page: Page, contest: Contest, { username }: Account, minutes: number) {
  await page.goto(`/admin/contests/${contest.id}/participants`);
  await page.getByRole('button', { name: `Extra time for ${username}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Extra time', exact: true });
  await dialog.getByLabel('Minutes over everybody else, in all').fill(String(minutes));
  await dialog.getByRole('button', { name: 'Give' }).click();
  const row = page.getByRole('row').filter({ hasText: username });
  await expect(row).toContainText(`+${minutes} min`);
  await expect(page.getByRole('row').filter({ hasText: ' min' })).toHaveCount(1);
}

/** Who has no extra minutes reads that it is over, keeps what was written, and is refused. */
async function expectOver(page: Page, api: Client, contest: Contest, problemId: string) {
  await expect(page.getByRole('banner').getByText(en.contestClock.ownOver)).toBeVisible();
  await expect(page.getByRole('alert').getByText(en.contestClock.ownOver)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled();
  await expect(editorOf(page)).toContainText('too late');
  const late = sendSubmission(api, { problemId, code: programs.right, contestId: contest.id });
  await expect(late).rejects.toMatchObject({ status: 403, code: 'contest_ended' });
  await expect(page.getByText(/extra minute/)).toBeHidden();
  expect((await read(api, contest)).own_extra_minutes).toBe(0);
  const { announcements } = await api.call(listContestQuestions, { params: { id: contest.id } });
  expect(announcements.map(({ words }) => words?.code)).toEqual(['announced_end_moved']);
}

async function submitLate(page: Page, contest: Contest) {
  await expect(page.getByRole('banner').getByRole('timer')).toHaveText(/^1h [0-3]?\dm remaining$/);
  // That the end was moved is told over the page, until it is closed.
  await page.getByRole('region', { name: 'News of the contest' }).getByRole('button').click();
  await page.getByLabel('Choose file').setInputFiles(sourceFile(partial.rest));
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(`/contests/${contest.id}/submissions`);
  await expect(page.locator('tbody').getByRole('row').first()).toContainText('50', { timeout: 60_000 });
}

/** What she has sent, the last of it after everybody else's end. */
async function expectReport(page: Page, { username }: Account, contest: Contest) {
  await page.getByRole('link', { name: username, exact: true }).click();
  await expect(heading(page, `Report on ${username}`)).toBeVisible();
  await expect(page.getByRole('main').getByText(contest.title)).toBeVisible();
  const [results, sent] = [page.getByRole('table').first(), page.getByRole('table').last()];
  await expect(results.locator('tbody').getByRole('row')).toHaveText([/100.*100.*3$/]);
  await expect(sent.locator('tbody td:nth-child(6)')).toHaveText(['20', '30', '50']);
  await expectGoodLooks(page);
}

/** Open to everybody from now on, on the page and as a sheet. */
async function expectResults(browser: Browser, contest: Contest, problemId: string, rows: readonly Row[]) {
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/contests/${contest.id}/scoreboard`);
  await expectRows(visitor, rows);
  await expect(visitor.getByText('Last updated')).toBeHidden();
  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('link', { name: en.contests.downloadCsvName }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`standings-${contest.id}.csv`);
  const tries = ['3', '1', '1'];
  const lines = rows.map(([place, { username }, total], index) =>
    [place, username, total, total, tries[index]].join(','),
  );
  const head = `rank,username,total_score,A ${problemId},A ${problemId} tries`;
  expect(await readFile(await download.path(), 'utf8')).toBe(`\ufeff${[head, ...lines, ''].join('\r\n')}`);
  await visitor.context().close();
}
