import type { Page } from '@playwright/test';
import type { Contest } from '#contract/contests.ts';
import { setProblemVisibility } from '#contract/problems.ts';
import { fromNow, moveContest } from '#harness/sample-contest.ts';
import { expect, fillLogin, heading, signIn, test } from './journey.ts';
import { createContest, joinContest, wakeUntil } from './sample-contest.ts';
import { createProblem, freshId } from './sample-problem.ts';

const hour = 3_600_000;

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
  test.use({ expectedConsole: /status of (401|403)|net::ERR_FAILED/ });

  test('asks a visitor to log in and is shown afterwards, or to join', async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const id = freshId('asked-for');
    await createProblem(adminApi, { id, withPdf: false, withTests: false });
    const settings = { entry: 'password', entry_password: 'open sesame' } as const;
    const contest = await createContest(adminApi, { startsInMs: -hour, problemIds: [id], settings });
    const address = `/contests/${contest.id}/problems/${id}`;
    await page.goto(`${address}?tab=submit`);
    await expect(page.getByRole('main').getByText('Please log in.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await fillLogin(page, await createAccount());
    await expect(page.getByText('You need to join this contest to view its details.')).toBeVisible();
    await page.getByRole('button', { name: 'Join Contest' }).click();
    const door = page.getByRole('dialog');
    const password = door.getByLabel('Password of the contest');
    await password.fill('close sesame');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription('The password of the contest is not right.');
    await password.fill('open sesame');
    await page.keyboard.press('Enter');
    await expect(heading(page, `Title of ${id}`)).toBeVisible();
  });

  test('opens at the start, closes at the end, and keeps the code for the main list', async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const id = freshId('turning');
    await createProblem(adminApi, { id, withPdf: false, withTests: false });
    await adminApi.call(setProblemVisibility, { params: { id }, body: { isVisible: false } });
    const contest = await createContest(adminApi, { startsInMs: 2 * hour, problemIds: [id] });
    const person = await signIn(page, await createAccount());
    await joinContest(person, contest);
    const main = page.getByRole('main');
    for (const path of ['submissions', `problems/${id}?tab=submit`]) {
      await page.goto(`/contests/${contest.id}/${path}`);
      await expect(main.getByText('This contest has not started yet.')).toBeVisible();
      await expect(main.getByRole('timer')).toHaveText(/^1:59:/);
      await expect(main.getByRole('alert')).toHaveCount(0);
    }
    const moved = await moveContest(adminApi, contest, { startTime: fromNow(3_000) });
    await wakeUntilHeard(page, moved);
    const submit = page.getByRole('button', { name: 'Submit' });
    await expect(submit).toBeEnabled();
    await page.getByRole('textbox', { name: 'Source code' }).fill('int main() { return 0; }');

    await wakeUntilHeard(page, await moveContest(adminApi, moved, { endTime: fromNow(3_000) }));
    // In the moment itself, by the server's clock: no answer is needed for it.
    await page.route('**/api/contests', (route) => route.abort());
    await expect(page.getByRole('alert').getByText('This contest has ended.')).toBeVisible();
    await page.unroute('**/api/contests');
    await expect(submit).toBeDisabled();
    await expect(submit).toHaveAccessibleDescription('Nothing can be submitted now');
    await page.getByRole('link', { name: 'Go on with this problem in the main list' }).click();
    await expect(page).toHaveURL(`/problems/${id}?tab=submit`);
    await expect(page.getByRole('textbox', { name: 'Source code' })).toHaveText('int main() { return 0; }');
    await expect(submit).toBeEnabled();
  });
});
