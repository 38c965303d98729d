import { intervals } from '#contract/limits.ts';
import { expect, findPlace, heading, openWithoutAnswers, signIn, stopClock, test } from './journey.ts';
import { createContest, joinContest } from './sample-contest.ts';
import { createProblem, freshId } from './sample-problem.ts';

/** What a visitor's first page may weigh in script, as it comes over the wire. */
const firstLoadMaxBytes = 130 * 1024;

/** What a page shows before there is a script comes with its document, which everything else waits for. */
const documentMaxBytes = 6 * 1024;

const loginScript = '**/assets/login-page-*.js';

test.describe('the script of a page', () => {
  test.use({ expectedConsole: /net::ERR_FAILED|dynamically imported module|PageNotLoaded|failed/ });

  test('that fails shows an error, and Retry really tries again', async ({ page }) => {
    await page.route(loginScript, (route) => route.abort());
    await page.goto('/contests');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(heading(page, 'This page did not load')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(heading(page, 'This page did not load')).toBeVisible();
    await page.unroute(loginScript);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(heading(page, 'Login')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  test('and those of the app itself that fail are told of, and Retry loads the page', async ({ page }) => {
    for (const { path, title } of [
      { path: '/contests', title: 'Contests' },
      // Shows nothing of itself before there is a script.
      { path: '/login', title: 'Login' },
    ]) {
      let asked = 0;
      await page.route('**/assets/index-*.js', (route) => {
        asked += 1;
        return route.abort();
      });
      await page.goto(path);
      await expect(page.getByRole('alert')).toContainText('This page did not load');
      await expect(page.locator('#root > [inert]')).toHaveCount(0);
      await page.unrouteAll();
      expect(asked, 'the page is not loaded again by itself').toBeLessThan(3);
      await page.getByRole('link', { name: 'Retry' }).click();
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  });

  test('that does not arrive within 120 s shows the same error', async ({ page }) => {
    await page.goto('/contests');
    await expect(heading(page, 'Contests')).toBeVisible();
    await page.route(loginScript, () => {});
    await stopClock(page);
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByText('Loading page…')).toBeAttached();
    await page.clock.runFor(intervals.pageScriptTimeoutMs - 1_000);
    await expect(page.getByText('Loading page…')).toBeAttached();
    await page.clock.runFor(1_000);
    await expect(heading(page, 'This page did not load')).toBeVisible();
    await page.unroute(loginScript);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(heading(page, 'Login')).toBeVisible();
  });
});

test('a page is loaded when it is opened, not before', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts.filter((path) => /(login|register|users|settings)-page/.test(path))).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(heading(page, 'Login')).toBeVisible();
  expect(scripts.filter((path) => /login-page/.test(path))).toHaveLength(1);
});

for (const { path, title } of [
  { path: '/', title: /Welcome/ },
  { path: '/login', title: 'Login' },
]) {
  test(`${path} brings a visitor no more script than is allowed`, async ({ page }) => {
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(heading(page, title)).toBeVisible();
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(firstLoadMaxBytes);
  });
}

test('a page shows its frame before any script has come, and the app takes its place without a jump', async ({
  page,
  createAccount,
}) => {
  await signIn(page, await createAccount());
  await openWithoutAnswers(page);
  for (const { path, title } of [
    { path: '/', title: /Welcome/ },
    { path: '/problems', title: 'All Problems' },
    { path: '/submissions', title: 'Recent Submissions' },
    { path: '/scoreboard', title: 'Scoreboard' },
  ]) {
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    const answer = await page.goto(path, { waitUntil: 'commit' });
    const shell = page.locator('#root > [inert]');
    const shown = [
      shell.getByRole('heading', { name: title, includeHidden: true }),
      shell.getByRole('link', { name: 'Minos', includeHidden: true }),
    ];
    for (const each of shown) await expect(each).toBeVisible();
    // Nobody sees it before, but it could be measured.
    await page.waitForFunction(
      '[...document.querySelectorAll("[rel=stylesheet]")].every((link) => link.sheet)',
    );
    const before = await Promise.all(shown.map(findPlace));
    held.resolve();
    await expect(heading(page, title)).toBeVisible();
    await expect(shell).toHaveCount(0);
    const after = await Promise.all(
      [heading(page, title), page.getByRole('link', { name: 'Minos' })].map(findPlace),
    );
    expect(after, path).toEqual(before);
    const { responseBodySize } = (await answer?.request().sizes()) ?? { responseBodySize: Infinity };
    expect(responseBodySize, path).toBeLessThanOrEqual(documentMaxBytes);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a page names all its files at once, and asks for its list beside the check of the session', async ({
  page,
  createAccount,
}) => {
  await signIn(page, await createAccount());
  await openWithoutAnswers(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/me', async (route) => {
    await held.promise;
    await route.continue();
  });
  for (const { path, list } of [
    { path: '/problems', list: '**/api/problems-with-stats' },
    { path: '/submissions', list: '**/api/submissions' },
  ]) {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const asked = page.waitForRequest(list);
    const document = await page.goto(path);
    await asked;
    // By then its scripts have come.
    await expect(page.locator('#root > [inert]')).toHaveCount(0);
    const named = await document?.text();
    expect(scripts.filter((script) => !named?.includes(`"${script}"`))).toEqual([]);
    page.removeAllListeners('request');
  }
  held.resolve();
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible();
});

test('what a page asks for first is under way with its files, and asked for once', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const id = freshId('first');
  await createProblem(adminApi, { id, withPdf: false, withTests: false });
  const contest = await createContest(adminApi, { startsInMs: -60_000 });
  await joinContest(await signIn(page, await createAccount()), contest);
  await page.addInitScript(() => {
    const send = globalThis.fetch;
    const wanted: string[] = [];
    globalThis.fetch = (input, init) => {
      wanted.push(String(input));
      return send(input, init);
    };
    Object.assign(globalThis, { wanted });
  });
  await openWithoutAnswers(page);
  const inContest = `/contests/${contest.id}`;
  for (const path of [
    '/',
    '/problems',
    `/problems/${id}`,
    '/scoreboard',
    '/submissions',
    '/contests',
    inContest,
    `${inContest}/problems`,
    `${inContest}/scoreboard`,
  ]) {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url().replace(new URL(request.url()).origin, '')));
    const document = await page.goto(path, { waitUntil: 'networkidle' });
    const links = (await document?.text())?.matchAll(/as="fetch" crossorigin href="([^"]+)"/g) ?? [];
    const named = [...links].map(([, address]) => address?.replaceAll('&amp;', '&') ?? '');
    expect(named.length, path).toBeGreaterThan(1);
    const readWanted = () => page.evaluate(() => (globalThis as unknown as { wanted: string[] }).wanted);
    await expect.poll(readWanted, { message: path }).toEqual(expect.arrayContaining(named));
    expect(sent.filter((address) => named.includes(address)).toSorted(), path).toEqual(named.toSorted());
    // Only who has no account need know whether there is registration.
    expect(sent, path).not.toContain('/api/settings/registration');
    page.removeAllListeners('request');
  }
});

test('who points at a problem has its editor and its viewer fetched ahead', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const id = freshId('ahead');
  await createProblem(adminApi, { id, withPdf: false, withTests: false });
  await signIn(page, await createAccount());
  await page.goto('/problems');
  const link = page.getByRole('link', { name: new RegExp(id) }).first();
  const fetched = ['problem-route', 'code-editor', 'statement'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${name}-`)),
  );
  await link.hover();
  await Promise.all(fetched);
  await link.click();
  await expect(heading(page, id)).toBeVisible();
  // Seen before, and kept: back there the list is painted at once, without waiting for the server.
  await page.route('**/api/problems-with-stats', () => {});
  await page.goBack();
  await expect(page.getByRole('link', { name: new RegExp(id) }).first()).toBeVisible();
});
