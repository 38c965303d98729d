import type { Page } from '@playwright/test';
import { createUser, updateUser } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { expect, heading, openWithoutAnswers, signIn, test } from './journey.ts';
import { createContest, freshTitle, joinContest } from './sample-contest.ts';
import { createProblem, freshId } from './sample-problem.ts';

const everyone = ['Problems', 'Submissions', 'Scoreboard', 'Contests'];

function linksOf(page: Page, name: string) {
  return page.getByRole('navigation', { name }).getByRole('link');
}

test.describe('the top navigation', () => {
  test('of a visitor', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(linksOf(page, 'Main')).toHaveText(everyone);
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
  });

  for (const { role, links } of [
    { role: 'user', links: everyone },
    { role: 'staff', links: [...everyone, 'Staff Panel'] },
    { role: 'admin', links: [...everyone, 'Admin Panel'] },
  ] as const) {
    test(`of role ${role}`, async ({ page, createAccount }) => {
      await signIn(page, await createAccount(role));
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
      await expect(linksOf(page, 'Main')).toHaveText(links);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden();
    });
  }

  test('unfolds on a phone and folds again after a choice', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    const menu = page.getByRole('button', { name: 'Menu' });
    await expect(linksOf(page, 'Main')).toHaveCount(0);
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await linksOf(page, 'Main').filter({ hasText: 'Scoreboard' }).click();
    await expect(heading(page, 'Scoreboard')).toBeVisible();
    await expect(linksOf(page, 'Main')).toHaveCount(0);
  });
});

