/** Sending a program elsewhere gets nobody round a contest of theirs that has the same problem in the main list. */
import { expect, it } from 'vitest';
import { codeOf, makeClockTools } from '../contests/testing/clock-tools.ts';
import { hour, makeContestTools, minute } from '../contests/testing.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';

const testApp = await makeTestApp();
const { advance, signUp } = testApp;
const { staff, finish, join, judge, makeContest, makeProblem } = await makeContestTools(testApp);
const { begin, giveExtra, pause, resume } = makeClockTools(staff);

const refused = 'problem_in_own_contest';

interface Sharing {
  readonly lastsMs?: number;
  readonly people: readonly Client[];
  readonly settings?: object;
}

async function share(problemId: string, { lastsMs = hour, people, settings = {} }: Sharing) {
  const contestId = await makeContest({ startsInMs: minute, lastsMs, settings });
  const shared = { problemIds: [problemId], action: 'share_with_contest' };
  expect(codeOf(await staff.post(`/api/admin/contests/${contestId}/problems`, shared))).toBe(204);
  for (const person of people) await join(person, contestId);
  return contestId;
}

/** 201, or why it was refused. What is taken is judged. */
async function send(client: Client, problemId: string, contestId?: number) {
  const sent = { problemId, language: 'cpp', code: 'int main() {}', contestId };
  const answer = await client.post('/api/submit', sent);
  if (answer.statusCode === 201) await judge(answer.json<{ id: number }>().id, 50);
  return codeOf(answer);
}

it('no try without penalty in the main list, a virtual run or another format until one’s own time is over', async () => {
  const problem = await makeProblem('counted-tries');
  const [late, other, member] = [await signUp('user'), await signUp('user'), await signUp('staff')];
  const past = await share(problem, { people: [] });
  advance(2 * hour);
  await finish();
  const people = [late, other, member];
  const icpc = await share(problem, { people, settings: { format: 'icpc' } });
  const scores = await share(problem, { people, lastsMs: 2 * hour });
  expect(await giveExtra(icpc, [late], 10)).toBe(204);
  expect(await send(late, problem)).toBe(201);
  advance(minute);
  expect(codeOf(await late.post(`/api/contests/${past}/virtual`))).toBe(201);
  for (const place of [undefined, past, scores]) expect(await send(late, problem, place)).toBe(refused);
  expect(await send(late, problem, icpc)).toBe(201);
  for (const place of [undefined, scores]) expect(await send(member, problem, place)).toBe(201);
  expect(await send(await signUp('user'), problem)).toBe(201);
  advance(hour - 1);
  expect(await send(other, problem)).toBe(refused);
  advance(1);
  expect(await send(other, problem)).toBe(201);
  for (const place of [undefined, scores]) expect(await send(late, problem, place)).toBe(refused);
  advance(10 * minute);
  for (const place of [undefined, scores]) expect(await send(late, problem, place)).toBe(201);
});

it('in a contest that counts tries as well the problem is taken', async () => {
  const problem = await makeProblem('counted-twice');
  const person = await signUp('user');
  const settings = { format: 'icpc' };
  const contests = [
    await share(problem, { people: [person], settings }),
    await share(problem, { people: [person], settings, lastsMs: 2 * hour }),
  ];
  advance(minute);
  for (const contestId of contests) expect(await send(person, problem, contestId)).toBe(201);
});

it('who has a window of their own is kept out for as long as that lasts', async () => {
  const problem = await makeProblem('counted-in-window');
  const person = await signUp('user');
  const settings = { format: 'icpc', window_minutes: 20 };
  const contestId = await share(problem, { people: [person], settings });
  advance(5 * minute);
  expect(await send(person, problem)).toBe(201);
  expect(await begin(person, contestId)).toBe(200);
  advance(19 * minute);
  expect(await pause(contestId)).toBe(200);
  advance(5 * minute);
  expect(await resume(contestId)).toBe(200);
  advance(minute - 1);
  expect(await send(person, problem)).toBe(refused);
  advance(1);
  expect(await send(person, problem)).toBe(201);
});

