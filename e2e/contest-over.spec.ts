/** What a contest still offers when it is over, or one's own time in it, and what its open pages learn meanwhile. */

import { getMe } from '#contract/accounts.ts';
import { setExtraMinutes } from '#contract/contest-participants.ts';
import { intervals } from '#contract/limits.ts';
import { en } from '#contract/messages/en.ts';
import { updateProblem } from '#contract/problems.ts';
import { postAnnouncement } from '#contract/questions.ts';
import { fromNow, moveContest, waitForStatus } from '#harness/sample-contest.ts';
import { expect, heading, signIn, signInApi, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { createContest, joinContest } from './sample-contest.ts';
import { createProblem, freshId } from './sample-problem.ts';

const hour = 3_600_000;

// Before anybody is signed in, and what is closed to whoever does not take part.
test.use({ expectedConsole: /status of (401|403)/ });

test('a contest that awaits its thaw asks nobody to join, and leads to its frozen scoreboard', async ({
  page,
  browser,
  adminApi,
  createAccount,
}) => {
  const [ada, outsider] = [await createAccount(), await createAccount()];
  const contest = await createContest(adminApi, {
    startsInMs: -2 * hour,
    settings: { freeze_minutes: 60 },
  });
  await joinContest(await signInApi(ada), contest);
  await moveContest(adminApi, contest, { endTime: fromNow(500) });
  await waitForStatus(adminApi, contest.id, 'finishing');

  const link = page.getByRole('link', { name: 'To the frozen scoreboard' });
  const join = page.getByRole('button', { name: 'Join Contest' });
  await signIn(page, outsider);
  await page.goto('/contests');
  const card = page.getByRole('listitem').filter({ hasText: contest.title });
  await expect(card).toContainText('Results are shown when the scoreboard thaws');
  await expect(card.getByRole('link', { name: 'To the frozen scoreboard' })).toBeVisible();
  await expect(card.getByRole('button')).toHaveCount(0);
  await expectGoodLooks(page);
  await page.goto(`/contests/${contest.id}/questions`);
  await expect(page.getByText(en.contestFormat.endedFrozen).last()).toBeVisible();
  await expect(link).toBeVisible();
  await expect(join).toHaveCount(0);
  await page.goto(`/contests/${contest.id}`);
  await expect(heading(page, 'The contest is over')).toBeVisible();
  await expect(join).toHaveCount(0);
  await expectGoodLooks(page);
  await link.click();
  await expect(page).toHaveURL(`/contests/${contest.id}/scoreboard`);
  await expect(page.getByText(/^Frozen since/)).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, ada);
  await desk.goto(`/contests/${contest.id}`);
  await expect(desk.getByRole('link', { name: 'To the frozen scoreboard' })).toBeVisible();
  await expectGoodLooks(desk);
  await desk.context().close();
});

test('whose time is over is asked for no questions while others go on, and reads why', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const id = freshId('own-over');
  await createProblem(adminApi, { id, withPdf: false, withTests: false });
  const contest = await createContest(adminApi, { startsInMs: -hour, problemIds: [id] });
  const other = await signInApi(await createAccount());
  await joinContest(other, contest);
  await joinContest(await signIn(page, await createAccount()), contest);
  await adminApi.call(setExtraMinutes, {
    params: { id: contest.id },
    body: { userIds: [(await other.call(getMe)).user?.id ?? 0], minutes: 60 },
  });
  await page.goto(`/contests/${contest.id}/problems/${id}?tab=submit`);
  const ask = page.getByRole('link', { name: 'Ask about this problem' });
  await expect(ask).toBeVisible();

  await moveContest(adminApi, contest, { endTime: fromNow(1_000) });
  await expect(page.getByRole('alert').getByText(en.contestClock.ownOver)).toBeVisible({ timeout: 20_000 });
  await expect(ask).toHaveCount(0);
  await expectGoodLooks(page);
  await page.goto(`/contests/${contest.id}/questions?about=${id}`);
  await expect(heading(page, 'Questions')).toBeVisible();
  await expect(page.getByRole('main').getByText(en.contestClock.ownOver).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask a question' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an open page of a problem hears what is announced about it under its new id', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const id = freshId('misnamed');
  const renamed = `${id}-right`;
  await createProblem(adminApi, { id, withTests: false, withPdf: false });
  const contest = await createContest(adminApi, { startsInMs: -hour, problemIds: [id] });
  await joinContest(await signIn(page, await createAccount()), contest);
  await page.goto(`/contests/${contest.id}/problems/${id}?tab=submit`);
  await page.getByRole('textbox', { name: 'Source code' }).fill('int main() {}');
  await adminApi.call(updateProblem, {
    params: { id },
    body: {
      id: renamed,
      title: `Title of ${id}`,
      author: 'admin',
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    },
  });
  await adminApi.call(postAnnouncement, {
    params: { id: contest.id },
    body: { text: 'The sum fits into 64 bits.', problemId: renamed },
  });
  await expect(page.getByRole('list', { name: 'Announcements about this problem' })).toContainText('64 bits');
  await expect(page.getByRole('textbox', { name: 'Source code' })).toHaveText('int main() {}');
});

test('what the last one at a machine submitted is gone when the next one signs in', async ({
  page,
  createAccount,
}) => {
  await page.goto('/');
  const keep = (key: string, ageMs: number) =>
    page.evaluate(
      ([name, value]) => localStorage.setItem(name ?? '', value ?? ''),
      [key, JSON.stringify({ code: 'int main() {}', language: 'cpp', savedAt: Date.now() - ageMs })],
    );
  await keep('draft:999999:sum', intervals.draftLifeMs);
  await keep('draft:999999:trees', 0);
  await signIn(page, await createAccount());
  await page.goto('/');
  const keys = () =>
    page.evaluate<string[]>("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))");
  await expect.poll(keys).toEqual(['draft:999999:trees']);
});
