import type { Locator, Page } from '@playwright/test';
import { listAdminProblems } from '#contract/problems.ts';
import { sendSubmission, waitForVerdict } from '#harness/sample-submission.ts';
import { writeZip, type ZipEntry } from '#harness/zip.ts';
import { expect, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { dropFile } from './problem-editor.ts';
import { createProblem, freshId, programs, zipFile } from './sample-problem.ts';

const sums = [
  [1, 2],
  [10, 20],
  [3_000_000_000, 4_000_000_000],
] as const;

/** Right, if there are 32 MB for it. */
const roomy = programs.right.replace('long long a, b;', 'vector<char> v(32 << 20, 1); long long a, b;');

/** A problem with solutions that its jury expects something of; the wrong one is right on the small sums. */
function packageOf(folder: string, title: string, ofWrongOne: string): ZipEntry[] {
  const manifest = [
    `title: ${title}`,
    'time_limit_ms: 2000',
    'memory_limit_mb: 64',
    'groups:',
    '  - {name: small, points: 40, tests: ["1", "2"]}',
    '  - {name: large, points: 60, tests: ["3"], depends_on: [small]}',
    'solutions:',
    '  - {file: sol/right.cpp}',
    `  - {file: sol/wrong.cpp, ${ofWrongOne}}`,
    '  - {file: sol/other.py}',
  ];
  return [
    { name: 'minos.yaml', content: manifest.join('\n') },
    { name: 'sol/right.cpp', content: roomy },
    { name: 'sol/wrong.cpp', content: programs.wrong },
    { name: 'sol/other.py', content: 'print(sum(map(int, input().split())))' },
    ...sums.flatMap(([a, b], index) => [
      { name: `${index + 1}.in`, content: `${a} ${b}\n` },
      { name: `${index + 1}.out`, content: `${a + b}\n` },
    ]),
  ].map(({ name, content }) => ({ name: `${folder}/${name}`, content }));
}

const asExpected = 'required: [Wrong Answer], score: [40, 40]';

/** A judge machine may have other work first. */
const judged = { timeout: 60_000 };

const dialog = (page: Page) => page.getByRole('dialog');

/** In the problem's form: tests that their solutions speak against, up to the question whether they are put in force. */
async function saveRefusedTests(page: Page, problemId: string): Promise<Locator> {
  await page.goto(`/admin/problems?edit=${problemId}`);
  await dialog(page)
    .getByLabel('Test cases (ZIP)')
    .setInputFiles(zipFile(await writeZip(packageOf('x', 'Not taken', 'permitted: [Accepted]'))));
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  const refused = dialog(page).getByRole('region', { name: 'Expected against seen' });
  await refused.getByRole('button', { name: 'Put in force all the same' }).click(judged);
  return refused;
}

test.describe.configure({ timeout: 180_000 });

test.beforeEach(async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin/problems');
});

