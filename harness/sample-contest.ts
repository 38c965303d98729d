import { moveContestProblems } from '#contract/contest-problems.ts';
import type { ContestStatus } from '#contract/contest-status.ts';
import {
  type Contest,
  type ContestInput,
  createContest as createContestCall,
  getContest,
  updateContest,
} from '#contract/contests.ts';
import type { Client } from './client.ts';
import { until } from './until.ts';

const hour = 3_600_000;

export interface NewContest {
  readonly title: string;
  readonly description?: string;
  /** From now; a start in the past makes it running at once. */
  readonly startsInMs?: number;
  readonly endsInMs?: number;
  readonly problemIds?: readonly string[];
  /** What is sent beside title and times. */
  readonly settings?: Partial<ContestInput>;
}

/** Made in the future, filled, then moved to its own times: one that runs takes no more problems. */
export async function createContest(
  client: Client,
  { title, description = '', startsInMs = 48 * hour, ...rest }: NewContest,
): Promise<Contest> {
  const endsInMs = rest.endsInMs ?? Math.max(startsInMs, 0) + 5 * hour;
  const contest = await client.call(createContestCall, {
    body: { title, description, startTime: fromNow(hour), endTime: fromNow(2 * hour), ...rest.settings },
  });
  if (rest.problemIds) {
    await client.call(moveContestProblems, {
      params: { id: contest.id },
      body: { problemIds: [...rest.problemIds], action: 'move_to_contest' },
    });
  }
  return moveContest(client, contest, { startTime: fromNow(startsInMs), endTime: fromNow(endsInMs) });
}

export function fromNow(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

/** Other times, all else as it is. */
export function moveContest(
  client: Client,
  { id, title, description, start_time, end_time }: Contest,
  times: { startTime?: string; endTime?: string },
): Promise<Contest> {
  return client.call(updateContest, {
    params: { id },
    body: { title, description, startTime: start_time, endTime: end_time, ...times },
  });
}

export async function waitForStatus(client: Client, id: number, status: ContestStatus): Promise<void> {
  await until(async () => (await client.call(getContest, { params: { id } })).status === status, 100);
}
