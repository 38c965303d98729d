import type { Page } from '@playwright/test';
import type { Contest } from '#contract/contests.ts';
import { fromNow, moveContest } from '#harness/sample-contest.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { type Account, expect, signIn, signInApi, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { createContest, wakeUntil } from './sample-contest.ts';
import { createProblem, freshId, programs, sourceFile } from './sample-problem.ts';

/** Who takes part in a contest: by password, by list, unofficially; and staff who try it before. */
test.use({ expectedConsole: /status of (400|401|403|404)/ });

async function openSettings(page: Page, contest: Contest) {
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: `Edit of ${contest.title}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Contest' });
  await form.getByText('More settings').click();
  return form;
}

async function addParticipants(page: Page, names: string) {
  await page.getByRole('button', { name: 'Add participants' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add participants' });
  await dialog.getByLabel('Usernames').fill(names);
  await dialog.getByRole('button', { name: 'Add participants' }).click();
  return dialog;
}

test('a contest is entered by password, and then by list', async ({
  page,
  browser,
  adminApi,
  createAccount,
}) => {
  const [staff, ada, ben] = [await createAccount('staff'), await createAccount(), await createAccount()];
  const contest = await createContest(adminApi);

  await signIn(page, staff);
  const form = await openSettings(page, contest);
  await form.getByLabel('Joining').selectOption('By password');
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(form.getByText('Give the contest a password.').last()).toBeVisible();
  await form.getByLabel('Password of the contest').fill('open sesame');
  await expect(form.getByText('More settings')).toContainText('by password');
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(page.getByText(`Contest “${contest.title}” has been updated.`)).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, ada);
  await desk.goto('/contests');
  const card = desk.getByRole('listitem').filter({ hasText: contest.title });
  await card.getByRole('button', { name: 'Join Contest' }).click();
  const door = desk.getByRole('dialog', { name: `Join ${contest.title}` });
  await door.getByLabel('Password of the contest').fill('close sesame');
  await door.getByRole('button', { name: 'Join Contest' }).click();
  const password = door.getByLabel('Password of the contest');
  await expect(password).toHaveAccessibleDescription('The password of the contest is not right.');
  await expect(password).toBeFocused();
  await door.getByLabel('Password of the contest').fill('open sesame');
  await door.getByRole('button', { name: 'Join Contest' }).click();
  await expect(door).toBeHidden();
  await expect(card.getByText('You are registered')).toBeVisible();

  // Whoever is in stays; from now on staff say who comes.
  await (await openSettings(page, contest)).getByLabel('Joining').selectOption('By list');
  await page.getByRole('button', { name: 'Update Contest' }).click();
  await expect(page.getByText(`Contest “${contest.title}” has been updated.`)).toBeVisible();
  await signIn(desk, ben);
  await desk.goto(`/contests/${contest.id}`);
  await expect(desk.getByText('The organisers enter the participants')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Join Contest' })).toBeHidden();

  await page.getByRole('link', { name: `Participants of ${contest.title}` }).click();
  await expect(page.getByRole('row').filter({ hasText: ada.username })).toBeVisible();
  const dialog = await addParticipants(page, `${ben.username}, nobody-of-this-name\n`);
  await expect(dialog.getByRole('alert')).toHaveText(
    'There is no account called nobody-of-this-name. Nobody was entered.',
  );
  await expectGoodLooks(page);
  // Picked from the accounts instead: who takes part already is not offered.
  await dialog.getByLabel('Usernames').fill(`${ada.username}\n`);
  const find = dialog.getByLabel('Find accounts');
  await find.fill(ada.username.toUpperCase());
  await expect(dialog.getByText(`${ada.username} takes part`)).toBeVisible();
  await find.fill(ben.username);
  await dialog.getByRole('button', { name: `Add ${ben.username}` }).click();
  await expect(find).toBeFocused();
  await expect(dialog.getByLabel('Usernames')).toHaveValue(`${ada.username}\n${ben.username}\n`);
  await expect(dialog.getByText('2 names.')).toBeVisible();
  await expectGoodLooks(page);
  await dialog.getByRole('button', { name: 'Add participants' }).click();
  await expect(page.getByText('1 participant added, 1 took part already.')).toBeVisible();
  await desk.reload();
  await expect(desk.getByText('Waiting for contest to start')).toBeVisible();

  await page.getByRole('button', { name: `Remove ${ben.username}` }).click();
  await expect(page.getByRole('row').filter({ hasText: ben.username })).toBeHidden();
  await desk.context().close();
});

test('staff try a contest before its start, and nothing is left of it', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const problem = freshId('tried');
  await createProblem(adminApi, { id: problem });
  const contest = await createContest(adminApi, { problemIds: [problem] });
  const staff = await createAccount('staff');

  await signIn(page, staff);
  await page.goto(`/contests/${contest.id}`);
  await expect(page.getByRole('heading', { name: 'Try it before the start' })).toBeVisible();
  await page.getByRole('listitem').filter({ hasText: problem }).getByRole('link', { name: 'New' }).click();
  await expect(
    page.getByText('The contest has not started. What you submit now only staff see'),
  ).toBeVisible();
  await expect(page.getByText('Add two numbers')).toBeVisible();
  await page.getByRole('tab', { name: 'Submit' }).click();
  await page.getByLabel('Choose file').setInputFiles(sourceFile(programs.right));
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(`/contests/${contest.id}/submissions`);
  await expect(page.getByText('What staff have tried the contest with.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: `Title of ${problem}` });
  await expect(row).toContainText('Accepted', { timeout: 60_000 });
  await row.getByRole('button', { name: 'View Code' }).click();
  await expect(page.getByRole('dialog').getByLabel('Code', { exact: true })).toContainText('int main()');
  await page.keyboard.press('Escape');
  await expectGoodLooks(page);

  await moveContest(adminApi, contest, { startTime: fromNow(3_000) });
  await wakeUntil(page, () => expect(page.getByText('No submissions yet')).toBeVisible({ timeout: 500 }));
  await expect(page.getByText('What staff have tried the contest with.')).toBeHidden();
  await page.goto(`/contests/${contest.id}/scoreboard`);
  await expect(page.getByText('No ranking data yet')).toBeVisible();
  await page.goto(`/contests/${contest.id}/problems`);
  await expect(
    page.getByRole('listitem').filter({ hasText: problem }).getByRole('link', { name: 'New' }),
  ).toBeVisible();
  await page.goto('/submissions?filter=mine');
  await expect(page.getByText('No submissions found.')).toBeVisible();
});

test('guests stand below those who are ranked', async ({ page, adminApi, createAccount }) => {
  const problem = freshId('ranked');
  await createProblem(adminApi, { id: problem, withPdf: false });
  const contest = await createContest(adminApi, { problemIds: [problem] });
  const [staff, guest, ada] = [await createAccount('staff'), await createAccount(), await createAccount()];
  await signIn(page, staff);
  await page.goto(`/admin/contests/${contest.id}/participants`);
  await addParticipants(page, `${guest.username} ${ada.username}`);
  await expect(page.getByText('2 participants added.')).toBeVisible();
  await moveContest(adminApi, contest, { startTime: fromNow(1_500) });
  const solve = async (account: Account) => {
    const api = await signInApi(account);
    await expect(async () => {
      const id = await sendSubmission(api, {
        problemId: problem,
        code: programs.right,
        contestId: contest.id,
      });
      await waitForVerdict(api, id, contest.id);
    }).toPass({ timeout: 60_000 });
  };
  await solve(guest);
  await solve(ada);
  const board = page.locator('tbody').getByRole('row');
  const expectRows = async (...rows: [string, Account][]) => {
    await page.goto(`/contests/${contest.id}/scoreboard`);
    for (const [rank, { username }] of rows)
      await expect(board.filter({ hasText: username }).getByRole('cell').first()).toHaveText(rank);
  };
  await expectRows(['1', guest], ['2', ada]);

  await page.goto(`/admin/contests/${contest.id}/participants`);
  const row = page.getByRole('row').filter({ hasText: guest.username });
  await expect(row.getByRole('button', { name: `Remove ${guest.username}` })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await row.getByRole('checkbox').check();
  await expect(page.getByText('1 participant selected')).toBeVisible();
  await page.getByRole('button', { name: 'Show as unofficial' }).click();
  await expect(row).toContainText('Unofficial');
  await expectGoodLooks(page);

  await expectRows(['1', ada], ['–', guest]);
  await expect(board.nth(1)).toHaveText('Unofficial participants, not ranked');
  await expect(board.nth(2)).toContainText(guest.username);
  await expectGoodLooks(page);
});
