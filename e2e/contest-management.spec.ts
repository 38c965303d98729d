import type { Page } from '@playwright/test';
import { listAssignedProblems } from '#contract/contest-problems.ts';
import { getContest } from '#contract/contests.ts';
import { fromNow, moveContest } from '#harness/sample-contest.ts';
import { expect, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { createContest, freshTitle, wakeUntil } from './sample-contest.ts';
import { createProblem, freshId } from './sample-problem.ts';

const hour = 3_600_000;

test('Escape and a press beside keep the form that has been filled in', async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: /^Create (New|First) Contest$/ }).click();
  const form = page.getByRole('dialog', { name: 'Create New Contest' });
  await form.getByLabel('Contest Title *').fill(freshTitle('Kept'));
  await page.keyboard.press('Escape');
  await expect(form).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
});

test('a contest is created with the keyboard alone', async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: /^Create (New|First) Contest$/ }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Create New Contest' });
  const title = freshTitle('Typed');
  await expect(form.getByLabel('Contest Title *')).toBeFocused();
  await page.keyboard.type(title);
  const start = form.getByLabel('Start Time *');
  const proposed = await start.inputValue();
  await start.focus();
  // The first part of the picker, one up and one down again.
  await page.keyboard.press('ArrowUp');
  await expect(start).not.toHaveValue(proposed);
  await page.keyboard.press('ArrowDown');
  await expect(start).toHaveValue(proposed);
  await form.getByLabel('Description').focus();
  await page.keyboard.type('By keys.');
  await form.getByLabel('Contest Title *').press('Enter');
  await expect(page.getByText(`Contest “${title}” has been created.`)).toBeVisible();
  // Its problems are next.
  const choice = page.getByRole('dialog', { name: 'Manage Contest Problems' });
  await expect(choice).toContainText(title);
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
});

test('staff delete a contest after a question, but none that runs', async ({
  page,
  adminApi,
  createAccount,
}) => {
  await signIn(page, await createAccount('staff'));
  const [later, running] = [
    await createContest(adminApi),
    await createContest(adminApi, { startsInMs: -hour }),
  ];
  await page.goto('/admin/contests');
  await expect(page.getByRole('button', { name: `Delete of ${running.title}` })).toBeDisabled();
  await expect(page.getByRole('button', { name: `Problems of ${running.title}` })).toBeDisabled();
  await expect(page.getByRole('button', { name: `Delete of ${running.title}` })).toHaveAccessibleDescription(
    'A contest cannot be deleted while it is running.',
  );
  await page.getByRole('button', { name: `Delete of ${later.title}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete Contest' });
  await expect(
    question.getByText('Are you sure you want to delete this contest? This action cannot be undone.'),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`Contest “${later.title}” has been deleted.`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: later.title })).toHaveCount(0);
});

test('the PDF of an editorial has a place to be dropped, and beside it takes nothing away', async ({
  page,
  adminApi,
  createAccount,
}) => {
  await signIn(page, await createAccount('staff'));
  const { title } = await createContest(adminApi);
  await page.goto('/admin/contests');
  await page.getByRole('link', { name: `Editorial of ${title}` }).click();
  const form = page.getByRole('dialog', { name: 'Editorial' });
  const pdf = form.getByLabel('PDF');
  await pdf.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') });
  await expect(pdf).toHaveAccessibleDescription(/notes\.pdf is not a PDF file/);
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(form.getByText('Drop a file here, or choose one')).toBeVisible();
  await form.getByLabel('Text').focus();
  for (const name of ['dragover', 'drop']) {
    const isPageKept = await page.evaluate<boolean>(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['%PDF-'], 'beside.pdf'));
      const event = new DragEvent('${name}', { bubbles: true, cancelable: true, dataTransfer });
      return !document.activeElement.dispatchEvent(event);
    })()`);
    expect(isPageKept, name).toBe(true);
  }
  await expectGoodLooks(page);
});

