import type { Page } from '@playwright/test';
import { usualAllowances } from '#contract/language-limits.ts';
import { type InstalledFacts, type Language, putLanguageSetting } from '#contract/languages.ts';
import { signIn as signInClient } from '#harness/client.ts';
import { administrator, startInstance } from '#harness/instance.ts';
import { createProblem, makeEchoArchive } from '#harness/sample-problem.ts';
import { expect, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { editor as problemForm, save } from './problem-editor.ts';
import { sourceFile } from './sample-problem.ts';

// An instance of its own: which languages are on is the same for everybody.
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
    const choice = page.getByRole('combobox', { name: 'Language' });
    const editor = page.getByRole('textbox', { name: 'Source code' });
    await expect(choice).toHaveValue('cpp');

    // What nobody has chosen follows the file, and that is said.
    await page.getByLabel('Choose file').setInputFiles(sourceFile('int main(void) {}', 'sum.c'));
    await expect(page.getByText('sum.c is in the editor. This looks like C')).toBeVisible();
    await expect(choice).toHaveValue('c');
    await page.getByRole('button', { name: 'Back to C++' }).click();
    await expect(choice).toHaveValue('cpp');

    // What somebody has chosen stays: a text that speaks against it is asked about.
    await editor.fill('');
    await choice.selectOption('C');
    await paste(page, '#include <iostream>\nint main() { std::cout << 1; }\n');
    await expect(page.getByText('This looks like C++.')).toBeVisible();
    await expectGoodLooks(page);
    await page.getByRole('button', { name: 'Switch to C++' }).click();
    await expect(choice).toHaveValue('cpp');

    // Another language takes nothing from the text, nor from what can be undone.
    await choice.selectOption('C');
    await expect(editor).toContainText('std::cout');
    await editor.press('ControlOrMeta+z');
    await expect(editor).not.toContainText('std::cout');

    // What the empty editor begins with is staff's to say.
    const guide = await openGuide(page);
    await expect(guide.getByRole('region', { name: 'C', exact: true })).toContainText(/gcc .*-O2.* main\.c/);
    await expect(guide.getByText('Limits as each problem has them').first()).toBeVisible();
    await guide.getByText('Example').last().click();
    await expect(guide.getByRole('textbox', { name: 'Example: C' })).toContainText('scanf');
    await expectGoodLooks(guide);
    await guide.getByRole('button', { name: 'Change the starting program' }).last().click();
    await guide.getByRole('textbox', { name: 'Starting program' }).fill('// Class 5b\n|\n// The end');
    await expectGoodLooks(guide);
    await guide.getByRole('button', { name: 'Save' }).click();
    await expect(guide.getByText('The starting program for C has been saved.')).toBeVisible();
    await guide.close();
    await page.reload();
    await page.getByRole('button', { name: 'Insert a starting program' }).click();
    await page.keyboard.type('int x;');
    await expect(editor).toHaveText('// Class 5bint x;// The end');
    // A word that C++ does not allow for a name.
    await editor.fill(
      '#include <stdio.h>\nint main(void) { int new; scanf("%d", &new); printf("%d\\n", new); }\n',
    );
    await page.getByRole('button', { name: /^Submit/ }).click();
    const row = page.getByRole('row').filter({ hasText: 'Echo' });
    await expect(row.getByRole('cell', { name: 'C', exact: true })).toBeVisible();
    await expect(row.getByText('Accepted')).toBeVisible();
    await row.getByRole('button', { name: /View Code/ }).click();
    await expect(page.getByRole('dialog')).toContainText(/Language\s*C gcc version/);
    await page.keyboard.press('Escape');

    // The choice is remembered; what is switched off takes nothing more.
    await page.goto('/problems/echo?tab=submit');
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('c');
    await page.goto('/admin/settings');
    await languages.getByRole('switch', { name: 'C', exact: true }).click();
    await expect(languages.getByRole('switch', { name: 'C', exact: true })).not.toBeChecked();
    // The text that was written in it is there, and does not become a program in another one unsaid.
    await page.goto('/problems/echo?tab=submit');
    await expect(page.getByText('Language: C++')).toBeVisible();
    await expect(editor).toContainText('scanf');
    const warning = page.getByText('This program was written as C, which is not taken here now.');
    await expect(warning).toBeVisible();
    await editor.fill('int main() {}');
    await expect(warning).toBeVisible();
    await editor.fill('');
    await editor.fill('int main() {}');
    await expect(warning).toHaveCount(0);
    await context.close();
  } finally {
    await instance.stop();
  }
});