it('nothing is judged in a pause but for those whose time is over', async () => {
  const problem = await makeProblem('paused-there');
  const [late, other] = [await signUp('user'), await signUp('user')];
  const people = [late, other];
  const paused = await share(problem, { people });
  const beside = await share(problem, { people, lastsMs: 3 * hour });
  expect(await giveExtra(paused, [late], 10)).toBe(204);
  advance(2 * minute);
  for (const place of [undefined, beside]) expect(await send(late, problem, place)).toBe(201);
  expect(await pause(paused)).toBe(200);
  for (const person of people)
    for (const place of [undefined, beside]) expect(await send(person, problem, place)).toBe(refused);
  advance(minute);
  expect(await resume(paused)).toBe(200);
  for (const place of [undefined, beside]) expect(await send(late, problem, place)).toBe(201);
  advance(hour);
  expect(await pause(paused)).toBe(200);
  expect([await send(late, problem), await send(other, problem)]).toEqual([refused, 201]);
});

it('of two contests that tell as little the one is closed that is over first for everybody', async () => {
  const problem = await makeProblem('over-first');
  const [late, person] = [await signUp('user'), await signUp('user')];
  const sharing = { people: [late, person], settings: { feedback: 'nothing' } };
  const [extended, plain] = [await share(problem, sharing), await share(problem, sharing)];
  expect(await giveExtra(extended, [late], 10)).toBe(204);
  advance(minute);
  expect(await send(person, problem, plain)).toBe(refused);
  expect(await send(person, problem, extended)).toBe(201);
  expect(await giveExtra(extended, [late], 0)).toBe(204);
  for (const contestId of [plain, extended]) expect(await send(person, problem, contestId)).toBe(201);
});

it('a contest whose clock stands tells later than one that was to end with it', async () => {
  const problem = await makeProblem('stands-still');
  const person = await signUp('user');
  const sharing = { people: [person], settings: { feedback: 'nothing' } };
  const longer = await share(problem, { ...sharing, lastsMs: 2 * hour });
  const paused = await share(problem, { ...sharing, settings: { ...sharing.settings, window_minutes: 1 } });
  advance(minute);
  expect(await begin(person, paused)).toBe(200);
  // Their own time there is over, and its results are to be told before the other's.
  advance(2 * minute);
  expect(await send(person, problem, longer)).toBe(201);
  expect(await pause(paused)).toBe(200);
  expect(await send(person, problem, longer)).toBe(refused);
  expect(await resume(paused)).toBe(200);
  expect(await send(person, problem, longer)).toBe(201);
});

it('what runs took is not told by the main list where the contest withholds it, nor by one that is over first', async () => {
  const problem = await makeProblem('facts-shared');
  const [person, other] = [await signUp('user'), await signUp('user')];
  const withhold = async (withholds_run_facts: boolean) => {
    const fields = { title: 'x', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
    const address = `/api/admin/problems/${problem}`;
    expect(codeOf(await staff.put(address, { id: problem, ...fields, withholds_run_facts }))).toBe(200);
  };
  const contestId = await share(problem, { people: [person] });
  const [shorter, alike] = [
    await share(problem, { people: [person], lastsMs: hour - minute }),
    await share(problem, { people: [person] }),
  ];
  advance(minute);
  await withhold(true);
  for (const place of [undefined, shorter]) expect(await send(person, problem, place)).toBe(refused);
  for (const place of [contestId, alike]) expect(await send(person, problem, place)).toBe(201);
  expect([await send(other, problem), await send(staff, problem)]).toEqual([201, 201]);
  await withhold(false);
  for (const place of [undefined, shorter]) expect(await send(person, problem, place)).toBe(201);
  await withhold(true);
  advance(hour);
  expect(await send(person, problem)).toBe(refused);
  await finish();
  expect(await send(person, problem)).toBe(201);
});