test('an archive of problems is looked at, then imported; what its solutions speak against is put in force knowingly', async ({
  page,
  adminApi,
}) => {
  const [good, doubtful, present] = [freshId('good'), freshId('doubtful'), freshId('present')];
  await createProblem(adminApi, { id: present, title: 'There before', withPdf: false });
  const submission = await sendSubmission(adminApi, { problemId: present, code: programs.right });
  await waitForVerdict(adminApi, submission);
  await page.reload();
  await page.getByRole('button', { name: 'Import problems' }).click();
  await dialog(page)
    .getByLabel('Package (ZIP)')
    .setInputFiles(
      zipFile(
        await writeZip([
          ...packageOf(good, 'A good one', asExpected),
          ...packageOf(doubtful, 'A doubtful one', 'permitted: [Accepted]'),
          ...packageOf(present, 'There again', asExpected),
          ...packageOf('unwanted', 'An unwanted one', asExpected),
          { name: 'broken/minos.yaml', content: 'titel: Broken' },
          { name: 'broken/1.in', content: '1' },
          { name: 'broken/1.out', content: '1' },
        ]),
      ),
    );

  // Before anything is saved.
  await expect(dialog(page).getByText('4 problems can be imported, 1 cannot')).toBeVisible(judged);
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'broken' })).toContainText('titel');
  const preview = dialog(page).getByRole('listitem').filter({ hasText: 'A good one' });
  await preview.getByText('What is in it').click();
  await expect(preview.getByRole('row', { name: /^large/ })).toContainText('60');
  await expect(preview.getByRole('row', { name: /wrong\.cpp/ })).toContainText('wrong answerscore 40');
  await expect(preview.getByRole('row', { name: /other\.py/ })).toContainText('not run');
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'There again' })).toContainText(
    'exists and will be changed',
  );
  await dialog(page).getByLabel('Import An unwanted one').uncheck();
  const id = dialog(page).getByLabel('ID A good one');
  await id.fill('not an id');
  await expect(id).toHaveAccessibleDescription(/only letters, digits/);
  await expect(dialog(page).getByRole('button', { name: 'Import 3 problems' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await id.fill(`${good}-2`);
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await dialog(page).getByRole('button', { name: 'Import 3 problems' }).click();

  // What became of each.
  await expect(dialog(page).getByText('1 problem created, 1 updated, 1 refused.')).toBeVisible(judged);
  const outcome = dialog(page).getByRole('listitem').filter({ hasText: 'A doubtful one' });
  await expect(outcome.getByRole('row', { name: /wrong\.cpp/ })).toContainText('not as expected');
  await expect(outcome.getByRole('row', { name: /wrong\.cpp/ })).toContainText('test 3: Wrong Answer');
  await expect(outcome.getByText('Suggested time limit')).toBeVisible();
  const changed = dialog(page).getByRole('listitem').filter({ hasText: 'There again' });
  await expect(changed.getByRole('region', { name: 'Rejudge' })).toContainText(
    '1 submission was judged with the old tests.',
  );
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  // Whoever has closed the page finds all of it again.
  await page.goto('/admin');
  const archive = page.getByRole('listitem').filter({ hasText: '1 updated, 1 refused.' });
  await archive.filter({ hasText: doubtful }).getByRole('link').click();
  await expect(outcome.getByRole('row', { name: /wrong\.cpp/ })).toContainText('not as expected');

  // It waits for a decision: by whoever closes the window, or by another of the staff.
  await page.keyboard.press('Escape');
  await page
    .getByRole('status')
    .filter({ hasText: doubtful })
    .getByRole('button', { name: 'Look and decide' })
    .click();
  await outcome.getByRole('button', { name: 'Put in force all the same' }).click();
  await expect(outcome.getByRole('region', { name: 'Put it in force against its solutions?' })).toContainText(
    'It is recorded that you did it.',
  );
  await outcome.getByRole('button', { name: 'Put it in force' }).click();
  await expect(dialog(page).getByText('2 problems created, 1 updated, 0 refused.')).toBeVisible();
  const problems = await adminApi.call(listAdminProblems);
  const titleOf = (wanted: string) => problems.find((problem) => problem.id === wanted)?.title;
  expect([`${good}-2`, doubtful, present, 'unwanted'].map(titleOf)).toEqual([
    'A good one',
    'A doubtful one',
    'There again',
    undefined,
  ]);

  // It is said in the problem's own form.
  await dialog(page)
    .getByRole('button', { name: `Edit ${doubtful}` })
    .click();
  await expect(dialog(page).getByText(/^Put in force against its solutions by /)).toBeVisible();
  await expect(dialog(page).getByText('1 of 2 did not end as expected')).toBeVisible();
});

test('a package that is dropped is looked at', async ({ page }) => {
  await page.getByRole('button', { name: 'Import problems' }).click();
  const archive = await writeZip(packageOf('dropped', 'A dropped one', asExpected));
  await dropFile(page, dialog(page).getByLabel('Package (ZIP)'), zipFile(archive));
  // It may be the first thing that the judge machine is asked for.
  await expect(dialog(page).getByText('A dropped one')).toBeVisible({ timeout: 150_000 });
});

test('the form shows what an archive of tests will be, and other limits wait for the solutions', async ({
  page,
}) => {
  const id = freshId('formed');
  await page.getByRole('button', { name: 'Create New Problem' }).click();
  await dialog(page).getByLabel('ID').fill(id);
  await dialog(page).getByLabel('Title').fill('Formed');
  const zip = dialog(page).getByLabel('Test cases (ZIP)');
  await zip.setInputFiles(zipFile(await writeZip([{ name: '1.in', content: '1' }])));
  await expect(zip).toHaveAccessibleDescription(/1\.in/, judged);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('The problem has not been created');

  await zip.setInputFiles(zipFile(await writeZip(packageOf('x', 'Not taken', asExpected))));
  const preview = dialog(page).getByRole('region', { name: 'What the archive will be' });
  await expect(preview).toContainText('This is what it will be. Nothing is saved yet.', judged);
  await expect(preview.getByRole('row', { name: /^large/ })).toContainText('60');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: `Test cases of ${id}` })).toBeVisible(judged);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Edit ${id}` }).click();
  await expect(dialog(page).getByText('2 solutions end as expected')).toBeVisible();
  await dialog(page).getByLabel('Memory limit (MB)').fill('16');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('region', { name: 'Expected against seen' })).toContainText(
    '16 MB',
    judged,
  );
  await expect(dialog(page).getByText('What was in force before still is.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Import failed');

  await page.getByRole('button', { name: `Edit ${id}` }).click();
  const refused = dialog(page).getByRole('region', { name: 'Expected against seen' });
  await refused.getByRole('button', { name: 'Put in force all the same' }).click();
  await refused.getByRole('button', { name: 'Put it in force' }).click();
  await expect(page.getByRole('status').filter({ hasText: `"${id}" has been saved.` })).toContainText(
    'Put in force although the jury’s solutions did not end as expected.',
  );
});

test('tests that are put in force against the solutions offer a rejudge like any others', async ({
  page,
  adminApi,
}) => {
  const id = freshId('forced');
  await createProblem(adminApi, { id, withPdf: false });
  const submission = await sendSubmission(adminApi, { problemId: id, code: programs.right });
  await waitForVerdict(adminApi, submission);
  const refused = await saveRefusedTests(page, id);
  await refused.getByRole('button', { name: 'Put it in force' }).click();
  const report = page.getByRole('dialog', { name: `Test cases of ${id}` });
  await expect(report.getByRole('region', { name: 'Rejudge' })).toContainText(
    '1 submission was judged with the old tests.',
  );
});

test.describe('when answers are lost', () => {
  test.use({ expectedConsole: /net::ERR_FAILED/ });

  test('how what was put in force has ended is asked for in vain, and that is told', async ({
    page,
    adminApi,
  }) => {
    const id = freshId('lost');
    await createProblem(adminApi, { id, withPdf: false });
    const refused = await saveRefusedTests(page, id);
    await page.route('**/api/admin/upload-progress/*', (route) => route.abort('failed'));
    await refused.getByRole('button', { name: 'Put it in force' }).click();
    await expect(dialog(page).getByRole('alert').filter({ hasText: /./ })).toHaveText(
      'Failed to get upload progress.',
    );
  });
});
