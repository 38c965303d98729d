import type { Page } from '@playwright/test';
import type { ContestDay } from '#contract/contest-day.ts';
import { type Contest, getContest } from '#contract/contests.ts';
import type { Client } from '#harness/client.ts';
import { fromNow, moveContest, waitForStatus } from '#harness/sample-contest.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { type Account, expect, heading, openDesk, signIn, signInApi, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { findContest, freshTitle, joinContest, openWithNews, wakeUntil } from './sample-contest.ts';
import { createProblem, freshId, programs } from './sample-problem.ts';

const hour = 3_600_000;

/** An ICPC contest as staff run it and teams see it: from the form to the reveal and the thaw. */
test.use({ expectedConsole: /status of (401|403|409|500)/ });

test('an ICPC day, from the form to the reveal', async ({ page, browser, adminApi, createAccount }) => {
  test.setTimeout(300_000);
  const [sum, twin] = [freshId('i-sum'), freshId('i-twin')];
  const accounts = [createAccount(), createAccount(), createAccount(), createAccount('staff')];
  await Promise.all([sum, twin].map((id) => createProblem(adminApi, { id, withPdf: false })));
  const [ada, ben, cho, staff] = (await Promise.all(accounts)) as [Account, Account, Account, Account];
  const apis = await Promise.all([ada, ben, cho].map(signInApi));
  const [adaApi, benApi, choApi] = apis as [Client, Client, Client];

  await signIn(page, staff);
  const contest = await createByForm(page, freshTitle('Regional'));
  await arrange(page, [sum, twin]);
  await Promise.all(apis.map((api) => joinContest(api, contest)));
  await moveContest(adminApi, contest, { startTime: fromNow(500) });
  await waitForStatus(adminApi, contest.id, 'running');
  const send = async (api: Client, problemId: string, code: string) => {
    const id = await sendSubmission(api, { problemId, code, contestId: contest.id });
    return waitForVerdict(api, id, contest.id);
  };

  // Before the freeze: everybody sees everything, and a try that does not compile is none.
  await Promise.all([
    send(adaApi, sum, programs.right),
    send(benApi, sum, programs.uncompilable),
    send(choApi, sum, programs.wrong),
  ]);
  await send(benApi, sum, programs.wrong);
  await send(benApi, sum, programs.right);
  const desk = await openDesk(browser, ada, '/contests');
  await openWithNews(desk, `/contests/${contest.id}/scoreboard`);
  await expect(cell(desk, ada, 'A')).toHaveText(/solved in minute \d, 1 try.*first/i);
  await expect(cell(desk, ben, 'A')).toContainText(/solved in minute \d, 2 tries/);
  await expect(cell(desk, cho, 'A')).toContainText('1 wrong try');
  await expect(desk.getByRole('columnheader').nth(4)).toContainText('Red');

  // The freeze: an end that is moved near freezes the board at once, and is said to all.
  await freezeNow(adminApi, contest);
  const news = desk.getByRole('region', { name: 'News of the contest' });
  await expect(news).toContainText(/The contest ends \d+ minutes earlier than before\./);
  await news.getByRole('button').click();
  await Promise.all([send(choApi, sum, programs.right), send(benApi, twin, programs.wrong)]);
  await send(choApi, twin, programs.right);
  await wakeUntil(desk, () => expect(cell(desk, cho, 'B')).toContainText('?1', { timeout: 500 }));
  await expect(cell(desk, cho, 'A')).toContainText('?1');
  await expect(cell(desk, cho, 'A')).not.toContainText('solved');
  const own = await openDesk(browser, cho, `/contests/${contest.id}/scoreboard`);
  await expect(cell(own, cho, 'B')).toContainText(/solved in minute \d/);
  await expect(cell(own, ben, 'B')).toContainText('?1');
  const ownLine = /Your row has your own later results too; your rank is the one at the freeze\.$/;
  await expect(own.getByText(ownLine)).toBeVisible();
  await expect(own.locator('tr[data-own]').getByRole('cell').first()).toHaveText('3');

  await askAndAnswerToAll(page, own, desk, contest);
  await expectDay(page, contest, cho);

  await moveContest(adminApi, await read(adminApi, contest), { endTime: fromNow(1_000) });
  await waitForStatus(adminApi, contest.id, 'finishing');
  await expectBothBoards(page, contest, cho);
  await expectReport(page, contest, ben);
  await reveal(page, contest, [cho, ada, ben]);
  await expectThawed(desk, contest, [cho, ada, ben]);
  await page.getByRole('link', { name: 'Leave' }).click();
  await page.getByRole('link', { name: ben.username, exact: true }).click();
  await expect(heading(page, `Report on ${ben.username}`)).toBeVisible();
  await expect(page.getByText('Compilation Error')).toBeVisible();
  await expectGoodLooks(page);
  await Promise.all([desk.context().close(), own.context().close()]);
});

const read = (api: Client, { id }: Contest) => api.call(getContest, { params: { id } });

