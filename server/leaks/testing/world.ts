/**
 * A few contests with random settings at the same time, with people in and around them, on a clock that moves from one hour to
 * the next. Each has an hour or two before its start, runs for two, of which the second is frozen where it has a freeze,
 * lasts an hour longer than that by a pause or by more minutes (phases.ts), waits for an hour until it is finished, and is
 * looked at once more afterwards; then somebody takes it virtually. What is open in one is secret in another meanwhile.
 */
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { contestFormats } from '#contract/contest-formats.ts';
import { contestEntries } from '#contract/contest-settings.ts';
import { type ContestFeedback, contestFeedbacks, type Feedback, feedbacks } from '#contract/feedback.ts';
import { finishedStatuses } from '#contract/statuses.ts';
import { makeRandom } from '#harness/random.ts';
import { claimSubmission, type StoredVerdict, storeProgress, storeVerdict } from '#store/judgements.ts';
import { hour, makeContestTools, minute } from '../../contests/testing.ts';
import { makeForm } from '../../testing/form.ts';
import { type Client, makeTestApp } from '../../testing/test-app.ts';
import { type KnownIds, listReadCalls } from './addresses.ts';
import { countStatements } from './answers.ts';
import { startListening } from './listening.ts';
import { everybodyOf, type Owner, type People, type Person } from './people.ts';
import { type Delay, delays, isOverIn, listPhases, type Phase } from './phases.ts';
import { sameInSum } from './verdicts.ts';

export interface WorldProblem {
  /** As it is called now. */
  id: string;
  readonly feedback: Feedback;
  readonly withholdsRunFacts: boolean;
}

export interface WorldContest {
  readonly id: number;
  /** Hour by hour. */
  readonly phases: readonly Phase[];
  readonly delay: Delay;
  readonly feedback: ContestFeedback;
  readonly entry: (typeof contestEntries)[number];
  readonly hasFreeze: boolean;
  /** Soon after its end, if nobody is at it any more. */
  readonly thawsByItself: boolean;
  /** Where each has a window of their own, who has begun; null: all have the one clock. */
  readonly begun: Set<Person> | null;
  /** In no other contest. */
  readonly held: WorldProblem;
  /** In the main list, too. */
  readonly shared: WorldProblem;
  /**
   * Two that the contest which never starts has, too: one of them is also in this contest, and which is a secret until it
   * starts. Null: there are none such.
   */
  rooms: { kept: WorldProblem; readonly spare: WorldProblem } | null;
  /** What the owner has asked and nobody else was told, with the version of its answer. */
  readonly asked: { readonly id: string; version: number }[];
  readonly hasNeighbour: boolean;
  readonly submissions: WorldSubmission[];
  /** A submission that waits for its verdict when the contest has ended, and keeps it from being finished. */
  unjudged: number | null;
  isFinished: boolean;
  /** Who takes it virtually when it is finished. */
  readonly runner: Owner;
  /** What of that run there is; null: it has not begun. */
  run: { readonly submissions: WorldSubmission[]; isOver: boolean } | null;
}

export interface WorldSubmission {
  readonly id: number;
  readonly problem: WorldProblem;
  readonly owner: Owner;
  /** After the freeze. */
  readonly isLate: boolean;
}

export const phaseOf = ({ phases }: WorldContest, hoursPassed: number): Phase =>
  phases[hoursPassed] ?? 'practice';

export type World = Awaited<ReturnType<typeof makeWorld>>;

export const contestsInWorld = 4;
const hoursBeforeMax = 2;
/** Until somebody takes the last of them virtually. */
export const hoursInWorld = listPhases(hoursBeforeMax, delays[0]).indexOf('virtual') + 1;
/** How long one's own window is: enough for whoever begins in the first hour to go on until the end. */
const windowMinutes = 90;
/** Ids of submissions that do not exist yet. */
export const guessedIds = 10;
/** That the owner has over the others. */
export const extraMinutesOf = ({ delay }: WorldContest) => (delay === 'minutes for one' ? 60 : 0);