test('a contest has its own navigation', async ({ page, adminApi, createAccount }) => {
  const person = await signIn(page, await createAccount());
  const contest = await createContest(adminApi, { startsInMs: -60_000 });
  await joinContest(person, contest);
  await page.goto(`/contests/${contest.id}/problems`);
  await expect(heading(page, 'Contest Problems')).toBeVisible();
  await expect(page.getByText('This contest has no problems.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(linksOf(page, 'Contest')).toHaveText(['Problems', 'Submissions', 'Scoreboard', 'Questions']);
  await linksOf(page, 'Contest').filter({ hasText: 'Scoreboard' }).click();
  await expect(page).toHaveURL(`/contests/${contest.id}/scoreboard`);
  await expect(heading(page, 'Contest Scoreboard')).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: contest.title }).click();
  await expect(page).toHaveURL(`/contests/${contest.id}`);
  await expect(heading(page, contest.title)).toBeFocused();
  await page.getByRole('link', { name: 'Exit' }).click();
  await expect(page).toHaveURL('/contests');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('the heading keeps the focus when what it names arrives late', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const person = await signIn(page, await createAccount());
  const contest = await createContest(adminApi, { startsInMs: -60_000 });
  await joinContest(person, contest);
  const held = Promise.withResolvers<void>();
  await page.route(`**/contests/${contest.id}/scoreboard*`, async (route) => {
    if (route.request().resourceType() === 'fetch') await held.promise;
    await route.continue();
  });
  await page.goto(`/contests/${contest.id}/problems`);
  await linksOf(page, 'Contest').filter({ hasText: 'Scoreboard' }).click();
  await expect(heading(page, 'Contest Scoreboard')).toBeFocused();
  held.resolve();
  await expect(page.getByText('No ranking data yet')).toBeVisible();
  await expect(heading(page, 'Contest Scoreboard')).toBeFocused();
});

test('from inside a contest one logs out by the account menu, and the page that is left asks no more', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const person = await signIn(page, await createAccount());
  const contest = await createContest(adminApi, { startsInMs: -60_000 });
  await joinContest(person, contest);
  await page.goto(`/contests/${contest.id}/problems`);
  await expect(page.getByText('This contest has no problems.')).toBeVisible();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test('every bar names who is signed in wherever there is room, however long the name, in one line', async ({
  page,
  adminApi,
}) => {
  const longest = 'Wide.Name'.padEnd(limits.usernameMax, 'W');
  const names = ['kai', longest].map((name) => `${process.pid % 1000}${name}`.slice(0, limits.usernameMax));
  const title = freshTitle('A Long Title of a Contest that Leaves Nothing to Others');
  const running = await createContest(adminApi, { title, startsInMs: -60_000 });
  const scheduled = await createContest(adminApi);
  const bars = [
    { path: '/problems', hasRoomOnPhone: false, rows: 1 },
    { path: '/admin', hasRoomOnPhone: true, rows: 2 },
    // The clock has it.
    { path: `/contests/${running.id}`, hasRoomOnPhone: false, rows: 2 },
    { path: `/contests/${scheduled.id}`, hasRoomOnPhone: false, rows: 2 },
  ];
  for (const username of names) {
    const account = { username, password: 'password of the named' };
    const { id } = await adminApi.call(createUser, { body: { ...account, role: 'user' } });
    await adminApi.call(updateUser, { params: { id }, body: { username, role: 'staff' } });
    const person = await signIn(page, account);
    for (const contest of [running, scheduled]) await joinContest(person, contest);
    for (const { path, hasRoomOnPhone, rows } of bars) {
      await page.goto(path);
      const toggle = page.getByRole('button', { name: `Account: ${username}`, exact: true });
      const name = toggle.getByText(username);
      for (const width of [360, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 700 });
        const where = `${username} on ${path} at ${width}`;
        const isPhone = width === 360;
        await expect(toggle).toBeVisible();
        await expect(name, where).toBeVisible({ visible: !isPhone || hasRoomOnPhone });
        if (await name.isVisible()) {
          const box = await name.boundingBox();
          expect(box?.height, where).toBeLessThan(30);
          expect(box?.width, where).toBeGreaterThanOrEqual(username === longest ? 45 : 20);
        }
        const bar = await page.getByRole('banner').boundingBox();
        expect(bar?.height, where).toBeLessThan(isPhone && rows === 2 ? 105 : 65);
        const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(beyond, where).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize({ width: 360, height: 700 });
      await toggle.click();
      await expect(page.getByText('Signed in as', { exact: true })).toBeInViewport();
      await expect(page.getByRole('banner').getByText(username).last()).toBeInViewport({ ratio: 1 });
    }
  }
});

test('an administrator finds four sections', async ({ page, createAccount }) => {
  await signIn(page, await createAccount('admin'));
  await page.goto('/');
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await expect(heading(page, 'Admin Panel')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(linksOf(page, 'Administration')).toHaveText([
    'Users',
    'Problems',
    'Contests',
    'Settings',
    'Questions',
  ]);
  await expect(page.getByRole('main').getByRole('link')).toContainText([
    'User Management',
    'Problem Management',
    'Contest Management',
    'Registration Settings',
  ]);
  await linksOf(page, 'Administration').filter({ hasText: 'Problems' }).click();
  await expect(heading(page, 'Problem Management')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Admin Panel' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
  await page.getByRole('link', { name: 'Exit' }).click();
  await expect(page).toHaveURL('/');
});

test('staff find problems, contests and questions, and nothing else', async ({ page, createAccount }) => {
  await signIn(page, await createAccount('staff'));
  await page.goto('/admin');
  await expect(heading(page, 'Staff Panel')).toBeVisible();
  await expect(linksOf(page, 'Administration')).toHaveText(['Problems', 'Contests', 'Questions']);
  await expect(page.getByRole('main').getByRole('link')).toContainText([
    'Problem Management',
    'Contest Management',
  ]);
  for (const path of ['/admin/users', '/admin/settings']) {
    await page.goto(path);
    await expect(heading(page, 'Not allowed')).toBeVisible();
  }
});

test('the administration is closed to users and sends visitors to the login page', async ({
  page,
  createAccount,
}) => {
  for (const path of ['/admin', '/admin/users', '/admin/settings']) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
  await signIn(page, await createAccount());
  for (const path of ['/admin', '/admin/problems', '/admin/users']) {
    await page.goto(path);
    await expect(heading(page, 'Not allowed')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Administration' })).toBeHidden();
  }
});

test('a new page is announced: its heading has the focus, its name is the title', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Home · Minos');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contests' }).click();
  await expect(heading(page, 'Contests')).toBeFocused();
  await expect(page).toHaveTitle('Contests · Minos');
  await page.goBack();
  await expect(page).toHaveTitle('Home · Minos');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the skip link leads past the navigation', async ({ page }) => {
  await page.goto('/login');
  await expect(heading(page, 'Login')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Username')).toBeFocused();
});

test.describe('an address that does not exist', () => {
  test.use({ expectedConsole: /status of 404/ });

  for (const path of [
    '/no-such-page',
    '/contests/1/no-such-page',
    '/admin/no-such-page',
    '/Problems',
    '/admin/Users',
  ]) {
    test(`${path} answers 404 with the app's own page`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(heading(page, 'Page not found')).toBeVisible();
      await page.getByRole('link', { name: 'Back to Home' }).click();
      await expect(page).toHaveURL('/');
    });
  }
});

test.describe('the keyboard', () => {
  test('finds pages and problems, and only what one may see', async ({ page, adminApi, createAccount }) => {
    const id = freshId('by-key');
    await createProblem(adminApi, { id, withPdf: false, withTests: false });
    await signIn(page, await createAccount());
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to or do' });
    const input = palette.getByRole('combobox');
    await expect(input).toBeFocused();
    await input.fill('management');
    await expect(palette.getByText('Nothing is called so.')).toBeVisible();
    await input.fill(id);
    await expect(palette.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/problems/${id}`);
    await expect(palette).toBeHidden();
    await page.keyboard.press('Control+k');
    await input.fill('scoreb');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Scoreboard')).toBeFocused();
    await page.keyboard.press('Control+k');
    await input.fill('anything');
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list).toContainText('Ctrl');
    await expect(list).toContainText('Previous or next submission, in the viewer');
    await expect(list).not.toContainText('ceremony');
  });

  test('searches a page that is still being read', async ({ page, adminApi, createAccount }) => {
    await createProblem(adminApi, { id: freshId('late'), withPdf: false, withTests: false });
    await signIn(page, await createAccount());
    const held = Promise.withResolvers<void>();
    await openWithoutAnswers(page);
    await page.route('**/api/problems-with-stats', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/problems');
    await expect(page.locator('#root > [inert]')).toHaveCount(0);
    await expect(page.locator('#content [data-skeleton]').first()).toBeVisible();
    await page.keyboard.press('/');
    held.resolve();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('in a contest finds its problems, also by the key for searching', async ({
    page,
    adminApi,
    createAccount,
  }) => {
    const id = freshId('in-contest');
    await createProblem(adminApi, { id, withPdf: false, withTests: false });
    const contest = await createContest(adminApi, { startsInMs: -60_000, problemIds: [id] });
    await joinContest(await signIn(page, await createAccount()), contest);
    await page.goto(`/contests/${contest.id}/submissions`);
    await expect(heading(page, 'Contest Submissions')).toBeVisible();
    await page.keyboard.press('/');
    const palette = page.getByRole('dialog', { name: 'Go to or do' });
    await palette.getByRole('combobox').fill(id);
    await palette.getByRole('option', { name: id }).click();
    await expect(page).toHaveURL(`/contests/${contest.id}/problems/${id}`);
  });
});
