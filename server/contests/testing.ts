/** Contests for tests, through the API, on a clock that the test moves. */
import { expect } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import type { Client, TestApp } from '../testing/test-app.ts';
import { finishContests } from './finisher.ts';

export const minute = 60_000;
export const hour = 60 * minute;

/** The first two of those who take part. */
export function two<Person>([first, second]: readonly Person[]): [Person, Person] {
  if (!first || !second) throw new Error('There are fewer than two');
  return [first, second];
}

export async function makeContestTools({ advance, context, database, signUp }: TestApp) {
  const { db, now } = context;
  // Verdicts come from judges, who have a role of their own with few rights.
  const worker = database.openAs('worker').db;
  const staff = await signUp('staff', 'contest-staff');
  const fromNow = (ms: number) => new Date(now().getTime() + ms).toISOString();

  async function makeProblem(id: string): Promise<string> {
    const body = {
      id,
      title: `Title of ${id}`,
      author: staff.username,
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    };
    expect((await createVisibleProblem(staff, body)).statusCode).toBe(201);
    return id;
  }

  interface Options {
    readonly title?: string;
    readonly startsInMs?: number;
    readonly lastsMs?: number;
    readonly problems?: readonly string[];
    /** What is sent beside title and times. */
    readonly settings?: object;
  }

  async function makeContest({
    title = 'A contest',
    startsInMs = hour,
    lastsMs = hour,
    problems = [],
    settings = {},
  }: Options = {}): Promise<number> {
    const created = await staff.post('/api/admin/contests', {
      title,
      description: '',
      startTime: fromNow(startsInMs),
      endTime: fromNow(startsInMs + lastsMs),
      ...settings,
    });
    expect(created.statusCode).toBe(201);
    const { id } = created.json();
    expect((await move(id, problems, 'move_to_contest')).statusCode).toBe(204);
    return id;
  }

  function move(
    contestId: number,
    problemIds: readonly string[],
    action: 'move_to_contest' | 'move_to_main',
  ) {
    return staff.post(`/api/admin/contests/${contestId}/problems`, { problemIds, action });
  }

  async function join(client: Client, contestId: number): Promise<void> {
    expect((await client.post(`/api/contests/${contestId}/join`)).statusCode).toBe(200);
  }

  /** A contest that runs, with new problems and participants. */
  async function startContest(
    name: string,
    { people = 1, problems = 1, lastsMs = hour, settings = {} } = {},
  ) {
    const problemIds: string[] = [];
    for (let number = 1; number <= problems; number += 1) {
      problemIds.push(await makeProblem(`${name}-${number}`));
    }
    const participants: Awaited<ReturnType<typeof signUp>>[] = [];
    const contestId = await makeContest({ startsInMs: minute, lastsMs, problems: problemIds, settings });
    for (let number = 1; number <= people; number += 1) {
      const user = await signUp('user', `${name}-user-${number}`);
      await join(user, contestId);
      participants.push(user);
    }
    advance(minute);
    return { contestId, participants, problemIds };
  }

  /** As soon as those that have ended by now may be. */
  async function finish(): Promise<void> {
    advance(limits.contestSettleMs);
    await finishContests(db, now());
  }

  async function submit(client: Client, problemId: string, contestId?: number): Promise<number> {
    const response = await client.post('/api/submit', {
      problemId,
      language: 'cpp',
      code: 'int main() {}',
      contestId,
    });
    expect([response.statusCode, response.json()]).toEqual([201, { id: expect.any(Number) }]);
    return response.json().id;
  }

  async function judge(id: number, score: number): Promise<void> {
    const claim = await claimSubmission(worker, id);
    if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
    const status: FinishedStatus = score === 100 ? 'Accepted' : 'Wrong Answer';
    const results = [{ testCase: 1, status, timeMs: 1, memoryKb: 1000, reason: null }];
    expect(await storeVerdict(worker, claim, { status, score, results })).toBe(true);
  }

  async function statusOf(contestId: number): Promise<string> {
    const contests: { id: number; status: string }[] = (await staff.get('/api/contests')).json();
    return contests.find(({ id }) => id === contestId)?.status ?? 'gone';
  }

  async function scoreboard(contestId: number, client: Client = staff) {
    const { scoreboard, problems } = (await client.get(`/api/contests/${contestId}/scoreboard`)).json();
    return {
      problems: problems.map(({ problem_id }: { problem_id: string }) => problem_id),
      rows: scoreboard.map((row: { username: string; total_score: number }) => [
        row.username,
        row.total_score,
      ]),
      scoreboard,
    };
  }

  return {
    staff,
    worker,
    fromNow,
    makeProblem,
    makeContest,
    startContest,
    move,
    join,
    submit,
    judge,
    finish,
    statusOf,
    scoreboard,
  };
}
