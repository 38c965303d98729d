import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import type { Contest } from '#contract/contests.ts';
import type { Account } from './journey.ts';

const hour = 3_600_000;

export interface NewContest {
  title?: string;
  description?: string;
  /** From now; a start in the past makes it running at once. */
  startsInMs?: number;
  endsInMs?: number;
  problemIds?: readonly string[];
}

let contestsMade = 0;

/** A title that no other journey uses. */
export function freshTitle(name: string): string {
  contestsMade += 1;
  return `${name} ${process.pid}-${contestsMade}`;
}

/** A contest by API, for journeys that are not about making one. */
export async function createContest(
  api: APIRequestContext,
  { title = freshTitle('Contest'), description = '', startsInMs = 48 * hour, ...rest }: NewContest = {},
): Promise<Contest> {
  const endsInMs = rest.endsInMs ?? Math.max(startsInMs, 0) + 5 * hour;
  const made = await api.post('/api/admin/contests', {
    data: { title, description, startTime: fromNow(hour), endTime: fromNow(2 * hour) },
  });
  expect(made.status()).toBe(201);
  const contest: Contest = await made.json();
  if (rest.problemIds) {
    const moved = await api.post(`/api/admin/contests/${contest.id}/problems`, {
      data: { problemIds: rest.problemIds, action: 'move_to_contest' },
    });
    expect(moved.status()).toBe(204);
  }
  return moveContest(api, contest, { startTime: fromNow(startsInMs), endTime: fromNow(endsInMs) });
}

export function fromNow(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
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
};

export async function answerContests(page: Page, list: () => readonly Contest[]) {
  await page.route('**/api/contests', (route) => route.fulfill({ json: list() }));
}

/** Other times, all else as it is. */
export async function moveContest(
  api: APIRequestContext,
  contest: Contest,
  times: { startTime?: string; endTime?: string },
): Promise<Contest> {
  const moved = await api.put(`/api/admin/contests/${contest.id}`, {
    data: {
      title: contest.title,
      description: contest.description,
      startTime: contest.start_time,
      endTime: contest.end_time,
      ...times,
    },
  });
  expect(moved.status(), await moved.text()).toBe(200);
  return moved.json();
}

/** The open page hears of a change at once instead of within half a minute: as when its window comes to the front. */
export async function wake(page: Page): Promise<void> {
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
}

/** Wakes the page until it knows of a change; what it does afterwards it does by itself. */
export async function wakeUntil(page: Page, isKnown: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await wake(page);
    await isKnown();
  }).toPass({ timeout: 20_000, intervals: [1_100] });
}

/** Somebody by API alone. */
export async function signInApi(account: Account): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: process.env.MINOS_URL ?? '' });
  expect((await api.post('/api/login', { data: account })).status()).toBe(200);
  return api;
}

export async function joinContest(api: APIRequestContext, { id }: Contest): Promise<void> {
  expect((await api.post(`/api/contests/${id}/join`)).status()).toBe(200);
}

/** Submits inside a contest and waits for the verdict. */
export async function submitAndWait(
  api: APIRequestContext,
  contestId: number,
  problemId: string,
  code: string,
): Promise<void> {
  const sent = await api.post('/api/submit', { data: { problemId, language: 'cpp', code, contestId } });
  expect(sent.status(), await sent.text()).toBe(201);
  const { id } = await sent.json();
  await expect
    .poll(
      async () => {
        const answer = await api.get(`/api/submissions/${id}?contestId=${contestId}`);
        return (await answer.json()).overall_status;
      },
      { timeout: 60_000 },
    )
    .not.toMatch(/Pending|Compiling|Running/);
}
