/** A contest, and a virtual run of it, takes so many submissions of one person. */
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { contestResults, submissions } from '#store/schema.ts';
import { codeOf } from '../contests/testing/clock-tools.ts';
import { hour, makeContestTools, two } from '../contests/testing.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';

const testApp = await makeTestApp();
const { advance, context } = testApp;
const { staff, finish, join, judge, startContest, submit } = await makeContestTools(testApp);

async function send(client: Client, problemId: string, contestId?: number) {
  return codeOf(await client.post('/api/submit', { problemId, contestId, language: 'cpp', code: 'x' }));
}

it('counts all problems of the contest together, of this person and of nothing else; staff are exempt', async () => {
  const { contestId, participants, problemIds } = await startContest('tries', { people: 2, problems: 2 });
  const [person, other] = two(participants);
  const [first = '', second = ''] = problemIds;
  await join(staff, contestId);
  for (const client of [person, staff]) await judge(await submit(client, first, contestId), 0);
  await context.db
    .update(contestResults)
    .set({ submissionCount: limits.contestTriesMax - 2 })
    .where(eq(contestResults.contestId, contestId));
  expect(await send(person, second, contestId)).toBe(201);
  expect(await send(person, first, contestId)).toBe(201);
  for (const problem of [first, second]) expect(await send(person, problem, contestId)).toBe('tries_used_up');
  expect(await send(other, first, contestId)).toBe(201);
  for (const _ of ['the last', 'one more', 'another']) expect(await send(staff, first, contestId)).toBe(201);
});

it('is of each virtual run by itself', async () => {
  const { contestId, participants, problemIds } = await startContest('run-tries');
  const person = participants[0] as Client;
  const [problem = ''] = problemIds;
  await judge(await submit(person, problem, contestId), 0);
  await context.db
    .update(contestResults)
    .set({ submissionCount: limits.contestTriesMax })
    .where(eq(contestResults.contestId, contestId));
  expect(await send(person, problem, contestId)).toBe('tries_used_up');
  advance(hour);
  await finish();
  expect(codeOf(await person.post(`/api/contests/${contestId}/virtual`))).toBe(201);
  const made = await submit(person, problem, contestId);
  await judge(made, 0);
  // As many more, of which nothing is asked here but that they are there.
  await context.db.execute(sql`
    insert into ${submissions} (user_id, problem_id, in_main, virtual_run_id, language, code, verdict, submitted_at)
    select user_id, problem_id, in_main, virtual_run_id, language, code, verdict, submitted_at - interval '10 minutes'
    from ${submissions}, generate_series(1, ${limits.contestTriesMax - 2})
    where ${submissions.id} = ${made}`);
  expect(await send(person, problem, contestId)).toBe(201);
  expect(await send(person, problem, contestId)).toBe('tries_used_up');
  expect(await send(person, problem)).toBe(201);
});
