import type { Page } from '@playwright/test';
import { extendContest } from '#contract/contest-clock.ts';
import { getContest } from '#contract/contests.ts';
import { fromNow } from '#harness/sample-contest.ts';
import { expect, heading, signIn, signInApi, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { createContest, joinContest } from './sample-contest.ts';

const minute = 60_000;

/** One is refused because another was quicker, one because it has passed. */
test.use({ expectedConsole: /status of 40[09]/ });

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('staff set a personal window, and cannot change it from the start on', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const [planned, running] = [
    await createContest(adminApi),
    await createContest(adminApi, { startsInMs: -minute, settings: { window_minutes: 90 } }),
  ];
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: `Edit of ${planned.title}` }).click();
  const form = dialogOf(page, 'Edit Contest');
  const field = form.getByLabel('Personal window, in minutes');
  await form.getByText('More settings').click();
  await field.fill('1.5');
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(
    form.getByText(/^The personal window must be a whole number of minutes/).first(),
  ).toBeVisible();
  await expect(field).toBeFocused();
  await expectGoodLooks(page);
  await field.fill('120');
  await expect(form.getByText('personal window 120 min')).toBeVisible();
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(form).toBeHidden();
  expect(await adminApi.call(getContest, { params: { id: planned.id } })).toMatchObject({
    window_minutes: 120,
  });

  await page.getByRole('button', { name: `Edit of ${running.title}` }).click();
  await form.getByText('More settings').click();
  await expect(field).toBeDisabled();
  await expect(field).toHaveValue('90');
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(form).toBeHidden();
});

test('an end that is moved behind the thaw is refused at the thaw', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const { title } = await createContest(adminApi, {
    settings: { freeze_minutes: 30, thaw_time: fromNow(60 * 60 * minute) },
  });
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: `Edit of ${title}` }).click();
  const form = dialogOf(page, 'Edit Contest');
  await form.getByLabel('End Time *').fill('2099-01-01T10:00');
  await form.getByRole('button', { name: 'Update Contest' }).click();
  const thaw = form.getByLabel('Thaw', { exact: true });
  await expect(thaw).toBeFocused();
  await expect(thaw).toHaveAccessibleDescription(/thaw by itself only at the end/);
  await thaw.fill('2099-01-01T12:00');
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(form).toBeHidden();
});

test('an end that has passed, and one that another has moved meanwhile, are refused at the end', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const contest = await createContest(adminApi, { startsInMs: -60 * minute });
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: `Edit of ${contest.title}` }).click();
  const form = dialogOf(page, 'Edit Contest');
  const end = form.getByLabel('End Time *');
  const start = await form.getByLabel('Start Time *').inputValue();
  await end.fill(new Date(Date.parse(`${start}Z`) + 5 * minute).toISOString().slice(0, 16));
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(end).toHaveAccessibleDescription(/End time must be in the future/);
  await expect(end).toBeFocused();
  await expectGoodLooks(page);
  await adminApi.call(extendContest, {
    params: { id: contest.id },
    body: { minutes: 5, end_time: contest.end_time },
  });
  await end.fill('2099-01-01T10:00');
  await form.getByRole('button', { name: 'Update Contest' }).click();
  await expect(end).toHaveAccessibleDescription(/has been moved meanwhile/);
});

test('staff give one person extra time, and all of them', async ({ page, adminApi, createAccount }) => {
  const [ada, ben] = [await createAccount(), await createAccount()];
  const contest = await createContest(adminApi, { startsInMs: -minute });
  for (const account of [ada, ben]) await joinContest(await signInApi(account), contest);
  await signIn(page, await createAccount('staff'));
  await page.goto(`/admin/contests/${contest.id}/participants`);
  const row = (username: string) => page.getByRole('row').filter({ hasText: username });
  const dialog = dialogOf(page, 'Extra time');
  await page.getByRole('button', { name: `Extra time for ${ada.username}` }).click();
  await expect(dialog.getByText(`For ${ada.username}.`)).toBeVisible();
  const field = dialog.getByLabel('Minutes over everybody else, in all');
  await field.fill('soon');
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect(dialog.getByText(/^Extra time must be a whole number of minutes/)).toBeVisible();
  await expectGoodLooks(page);
  await field.fill('15');
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect(page.getByText(`15 extra minutes for ${ada.username}.`)).toBeVisible();
  await expect(row(ada.username)).toContainText('+15 min');
  await expect(row(ben.username)).not.toContainText('min');
  const { own_extra_minutes } = await (await signInApi(ada)).call(getContest, { params: { id: contest.id } });
  expect(own_extra_minutes).toBe(15);

  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Extra time…', exact: true }).click();
  await expect(field).toHaveValue('');
  await field.fill('20');
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect(row(ada.username)).toContainText('+20 min');
  await expect(row(ben.username)).toContainText('+20 min');
});

test('staff pause a contest, resume it and give everybody more time', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const contest = await createContest(adminApi, { startsInMs: -minute });
  const read = () => adminApi.call(getContest, { params: { id: contest.id } });
  await signIn(page, await createAccount('staff'));
  await page.goto(`/admin/contests/${contest.id}/day`);
  await expect(heading(page, 'On the day')).toBeVisible();

  await page.getByRole('button', { name: 'Pause…' }).click();
  await dialogOf(page, 'Pause the contest').getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText(/^Paused since .*: the clock stands\.$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Alarms' })).toContainText('The contest is paused');
  expect((await read()).paused_at).not.toBeNull();
  await expectGoodLooks(page);

  await page.getByRole('button', { name: 'Resume…' }).click();
  await dialogOf(page, 'Resume the contest').getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause…' })).toBeVisible();
  await expect(page.getByText(/^Paused since/)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Alarms' })).not.toContainText('The contest is paused');
  const resumed = await read();
  expect(Date.parse(resumed.end_time)).toBeGreaterThan(Date.parse(contest.end_time));

  // Another of the staff gives more time while this one decides.
  await page.getByRole('button', { name: 'More time for all…' }).click();
  const dialog = dialogOf(page, 'More time for all');
  await dialog.getByLabel('Minutes to add').fill('10');
  await adminApi.call(extendContest, {
    params: { id: contest.id },
    body: { minutes: 5, end_time: resumed.end_time },
  });
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect(dialog.getByText(/^The end has been moved meanwhile/)).toBeVisible();
  await expectGoodLooks(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'More time for all…' }).click();
  await dialog.getByLabel('Minutes to add').fill('10');
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect(dialog).toBeHidden();
  expect(Date.parse((await read()).end_time)).toBe(Date.parse(resumed.end_time) + 15 * minute);
});
