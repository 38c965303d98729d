import { expect, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';

test('staff see which machines judge', async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin');
  const machines = page.getByRole('region', { name: 'Judge machines' });
  // The machine of this instance may still be checking itself, and the list asks every ten seconds.
  await expect(machines.getByRole('row', { name: /Takes work.* \d+ of \d+/ })).toBeVisible({
    timeout: 45_000,
  });
  await expectGoodLooks(page);
});
