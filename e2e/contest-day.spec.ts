import type { Browser, Page } from '@playwright/test';
import { type Contest, getContest } from '#contract/contests.ts';
import type { Client } from '#harness/client.ts';
import { fromNow, moveContest } from '#harness/sample-contest.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { type Account, expect, heading, openDesk, signIn, signInApi, test } from './journey.ts';
import { findContest, freshTitle, joinContest, wakeUntil } from './sample-contest.ts';
import { createProblem, freshId, programs, sourceFile } from './sample-problem.ts';

/** A contest as those who run it, take part in it and look at it afterwards see it. */
test.use({ expectedConsole: /status of (401|403)/ });

test('from the form to the results', async ({ page, browser, adminApi, createAccount }) => {
  test.setTimeout(240_000);
  const [sum, twin, spare] = [freshId('c-sum'), freshId('c-twin'), freshId('c-spare')];
  for (const id of [sum, twin, spare]) await createProblem(adminApi, { id, withPdf: id === sum });
  const title = freshTitle('Olympiad');
  const staff = await createAccount('staff');
  const [ada, ben, cho] = [await createAccount(), await createAccount(), await createAccount()];
  const [benApi, choApi] = [await signInApi(ben), await signInApi(cho)];

  const contest = await createByForm(page, staff, title);
  await chooseProblems(page, contest, { wanted: [sum, twin], unwanted: spare });

  const desk = await openDesk(browser, ada, '/contests');
  await joinOnList(desk, contest);
  for (const api of [benApi, choApi]) await joinContest(api, contest);
  await expectSecrecy(desk, contest, sum);
  const second = await openDesk(browser, ben, `/contests/${contest.id}/problems`);
  await expect(second.getByText('This contest has not started yet.')).toBeVisible();
  await startSoon(adminApi, contest, [desk, second]);
  await expect(second.getByRole('listitem').filter({ hasText: twin })).toBeVisible();
  await expect(desk.getByRole('main').getByText(/^(\d+d )?\d+h \d+m remaining$/)).toBeVisible();

  await submitInside(desk, contest, sum);
  const judge = async (api: Client, problemId: string, code: string) => {
    const id = await sendSubmission(api, { problemId, code, contestId: contest.id });
    await waitForVerdict(api, id, contest.id);
  };
  await judge(benApi, sum, programs.wrong);
  await judge(benApi, sum, programs.right);
  await judge(choApi, sum, programs.right);
  await judge(choApi, twin, programs.wrong);
  await expectStandings(desk, contest, [
    [cho, '175', ['100', '75']],
    [ada, '100', ['100', '-']],
    [ben, '100', ['100 (2)', '-']],
  ]);

  await writeAtTheEnd(desk, contest, twin, () => endSoon(adminApi, contest, desk));
  await expectResults(page, browser, contest, [cho, ada, ben]);
  await expectProblemsBack(desk, contest, [sum, twin]);
  await Promise.all([desk.context().close(), second.context().close()]);
});