function cell(page: Page, { username }: Account, label: 'A' | 'B') {
  const row = page.locator('tbody').getByRole('row').filter({ hasText: username });
  // Rank, participant, solved and penalty stand before the problems.
  return row.getByRole('cell').nth(label === 'A' ? 4 : 5);
}

async function createByForm(page: Page, title: string): Promise<Contest> {
  // As on an instance that judges several languages, of which this contest takes one.
  await page.route('**/api/languages', async (route) => {
    const [cpp] = await (await route.fetch()).json();
    await route.fulfill({ json: [cpp, { ...cpp, id: 'python' }] });
  });
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: /^Create (New|First) Contest$/ }).click();
  const form = page.getByRole('dialog', { name: 'Create New Contest' });
  await form.getByLabel('Contest Title *').fill(title);
  await form.getByLabel('Languages', { exact: true }).selectOption('Only these');
  await form.getByRole('checkbox', { name: 'Python' }).uncheck();
  await form.getByText('More settings').click();
  await form.getByLabel('Format', { exact: true }).selectOption('ICPC');
  await expect(form.getByLabel('Penalty for a wrong try, in minutes')).toHaveValue('20');
  await form.getByLabel('Freeze, in minutes before the end').fill('60');
  await form.getByLabel('Gold').fill('1');
  await form.getByLabel('Silver').fill('1');
  await form.getByLabel('Bronze').fill('0');
  await form.getByRole('button', { name: 'Create Contest' }).click();
  await expect(page.getByText(`Contest “${title}” has been created.`)).toBeVisible();
  await page.unroute('**/api/languages');
  const contest = await findContest(page, title);
  expect(contest).toMatchObject({
    format: 'icpc',
    freeze_minutes: 60,
    gold_medals: 1,
    silver_medals: 1,
    allowed_languages: ['cpp'],
  });
  return contest;
}

/** In the dialog that follows the form: two problems, in their order, with their balloons. */
async function arrange(page: Page, [first, second]: [string, string]) {
  const dialog = page.getByRole('dialog', { name: 'Manage Contest Problems' });
  for (const id of [first, second])
    await dialog.getByRole('checkbox', { name: `Title of ${id} by admin` }).check();
  await dialog.getByRole('button', { name: 'Add to Contest' }).click();
  const label = dialog.getByLabel(`Label of Title of ${first}`);
  await expect(label).toHaveAttribute('placeholder', 'A');
  await dialog.getByLabel(`Balloons of Title of ${first}`).selectOption('Red');
  await dialog.getByLabel(`Balloons of Title of ${second}`).selectOption('Blue');
  await expect(dialog.getByLabel(`Balloons of Title of ${second}`)).toHaveValue('blue');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
}

async function freezeNow(api: Client, contest: Contest) {
  const moved = await moveContest(api, await read(api, contest), { endTime: fromNow(hour) });
  expect(moved.is_frozen).toBe(true);
}

/** One asks, staff answer to all, and the other sees it on another page, without who asked. */
async function askAndAnswerToAll(page: Page, asker: Page, bystander: Page, contest: Contest) {
  await asker.goto(`/contests/${contest.id}/questions`);
  await asker.getByRole('button', { name: 'Ask a question' }).click();
  const dialog = asker.getByRole('dialog', { name: 'Ask the staff' });
  await dialog.getByLabel('Question', { exact: true }).fill('Is the sum ever negative?');
  await dialog.getByRole('button', { name: 'Send question' }).click();
  await expect(asker.getByText('Waiting for an answer')).toBeVisible();
  await page.goto(`/admin/questions?contest=${contest.id}`);
  await page.getByRole('button', { name: /Is the sum ever negative\?/ }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByLabel('To all in the contest, without the asker’s name').check();
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('The answer has been sent.')).toBeVisible();
  await expect(asker.getByRole('article').filter({ hasText: 'negative' })).toContainText('Answer to all');
  const toast = bystander.getByRole('region', { name: 'News of the contest' });
  await expect(toast).toContainText('Question answered to all');
  await toast.getByRole('link', { name: 'Open' }).click();
  const told = bystander.getByRole('article').filter({ hasText: 'Is the sum ever negative?' });
  await expect(told).toContainText('Asked by a participant');
}

/** What staff watch: the figures of this contest, which follow what is sent. */
async function expectDay(page: Page, contest: Contest, sender: Account) {
  await page.goto(`/admin/contests/${contest.id}/day`);
  await expect(heading(page, 'On the day')).toBeVisible();
  await expect(page.getByRole('timer').first()).toContainText('remaining');
  await expect(page.getByText('All are answered.')).toBeVisible();
  const verdicts = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Newest verdicts' }) });
  await expect(verdicts.locator('tbody').getByRole('row').first()).toContainText(sender.username);
  await expect(verdicts.locator('tbody').getByRole('row').first()).toContainText('Accepted');
  await expect(verdicts.locator('tbody').getByRole('row')).toHaveCount(8);
}

