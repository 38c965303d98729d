import { expect, signIn, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';

test('staff see which machines judge, and the state of the place', async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin');
  const machines = page.getByRole('region', { name: 'Judge machines' });
  // The machine of this instance may still be checking itself, and the list asks every ten seconds.
  await expect(machines.getByRole('row', { name: /Takes work.* \d+ of \d+/ })).toBeVisible({
    timeout: 45_000,
  });
  const place = page.getByRole('region', { name: 'The state of the place' });
  for (const part of [
    'Waiting to be judged',
    'Judged in the last hour',
    'Problems without tests',
    'Last failures',
  ])
    await expect(place.getByRole('heading', { name: part })).toBeVisible();
  await expectGoodLooks(page);
});

test('a machine that compiles more slowly than it could says why, and takes work', async ({
  page,
  createAccount,
}) => {
  const reason = 'Compiling is slower than it could be: gcc-12-plugin-dev is not installed.';
  await page.route('**/api/admin/workers', async (route) => {
    const now = new Date().toISOString();
    const machine = {
      name: 'a-machine-with-a-long-name-3d44',
      state: 'ready',
      reason,
      cores: 2,
      cores_busy: 1,
      compiler: 'gcc version 12',
      sandbox: 'cgroup2',
      architecture: 'x64',
      version: '1.0.0',
      started_at: now,
      seen_at: now,
      is_lost: false,
    };
    await route.fulfill({ json: [machine] });
  });
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin');
  const machines = page.getByRole('region', { name: 'Judge machines' });
  await expect(machines.getByRole('row', { name: /Takes work.* 1 of 2/ })).toContainText(reason);
  await expectGoodLooks(page);
});
