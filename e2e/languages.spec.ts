import { putLanguageSetting } from '#contract/languages.ts';
import { signIn as signInClient } from '#harness/client.ts';
import { administrator, startInstance } from '#harness/instance.ts';
import { createProblem, makeEchoArchive } from '#harness/sample-problem.ts';
import { expect, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { editor, save } from './problem-editor.ts';

// An instance of its own: which languages are on is the same for everybody, and its judge passes the gate anew.
test('an administrator switches C on, and a program in it is judged', async ({ browser }) => {
  test.slow();
  const instance = await startInstance();
  try {
    const admin = await signInClient(instance.url, administrator);
    await createProblem(admin, { id: 'echo', title: 'Echo', zip: await makeEchoArchive(2) });
    const context = await browser.newContext({ baseURL: instance.url });
    const page = await context.newPage();
    await signIn(page, administrator);

    // With C++ alone there is nothing to choose.
    await page.goto('/problems/echo?tab=submit');
    await expect(page.getByText('Language: C++')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveCount(0);

    await page.goto('/admin/settings');
    const languages = page.getByRole('region', { name: 'Languages' });
    await expect(languages.getByRole('switch', { name: 'C++', exact: true })).toBeChecked();
    await expect(languages.getByRole('listitem').filter({ hasText: 'gcc version' }).first()).toBeVisible();
    await languages.getByRole('switch', { name: 'C', exact: true }).click();
    await expect(languages.getByRole('switch', { name: 'C', exact: true })).toBeChecked();
    await expectGoodLooks(page);

    await page.goto('/problems/echo?tab=submit');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('C');
    await expectGoodLooks(page);
    // A word that C++ does not allow for a name.
    await page
      .getByRole('textbox', { name: 'Source code' })
      .fill('#include <stdio.h>\nint main(void) { int new; scanf("%d", &new); printf("%d\\n", new); }\n');
    await page.getByRole('button', { name: /^Submit/ }).click();
    const row = page.getByRole('row').filter({ hasText: 'Echo' });
    await expect(row.getByRole('cell', { name: 'C', exact: true })).toBeVisible();
    await expect(row.getByText('Accepted')).toBeVisible();

    // The choice is remembered; what is switched off takes nothing more.
    await page.goto('/problems/echo?tab=submit');
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('c');
    await page.goto('/admin/settings');
    await languages.getByRole('switch', { name: 'C', exact: true }).click();
    await expect(languages.getByRole('switch', { name: 'C', exact: true })).not.toBeChecked();
    await page.goto('/problems/echo?tab=submit');
    await expect(page.getByText('Language: C++')).toBeVisible();
    await context.close();
  } finally {
    await instance.stop();
  }
});

test('limits of a language and the languages of a problem and a contest are set, shown and kept to', async ({
  browser,
}) => {
  test.slow();
  const instance = await startInstance();
  try {
    const admin = await signInClient(instance.url, administrator);
    await createProblem(admin, { id: 'echo', title: 'Echo', zip: await makeEchoArchive(2) });
    for (const id of ['cpp17', 'c'] as const)
      await admin.call(putLanguageSetting, { params: { id }, body: { is_on: true } });
    const context = await browser.newContext({ baseURL: instance.url });
    const page = await context.newPage();
    await signIn(page, administrator);

    await page.goto('/admin/settings');
    const languages = page.getByRole('region', { name: 'Languages' });
    await languages.getByRole('button', { name: 'Change the limits of C', exact: true }).click();
    await languages.getByLabel('Factor').fill('25');
    await languages.getByRole('button', { name: 'Save' }).click();
    await expect(languages.getByText('The factor must be a number from 0.1 to 20')).toBeVisible();
    await expectGoodLooks(page);
    await languages.getByLabel('Factor').fill('2.5');
    await languages.getByRole('button', { name: 'Save' }).click();
    await expect(languages.getByText('Limits: time limit × 2.5')).toBeVisible();

    // A problem may say otherwise, and take some languages only.
    await page.goto('/admin/problems');
    await page.getByRole('button', { name: 'Edit echo' }).click();
    const form = editor(page);
    await form.getByText('Limits of languages').click();
    await expect(form.getByRole('row', { name: /^C / })).toContainText('2500 ms, 64 MB');
    await form.getByLabel('ms on top for C', { exact: true }).fill('40');
    await expect(form.getByRole('row', { name: /^C / })).toContainText('2540 ms, 64 MB');
    await form.getByRole('combobox', { name: 'Languages' }).selectOption('Only these');
    await form.getByRole('checkbox', { name: 'C++17' }).uncheck();
    await expectGoodLooks(page);
    await save(page);
    await expect(form).toBeHidden();

    // The page of the problem has the limits of the language that one would submit in.
    await page.goto('/problems/echo?tab=submit');
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(page.getByText('C++ and C', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('C');
    await expect(page.getByText('2540 ms', { exact: true })).toBeVisible();
    await page.getByText('Limits in all languages').click();
    await expectGoodLooks(page);
    await page
      .getByLabel('Choose file')
      .setInputFiles({ name: 'sum.py', mimeType: 'text/x-python', buffer: Buffer.from('print(1)') });
    await expect(page.getByText('sum.py is written in Python 3.')).toBeVisible();

    // Where nothing is left that can be judged, that is said.
    for (const id of ['cpp', 'c'] as const)
      await admin.call(putLanguageSetting, { params: { id }, body: { is_on: false } });
    await page.reload();
    await expect(
      page.getByText('This problem takes no language that is judged here at the moment.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled();
    await context.close();
  } finally {
    await instance.stop();
  }
});
