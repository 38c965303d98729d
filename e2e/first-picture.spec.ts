import type { Page, Response } from '@playwright/test';
import { setProblemVisibility } from '#contract/problems.ts';
import { expect, findPlace, signIn, test } from './journey.ts';
import { createContest, joinContest } from './sample-contest.ts';
import { createProblem, freshId } from './sample-problem.ts';

const answers = 'script[type="application/json"]';

/** In one flight over the network, on a place of a school's size. */
const documentMaxBytes = 14 * 1024;

/** The server draws one page at a time, and rests after each: whoever comes meanwhile gets a bare frame. */
async function readDrawn(page: Page, path: string): Promise<string> {
  let text = '';
  await expect(async () => {
    const response = await page.request.get(path);
    text = await response.text();
    expect(text).toContain('<script type="application/json">');
    expect(response.headers()['cache-control']).toBe('no-store');
  }).toPass();
  return text;
}

test('a page shows what its visitor may read before any script has come, and the app goes on from there', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const id = freshId('drawn');
  const title = `Drawn & <quoted> "$&" ${id}`;
  await createProblem(adminApi, { id, title, withPdf: false, withTests: false });
  const inContest = freshId('drawn-inside');
  await createProblem(adminApi, { id: inContest, withPdf: false, withTests: false });
  const contest = await createContest(adminApi, { startsInMs: -60_000, problemIds: [inContest] });
  const account = await createAccount();
  await joinContest(await signIn(page, account), contest);
  for (const { path, shown } of [
    { path: `/problems/${id}`, shown: title },
    { path: `/problems/${id}?tab=submit`, shown: title },
    { path: '/contests', shown: contest.title },
    { path: `/contests/${contest.id}`, shown: inContest },
    { path: `/contests/${contest.id}/problems`, shown: inContest },
  ]) {
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    let document: Response | null = null;
    await expect(async () => {
      document = await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator(answers)).toBeAttached({ timeout: 1_000 });
    }).toPass();
    const shell = page.locator('#root > [inert]');
    const drawn = shell.getByText(shown, { exact: true }).first();
    await expect(drawn, path).toBeVisible();
    await page.evaluate('document.fonts.ready.then(() => null)');
    const before = await findPlace(drawn);
    held.resolve();
    await expect(shell).toHaveCount(0);
    const after = page.getByRole('main').getByText(shown, { exact: true }).first();
    await expect(after).toBeVisible();
    expect(await findPlace(after), path).toEqual(before);
    const { responseBodySize } = (await (document as Response | null)?.request().sizes()) ?? {
      responseBodySize: Infinity,
    };
    expect(responseBodySize, path).toBeLessThanOrEqual(documentMaxBytes);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a page that is drawn tells nobody more than they may know', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const [hidden, early] = [freshId('drawn-hidden'), freshId('drawn-early')];
  for (const id of [hidden, early])
    await createProblem(adminApi, { id, title: `Kept back: ${id}`, withPdf: false, withTests: false });
  await adminApi.call(setProblemVisibility, { params: { id: hidden }, body: { isVisible: false } });
  const contest = await createContest(adminApi, { startsInMs: 60 * 60_000, problemIds: [early] });
  const account = await createAccount();
  const readAll = async () => {
    let all = '';
    for (const path of ['/', '/problems', '/submissions', '/scoreboard', '/contests'])
      all += await readDrawn(page, path);
    // What is refused is not drawn.
    for (const path of [`/problems/${hidden}`, `/problems/${early}`, `/contests/${contest.id}/problems`])
      all += await (await page.request.get(path)).text();
    return all;
  };
  const forVisitor = await readAll();
  expect(forVisitor).toContain(contest.title);
  expect(forVisitor).not.toMatch(new RegExp(`Kept back|${account.username}`));

  await joinContest(await signIn(page, account), contest);
  const forContestant = (await readAll()) + (await readDrawn(page, `/contests/${contest.id}`));
  expect(forContestant).toContain(account.username);
  expect(forContestant).not.toContain('Kept back');

  await signIn(page, await createAccount('staff'));
  expect(await readAll()).toContain(`Kept back: ${hidden}`);
  expect(await readDrawn(page, `/problems/${hidden}`)).toContain(`Kept back: ${hidden}`);
});

test('a page that is drawn leaves room for times, whose zone the browser alone knows', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const contest = await createContest(adminApi, { startsInMs: 60 * 60_000 });
  await joinContest(await signIn(page, await createAccount()), contest);
  const text = await readDrawn(page, `/contests/${contest.id}`);
  const times = [...text.matchAll(/<time[^>]*>(.*?)<\/time>/g)].map(([, time]) => time);
  expect(times.length).toBeGreaterThan(1);
  for (const time of times) expect(time).toMatch(/^[\s\u2007]+$/);
  await page.goto(`/contests/${contest.id}`);
  await expect(page.getByRole('main').locator('time').first()).toHaveText(/\d{4}/);
});