test('programs in Python go the whole way, also wrong ones', async ({ browser }) => {
  test.slow();
  // Of what Debian has alone: nobody's own compilers.
  const instance = await startInstance({ env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } });
  try {
    const admin = await signInClient(instance.url, administrator);
    await createProblem(admin, { id: 'echo', title: 'Echo', zip: await makeEchoArchive(2) });
    const context = await browser.newContext({ baseURL: instance.url });
    const page = await context.newPage();
    await signIn(page, administrator);
    await page.goto('/admin/settings');
    const languages = page.getByRole('region', { name: 'Languages' });

    // What no machine has would stop all judging, so that is asked first.
    const kotlin = languages.getByRole('switch', { name: 'Kotlin' });
    await expect(languages.getByText('kotlinc 1.9 or newer is not installed')).toBeVisible();
    await kotlin.click();
    const question = page.getByRole('dialog', { name: 'Switch on Kotlin?' });
    await expect(question.getByText('No judge machine has it.')).toBeVisible();
    await expectGoodLooks(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(kotlin).not.toBeChecked();

    await languages.getByRole('switch', { name: 'Python 3', exact: true }).click();
    await expect(languages.getByRole('switch', { name: 'Python 3', exact: true })).toBeChecked();
    for (const { code, verdict } of pythonPrograms) {
      await page.goto('/problems/echo?tab=submit');
      await page.getByRole('combobox', { name: 'Language' }).selectOption('Python 3');
      await page.getByRole('textbox', { name: 'Source code' }).fill(code);
      await page.getByRole('button', { name: /^Submit/ }).click();
      const row = page.getByRole('row').filter({ hasText: 'Echo' }).first();
      await expect(row.getByRole('cell', { name: 'Python 3', exact: true })).toBeVisible();
      await expect(row.getByText(verdict)).toBeVisible();
    }
    // The compiler's own words, of the file as the contestant knows it.
    const wrong = page.getByRole('row').filter({ hasText: 'Compilation Error' });
    await wrong.getByRole('button', { name: /View Code/ }).click();
    await expect(page.getByRole('dialog')).toContainText("SyntaxError: '(' was never closed");
    await page.keyboard.press('Escape');
    await page
      .getByRole('row')
      .filter({ hasText: 'Runtime Error' })
      .getByRole('button', { name: /View Code/ })
      .click();
    await expect(page.getByRole('dialog')).toContainText('Uncaught exception ZeroDivisionError');
    await context.close();
  } finally {
    await instance.stop();
  }
});

const pythonPrograms = [
  { code: 'print(int(input()))\n', verdict: 'Accepted' },
  { code: 'print((1)\n', verdict: 'Compilation Error' },
  { code: 'print(1 // 0)\n', verdict: 'Runtime Error' },
];

