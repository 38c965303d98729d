import { type Browser, test as base, expect, type Locator, type Page } from '@playwright/test';
import { createUser, type Role, updateUser } from '#contract/accounts.ts';
import { type Account, type Client, openClient, signIn as signInClient } from '#harness/client.ts';
import { administrator } from '#harness/instance.ts';

export type { Account };
export { expect };

interface JourneyFixtures {
  /** Console messages that a journey provokes on purpose; any other error or warning fails it. */
  expectedConsole: RegExp;
  quietConsole: undefined;
}

interface WorkerFixtures {
  /** The administrator, by API: for what a journey needs but is not about. */
  adminApi: Client;
  createAccount: (role?: Role) => Promise<Account>;
}

let accountsMade = 0;

/**
 * The browser's hint that a page did not ask soon for what its document named for it: on a slow machine it asks later, and
 * where a journey leaves at once, never. That each page does ask is shown by loading.spec.ts.
 */
const lateForPreload = /was preloaded using link preload but not used within a few seconds/;

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  expectedConsole: [/^$/, { option: true }],

  quietConsole: [
    async ({ page, expectedConsole }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        if (expectedConsole.test(message.text()) || lateForPreload.test(message.text())) return;
        complaints.push(`${page.url()}: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      await use(undefined);
      if (complaints.length > 0) throw new Error(`the browser's console complains: ${complaints.join('; ')}`);
    },
    { auto: true },
  ],

  adminApi: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing else is needed
    async ({}, use) => use(await signInApi(administrator)),
    { scope: 'worker' },
  ],

  createAccount: [
    async ({ adminApi }, use, { workerIndex }) => {
      await use(async (role = 'user') => {
        accountsMade += 1;
        // In lists by name they come in the order in which they were made, and none begins with another's.
        const username = `w${workerIndex}-${role}-${String(accountsMade).padStart(4, '0')}`;
        const account = { username, password: `password of ${username}` };
        const { id } = await adminApi.call(createUser, { body: { ...account, role: 'user' } });
        if (role !== 'user') await adminApi.call(updateUser, { params: { id }, body: { username, role } });
        return account;
      });
    },
    { scope: 'worker' },
  ],
});

/** From now on pages open with what is asked for, and nothing that the server has drawn: a browser may wish so. */
export async function openWithoutAnswers(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ 'save-data': 'on' });
}

/** Where its first corner is, in whole pixels. */
export async function findPlace(shown: Locator) {
  const box = await shown.boundingBox();
  return box && { x: Math.round(box.x), y: Math.round(box.y) };
}

const instanceUrl = () => process.env.MINOS_URL ?? '';

/** Somebody by API alone. */
export function signInApi(account: Account): Promise<Client> {
  return signInClient(instanceUrl(), account);
}

/** Signs the page's browser context in without walking through the form; the client shares its session. */
export async function signIn(page: Page, { username, password }: Account): Promise<Client> {
  const answer = await page.request.post('/api/login', { data: { username, password } });
  expect(answer.status()).toBe(200);
  const cookies = await page.context().cookies(instanceUrl());
  return openClient(instanceUrl(), cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
}

/** Somebody else's browser, on this page; the journey closes it. */
export async function openDesk(browser: Browser, account: Account, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, account);
  await page.goto(path);
  return page;
}

/** Walks through the form. */
export async function fillLogin(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
}

/** From here on time passes in this page only when the journey says so. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

export function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}
