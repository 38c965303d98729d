/**
 * A few contests with random settings at the same time, with people in and around them, on a clock that moves from one hour to
 * the next. Each contest has an hour before its start, runs for two, of which the second is frozen where it has a freeze,
 * waits for an hour until it is finished, and is looked at once more afterwards. Some start an hour later than others, so
 * that what is open in one is secret in another.
 */
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { contestEntries, contestFormats } from '#contract/contest-settings.ts';
import { type ContestFeedback, contestFeedbacks, type Feedback, feedbacks } from '#contract/feedback.ts';
import { finishedStatuses } from '#contract/statuses.ts';
import { claimSubmission, type StoredVerdict, storeProgress, storeVerdict } from '#store/judgements.ts';
import { makeRandom, type Random } from '../../contests/testing/walk.ts';
import { hour, makeContestTools, minute } from '../../contests/testing.ts';
import { makeForm } from '../../testing/form.ts';
import { type Client, makeTestApp } from '../../testing/test-app.ts';
import { type KnownIds, listReadCalls } from './addresses.ts';
import { countStatements } from './answers.ts';
import { startListening } from './listening.ts';
import { everybodyOf, type People, type Person } from './people.ts';
import { sameInSum } from './verdicts.ts';

export const phases = ['before', 'running', 'frozen', 'finishing', 'finished'] as const;
export type Phase = (typeof phases)[number];

export interface WorldProblem {
  /** As it is called now. */
  id: string;
  readonly feedback: Feedback;
  readonly withholdsRunFacts: boolean;
}

export interface WorldContest {
  readonly id: number;
  /** In hours since the beginning. */
  readonly startsAt: number;
  readonly feedback: ContestFeedback;
  readonly entry: (typeof contestEntries)[number];
  readonly hasFreeze: boolean;
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
}

export interface WorldSubmission {
  readonly id: number;
  readonly problem: WorldProblem;
  readonly isOwners: boolean;
  readonly isLate: boolean;
}

export const phaseOf = ({ startsAt }: WorldContest, hoursPassed: number): Phase =>
  phases[Math.max(0, Math.min(phases.length - 1, hoursPassed - startsAt + 1))] ?? 'before';

export type World = Awaited<ReturnType<typeof makeWorld>>;

export const contestsInWorld = 4;
export const hoursInWorld = phases.length + 1;

/** What all worlds share: a server, its staff and its judges. */
export async function startServer() {
  const testApp = await makeTestApp({ METRICS_TOKEN: 'a-token-of-thirty-two-characters' });
  const { context, database, signUp } = testApp;
  countStatements((context.db as unknown as { readonly $client: Pool }).$client);
  const admin = await signUp('admin');
  // What is sent in it is refused after everything else was looked at.
  const off = await admin.put('/api/admin/settings/languages/pascal', { is_on: false });
  expect(off.statusCode).toBe(200);
  return {
    ...testApp,
    tools: await makeContestTools(testApp),
    tester: await signUp('staff', 'tester'),
    // Judges have a role of their own, with few rights.
    worker: database.openAs('worker').db,
    listening: await startListening(testApp),
    readCalls: await listReadCalls(testApp.app),
  };
}