test('limits of a language and the languages of a problem are set, shown and kept to', async ({
  browser,
}) => {
  test.slow();
  const instance = await startInstance();
  try {
    const admin = await signInClient(instance.url, administrator);
    await createProblem(admin, { id: 'echo', title: 'Echo' });
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
    const factor = languages.getByLabel('Factor');
    const ruleOfFactor = /The factor must be a number from 0\.1 to 20/;
    await expect(factor).toHaveAccessibleDescription(ruleOfFactor);
    await expect(factor).toBeFocused();
    await expectGoodLooks(page);
    await languages.getByLabel('ms on top').fill('much');
    await languages.getByRole('button', { name: 'Save' }).click();
    await expect(factor).toHaveAccessibleDescription(ruleOfFactor);
    await expect(languages.getByLabel('ms on top')).toHaveAccessibleDescription(
      /must be a whole number of ms/,
    );
    await languages.getByLabel('ms on top').fill('');
    await factor.fill('2.5');
    await languages.getByRole('button', { name: 'Save' }).click();
    await expect(languages.getByText('Limits: time limit × 2.5')).toBeVisible();

    // A problem may say otherwise, and take some languages only.
    await page.goto('/admin/problems');
    await page.getByRole('button', { name: 'Edit echo' }).click();
    const form = problemForm(page);
    await form.getByText('Limits of languages').click();
    await expect(form.getByRole('row', { name: /^C / })).toContainText('2500 ms, 64 MB');
    const msOnTop = form.getByLabel('ms on top for C', { exact: true });
    const mbOnTop = form.getByLabel('MB on top for C', { exact: true });
    await msOnTop.fill('-1');
    await mbOnTop.fill('some');
    await form.getByText('Limits of languages').click();
    await save(page);
    await expect(msOnTop).toHaveAccessibleDescription(/must be a whole number of ms/);
    await expect(mbOnTop).toHaveAccessibleDescription(/must be a whole number of MB/);
    await expect(form.getByLabel('Factor for C', { exact: true })).toHaveAccessibleDescription('');
    await expect(msOnTop).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('40');
    await mbOnTop.fill('');
    await expect(form.getByRole('row', { name: /^C / })).toContainText('2540 ms, 64 MB');
    await form.getByRole('combobox', { name: 'Languages' }).selectOption('Only these');
    await form.getByRole('checkbox', { name: 'C++17' }).uncheck();
    await expectGoodLooks(page);
    await save(page);
    await expect(form).toBeHidden();

    // The page of the problem has the limits of the language that one would submit in.
    await page.goto('/problems/echo?tab=submit');
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

    // What programs may import beside their library is allowed with their language. At the end: where this machine lacks it,
    // nothing is judged from then on.
    await page.goto('/admin/settings');
    await languages.getByRole('switch', { name: 'Python 3', exact: true }).click();
    await languages.getByRole('switch', { name: 'numpy' }).click();
    // Where this machine does not have it.
    const asked = page.getByRole('button', { name: 'Switch on', exact: true });
    await expect(languages.getByRole('switch', { name: 'numpy', checked: true }).or(asked)).toBeVisible();
    if (await asked.isVisible()) await asked.click();
    await expect(languages.getByRole('switch', { name: 'numpy' })).toBeChecked();
    await context.close();
  } finally {
    await instance.stop();
  }
});

test('what differs between judge machines is told, be it a package alone', async ({ page }) => {
  const python = {
    version: 'Python 3.11.2',
    flags: [],
    compile: null,
    run: 'python3 -B main.py',
    packages: [{ id: 'numpy', version: '1.24.2' }],
  } satisfies InstalledFacts;
  const told: Language = {
    id: 'python',
    ...python,
    starting_text: null,
    allowance: usualAllowances.python,
    also: [
      { ...python, packages: [{ id: 'numpy', version: '2.2.4' }] },
      { ...python, packages: [] },
    ],
  };
  await page.route('**/api/languages', (route) => route.fulfill({ json: [told] }));
  await page.goto('/languages');
  const section = page.getByRole('region', { name: 'Python 3', exact: true });
  await expect(section.getByText('numpy 1.24.2')).toBeVisible();
  await expect(section.getByText('Python 3.11.2, numpy 2.2.4')).toBeVisible();
  await expect(section.getByText('Python 3.11.2, no packages')).toBeVisible();
  await expectGoodLooks(page);
});

/** As from the clipboard, into whatever has the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Source code' }).focus();
  await page.evaluate(`
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));`);
}

/** From the editor, beside which it is read. */
async function openGuide(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'About C' }).click();
  const guide = await opened;
  await expect(guide).toHaveURL(/\/languages#c$/);
  return guide;
}
