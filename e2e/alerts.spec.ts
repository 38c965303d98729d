/** The sound and the browser's notification, which people switch on: what would be heard and shown is written down instead. */
import type { Page } from '@playwright/test';
import { answerQuestion, askQuestion, postAnnouncement } from '#contract/questions.ts';
import { expect, heading, signIn, signInApi, test } from './journey.ts';
import { expectGoodLooks } from './looks.ts';
import { createContest, joinContest } from './sample-contest.ts';

interface Called {
  /** Of which a sound has two. */
  notes: number;
  shown: { title: string; body: string }[];
  /** How often the browser was asked for leave. */
  asked: number;
}

/** `answer`: what the person says to the browser that asks for leave. */
async function standIn(page: Page, answer: 'granted' | 'denied'): Promise<void> {
  await page.context().addInitScript(`
    const called = { notes: 0, shown: [], asked: 0 };
    let latest;
    window.called = called;
    window.pressLatest = () => latest.dispatchEvent(new Event('click'));
    window.Notification = class extends EventTarget {
      static get permission() {
        return localStorage.getItem('leave') ?? 'default';
      }
      static async requestPermission() {
        called.asked += 1;
        localStorage.setItem('leave', '${answer}');
        return '${answer}';
      }
      constructor(title, { body }) {
        super();
        called.shown.push({ title, body });
        latest = this;
      }
      close() {}
    };
    const passedOn = (part) => ({ ...part, connect: (next) => next });
    window.AudioContext = class {
      currentTime = 0;
      destination = {};
      async resume() {}
      createGain() {
        return passedOn({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
      }
      createOscillator() {
        return passedOn({ frequency: {}, start: () => void (called.notes += 1), stop() {} });
      }
    };
  `);
}

const readCalled = (page: Page): Promise<Called> => page.evaluate('window.called');
/** What the page says when something has arrived, after it has called. */
const saidAloud = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const soundSwitch = (page: Page) => page.getByRole('switch', { name: 'Play a sound' });
const notifySwitch = (page: Page) => page.getByRole('switch', { name: 'Show a notification' });

test('who has switched them on is called once for what arrives, in however many tabs, and otherwise nobody', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const contest = await createContest(adminApi, { startsInMs: -60_000 });
  const account = await createAccount();
  const api = await signInApi(account);
  await joinContest(api, contest);
  const params = { id: contest.id };
  const announce = (text: string) => adminApi.call(postAnnouncement, { params, body: { text } });
  await standIn(page, 'granted');
  await signIn(page, account);
  await page.goto(`/contests/${contest.id}/questions`);
  await expect(soundSwitch(page)).not.toBeChecked();
  await expect(notifySwitch(page)).not.toBeChecked();
  await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible();
  await expect(page.getByText('Nothing has been announced.')).toBeVisible();
  await announce('Nobody is called for this one.');
  await expect(saidAloud(page, 'Nobody is called for this one.')).toBeAttached();
  expect(await readCalled(page)).toEqual({ notes: 0, shown: [], asked: 0 });

  // Who switches the sound on hears it; the browser asks for leave.
  await soundSwitch(page).check();
  await notifySwitch(page).check();
  await expect(notifySwitch(page)).toBeChecked();
  await expectGoodLooks(page);
  expect(await readCalled(page)).toEqual({ notes: 2, shown: [], asked: 1 });
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  // Until the board is there, the page of questions is, and who sees that has read what arrives.
  await expect(heading(page, 'Scoreboard')).toBeVisible();
  await announce('Lunch at noon.');
  await expect(saidAloud(page, 'Lunch at noon.')).toBeAttached();
  const lunch = { title: `${contest.title}: Announcement`, body: 'Lunch at noon.' };
  await expect.poll(() => readCalled(page)).toEqual({ notes: 4, shown: [lunch], asked: 1 });

  // The choice is the device's: a tab that is opened later has it, too. What was there before calls nobody.
  const tab = await page.context().newPage();
  await tab.goto(`/contests/${contest.id}/scoreboard`);
  await expect(tab.getByRole('link', { name: 'Questions (1 unread)' })).toBeVisible();
  const together = async () => {
    const [one, other] = [await readCalled(page), await readCalled(tab)];
    return { notes: one.notes + other.notes, shown: [...one.shown, ...other.shown] };
  };
  const { id } = await api.call(askQuestion, { params, body: { text: 'May we print?' } });
  const answered = { text: 'Yes, at the desk.', is_public: false, version: 0 };
  await adminApi.call(answerQuestion, { params: { id }, body: answered });
  for (const each of [page, tab]) await expect(saidAloud(each, 'Yes, at the desk.')).toBeAttached();
  const answer = { title: `${contest.title}: Answer to your question`, body: 'Yes, at the desk.' };
  await expect.poll(together).toEqual({ notes: 6, shown: [lunch, answer] });

  const buses = [1, 2, 3, 4, 5].map((number) => `Bus ${number} leaves.`);
  for (const text of buses) {
    await announce(text);
    for (const each of [page, tab]) await expect(saidAloud(each, text)).toBeAttached();
  }
  const everything = {
    notes: 16,
    shown: expect.arrayContaining([lunch, answer, ...buses.map((body) => ({ title: lunch.title, body }))]),
  };
  await expect.poll(together).toEqual(everything);

  // Pressing it leads to what was said.
  const called = (await readCalled(tab)).shown.length > 0 ? tab : page;
  await called.evaluate('window.pressLatest()');
  await expect(heading(called, 'Questions')).toBeVisible();
  await expect(called.getByRole('article').filter({ hasText: 'Bus 5 leaves.' })).toBeVisible();

  // Switched off in one tab they are off in both.
  for (const each of [page, tab]) await each.getByRole('link', { name: /^Questions/ }).click();
  await soundSwitch(page).uncheck();
  await notifySwitch(page).uncheck();
  await expect(soundSwitch(tab)).not.toBeChecked();
  await expect(notifySwitch(tab)).not.toBeChecked();
  await announce('Nor for this one.');
  for (const each of [page, tab]) await expect(saidAloud(each, 'Nor for this one.')).toBeAttached();
  const inTheEnd = await together();
  expect(inTheEnd).toEqual(everything);
  expect(inTheEnd.shown).toHaveLength(7);
});

test('who does not let the browser show notifications is told so, and is called by none', async ({
  page,
  adminApi,
  createAccount,
}) => {
  const contest = await createContest(adminApi, { startsInMs: -60_000 });
  const account = await createAccount();
  await joinContest(await signInApi(account), contest);
  await standIn(page, 'denied');
  await signIn(page, account);
  await page.goto(`/contests/${contest.id}/questions`);
  await soundSwitch(page).check();
  await notifySwitch(page).click();
  await expect(notifySwitch(page)).toBeDisabled();
  await expect(notifySwitch(page)).not.toBeChecked();
  await expect(page.getByText('The browser does not allow notifications from this site.')).toBeVisible();
  const body = { text: 'It is heard, and only that.' };
  await adminApi.call(postAnnouncement, { params: { id: contest.id }, body });
  await expect.poll(() => readCalled(page)).toEqual({ notes: 4, shown: [], asked: 1 });
});