test('problems are arranged by keyboard and by hand, and a copy for a second room has them so', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const ids = ['apple', 'berry', 'cherry'].map((name) => freshId(name));
  const [apple = '', berry = '', cherry = ''] = ids;
  for (const id of ids) await createProblem(adminApi, { id, withPdf: false, withTests: false });
  await signIn(page, await createAccount('staff'));
  const contest = await createContest(adminApi, { problemIds: ids });
  const arranged = async (id = contest.id) => {
    const problems = await adminApi.call(listAssignedProblems, { params: { id } });
    return problems.map((problem) => [problem.id, problem.label, problem.points, problem.colour]);
  };
  await page.goto('/admin/contests');
  await page.getByRole('button', { name: `Problems of ${contest.title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Contest Problems' });
  const order = dialog.getByRole('region', { name: 'Order, labels and points' });
  const up = order.getByRole('button', { name: `Move Title of ${cherry} up` });
  await up.press('Enter');
  await expect(order.getByRole('listitem').nth(1)).toContainText(cherry);
  await expect(up).toBeFocused();
  await order.getByLabel(`Label of Title of ${cherry}`).fill('Warm-up');
  await page.keyboard.press('Enter');
  await order.getByLabel(`Points of Title of ${cherry}`).fill('250');
  await page.keyboard.press('Tab');
  await order.getByLabel(`Balloons of Title of ${cherry}`).selectOption('Red');
  await order
    .getByRole('listitem')
    .filter({ hasText: apple })
    .getByTitle('Drag to another place')
    .dragTo(order.getByRole('listitem').filter({ hasText: berry }));
  const expected = [
    [cherry, 'Warm-up', 250, 'red'],
    [berry, null, 100, null],
    [apple, null, 100, null],
  ];
  await expect.poll(() => arranged()).toEqual(expected);
  // No two are called the same.
  await order.getByLabel(`Label of Title of ${berry}`).fill('warm-up');
  await page.keyboard.press('Enter');
  await expect(order.getByText('Two problems of a contest cannot have the same label.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: `Copy of ${contest.title}` }).click();
  const form = page.getByRole('dialog', { name: 'Copy Contest' });
  await form.getByLabel('Contest Title *').fill(freshTitle('Second room'));
  await form.getByRole('button', { name: 'Copy Contest' }).click();
  await expect(dialog.getByText('The contest is there, with the problems of the other.')).toBeVisible();
  await expect(order.getByText(`also in ${contest.title}`)).toHaveCount(3);
  await expect(order.getByLabel(`Label of Title of ${cherry}`)).toHaveValue('Warm-up');
});

test.describe('two members of staff at once', () => {
  test.use({ expectedConsole: /status of 409/ });

  test('a problem that another contest took meanwhile is told and gone from the choice', async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const id = freshId('taken');
    await createProblem(adminApi, { id, withPdf: false, withTests: false });
    await signIn(page, await createAccount('staff'));
    const contest = await createContest(adminApi);
    await page.goto('/admin/contests');
    await page.getByRole('button', { name: `Problems of ${contest.title}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Manage Contest Problems' });
    await dialog.getByRole('checkbox', { name: `Title of ${id}` }).check();
    await createContest(adminApi, { problemIds: [id] });
    await dialog.getByRole('button', { name: 'Add to Contest' }).click();
    await expect(dialog.getByRole('alert')).toContainText(`Title of ${id}`);
    await expect(dialog.getByRole('checkbox', { name: `Title of ${id}` })).toHaveCount(0);
  });

  test('the choice of problems can only be read once the contest has started', async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const id = freshId('started');
    await createProblem(adminApi, { id, withPdf: false, withTests: false });
    await signIn(page, await createAccount('staff'));
    const contest = await createContest(adminApi, { problemIds: [id] });
    await page.goto('/admin/contests');
    await page.getByRole('button', { name: `Problems of ${contest.title}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Manage Contest Problems' });
    await expect(dialog.getByRole('checkbox', { name: `Title of ${id} by admin` })).toBeVisible();
    await moveContest(adminApi, contest, { startTime: fromNow(-1_000) });
    const closed = dialog.getByText(
      'Problems can only be modified for scheduled contests. This contest is currently running.',
    );
    await wakeUntil(page, () => expect(closed).toBeVisible({ timeout: 500 }));
    await expect(dialog.getByRole('checkbox')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Select All' })).toHaveCount(0);
    await expect(dialog.getByText(`Title of ${id}`).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  });
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('what is not touched is not changed, and what is entered is local time', async ({
    page,
    adminApi,
    createAccount,
  }) => {
    await signIn(page, await createAccount('staff'));
    const made = await createContest(adminApi);
    const contest = await moveContest(adminApi, made, {
      startTime: '2031-07-10T14:00:17.000Z',
      endTime: '2031-07-10T19:30:00.000Z',
    });
    await page.goto('/admin/contests');
    await expect(page.getByRole('row').filter({ hasText: contest.title })).toContainText(
      'Jul 10, 2031, 10:00 AM',
    );
    const edit = async (change: (form: ReturnType<Page['getByRole']>) => Promise<void>) => {
      await page.getByRole('button', { name: `Edit of ${contest.title}` }).click();
      const form = page.getByRole('dialog', { name: 'Edit Contest' });
      await change(form);
      await form.getByRole('button', { name: 'Update Contest' }).click();
      await expect(form).toBeHidden();
      return adminApi.call(getContest, { params: { id: contest.id } });
    };
    const renamed = await edit(async (form) => {
      await expect(form.getByLabel('Start Time *')).toHaveValue('2031-07-10T10:00');
      await expect(form.getByText('America/New_York')).toBeVisible();
      await form.getByLabel('Description').fill('Only the description is new.');
    });
    expect(renamed).toMatchObject({
      description: 'Only the description is new.',
      start_time: contest.start_time,
      end_time: contest.end_time,
    });
    const moved = await edit(async (form) => {
      await form.getByLabel('End Time *').fill('2031-12-10T15:45');
      await expect(form.getByText(/^Duration: \d+ hours 45 minutes/)).toBeVisible();
    });
    expect(moved).toMatchObject({ start_time: contest.start_time, end_time: '2031-12-10T20:45:00.000Z' });
  });
});