export async function makeWorld(server: Awaited<ReturnType<typeof startServer>>, seed: number) {
  const { advance, listening, makeClient, signUp, tools, worker } = server;
  const { staff, finish, join, makeContest, makeProblem } = tools;
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
    const feedback = pick(random, feedbacks);
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
  const shuffledFeedbacks = shuffle(random, contestFeedbacks);
  const shuffledFormats = shuffle(random, contestFormats);
  const shuffledEntries = shuffle(random, contestEntries);
  const [frozenOne, roomsOne] = [Math.floor(random.next() * 2), Math.floor(random.next() * 2)];
  const contests: WorldContest[] = [];
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
    const startsAt = 1 + ((index >> 1) % 2);
    const id = await makeContest({
      title: `Contest ${index}`,
      startsInMs: startsAt * hour,
      lastsMs: 2 * hour,
      problems: [held.id],
      settings: {
        feedback,
        format: shuffledFormats[index % shuffledFormats.length],
        freeze_minutes: hasFreeze ? 60 : null,
        entry,
        ...(entry === 'password' && { entry_password: 'let me in' }),
      },
    });
    const hasNeighbour = index % 2 === 0;
    const contest: WorldContest = {
      id,
      startsAt,
      feedback,
      entry,
      hasFreeze,
      held,
      shared,
      rooms,
      asked: [],
      hasNeighbour,
      submissions: [],
      unjudged: null,
      isFinished: false,
    };
    contests.push(contest);
    // Before they have the problems in common: nobody joins two rooms.
    for (const user of [users.owner, users.rival]) await enter(user, id, entry);
    if (hasNeighbour) await enter(users.neighbour, id, entry);
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
  for (const [name, user] of Object.entries(users)) {
    const person = people[name as keyof typeof users];
    await listening.open(person, user.id, null);
    for (const contest of contests)
      if (isIn(people, person, contest)) await listening.open(person, user.id, contest.id);
  }

  const ids = (): KnownIds => ({
    contests: [...contests.map(({ id }) => id), neverStarts],
    problems: new Map<number | null, readonly string[]>([
      ...contests.map(({ id }, index): [number, string[]] => [
        id,
        ['held', 'renamed', 'shared', 'kept', 'spare'].map((name) => `s${seed}-${index}-${name}`),
      ]),
      [neverStarts, []],
      [null, [hidden.id, 'absent-1']],
    ]),
    submissions: contests.flatMap(({ submissions }) => submissions.map(({ id }) => id)),
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
  }

  async function submitIn(
    contest: WorldContest,
    problem: WorldProblem,
    name: 'owner' | 'rival',
    isLate = false,
  ) {
    const id = await tools.submit(users[name], problem.id, contest.id);
    contest.submissions.push({ id, problem, isOwners: name === 'owner', isLate });
    return id;
  }

  /** What happens in an hour, whoever is told of it. */
  async function passHour(hoursPassed: number): Promise<void> {
    for (const contest of contests) {
      const { id, feedback, hasFreeze, held, submissions } = contest;
      switch (phaseOf(contest, hoursPassed)) {
        case 'running': {
          if (submissions.length > 0) break;
          const first = await submitIn(contest, held, 'owner');
          if (feedback !== 'nothing') await judge(first, sameInSum[0]);
          for (const problem of [contest.shared, ...(contest.rooms ? [contest.rooms.kept] : [])])
            await judge(await submitIn(contest, problem, 'owner'), sameInSum[0]);
          await judge(await submitIn(contest, held, 'rival'), sameInSum[0]);
          break;
        }
        case 'frozen': {
          const late = await submitIn(contest, held, 'owner', true);
          if (!hasFreeze) await judge(late, sameInSum[0]);
          contest.unjudged = await tools.submit(users.rival, held.id, id);
          break;
        }
        case 'finished':
          if (contest.unjudged) await judge(contest.unjudged, sameInSum[0]);
          Object.assign(contest, { unjudged: null, isFinished: true });
          if (hasFreeze) await change('post', `/api/admin/contests/${id}/thaw`);
          break;
        default:
      }
    }
    await finishThose(hoursPassed);
  }

  async function finishThose(hoursPassed: number): Promise<void> {
    if (contests.some((contest) => phaseOf(contest, hoursPassed) === 'finished')) await finish();
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
    submitIn,
    passHour,
    /** Into the middle of the next hour. */
    moveOn: (hoursPassed: number) => advance(hoursPassed === 0 ? 30 * minute : hour),
    everybody: everybodyOf(people),
  };
}

export function isIn({ owner, rival, neighbour }: People, person: Person, contest: WorldContest): boolean {
  return person === owner || person === rival || (person === neighbour && contest.hasNeighbour);
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const picked = random.pick(items);
  if (picked === undefined) throw new Error('There is nothing to pick from');
  return picked;
}

export function shuffle<Item>(random: Random, items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, key: random.next() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}
