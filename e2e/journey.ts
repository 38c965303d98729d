import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { administrator } from '#harness/instance.ts';

export { expect };

export interface Account {
  readonly username: string;
  readonly password: string;
}

interface JourneyFixtures {
  /** Console messages that a journey provokes on purpose; any other error or warning fails it. */
  expectedConsole: RegExp;
  quietConsole: undefined;
}

interface WorkerFixtures {
  /** The administrator, by API: for what a journey needs but is not about. */
  adminApi: APIRequestContext;
  createAccount: (role?: 'user' | 'staff' | 'admin') => Promise<Account>;
}

let accountsMade = 0;

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  expectedConsole: [/^$/, { option: true }],

  quietConsole: [
    async ({ page, expectedConsole }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        if (expectedConsole.test(message.text())) return;
        complaints.push(`${page.url()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      await use(undefined);
      expect(complaints, 'complaints in the browser console').toEqual([]);
    },
    { auto: true },
  ],

  adminApi: [
    async ({ playwright }, use) => {
      const api = await playwright.request.newContext({ baseURL: process.env.MINOS_URL ?? '' });
      const answer = await api.post('/api/login', { data: administrator });
      expect(answer.status()).toBe(200);
      await use(api);
      await api.dispose();
    },
    { scope: 'worker' },
  ],

  createAccount: [
    async ({ adminApi }, use, { workerIndex }) => {
      await use(async (role = 'user') => {
        accountsMade += 1;
        const username = `w${workerIndex}-${role}-${accountsMade}`;
        const account = { username, password: `password of ${username}` };
        const created = await adminApi.post('/api/admin/users', { data: { ...account, role: 'user' } });
        expect(created.status()).toBeLessThan(300);
        if (role !== 'user') {
          const { id } = await created.json();
          const raised = await adminApi.put(`/api/admin/users/${id}`, { data: { username, role } });
          expect(raised.ok()).toBe(true);
        }
        return account;
      });
    },
    { scope: 'worker' },
  ],
});

/** Signs the page's browser context in without walking through the form. */
export async function signIn(page: Page, { username, password }: Account): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { username, password } });
  expect(answer.status()).toBe(200);
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
