import type { Page } from '@playwright/test';
import { type Account, expect, heading, signIn, test } from './journey.ts';
import {
  freshId,
  makePdf,
  makeSumArchive,
  pdfFile,
  programs,
  sourceFile,
  zipFile,
} from './sample-problem.ts';

/** What each program must end with, in the order in which it is submitted. */
const verdicts = [
  { program: 'wrong', status: 'Wrong Answer', score: '75', letters: '[PPP-]' },
  { program: 'slow', status: 'Time Limit Exceeded', score: '75', letters: '[PTPP]' },
  { program: 'crashing', status: 'Runtime Error', score: '75', letters: '[PPRP]' },
  { program: 'hungry', status: 'Memory Limit Exceeded', score: '75', letters: '[MPPP]' },
  { program: 'uncompilable', status: 'Compilation Error', score: '0', letters: '' },
  { program: 'right', status: 'Accepted', score: '100', letters: '[PPPP]' },
] as const;

test('from a staff member’s archive to a contestant’s verdicts', async ({ page, browser, createAccount }) => {
  test.setTimeout(300_000);
  const id = freshId('sum');
  const staff = await createAccount('staff');
  const user = await createAccount();

  await createByForm(page, staff, id);

  const context = await browser.newContext();
  const desk = await context.newPage();
  await signIn(desk, user);
  await readStatement(desk, id);
  for (const verdict of verdicts) {
    await submitFile(desk, id, programs[verdict.program]);
    const row = desk.getByRole('row').filter({ hasText: user.username }).first();
    await expect(row).toContainText(verdict.status, { timeout: 60_000 });
    await expect(row.getByRole('cell').nth(4)).toHaveText(verdict.score);
    // The new one is lit, with a cell for each test; the delight is for the first 100.
    if (verdict.letters) await expect(desk.getByRole('img', { name: verdict.letters })).toBeVisible();
    await expect(desk.getByText('Full marks!')).toHaveCount(verdict.score === '100' ? 1 : 0);
    await inspectCode(desk, row, verdict);
  }
  await checkResults(desk, id, user);

  await page.getByRole('button', { name: `Visible ${id}` }).click();
  await expect(page.getByRole('button', { name: `Hidden ${id}` })).toBeVisible();
  await desk.goto(`/problems/${id}`);
  await expect(heading(desk, 'Problem is hidden by Admin')).toBeVisible();
  await expect(desk.getByText(`${id} · Sum of Two Numbers`)).toBeVisible();
  await desk.goto('/problems');
  await expect(heading(desk, 'All Problems')).toBeVisible();
  await expect(desk.getByText(id, { exact: true })).toBeHidden();
  await context.close();
});