/** What all worlds share: a server, its staff and its judges. */
export async function startServer() {
  const testApp = await makeTestApp({ METRICS_TOKEN: 'a-token-of-thirty-two-characters' });
  const { context, signUp } = testApp;
  countStatements((context.db as unknown as { readonly $client: Pool }).$client);
  const admin = await signUp('admin');
  // What is sent in it is refused after everything else was looked at.
  const off = await admin.put('/api/admin/settings/languages/pascal', { is_on: false });
  expect(off.statusCode).toBe(200);
  return {
    ...testApp,
    tools: await makeContestTools(testApp),
    tester: await signUp('staff', 'tester'),
    listening: await startListening(testApp),
    readCalls: await listReadCalls(testApp.app),
  };
}

export async function makeWorld(server: Awaited<ReturnType<typeof startServer>>, seed: number) {
  const { advance, listening, makeClient, signUp, tools } = server;
  const { staff, worker, join, makeContest, makeProblem } = tools;
  const random = makeRandom(seed);
  const users = {
    stranger: await signUp('user', `stranger-${seed}`),
    neighbour: await signUp('user', `neighbour-${seed}`),
    owner: await signUp('user', `owner-${seed}`),
    rival: await signUp('user', `rival-${seed}`),
  };
  const asker = { role: 'user' } as const;
  const toPerson = (name: keyof typeof users): Person => ({ name, client: users[name], asker });
  const people: People = {
    visitor: { name: 'visitor', client: makeClient(), asker: null },
    stranger: toPerson('stranger'),
    neighbour: toPerson('neighbour'),
    owner: toPerson('owner'),
    rival: toPerson('rival'),
  };

  async function change(method: 'post' | 'put' | 'delete', address: string, body?: unknown) {
    const answer = method === 'delete' ? await staff.delete(address) : await staff[method](address, body);
    expect([address, answer.statusCode, answer.body]).toEqual([
      address,
      expect.toBeOneOf([200, 201, 204]),
      answer.body,
    ]);
    return answer;
  }

  async function upload(address: string, field: string, content: string): Promise<void> {
    const { payload, headers } = makeForm({ [field]: { name: 'x.pdf', content: `%PDF-1.7 ${content}` } });
    expect((await staff.post(address, payload, { headers })).statusCode).toBeLessThan(300);
  }

  async function saveProblem({ id, feedback, withholdsRunFacts }: WorldProblem, fields: object = {}) {
    await change('put', `/api/admin/problems/${id}`, {
      title: `Title of ${id}`,
      author: staff.username,
      time_limit_ms: 1000,
      memory_limit_mb: 256,
      feedback,
      withholds_run_facts: withholdsRunFacts,
      ...fields,
    });
  }

  async function inventProblem(id: string): Promise<WorldProblem> {
    const feedback = random.pick(feedbacks);
    const problem = { id: await makeProblem(id), feedback, withholdsRunFacts: random.next() < 0.5 };
    await saveProblem(problem);
    return problem;
  }

  async function enter(user: Client & { username: string }, contestId: number, entry: WorldContest['entry']) {
    if (entry === 'list')
      await change('post', `/api/admin/contests/${contestId}/participants`, { usernames: [user.username] });
    else
      expect((await user.post(`/api/contests/${contestId}/join`, { password: 'let me in' })).statusCode).toBe(
        200,
      );
  }

  const hidden = await inventProblem(`s${seed}-hidden`);
  await change('put', `/api/admin/problems/${hidden.id}/visibility`, { isVisible: false });
  /** Scheduled all the time. */
  const neverStarts = await makeContest({ startsInMs: 100 * hour });
  for (const user of [users.owner, users.rival]) await join(user, neverStarts);
  const shuffledFeedbacks = random.shuffle(contestFeedbacks);
  const shuffledFormats = random.shuffle(contestFormats);
  const shuffledEntries = random.shuffle(contestEntries);
  const shuffledDelays = random.shuffle(delays);
  const shuffledRunners = random.shuffle(Object.keys(users) as Owner[]);
  const [frozenOne, roomsOne] = [Math.floor(random.next() * 2), Math.floor(random.next() * 2)];
  const windowOne = Math.floor(random.next() * contestsInWorld);
  const contests: WorldContest[] = [];
  /** Submissions that are being judged again. */
  const underWay: number[] = [];
  /** Those in force, by submission. */
  const verdicts = new Map<number, StoredVerdict>();
  for (let index = 0; index < contestsInWorld; index += 1) {
    const name = `s${seed}-${index}`;
    const [held, shared] = [await inventProblem(`${name}-held`), await inventProblem(`${name}-shared`)];
    const rooms =
      index % 2 === roomsOne
        ? { kept: await inventProblem(`${name}-kept`), spare: await inventProblem(`${name}-spare`) }
        : null;
    const feedback = shuffledFeedbacks[index % shuffledFeedbacks.length] ?? 'full';
    const hasFreeze = random.next() < 0.2 || index % 2 === frozenOne;
    const entry = shuffledEntries[index % shuffledEntries.length] ?? 'open';
    const hoursBefore = 1 + ((index >> 1) % hoursBeforeMax);
    const delay = shuffledDelays[index % shuffledDelays.length] ?? 'pause';
    const thawsByItself = hasFreeze && random.next() < 0.5;
    const hasWindow = index === windowOne || random.next() < 0.1;
    const id = await makeContest({
      title: `Contest ${index}`,
      startsInMs: hoursBefore * hour,
      lastsMs: 2 * hour,
      problems: [held.id],
      settings: {
        feedback,
        format: shuffledFormats[index % shuffledFormats.length],
        freeze_minutes: hasFreeze ? 60 : null,
        thaw_time: thawsByItself ? tools.fromNow((hoursBefore + 2) * hour + 20 * minute) : null,
        window_minutes: hasWindow ? windowMinutes : null,
        entry,
        ...(entry === 'password' && { entry_password: 'let me in' }),
      },
    });
    const hasNeighbour = index % 2 === 0;
    const contest: WorldContest = {
      id,
      phases: listPhases(hoursBefore, delay),
      delay,
      feedback,
      entry,
      hasFreeze,
      thawsByItself,
      begun: hasWindow ? new Set() : null,
      held,
      shared,
      rooms,
      asked: [],
      hasNeighbour,
      submissions: [],
      unjudged: null,
      isFinished: false,
      runner: shuffledRunners[index % shuffledRunners.length] ?? 'owner',
      run: null,
    };
    contests.push(contest);
    // Before they have the problems in common: nobody joins two rooms.
    for (const user of [users.owner, users.rival]) await enter(user, id, entry);
    if (hasNeighbour) await enter(users.neighbour, id, entry);
    await giveExtra(contest, extraMinutesOf(contest));
    if (rooms)
      await change('post', `/api/admin/contests/${neverStarts}/problems`, {
        problemIds: [rooms.kept.id, rooms.spare.id],
        action: 'move_to_contest',
      });
    for (const problem of [shared, ...(rooms ? [rooms.kept] : [])])
      await change('post', `/api/admin/contests/${id}/problems`, {
        problemIds: [problem.id],
        action: 'share_with_contest',
      });
    // As many as one may have open: whatever the rival asks from now on is looked at, and then refused.
    for (let number = 1; number <= 5; number += 1)
      await users.rival.post(`/api/contests/${id}/questions`, { text: `Question ${number}` });
  }
  listening.closeAll();
  // So that every kind of event is heard by somebody: staff are told nothing of what the others are compared by.
  await listening.open({ name: 'staff', client: staff, asker: { role: 'staff' } }, staff.id, neverStarts);
  for (const [name, user] of Object.entries(users)) {
    const person = people[name as keyof typeof users];
    await listening.open(person, user.id, null);
    for (const contest of contests)
      if (isIn(people, person, contest)) await listening.open(person, user.id, contest.id);
  }

  const ids = (lastSubmission: number): KnownIds => ({
    contests: [...contests.map(({ id }) => id), neverStarts],
    problems: new Map<number | null, readonly string[]>([
      ...contests.map(({ id }, index): [number, string[]] => [
        id,
        ['held', 'renamed', 'shared', 'kept', 'spare'].map((name) => `s${seed}-${index}-${name}`),
      ]),
      [neverStarts, contests.flatMap((_, index) => [`s${seed}-${index}-kept`, `s${seed}-${index}-spare`])],
      [null, [hidden.id, 'absent-1']],
    ]),
    submissions: [
      ...contests.flatMap(({ submissions, run }) =>
        [...submissions, ...(run?.submissions ?? [])].map(({ id }) => id),
      ),
      // Which are the next is easily guessed.
      ...Array.from({ length: guessedIds }, (_, index) => lastSubmission + 1 + index),
    ],
    usernames: [users.owner.username],
    userIds: [users.owner.id],
  });

  /** As a judge does it, with a word on the way. */
  async function judge(id: number, verdict: StoredVerdict): Promise<void> {
    const { overall_status } = (await staff.get(`/api/submissions/${id}`)).json();
    if (finishedStatuses.includes(overall_status))
      await change('post', `/api/admin/submissions/${id}/rejudge`);
    const claim = await claimSubmission(worker, id);
    if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
    const [first] = verdict.results;
    if (first)
      await storeProgress(worker, claim, {
        testsDone: 1,
        testsTotal: verdict.results.length,
        newResults: [first],
      });
    expect(await storeVerdict(worker, claim, verdict)).toBe(true);
    verdicts.set(id, verdict);
  }

  async function submitIn(contest: WorldContest, problem: WorldProblem, owner: Owner, isLate = false) {
    const id = await tools.submit(users[owner], problem.id, contest.id);
    contest.submissions.push({ id, problem, owner, isLate });
    return id;
  }

  async function submitInRun(contest: WorldContest, problem: WorldProblem) {
    const id = await tools.submit(users[contest.runner], problem.id, contest.id);
    contest.run?.submissions.push({ id, problem, owner: contest.runner, isLate: false });
    return id;
  }

  async function giveExtra({ id }: WorldContest, minutes: number): Promise<void> {
    await change('put', `/api/admin/contests/${id}/participants/extra-minutes`, {
      userIds: [users.owner.id],
      minutes,
    });
  }

  /** One's own window. */
  async function begin({ id, begun }: WorldContest, name: 'owner' | 'rival'): Promise<void> {
    expect((await users[name].post(`/api/contests/${id}/begin`)).statusCode).toBe(200);
    begun?.add(people[name]);
  }

  /** As the next that is judged again without an end. */
  async function judgeWithoutEnd(id: number): Promise<void> {
    await change('post', `/api/admin/submissions/${id}/rejudge`);
    const claim = await claimSubmission(worker, id);
    if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
    const [newResult] = sameInSum[1].results;
    await storeProgress(worker, claim, {
      testsDone: 1,
      testsTotal: sameInSum[1].results.length,
      newResults: newResult ? [newResult] : [],
    });
    underWay.push(id);
  }

  return {
    ...server,
    random,
    people,
    users,
    contests,
    hidden,
    neverStarts,
    ids,
    change,
    upload,
    saveProblem,
    judge,
    judgeWithoutEnd,
    submitIn,
    submitInRun,
    giveExtra,
    begin,
    underWay,
    verdicts,
    /** The newest there is. */
    findLastSubmission: async (): Promise<number> =>
      (await server.database.pool.query('select coalesce(max(id), 0)::int as id from submissions')).rows[0]
        .id,
    /** In which the tester is at a virtual run; null: in none so far. */
    testersRun: { of: null as WorldContest | null },
    /** Into the middle of the next hour. */
    moveOn: (hoursPassed: number) => advance(hoursPassed === 0 ? 30 * minute : hour),
    everybody: everybodyOf(people),
  };
}

/** Not in it, or with a window of their own that has not begun. */
export function isShutOut(people: People, person: Person, contest: WorldContest, phase: Phase): boolean {
  if (!isIn(people, person, contest)) return true;
  return contest.begun !== null && !contest.begun.has(person) && !isOverIn(phase);
}

export function isIn({ owner, rival, neighbour }: People, person: Person, contest: WorldContest): boolean {
  return person === owner || person === rival || (person === neighbour && contest.hasNeighbour);
}