async function createByForm(page: Page, staff: Account, title: string): Promise<Contest> {
  await signIn(page, staff);
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: /^Create (New|First) Contest$/ }).click();
  const form = page.getByRole('dialog', { name: 'Create New Contest' });
  const complaint = form.getByRole('alert');
  const send = () => form.getByRole('button', { name: 'Create Contest' }).click();
  const [start, end] = [form.getByLabel('Start Time *'), form.getByLabel('End Time *')];
  const [firstStart, firstEnd] = [await start.inputValue(), await end.inputValue()];
  expect(firstStart.slice(-5)).toBe('10:00');
  expect(firstEnd).toBe(`${firstStart.slice(0, 10)}T16:00`);
  await expect(form.getByText('Duration: 6 hours 0 minutes')).toBeVisible();
  await expect(form.getByText('0/1000 characters')).toBeVisible();
  await expect(form.getByText('Asia/Bangkok')).toBeVisible();

  await start.fill('');
  await form.getByLabel('Contest Title *').fill('   ');
  await send();
  await expect(complaint).toHaveText('Contest title is required');
  await form.getByLabel('Contest Title *').fill(`  ${title}  `);
  await send();
  await expect(complaint).toHaveText('Start time and end time are required');
  await start.fill(firstEnd);
  await send();
  await expect(complaint).toHaveText('End time must be after start time');
  await expect(form.getByText('Duration:')).toBeHidden();
  await start.fill('2020-01-01T10:00');
  await send();
  await expect(complaint).toHaveText('Start time must be in the future');
  await start.fill(firstStart);
  await form.getByLabel('Description').fill('Five hours.');
  await expect(form.getByText('11/1000 characters')).toBeVisible();
  await send();
  await expect(page.getByText(`Contest “${title}” has been created.`)).toBeVisible();
  await expect(form).toBeHidden();
  // Straight on to its problems; here they are chosen later.
  const choice = page.getByRole('dialog', { name: 'Manage Contest Problems' });
  await expect(choice.getByText('Now choose its problems.')).toBeVisible();
  await choice.getByRole('button', { name: 'Close' }).last().click();

  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('Scheduled');
  await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}, 10:00 AM/);
  const contest = await findContest(page, title);
  expect(contest.start_time).toBe(new Date(`${firstStart}:00+07:00`).toISOString());
  expect(contest.description).toBe('Five hours.');
  return contest;
}

