/**
 * `npm run pictures`: makes README's pictures from a demonstration of its own, or from the one at the address that is
 * given.
 */
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { login } from '#contract/accounts.ts';
import { listContests } from '#contract/contests.ts';
import { signIn } from '#harness/client.ts';
import config from '../../playwright.config.ts';
import { getDemoProblem } from './history.ts';
import { guest } from './people.ts';
import { startDemo } from './start-demo.ts';

const folder = join(import.meta.dirname, '../../docs/images');
const account = { username: guest, password: 'demo-password' };
const screen = { width: 1440, height: 900 };
type Theme = 'light' | 'dark';

const given = process.argv[2];
const demo = given ? { ready: given, stop: async () => {} } : await startDemo();
const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  await takePictures(browser, await demo.ready);
} finally {
  await browser.close();
  await demo.stop();
}

async function takePictures(browser: Browser, url: string): Promise<void> {
  const person = await signIn(url, account);
  const running = (await person.call(listContests)).find(({ status }) => status === 'running');
  const contest = `/contests/${running?.id}`;
  const see = (theme: Theme, path: string, prepare?: (page: Page) => Promise<void>) =>
    takePicture(browser, `${url}${path}`, theme, prepare);
  const problem = await see('light', `${contest}/problems/scroll?tab=submit`, writeCode);
  const board = await see('dark', `${contest}/scoreboard`);
  await layOut(browser, 'minos.png', [problem, board]);
  await layOut(browser, 'lists.png', [
    await see('dark', '/problems'),
    await see('light', '/submissions?filter=mine'),
  ]);
}

async function takePicture(
  browser: Browser,
  address: string,
  theme: Theme,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Buffer> {
  const page = await browser.newPage({
    viewport: screen,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'Asia/Bangkok',
  });
  await page.request.post(new URL(`/api${login.path}`, address).href, { data: account });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[data-skeleton]').last().waitFor({ state: 'detached' });
  await prepare(page);
  await page.waitForLoadState('networkidle');
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

async function writeCode(page: Page): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Source code' });
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(getDemoProblem('scroll').solutions[0].code);
  const statement = page.locator('canvas').first();
  if ((await page.getByRole('region', { name: 'Statement', exact: true }).count()) > 0)
    await statement.waitFor();
}

/** One before the other, as two windows on a desk. */
async function layOut(browser: Browser, name: string, [front, back]: [Buffer, Buffer]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1010 } });
  const image = (picture: Buffer, style: string) =>
    `<img src="data:image/png;base64,${picture.toString('base64')}" style="position:absolute;width:1120px;border-radius:10px;box-shadow:0 2px 6px #0004,0 18px 50px #0005;${style}">`;
  await page.setContent(
    `<body style="margin:0;background:#e9e6df">${image(back, 'right:40px;top:40px')}${image(front, 'left:40px;bottom:40px')}</body>`,
  );
  await page.screenshot({ path: join(folder, name) });
  await page.close();
}
