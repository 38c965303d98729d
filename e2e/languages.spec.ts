import { signIn as signInClient } from '#harness/client.ts';
import { administrator, startInstance } from '#harness/instance.ts';
import { createProblem, makeEchoArchive } from '#harness/sample-problem.ts';
import { expect, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';

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
