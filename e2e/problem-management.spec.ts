import type { Page, Route } from '@playwright/test';
import { deleteUser, listUsers, updateUser } from '#contract/accounts.ts';
import { type AdminProblem, getTestSet, type UploadProgress } from '#contract/problems.ts';
import { fromNow, moveContest, waitForStatus } from '#harness/sample-contest.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { namePairs, writeZip } from '#harness/zip.ts';
import { expect, signIn, test } from './journey.ts';
import { dropFile, editor, listCall, save, startProblem } from './problem-editor.ts';
import { createContest } from './sample-contest.ts';
import {
  createProblem,
  freshId,
  makeOrphanArchive,
  makePdf,
  makeSumArchive,
  pdfFile,
  programs,
  zipFile,
} from './sample-problem.ts';

// What the server refuses, the browser logs.
test.use({ expectedConsole: /status of (400|409)/ });

test.beforeEach(async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
});

test('files that are not what they should be are refused with the reason, and the form is usable again', async ({
  page,
}) => {
  const id = freshId('refused');
  await startProblem(page, id);
  const failure = editor(page).getByRole('alert');
  const pdf = editor(page).getByLabel('Statement (PDF)');
  const zip = editor(page).getByLabel('Test cases (ZIP)');

  await pdf.setInputFiles(pdfFile(Buffer.from('not a document')));
  // Told at once, and by the server, which decides.
  await expect(pdf).toHaveAccessibleDescription(/statement\.pdf is not a PDF file\./);
  await save(page);
  await expect(failure.getByText('The statement is not a PDF file.')).toBeVisible();
  await expect(failure.getByText('The problem has not been created; nothing is left of it.')).toBeVisible();
  await expect(editor(page).getByLabel('Title')).toBeEnabled();
  await expect(editor(page).getByLabel('ID')).toBeEnabled();

  await pdf.setInputFiles(pdfFile(await makePdf(['Better'])));
  await zip.setInputFiles(zipFile(Buffer.from('not an archive')));
  await save(page);
  await expect(failure.getByText('The test cases are not a ZIP file.')).toBeVisible();

  await zip.setInputFiles(zipFile(await makeOrphanArchive()));
  await save(page);
  // A worker takes its first job only after it has shown that it judges as it should.
  await expect(failure.getByText('2.in')).toBeVisible({ timeout: 60_000 });

  await zip.setInputFiles(zipFile(await makeSumArchive()));
  await save(page);
  await expect(page.getByRole('dialog', { name: `Test cases of ${id}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(`Problem "${id}" has been saved.`)).toBeVisible();
});

test('files that are dropped on their places are taken, and beside them none takes the page away', async ({
  page,
}) => {
  const id = freshId('dropped');
  const [statement, tests] = [await makePdf(['Dropped']), await makeSumArchive()];
  await startProblem(page, id);
  const pdf = editor(page).getByLabel('Statement (PDF)');
  const zip = editor(page).getByLabel('Test cases (ZIP)');
  await dropFile(page, editor(page).getByLabel('Title'), pdfFile(statement));
  await expect(editor(page).getByLabel('Title')).toHaveValue('Made by a journey');
  await dropFile(page, pdf, pdfFile(statement));
  await expect(pdf).toHaveAccessibleDescription(/statement\.pdf/);
  await dropFile(page, zip, zipFile(tests));
  await expect(zip).toHaveAccessibleDescription(/tests\.zip/);
  await save(page);
  const report = page.getByRole('dialog', { name: `Test cases of ${id}` });
  await expect(report).toBeVisible({ timeout: 60_000 });
  const { tests: taken, has_pdf } = (await (await page.request.get('/api/admin/problems')).json()).find(
    (problem: AdminProblem) => problem.id === id,
  );
  expect({ taken, has_pdf }).toEqual({ taken: 4, has_pdf: true });
  const printed = await page.request.get(`/api/problems/${id}/pdf`);
  expect(await printed.body()).toEqual(statement);
});

test('a problem is edited, keeps its tests, and is deleted', async ({ page, adminApi }) => {
  const id = freshId('edited');
  await createProblem(adminApi, { id });
  await page.goto('/admin/problems');
  await page.getByRole('button', { name: `Edit ${id}` }).click();
  await expect(editor(page).getByLabel('ID')).toHaveValue(id);
  await expect(editor(page).getByLabel('Author')).toHaveValue('admin');
  await expect(editor(page).getByText(/^4 tests, .*version 1/)).toBeVisible();
  await expect(editor(page).getByText(/^PDF, .*, 3 pages$/)).toBeVisible();
  await editor(page).getByText('Test cases in force').click();
  await expect(editor(page).locator('dl')).toContainText('Tests4');
  await editor(page).getByLabel('Title').fill('');
  await editor(page).getByLabel('Time limit (ms)').fill('0');
  await save(page);
  // All at once, each at its field.
  await expect(editor(page).getByLabel('Title')).toHaveAccessibleDescription('Title is required.');
  await expect(editor(page).getByLabel('Title')).toBeFocused();
  await expect(editor(page).getByLabel('Time limit (ms)')).toHaveAccessibleDescription(
    /Time limit must be a whole number of ms/,
  );
  await editor(page).getByLabel('Title').fill('A better title');
  await editor(page).getByLabel('Time limit (ms)').fill('2000');
  const withholding = editor(page).getByLabel('Withhold times, memory and reasons during contests');
  await expect(withholding).not.toBeChecked();
  await withholding.check();
  const feedback = editor(page).getByLabel('What contestants see');
  await expect(feedback).toHaveValue('full');
  await feedback.selectOption('Groups and scores');
  await expect(feedback).toHaveAccessibleDescription(/of the tests only the samples/);
  await save(page);
  await expect(editor(page)).toBeHidden();
  await page.getByRole('button', { name: `Edit ${id}` }).click();
  await expect(withholding).toBeChecked();
  await expect(feedback).toHaveValue('groups');
  await page.keyboard.press('Escape');
  const row = page.getByRole('row').filter({ hasText: id });
  await expect(row).toContainText('A better title');

  await page.getByRole('button', { name: `Delete ${id}` }).click();
  const deletion = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(deletion).toContainText(
    `Are you sure you want to delete problem "${id}"? All related test cases and submissions will also be deleted.`,
  );
  await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`Problem "${id}" has been deleted.`)).toBeVisible();
  await expect(row).toBeHidden();
});

test('the list says which contest has a problem, or had it last', async ({ page, adminApi }) => {
  const [free, held, over] = [freshId('contest-free'), freshId('contest-held'), freshId('contest-over')];
  for (const id of [free, held, over])
    await createProblem(adminApi, { id, withPdf: false, withTests: false });
  const coming = await createContest(adminApi, { problemIds: [held] });
  const past = await createContest(adminApi, {
    startsInMs: -60_000,
    endsInMs: 60_000,
    problemIds: [over],
  });
  await page.goto('/admin/problems');
  const row = (id: string) => page.getByRole('row').filter({ hasText: `Title of ${id}` });
  await expect(row(held)).toContainText(`In ${coming.title}`);
  await expect(row(over)).toContainText(`In ${past.title}`);
  await expect(row(free)).toBeVisible();
  await expect(row(free)).not.toContainText(/\b(In|Was in) /);
  await moveContest(adminApi, past, { endTime: fromNow(1_000) });
  await waitForStatus(adminApi, past.id, 'finished');
  await page.reload();
  await expect(row(over)).toContainText(`Was in ${past.title}`);
  await expect(row(held)).toContainText(`In ${coming.title}`);
});

test('a new problem whose import fails leaves nothing behind, and is saved from the same form when it is mended', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const id = freshId('half-made');
  await startProblem(page, id);
  const zip = editor(page).getByLabel('Test cases (ZIP)');
  await zip.setInputFiles(zipFile(await makeOrphanArchive()));
  await save(page);
  const failure = editor(page).getByRole('alert');
  // A worker takes its first job only after it has shown that it judges as it should.
  await expect(failure).toContainText('2.in', { timeout: 60_000 });
  await expect(failure).toContainText('The problem has not been created; nothing is left of it.');
  await expect(editor(page)).toHaveAccessibleName('Create New Problem');
  const row = page.getByRole('row').filter({ hasText: id });
  await expect(row).toHaveCount(0);
  expect((await request.get(`/api/problems/${id}`)).status()).toBe(404);

  await zip.setInputFiles(zipFile(await makeSumArchive()));
  await save(page);
  await expect(page.getByRole('dialog', { name: `Test cases of ${id}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(`Problem "${id}" has been saved. It is hidden`)).toBeVisible();
  await expect(row).toContainText('No statement');
  await expect(row.getByRole('button', { name: 'Hidden' })).toBeVisible();

  // The id is there now: that is told at its field, and nowhere else.
  await page.getByRole('button', { name: 'Create New Problem' }).click();
  await editor(page).getByLabel('ID').fill(id);
  await editor(page).getByLabel('Title').fill('Another');
  await save(page);
  await expect(editor(page).getByLabel('ID')).toHaveAccessibleDescription(
    /A problem with this id already exists\./,
  );
  await expect(editor(page).getByText('A problem with this id already exists.')).toHaveCount(1);
  await editor(page).getByRole('button', { name: 'Cancel' }).click();

  // Later tests that cannot be imported are told of to whoever opens it, from the whole row.
  await row.getByText('Made by a journey').click();
  await expect(page).toHaveURL(new RegExp(`edit=${id}`));
  // It could not be looked at before: the import says it.
  await page.route('**/packages?preview=true', (route) => route.fulfill({ status: 409, json: {} }));
  await zip.setInputFiles(zipFile(await makeOrphanArchive()));
  await save(page);
  await expect(failure.getByText('2.in')).toBeVisible();
  await page.reload();
  await expect(failure.getByText('The last import of test cases failed:')).toBeVisible();
  await editor(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('Import failed');
  await page.getByLabel('Which problems').selectOption('With something missing');
  await page.getByLabel('Search by id or title').fill('half-made');
  await expect(row).toBeVisible();
  await page.getByLabel('Which problems').selectOption('Visible');
  await expect(page.getByText('No problem matches.')).toBeVisible();
});

test('after new tests what was judged with the old ones is judged again, and what changed is told', async ({
  page,
  adminApi,
}) => {
  test.setTimeout(120_000);
  const id = freshId('rejudged');
  await createProblem(adminApi, { id, withPdf: false });
  const submission = await sendSubmission(adminApi, { problemId: id, code: programs.wrong });
  expect((await waitForVerdict(adminApi, submission)).score).toBe(75);
  await page.goto(`/admin/problems?edit=${id}`);
  await editor(page)
    .getByLabel('Test cases (ZIP)')
    .setInputFiles(zipFile(await writeZip(namePairs([['1 2\n', '3\n']]))));
  await save(page);
  const report = page.getByRole('dialog', { name: `Test cases of ${id}` });
  const rejudge = report.getByRole('region', { name: 'Rejudge' });
  await expect(rejudge).toContainText('1 submission was judged with the old tests.');
  await rejudge.getByRole('button', { name: 'Rejudge it' }).click();
  await expect(rejudge).toContainText('1 of 1 submission has another verdict or score.', { timeout: 30_000 });
  await expect(rejudge.getByRole('table', { name: 'What became of which verdicts' })).toContainText(
    /Wrong Answer.*Accepted.*1/,
  );
});

test('an import that is under way is found again, followed to its end, and does not hold the form', async ({
  page,
  adminApi,
}) => {
  const id = freshId('under-way');
  await createProblem(adminApi, { id });
  const jobId = '0197f3a0-0000-7000-8000-000000000001';
  const report = await adminApi.call(getTestSet, { params: { id } });
  let progress: UploadProgress = {
    kind: 'tests',
    status: 'processing',
    message: 'Checking...',
    message_words: null,
    progress: 7,
    total: 20,
    report: null,
  };
  await page.route('**/import', (route) =>
    route.fulfill({ json: { ...progress, job_id: jobId, started_at: new Date().toISOString() } }),
  );
  await page.route(`**/upload-progress/${jobId}`, (route) => route.fulfill({ json: progress }));
  await page.goto('/admin/problems');
  const open = page.getByRole('button', { name: `Edit ${id}` });
  await open.click();
  await expect(editor(page).getByText('7 of 20')).toBeVisible();
  await expect(editor(page).getByLabel('Title')).toBeDisabled();
  await editor(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(editor(page)).toBeHidden();

  await open.click();
  await expect(editor(page).getByText('7 of 20')).toBeVisible();
  progress = { ...progress, status: 'completed', message: 'Imported 4 tests.', report };
  await expect(page.getByRole('dialog', { name: `Test cases of ${id}` })).toContainText('Tests4');
});

test('a problem can be saved after its author left staff, or was deleted', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const id = freshId('left-behind');
  await createProblem(adminApi, { id, withPdf: false, withTests: false });
  const { username } = await createAccount('staff');
  const account = (await adminApi.call(listUsers)).find((user) => user.username === username);
  const params = { id: account?.id ?? 0 };
  await page.goto('/admin/problems');
  const author = editor(page).getByLabel('Author');
  const saveAs = async (title: string) => {
    await editor(page).getByLabel('Title').fill(title);
    await save(page);
    await expect(editor(page)).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: id })).toContainText(title);
    await page.getByRole('button', { name: `Edit ${id}` }).click();
  };
  await page.getByRole('button', { name: `Edit ${id}` }).click();
  await author.selectOption(username);
  await saveAs('By staff');

  await adminApi.call(updateUser, { params, body: { username, role: 'user' } });
  await saveAs('By a user');
  await expect(author).toHaveValue(username);
  await editor(page).getByRole('button', { name: 'Cancel' }).click();

  await adminApi.call(deleteUser, { params });
  await page.getByRole('button', { name: `Edit ${id}` }).click();
  await expect(author.locator('option:checked')).toHaveText('None: the account was deleted');
  await saveAs('By nobody');
  await expect(author).toHaveValue('');
});

