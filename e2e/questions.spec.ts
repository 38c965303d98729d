import type { Page } from '@playwright/test';
import { askQuestion, postAnnouncement } from '#contract/questions.ts';
import { expect, heading, openDesk, signIn, signInApi, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { createContest, joinContest, openWithNews } from './sample-contest.ts';
import { createProblem, freshId, makePdf } from './sample-problem.ts';

test.use({ expectedConsole: /status of 409/ });

test('a question is answered to all, and shown in the other browser without who asked', async ({
  page,
  browser,
  adminApi,
  createAccount,
}) => {
  const problemId = freshId('q-sum');
  await createProblem(adminApi, { id: problemId, withTests: false });
  const contest = await createContest(adminApi, { startsInMs: -60_000, problemIds: [problemId] });
  const [asker, other, staff] = [await createAccount(), await createAccount(), await createAccount('staff')];
  for (const account of [asker, other]) await joinContest(await signInApi(account), contest);
  // On another page than the one of questions.
  const bystander = await openDesk(browser, other, '/contests');
  await openWithNews(bystander, `/contests/${contest.id}/scoreboard`);
  await expect(heading(bystander, 'Contest Scoreboard')).toBeVisible();
  const inbox = await openDesk(browser, staff, '/admin/questions');
  await expect(heading(inbox, 'Questions')).toBeVisible();

  await signIn(page, asker);
  await page.goto(`/contests/${contest.id}/problems/${problemId}`);
  await page.getByRole('link', { name: 'Ask about this problem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask the staff' });
  await expect(dialog.getByLabel('About')).toHaveValue(problemId);
  await dialog.getByLabel('Question', { exact: true }).fill('Can the sum be negative?');
  await dialog.getByRole('button', { name: 'Send question' }).click();
  await expect(page.getByText('Waiting for an answer')).toBeVisible();

  // It arrives by itself, and is answered by keyboard.
  const question = inbox.getByRole('button', { name: /Can the sum be negative\?/ });
  await expect(question).toContainText(asker.username);
  await question.focus();
  await inbox.keyboard.press('Enter');
  await inbox.getByRole('button', { name: 'Yes', exact: true }).click();
  await expectGoodLooks(inbox);
  await inbox.getByLabel('To all in the contest, without the asker’s name').check();
  await inbox.getByLabel('Answer', { exact: true }).press('Control+Enter');
  await expect(inbox.getByText('The answer has been sent.')).toBeVisible();
  await expect(question).toBeHidden();

  await expect(page.getByRole('article')).toContainText('Answer to all');
  const toast = bystander.getByRole('region', { name: 'News of the contest' });
  await expect(toast).toContainText('Question answered to all');
  await expect(bystander.getByRole('link', { name: 'Questions (1 unread)' })).toBeVisible();
  await toast.getByRole('link', { name: 'Open' }).click();
  const told = bystander.getByRole('article').filter({ hasText: 'Can the sum be negative?' });
  await expect(told).toContainText('Asked by a participant');
  await expect(told).toContainText('Yes');
  await expect(bystander.getByText(asker.username)).toHaveCount(0);
  await expectGoodLooks(bystander);
  await expect(bystander.getByRole('link', { name: 'Questions', exact: true })).toBeVisible();

  // Pinned to the problem it is on the problem's page; and it counts who has read it.
  await inbox.getByRole('button', { name: 'Announce' }).click();
  const form = inbox.getByRole('dialog', { name: 'Announce to a contest' });
  await form.getByLabel('Contest').selectOption({ label: contest.title });
  await form.getByLabel('Pin to').selectOption(problemId);
  await form.getByLabel('Announcement').fill('The sum fits into 64 bits.');
  await form.getByRole('button', { name: 'Announce' }).click();
  await expect(bystander.getByRole('article').filter({ hasText: '64 bits' })).toContainText('New');
  await bystander.goto(`/contests/${contest.id}/problems/${problemId}`);
  await expect(bystander.getByRole('list', { name: 'Announcements about this problem' })).toContainText(
    'The sum fits into 64 bits.',
  );
  // A statement that is replaced is offered, not put in place of the one that is being read.
  await expect(bystander.getByText('Add two numbers')).toBeVisible();
  await adminApi.upload(problemId, { pdf: await makePdf(['Add two other numbers']) });
  await expect(bystander.getByText('The statement of this problem has been replaced.')).toBeVisible();
  await expect(bystander.getByText('Add two numbers')).toBeVisible();
  await bystander.getByRole('button', { name: 'Show the new one' }).click();
  await expect(bystander.getByText('Add two other numbers')).toBeVisible();
  await expect(bystander.getByText('The statement of this problem has been replaced.')).toBeHidden();

  const announced = inbox.getByRole('article').filter({ hasText: '64 bits' }).first();
  await expect(announced).toContainText(/Read by [12] of 2/, { timeout: 30_000 });
  await Promise.all([bystander.context().close(), inbox.context().close()]);
});

test('two of the staff share the inbox: who answers is seen, templates are both’s, and an answer that is changed is new again', async ({
  page,
  browser,
  adminApi,
  createAccount,
}) => {
  const contest = await createContest(adminApi, { startsInMs: -60_000 });
  const [asker, one, other] = [
    await createAccount(),
    await createAccount('staff'),
    await createAccount('staff'),
  ];
  const askerApi = await signInApi(asker);
  await joinContest(askerApi, contest);
  await askerApi.call(askQuestion, { params: { id: contest.id }, body: { text: 'May we print?' } });
  const inbox = `/admin/questions?contest=${contest.id}`;
  await signIn(page, one);
  await page.goto(inbox);
  const desk = await openDesk(browser, other, inbox);
  const questionAt = (at: Page) => at.getByRole('button', { name: /May we print\?/ });
  const answerAt = (at: Page) => at.getByLabel('Answer', { exact: true });

  await questionAt(page).click();
  await answerAt(page).fill('No');
  await expect(questionAt(desk)).toContainText(`${one.username} is answering`);
  await questionAt(desk).click();
  await expect(desk.getByText(`${one.username} is answering this question.`)).toBeVisible();
  await desk.getByRole('button', { name: 'Answer it myself' }).click();
  await expect(questionAt(page)).toContainText(`${other.username} is answering`);

  await desk.getByRole('button', { name: 'Edit templates' }).click();
  const templates = desk.getByRole('dialog', { name: 'Answer templates' }).getByLabel('Templates');
  await templates.press('Control+End');
  await templates.pressSequentially('\nAsk at the desk');
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await desk.getByRole('button', { name: 'Ask at the desk' }).click();
  await expect(answerAt(desk)).toHaveValue('Ask at the desk');
  await answerAt(desk).press('Control+Enter');
  await expect(desk.getByText('The answer has been sent.')).toBeVisible();

  // What was typed meanwhile is not sent over it.
  await answerAt(page).press('Control+Enter');
  await expect(page.getByText(`${other.username} has answered meanwhile: “Ask at the desk”`)).toBeVisible();
  await expectGoodLooks(page);
  const reader = await openDesk(browser, asker, `/contests/${contest.id}/questions`);
  const told = reader.getByRole('article').filter({ hasText: 'May we print?' });
  await expect(told).toContainText('Ask at the desk');
  await expect(told).not.toContainText('Edited');
  await page.getByRole('button', { name: 'Change that answer instead' }).click();
  await expect(answerAt(page)).toHaveValue('No');
  await page.getByRole('button', { name: 'Send changed answer' }).click();
  await expect(told).toContainText('Edited');
  await expect(told).not.toContainText('Ask at the desk');
  await desk.getByRole('button', { name: 'Answered', exact: true }).click();
  await expect(questionAt(desk)).toContainText(/Answered by .*Edited.*Read by the asker/);
  await Promise.all([desk.context().close(), reader.context().close()]);
});

test('on a phone what arrives leaves Submit in reach', async ({ page, adminApi, createAccount }) => {
  const problemId = freshId('q-thumb');
  await createProblem(adminApi, { id: problemId, withTests: false });
  const contest = await createContest(adminApi, { startsInMs: -60_000, problemIds: [problemId] });
  const account = await createAccount();
  await joinContest(await signInApi(account), contest);
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, account);
  await openWithNews(page, `/contests/${contest.id}/problems/${problemId}`);
  await page.getByRole('tab', { name: 'Submit' }).click();
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await expect(submit).toBeInViewport();
  for (const text of ['First', 'Second', 'Third', 'Fourth'])
    await adminApi.call(postAnnouncement, {
      params: { id: contest.id },
      body: { text: `${text}: the tests of this problem are checked.\n${'Please wait. '.repeat(40)}` },
    });
  const news = page.getByRole('region', { name: 'News of the contest' });
  // All have come, in whatever order: the three that were said last stand in the order in which they were.
  await expect(news).toContainText(/1 more.*Second:.*Third:.*Fourth:/s);
  await expect(submit).toBeInViewport({ ratio: 1 });
  const [of, over] = [await submit.boundingBox(), await news.boundingBox()];
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(of?.y ?? 0);
  await expectGoodLooks(page);
  await news
    .getByRole('button', { name: /^Close/ })
    .first()
    .click();
  await expect(news).not.toContainText('Second');
});