async function chooseProblems(
  page: Page,
  contest: Contest,
  { wanted, unwanted }: { wanted: string[]; unwanted: string },
) {
  await page.getByRole('button', { name: `Problems of ${contest.title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Contest Problems' });
  const available = dialog.getByRole('region', { name: /^Available Problems/ });
  const assigned = dialog.getByRole('region', { name: /^Contest Problems/ });
  await expect(assigned).toContainText('No Contest Problems');
  await expect(assigned).toContainText('No problems have been assigned to this contest yet.');
  await expect(dialog.getByRole('button', { name: 'Add to Contest' })).toBeDisabled();
  for (const id of [...wanted, unwanted]) {
    await available.getByRole('checkbox', { name: `Title of ${id} by admin` }).check();
  }
  await expect(dialog.getByText('3 selected from available')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to Contest' }).click();
  await expect(assigned.getByRole('heading')).toHaveText('Contest Problems (3)');
  await expect(available.getByText(`Title of ${unwanted}`)).toBeHidden();
  await expect(dialog.getByText('0 selected from available')).toBeVisible();

  await assigned.getByRole('button', { name: 'Select All', exact: true }).click();
  await expect(dialog.getByText('3 selected from contest')).toBeVisible();
  await assigned.getByRole('button', { name: 'Deselect All' }).click();
  await assigned.getByRole('checkbox', { name: `Title of ${unwanted}` }).check();
  await dialog.getByRole('button', { name: 'Remove from Contest' }).click();
  await expect(assigned.getByRole('heading')).toHaveText('Contest Problems (2)');
  await expect(available.getByText(`Title of ${unwanted}`)).toBeVisible();
  // What was moved is not selected where it went, nor when it comes back.
  await expect(dialog.getByText('0 selected from available')).toBeVisible();
  await expect(dialog.getByText('0 selected from contest')).toBeVisible();

  // A tick alone keeps nothing open: a press beside the dialog closes it.
  await assigned.getByRole('checkbox').first().check();
  await page.mouse.click(5, 400);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: contest.title }).getByRole('cell').nth(4)).toHaveText(
    '2',
  );
}

async function joinOnList(page: Page, contest: Contest) {
  const card = page.getByRole('listitem').filter({ hasText: contest.title });
  await card.getByRole('button', { name: 'Join Contest' }).click();
  await expect(card.getByText('You are registered')).toBeVisible();
  await expect(page.getByText(`You have joined ${contest.title}.`)).toBeVisible();
  await card.getByRole('link', { name: contest.title }).click();
  await expect(heading(page, contest.title)).toBeVisible();
  await expect(page.getByText('Waiting for contest to start')).toBeVisible();
  await expect(
    page.getByText('You have registered to participate. Please check back when the contest begins.'),
  ).toBeVisible();
  await expect(page.getByText('Time Remaining')).toBeHidden();
  await expect(page.getByRole('main').getByRole('timer')).toHaveText(/^(\dd )?\d+:\d\d:\d\d$/);
}

/** Before the start neither the page nor what it fetched names a problem. */
async function expectSecrecy(page: Page, contest: Contest, problemId: string) {
  for (const path of [`/api/contests/${contest.id}`, '/api/contests', '/api/problems-with-stats']) {
    expect(await (await page.request.get(path)).text()).not.toContain(problemId);
  }
  expect((await page.request.get(`/api/problems/${problemId}`)).status()).toBe(404);
}

/** The start is moved close while the pages are open; then they turn over by themselves. */
async function startSoon(api: Client, contest: Contest, pages: Page[]) {
  const moved = await moveContest(api, contest, { startTime: fromNow(4_000) });
  for (const page of pages) {
    const before = page.getByText(`will start on ${shownTime(moved.start_time)}`);
    const after = page.getByRole('listitem').filter({ hasText: '/ 100' });
    await wakeUntil(page, () => expect(before.or(after.first())).toBeVisible({ timeout: 500 }));
  }
  for (const page of pages) {
    await expect(page.getByRole('listitem').filter({ hasText: '/ 100' })).toHaveCount(2);
  }
}

function shownTime(iso: string): string {
  return new Intl.DateTimeFormat('en', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Asia/Bangkok',
  }).format(new Date(iso));
}

async function submitInside(page: Page, contest: Contest, problemId: string) {
  const links = page.getByRole('navigation', { name: 'Contest' }).getByRole('link');
  await expect(links).toHaveText(['Problems', 'Submissions', 'Scoreboard', 'Questions']);
  await links.filter({ hasText: 'Problems' }).click();
  await expect(heading(page, 'Contest Problems')).toBeVisible();
  const item = page.getByRole('listitem').filter({ hasText: problemId });
  await item.getByRole('link', { name: 'New' }).click();
  await expect(page).toHaveURL(`/contests/${contest.id}/problems/${problemId}`);
  await expect(page.getByText('Add two numbers')).toBeVisible();
  const pdf = await page.getByRole('link', { name: 'View Problem PDF' }).getAttribute('href');
  expect(pdf).toBe(`/api/contests/${contest.id}/problems/${problemId}/pdf`);
  await page.getByRole('tab', { name: 'Submit' }).click();
  await page.getByLabel('Choose file').setInputFiles(sourceFile(programs.right));
  await page.getByRole('button', { name: 'Submit', exact: true }).click();

  await expect(page).toHaveURL(`/contests/${contest.id}/submissions`);
  await expect(heading(page, 'Contest Submissions')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: `Title of ${problemId}` });
  await expect(row).toContainText('Accepted', { timeout: 60_000 });
  await row.getByRole('button', { name: 'View Code' }).click();
  const viewer = page.getByRole('dialog', { name: /^Submission #\d+$/ });
  await expect(viewer.getByLabel('Code', { exact: true })).toContainText('int main()');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'My Contest Submissions' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await row.getByRole('link', { name: `Title of ${problemId}` }).click();
  await expect(page).toHaveURL(`/problems/${problemId}?contestId=${contest.id}`);
  await expect(page.getByRole('banner').getByRole('timer')).toContainText('remaining');
  await expect(page.getByText('Score: 100 / 100')).toBeVisible();
  await page.getByRole('tab', { name: 'My Submissions' }).click();
  await expect(page).toHaveURL(new RegExp(`contestId=${contest.id}&tab=submissions`));
  await expect(page.getByRole('row')).toHaveCount(2);

  await page.goto(`/contests/${contest.id}/problems`);
  await expect(item).toContainText(/Submitted (just now|\d+ minutes? ago) \(\d\d\/\d\d\/\d\d \d\d:\d\d\)/);
  await expect(item).toContainText('1 try');
  await expect(item.getByRole('link', { name: 'Edit' })).toBeVisible();
}

async function expectStandings(page: Page, contest: Contest, ranks: [Account, string, string[]][]) {
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expect(page.getByText(/^Last updated: \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('columnheader').first()).toHaveText('Rank');
  await expect(page.getByRole('columnheader')).toHaveCount(5);
  for (const [index, [account, total, cells]] of ranks.entries()) {
    const row = page.locator('tbody').getByRole('row').nth(index);
    await expect(row.getByRole('cell')).toContainText([String(index + 1), account.username, total, ...cells]);
    await expect(row).toHaveAttribute('data-top', String(index + 1));
  }
}

/** Code that was written until the end and is too late cannot be sent: the page says so by itself, and keeps it. */
async function writeAtTheEnd(page: Page, contest: Contest, problemId: string, end: () => Promise<void>) {
  await page.goto(`/contests/${contest.id}/problems/${problemId}?tab=submit`);
  const editor = page.getByRole('textbox', { name: 'Source code' });
  await editor.fill('int main() { /* too late */ }');
  await end();
  await expect(page.getByRole('banner').getByText(/^The contest is over/)).toBeVisible();
  await expect(page.getByRole('alert').getByText('This contest has ended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled();
  await expect(editor).toContainText('too late');
  await expect(page.getByRole('navigation', { name: 'Contest' }).getByRole('link')).toHaveText(
    // With a badge: that the end was moved is announced.
    ['Scoreboard', /^Questions/],
    {
      timeout: 30_000,
    },
  );
}

async function endSoon(api: Client, contest: Contest, page: Page) {
  const present = await api.call(getContest, { params: { id: contest.id } });
  await moveContest(api, present, { endTime: fromNow(2_000) });
  await wakeUntil(page, async () => {
    const now = await api.call(getContest, { params: { id: contest.id } });
    expect(now.status).toMatch(/finish/);
  });
}

async function expectResults(staffPage: Page, browser: Browser, contest: Contest, order: Account[]) {
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/contests');
  const card = visitor.getByRole('listitem').filter({ hasText: contest.title });
  await expect(card).toContainText('Finished', { timeout: 30_000 });
  await card.getByRole('link', { name: 'View Results' }).click();
  await expect(heading(visitor, 'Contest Scoreboard')).toBeVisible();
  for (const [index, { username }] of order.entries()) {
    await expect(visitor.locator('tbody').getByRole('row').nth(index)).toContainText(username);
  }
  await expect(visitor.getByText('Last updated')).toBeHidden();
  await visitor.context().close();

  const row = staffPage.getByRole('row').filter({ hasText: contest.title });
  await staffPage.goto('/admin/contests');
  await expect(row).toContainText('Finished');
  await expect(row.getByRole('button', { name: 'Problems' })).toBeDisabled();
  await row.getByRole('button', { name: 'Edit' }).click();
  const form = staffPage.getByRole('dialog', { name: 'Edit Contest' });
  await expect(form.getByLabel('Start Time *')).toBeDisabled();
  await expect(form.getByLabel('End Time *')).toBeDisabled();
  await form.getByLabel('Description').fill('It was a good one.');
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(staffPage.getByText(`Contest “${contest.title}” has been updated.`)).toBeVisible();
}

async function expectProblemsBack(page: Page, contest: Contest, problemIds: string[]) {
  await page.goto(`/contests/${contest.id}`);
  await expect(page.getByText('It was a good one.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'View Results' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'The first three' }).getByRole('listitem')).toHaveText([
    /175/,
    /100/,
    /100/,
  ]);
  await expect(page.getByText('2 of 3')).toBeVisible();
  await expect(page.getByRole('img', { name: `Scores over time in ${contest.title}` })).toBeVisible();
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('columnheader', { name: /\(you\)$/ })).toBeVisible();
  await page.goto('/problems');
  for (const id of problemIds) {
    await expect(page.getByRole('listitem').filter({ hasText: `Title of ${id}` })).toBeVisible();
  }
}