async function createByForm(page: Page, staff: Account, id: string) {
  await signIn(page, staff);
  await page.goto('/admin/problems');
  await page.getByRole('button', { name: 'Create New Problem' }).click();
  const form = page.getByRole('dialog', { name: 'Create New Problem' });
  await expect(form.getByLabel('Author')).toHaveValue(staff.username);
  await expect(form.getByLabel('Time limit (ms)')).toHaveValue('1000');
  await expect(form.getByLabel('Memory limit (MB)')).toHaveValue('256');
  await expect(form.getByText('A .pdf file of at most 64 MB')).toBeVisible();
  await expect(form.getByText('A .zip file of at most 512 MB')).toBeVisible();
  await form.getByLabel('ID').fill(id);
  await form.getByLabel('Title').fill('Sum of Two Numbers');
  await form.getByLabel('Memory limit (MB)').fill('64');
  await form
    .getByLabel('Statement (PDF)')
    .setInputFiles(pdfFile(await makePdf(['Read two numbers', 'Page two'])));
  await form
    .getByLabel('Test cases (ZIP)')
    .setInputFiles(zipFile(await makeSumArchive({ ballastBytes: 200 * 1024 })));

  // A slow line, as long as there is something to see while the files are on their way.
  const network = await page.context().newCDPSession(page);
  const send = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await send(4 * 1024);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Uploading files to server...')).toBeVisible();
  await expect(form.getByText(/^\d+\.\d of 20\d\.\d KB$/)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await expect(form.getByLabel('Title')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(form).toBeVisible();
  await send(-1);

  const report = page.getByRole('dialog', { name: `Test cases of ${id}` });
  await expect(report).toBeVisible({ timeout: 60_000 });
  await network.detach();
  await expect(form).toBeHidden();
  await expect(report.getByText('The test cases have been imported and are in force.')).toBeVisible();
  await expect(report.locator('dl')).toContainText('Tests4Groups0Samples0');
  await expect(report.getByText('2 entries were ignored')).toBeVisible();
  await expect(report.getByRole('row').filter({ hasText: 'tests/.DS_Store' })).toBeVisible();
  await report.getByText('4 tests with their files').click();
  await expect(report.getByRole('row').filter({ hasText: 'tests/4.in' })).toContainText('tests/4.out');
  await report.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Sum of Two Numbers');

  await expect(page.getByRole('button', { name: `Hidden ${id}` })).toHaveAttribute('title', 'Click to show');
  await expect(page.getByText('It is hidden: only staff see it until you show it.')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText(`Problem "${id}" is visible now.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Visible ${id}` })).toHaveAttribute('title', 'Click to hide');
}

async function readStatement(page: Page, id: string) {
  await page.goto('/problems');
  const item = page.getByRole('listitem').filter({ has: page.getByText(id, { exact: true }) });
  await expect(item).toContainText('Not tried yet');
  await item.getByRole('link', { name: 'New' }).click();
  await expect(heading(page, 'Sum of Two Numbers')).toBeVisible();
  await expect(page.getByText('1000 ms')).toBeVisible();
  await expect(page.getByText('64 MB')).toBeVisible();
  const statement = page.getByRole('region', { name: 'Statement', exact: true });
  await expect(statement.getByText('Read two numbers')).toBeVisible();
  await expect(statement.locator('canvas').first()).toBeVisible();
  const link = page.getByRole('link', { name: 'View Problem PDF' });
  await expect(link).toHaveAttribute('target', '_blank');
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');
}

async function submitFile(page: Page, id: string, code: string) {
  await page.goto(`/problems/${id}?tab=submit`);
  await page.getByLabel('Choose file').setInputFiles(sourceFile(code));
  await expect(page.getByText('solution.cpp is in the editor.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/submissions$/);
  await expect(heading(page, 'Recent Submissions')).toBeVisible();
}

async function inspectCode(
  page: Page,
  row: ReturnType<Page['locator']>,
  { program, status, letters }: (typeof verdicts)[number],
) {
  await row.getByRole('button', { name: 'View Code' }).click();
  const viewer = page.getByRole('dialog', { name: /^Submission #\d+$/ });
  await expect(viewer.getByLabel('Code', { exact: true })).toContainText('int main()');
  await expect(viewer.locator('dl')).toContainText(status);
  if (program === 'uncompilable') {
    await expect(viewer.getByText('Compiler output')).toBeVisible();
    await expect(viewer.getByText('undeclared_name’ was not declared')).toBeVisible();
    await expect(viewer.getByText('No test results available.')).toBeVisible();
  } else {
    await expect(viewer.getByRole('img', { name: letters })).toBeVisible();
    const fold = viewer.getByRole('button', { name: 'one by one' });
    if (await fold.count()) await fold.click();
    await expect(viewer.locator('tr:not([data-folded])')).toHaveCount(5);
  }
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(/\/submissions$/);
}

async function checkResults(page: Page, id: string, user: Account) {
  await page.goto('/problems');
  const item = page.getByRole('listitem').filter({ has: page.getByText(id, { exact: true }) });
  await expect(item).toContainText('100 / 100');
  await expect(item).toContainText('6 tries');
  await expect(item.getByRole('img', { name: '[PPPP]' })).toBeVisible();
  const year = String((new Date().getFullYear() + 543) % 100);
  await expect(item).toContainText(/ago|just now/);
  await expect(item).toContainText(new RegExp(`\\(\\d\\d/\\d\\d/${year} \\d\\d:\\d\\d\\)`));
  await item.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText('Score: 100 / 100')).toBeVisible();
  await page.getByRole('tab', { name: 'My Submissions' }).click();
  await expect(page).toHaveURL(/tab=submissions/);
  await expect(page.getByRole('row')).toHaveCount(1 + verdicts.length);
  await expect(page.getByRole('columnheader')).toHaveText([
    'When',
    'User',
    'Status',
    'Score',
    'Language',
    'Actions',
  ]);
  await page.goto('/scoreboard');
  const rank = page.getByRole('row').filter({ hasText: user.username });
  await expect(rank.getByRole('cell').nth(2)).toHaveText('1');
  await expect(rank.getByRole('cell').nth(3)).toHaveText('100');
}
