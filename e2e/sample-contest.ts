import { expect, type Page } from '@playwright/test';
import type { Editorial } from '#contract/contest-editorials.ts';
import { type Contest, joinContest as joinContestCall } from '#contract/contests.ts';
import type { ContestNews } from '#contract/questions.ts';
import type { Client } from '#harness/client.ts';
import { createContest as createTitled, fromNow, type NewContest } from '#harness/sample-contest.ts';
import { openWithoutAnswers } from './journey.ts';

const hour = 3_600_000;
let contestsMade = 0;

/** A title that no other journey uses. */
export function freshTitle(name: string): string {
  contestsMade += 1;
  return `${name} ${process.pid}-${contestsMade}`;
}

/** A contest by API, for journeys that are not about making one. */
export function createContest(client: Client, contest: Partial<NewContest> = {}): Promise<Contest> {
  return createTitled(client, { title: freshTitle('Contest'), ...contest });
}

/** What the form has just made. */
export async function findContest(page: Page, title: string): Promise<Contest> {
  const list: Contest[] = await (await page.request.get('/api/contests')).json();
  const contest = list.find((entry) => entry.title === title);
  if (!contest) throw new Error('The new contest is not in the list');
  return contest;
}

export async function joinContest(client: Client, { id }: Contest): Promise<void> {
  await client.call(joinContestCall, { params: { id } });
}

/** For a list that a journey decides on. */
export const decidedContest: Contest = {
  id: 77,
  title: 'Decided Here',
  description: '',
  start_time: fromNow(-hour),
  end_time: fromNow(hour),
  status: 'running',
  participant_count: 3,
  problem_count: 2,
  is_participant: true,
  allowed_languages: null,
  feedback: 'full',
  entry: 'open',
  format: 'scores',
  penalty_minutes: 20,
  freeze_minutes: null,
  freeze_at: null,
  thaw_time: null,
  is_frozen: false,
  gold_medals: 0,
  silver_medals: 0,
  bronze_medals: 0,
  window_minutes: null,
  paused_at: null,
  length_ms: 2 * hour,
  own_start: null,
  own_end: null,
  own_extra_minutes: 0,
};

/**
 * Opens a page of the contest and waits until it has heard what was said before: that only counts as unread, and what
 * comes from then on is shown over the page.
 */
export async function openWithNews(page: Page, path: `/contests/${string}`): Promise<void> {
  const [, , contestId] = path.split('/');
  const heard = page.waitForResponse(
    (response) => new URL(response.url()).pathname === `/api/contests/${contestId}/questions`,
  );
  await page.goto(path);
  await heard;
}

export async function answerContests(page: Page, list: () => readonly Contest[]) {
  await openWithoutAnswers(page);
  await page.route('**/api/contests', (route) => route.fulfill({ json: list() }));
  // It is not there, and nothing is told in it.
  const { id } = decidedContest;
  const news = (): ContestNews => {
    const clock = list().find((contest) => contest.id === id) ?? decidedContest;
    return { questions: [], announcements: [], statements: [], clock };
  };
  await page.route(`**/api/contests/${id}/questions`, (route) => route.fulfill({ json: news() }));
  const editorial: Editorial = { text: '', has_pdf: false, pdf_version: '' };
  await page.route(`**/api/contests/${id}/editorial`, (route) => route.fulfill({ json: editorial }));
  await page.route(new RegExp(`/api/events\\?contestId=${id}(&board=true)?$`), (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 600000\n\n' }),
  );
}

/** The open page hears of a change at once instead of within half a minute: as when its window comes to the front. */
async function wake(page: Page): Promise<void> {
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
}

/** Wakes the page until it knows of a change; what it does afterwards it does by itself. */
export async function wakeUntil(page: Page, isKnown: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await wake(page);
    await isKnown();
  }).toPass({ timeout: 20_000, intervals: [1_100] });
}