test('the upload of a new problem can be cancelled; what was typed stays, and nothing was made', async ({
  page,
}) => {
  const id = freshId('cancelled');
  await startProblem(page, id);
  await page.route('**/upload', () => {});
  await editor(page)
    .getByLabel('Statement (PDF)')
    .setInputFiles(pdfFile(await makePdf(['Long'])));
  await save(page);
  await editor(page).getByRole('button', { name: 'Cancel upload' }).click();
  await expect(editor(page).getByRole('alert')).toContainText('The upload has been cancelled.');
  await expect(editor(page).getByText('Failed to save problem.')).toBeHidden();
  await expect(editor(page).getByLabel('Title')).toHaveValue('Made by a journey');
  await editor(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: id })).toHaveCount(0);
});

test.describe('an import that the journey decides on', () => {
  test.use({ expectedConsole: /status of 500/ });

  /** A new problem whose upload is taken; what becomes of its import the journey tells. */
  async function saveWithTests(page: Page, answerProgress: (route: Route) => Promise<void>) {
    await page.route(listCall, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: [] })
        : route.fulfill({ status: 201, json: { id: 'a' } }),
    );
    const jobId = '0197f3a0-0000-7000-8000-000000000000';
    // The archive is not looked at before: what follows is about the save alone.
    await page.route('**/packages?preview=true', (route) => route.fulfill({ status: 500, body: '' }));
    await page.route('**/upload', (route) => route.fulfill({ status: 201, json: { jobId } }));
    await page.route('**/upload-progress/*', answerProgress);
    await startProblem(page, 'a');
    await editor(page)
      .getByLabel('Test cases (ZIP)')
      .setInputFiles(zipFile(await makeSumArchive()));
    await save(page);
  }

  test('progress that is lost, and an import that fails, end the polling', async ({ page }) => {
    let isLost = false;
    let askedInVain = 0;
    await saveWithTests(page, (route) => {
      if (isLost) {
        askedInVain += 1;
        return route.fulfill({ status: 500, body: '' });
      }
      const json = { status: 'processing', message: 'Checking...', progress: 7, total: 20, report: null };
      return route.fulfill({ json });
    });
    await expect(editor(page).getByText('Checking...')).toBeVisible();
    await expect(editor(page).getByText('7 of 20')).toBeVisible();
    isLost = true;
    await expect(editor(page).getByRole('alert')).toContainText('Failed to get upload progress.');
    await expect(editor(page).getByText('Could not retrieve processing status.')).toBeVisible();
    await expect(editor(page).getByRole('button', { name: 'Save' })).toBeEnabled();
    expect(askedInVain).toBe(1);
  });

  test('an import that nobody does can be cancelled, and the form is free again', async ({ page }) => {
    let isCancelled = false;
    await saveWithTests(page, (route) => {
      if (route.request().method() === 'DELETE') {
        isCancelled = true;
        return route.fulfill({ status: 204 });
      }
      const [status, message] = isCancelled
        ? ['failed', 'The import has been cancelled.']
        : ['pending', 'No judge machine is taking work at the moment.'];
      return route.fulfill({ json: { status, message, progress: 0, total: 0, report: null } });
    });
    await expect(editor(page).getByText('No judge machine is taking work at the moment.')).toBeVisible();
    // It waits without us, too.
    await expect(editor(page).getByRole('button', { name: 'Close' }).last()).toBeEnabled();
    await editor(page).getByRole('button', { name: 'Cancel import' }).click();
    await expect(editor(page).getByRole('alert')).toContainText('The import has been cancelled.');
    await expect(editor(page).getByRole('button', { name: 'Cancel import' })).toBeHidden();
    await expect(editor(page).getByRole('button', { name: 'Save' })).toBeEnabled();
  });
});