/** Staff see both boards, before anybody else does. */
async function expectBothBoards(page: Page, contest: Contest, hidden: Account) {
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expect(cell(page, hidden, 'B')).toContainText('solved');
  const file = page.getByRole('link', { name: 'Standings as a CSV file' });
  await expect(file).toHaveAttribute('href', `/api/contests/${contest.id}/standings.csv`);
  await page.getByRole('button', { name: 'As others see it' }).click();
  await expect(cell(page, hidden, 'B')).toContainText('?1');
  // What is taken away is what is shown.
  await expect(file).toHaveAttribute('href', `/api/contests/${contest.id}/standings.csv?view=frozen`);
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await expect(cell(page, hidden, 'B')).toContainText('solved');
}

/** On paper: problems solved, what each has cost, and when. */
async function expectReport(page: Page, contest: Contest, { username }: Account) {
  await page.getByRole('link', { name: username }).click();
  await expect(heading(page, `Report on ${username}`)).toBeVisible();
  const facts = page.getByRole('main').locator('dl');
  await expect(facts).toContainText(/Solved1/);
  await expect(facts).toContainText(/Penalty2\d minutes/);
  // What did not compile is no try.
  await expect(page.getByRole('columnheader', { name: 'Tries' })).toBeVisible();
  const first = page.getByRole('table').first().locator('tbody').getByRole('row').first();
  await expect(first).toContainText(/minute \d/);
  await expect(first.getByRole('cell').nth(3)).toHaveText(/^2\d$/);
  await expect(first.getByRole('cell').nth(4)).toHaveText('2');
  await page.goto(`/contests/${contest.id}/scoreboard`);
}

async function reveal(page: Page, contest: Contest, ranks: Account[]) {
  const day = `**/api/admin/contests/${contest.id}/day`;
  await page.route(day, async (route) => {
    const told: ContestDay = await (await route.fetch()).json();
    await route.fulfill({ json: { ...told, queue: { ...told.queue, rejudging: 2 } } });
  });
  await page.getByRole('link', { name: 'Reveal' }).click();
  await expect(page.getByText('2 submissions were still being judged')).toBeVisible();
  await expectGoodLooks(page);
  await page.unroute(day);
  await page.route(day, (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByText('could not be found out')).toBeVisible();
  await page.unroute(day);
  await page.reload();
  await expect(heading(page, contest.title)).toBeVisible();
  await expect(page.getByText('still being judged')).toHaveCount(0);
  const rows = page.locator('tbody').getByRole('row');
  await expect(rows.last()).toContainText(ranks[0]?.username ?? '');
  await expectGoodLooks(page);
  // Whose turn it is stays in sight when the window becomes another, as it does where a projector is plugged in.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^1 \/ \d+$/)).toBeVisible();
  const size = page.viewportSize();
  await page.setViewportSize({ width: 640, height: 180 });
  await expect(page.locator('tr[data-turn] [data-lit]')).toBeInViewport({ ratio: 1 });
  if (size) await page.setViewportSize(size);
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => page.evaluate<boolean>('document.fullscreenElement !== null')).toBe(true);
  await page.getByRole('region', { name: 'Reveal' }).focus();
  // The last rank's two tries, which bring it up; then the next from below.
  await page.keyboard.press('Space');
  await expect(page.getByText(/^1 \/ \d+$/)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(/^0 \/ \d+$/)).toBeVisible();
  const steps = Number((await page.getByText(/^0 \/ \d+$/).textContent())?.split('/')[1]);
  for (let step = 1; step <= steps; step += 1) {
    await page.keyboard.press(step % 2 === 0 ? 'Space' : 'ArrowRight');
    await expect(page.getByText(`${step} / ${steps}`, { exact: true })).toBeVisible();
  }
  for (const [index, { username }] of ranks.entries()) await expect(rows.nth(index)).toContainText(username);
  await expect(rows.nth(0)).toContainText('Gold');
  await expect(rows.nth(1)).toContainText('Silver');
  await expect(page.getByText('Silver')).toHaveCount(1);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Thaw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Thaw the scoreboard' });
  // Who just presses Enter has cancelled.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Thaw' }).click();
  await expectGoodLooks(page);
  await dialog.getByRole('button', { name: 'Thaw' }).click();
  await expect(dialog).toBeHidden();
}

async function expectThawed(page: Page, contest: Contest, ranks: Account[]) {
  await page.goto(`/contests/${contest.id}/scoreboard`);
  for (const [index, { username }] of ranks.entries())
    await expect(page.locator('tbody').getByRole('row').nth(index)).toContainText(username);
  await expect(page.getByText('?1')).toHaveCount(0);
  await wakeUntil(page, async () => {
    const list: Contest[] = await (await page.request.get('/api/contests')).json();
    expect(list.find(({ id }) => id === contest.id)?.status).toBe('finished');
  });
}
