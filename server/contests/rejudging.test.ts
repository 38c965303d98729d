/**
 * A best submission is judged again, step by step, or goes away. In every state in between each call has an answer, and
 * the verdict that is in force stays so, everywhere, until there is another; and when the judge gives up, for good.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { OwnVirtualRun } from '#contract/virtual-runs.ts';
import { words } from '#contract/words.ts';
import {
  type Claim,
  claimSubmission,
  handBack,
  releaseClaim,
  storeProgress,
  storeVerdict,
} from '#store/judgements.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, app, context, makeClient, signUp } = testApp;
const { db, queue } = context;
const tools = await makeContestTools(testApp);
const { staff, finish, join, judge, makeContest, makeProblem, scoreboard, statusOf, submit } = tools;
const admin = await signUp('admin');

const result = { testCase: 1, timeMs: 1, memoryKb: 1000, reason: null };

async function claim(id: number): Promise<Claim> {
  const claimed = await claimSubmission(db, id);
  if (!claimed) throw new Error(`Submission ${id} cannot be claimed`);
  return claimed;
}

const running = { testsDone: 1, testsTotal: 2, newResults: [{ ...result, status: 'Accepted' }] };

/** Each goes on from a submission for which staff have just asked for a rejudge. */
const states: Record<string, (id: number) => Promise<unknown>> = {
  Pending: async () => {},
  Compiling: claim,
  'Running 1/2': async (id) => storeProgress(db, await claim(id), running),
  'released by a judge that failed': async (id) => releaseClaim(db, await claim(id), words('judging_failed')),
  'handed back by a worker that leaves': async (id) => {
    const claimed = await claim(id);
    await storeProgress(db, claimed, running);
    await handBack(db, queue, claimed);
  },
  'fenced off by another rejudge': async (id) => {
    const late = await claim(id);
    await storeProgress(db, late, running);
    await rejudge(id);
    expect(await storeVerdict(db, late, { status: 'Wrong Answer', score: 0, results: [] })).toBe(false);
  },
  'given up': async (id) =>
    storeVerdict(db, await claim(id), {
      status: 'Skipped',
      score: 0,
      results: [],
      fault: 'The disk is on fire',
    }),
};

type Where = 'main' | 'a running contest' | 'a finished contest' | 'a virtual run';

interface Place {
  readonly where: Where;
  readonly owner: Client & { id: number; username: string };
  readonly problem: string;
  readonly contest: number | null;
  readonly best: number;
  readonly second: number;
}

let made = 0;

/** Somebody's two submissions to one problem, of 100 and of 50 points. */
async function makePlace(where: Where): Promise<Place> {
  const name = `place-${++made}`;
  const [owner, problem] = [await signUp('user', name), await makeProblem(name)];
  let contest: number | null = null;
  if (where !== 'main') {
    contest = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [problem] });
    if (where !== 'a virtual run') await join(owner, contest);
    advance(minute);
  }
  if (where === 'a virtual run') {
    advance(minute);
    await finish();
    expect((await owner.post(`/api/contests/${contest}/virtual`)).statusCode).toBe(201);
  }
  const [best, second] = [
    await submit(owner, problem, contest ?? undefined),
    await submit(owner, problem, contest ?? undefined),
  ];
  await judge(best, 100);
  await judge(second, 50);
  if (where === 'a finished contest') {
    advance(minute);
    await finish();
  }
  return { where, owner, problem, contest, best, second };
}

async function rejudge(id: number): Promise<void> {
  expect((await staff.post(`/api/admin/submissions/${id}/rejudge`)).statusCode).toBe(204);
}

/** What the owner reads about the problem, in each place that tells it. */
async function ownResults({ owner, problem, contest }: Place) {
  const inContest = contest === null ? '' : `/contests/${contest}`;
  const lists = contest === null ? ['/api/problems-with-stats'] : [`/api${inContest}/problems`];
  const told: object[] = [];
  for (const path of lists) {
    const list = await owner.get(path);
    expect([path, list.statusCode]).toEqual([path, 200]);
    told.push(list.json().find(({ id }: { id: string }) => id === problem));
  }
  const detail = await owner.get(`/api${inContest}/problems/${problem}`);
  expect(detail.statusCode).toBe(200);
  return [...told, detail.json()];
}

const paths = Object.entries((app.swagger() as { paths: Record<string, { get?: unknown }> }).paths)
  .filter(([path, methods]) => methods.get && path !== '/api/events')
  .map(([path]) => path);

async function expectAnswers({ owner, problem, contest, best, second }: Place): Promise<void> {
  const fill = (path: string, submission: number) =>
    path
      .replace('{contestId}', String(contest ?? 1))
      .replace('{problemId}', problem)
      .replace('{userId}', String(owner.id))
      .replace(/^(\/api\/(?:admin\/)?contests\/)\{id\}/, `$1${contest ?? 1}`)
      .replace('/api/submissions/{id}', `/api/submissions/${submission}`)
      .replace('/api/admin/problems/{id}', `/api/admin/problems/${problem}`)
      .replace('{jobId}', '00000000-0000-4000-8000-000000000000');
  const asked = [
    ...paths.flatMap((path) => [fill(path, best), fill(path, second)]),
    ...['', '&filter=mine', `&problemId=${problem}`].map((query) => `/api/submissions?limit=50${query}`),
    ...(contest === null ? [] : [`/api/submissions?contestId=${contest}`]),
  ];
  expect(asked.filter((path) => path.includes('{'))).toEqual([]);
  for (const client of [makeClient(), outsider, owner, staff, admin]) {
    for (const path of new Set(asked)) {
      const { statusCode, body } = await client.get(path);
      expect([path, statusCode < 500, body.slice(0, 200)]).toEqual([path, true, expect.anything()]);
    }
  }
}

let outsider: Client;
beforeAll(async () => {
  outsider = await signUp('user', 'outsider');
});

const bestAsBefore = {
  submission_count: 2,
  best_score: 100,
  best_submission_status: 'Accepted',
  best_submission_results: [{ status: 'Accepted' }],
};

/** The submission itself, as it was, to its owner and in every list. */
async function expectVerdictAsBefore({ owner, best, contest, where }: Place): Promise<void> {
  const verdict = { id: best, overall_status: 'Accepted', score: 100, tests_done: 1, tests_total: 1 };
  const detail = (await owner.get(`/api/submissions/${best}`)).json();
  expect(detail).toMatchObject({ ...verdict, results: [{ status: 'Accepted' }], rejudge: null });
  // Those of a running contest or run are not in the main list, and those of a run are not in the contest's either.
  const lists = [
    ...(where === 'a running contest' || where === 'a virtual run' ? [] : ['filter=mine']),
    ...(contest === null || where === 'a virtual run' ? [] : [`contestId=${contest}`]),
  ];
  for (const list of lists) {
    const rows: { id: number }[] = (await owner.get(`/api/submissions?${list}`)).json();
    expect(rows.filter(({ id }) => id === best)).toMatchObject([verdict]);
  }
}

describe.each(['main', 'a running contest', 'a finished contest'] as const)(
  'a best submission in %s',
  (where) => {
    it.each(Object.entries(states))('that is judged again and is %s: its verdict stays', async (_, bring) => {
      const place = await makePlace(where);
      await rejudge(place.best);
      await bring(place.best);
      for (const told of await ownResults(place)) expect(told).toMatchObject(bestAsBefore);
      await expectVerdictAsBefore(place);
      await expectAnswers(place);
      if (place.contest !== null) {
        expect((await scoreboard(place.contest)).rows).toEqual([[place.owner.username, 100]]);
      }
      if (where !== 'a running contest') {
        const scores = (await place.owner.get('/api/scoreboard')).json();
        expect(scores).toContainEqual({
          username: place.owner.username,
          problems_solved: 1,
          total_score: 100,
        });
      }
    });

    it('counts with its new verdict, whatever that is', async () => {
      const place = await makePlace(where);
      await rejudge(place.best);
      await judge(place.best, 30);
      for (const told of await ownResults(place))
        expect(told).toMatchObject({ best_score: 50, best_submission_status: 'Wrong Answer' });
      await rejudge(place.best);
      await judge(place.best, 70);
      for (const told of await ownResults(place))
        expect(told).toMatchObject({ best_score: 70, best_submission_status: 'Wrong Answer' });
      await rejudge(place.best);
      await judge(place.best, 100);
      for (const told of await ownResults(place)) {
        expect(told).toMatchObject({ best_score: 100, best_submission_status: 'Accepted' });
      }
      if (place.contest !== null) {
        expect((await scoreboard(place.contest)).rows).toEqual([[place.owner.username, 100]]);
      }
    });

    it('tells staff how far the rejudge is, and why the judge gave up on it, and nobody else', async () => {
      const place = await makePlace(where);
      const told = async (client: Client) =>
        (await client.get(`/api/submissions/${place.best}`)).json().rejudge;
      expect(await told(staff)).toBeNull();
      await rejudge(place.best);
      expect(await told(staff)).toEqual({ status: 'Pending', fault: null, fault_words: null });
      const claimed = await claim(place.best);
      await storeProgress(db, claimed, running);
      expect(await told(admin)).toEqual({ status: 'Running', fault: null, fault_words: null });
      await storeVerdict(db, claimed, { status: 'Skipped', score: 0, results: [], fault: 'On fire' });
      expect(await told(staff)).toEqual({ status: 'Skipped', fault: 'On fire', fault_words: null });
      expect(await told(place.owner)).toBeNull();
      // One that succeeds is in force, and there is nothing more to tell.
      await rejudge(place.best);
      await judge(place.best, 100);
      expect(await told(staff)).toBeNull();
    });

    it('whose owner is deleted is missed by nobody', async () => {
      const place = await makePlace(where);
      await rejudge(place.best);
      expect((await admin.delete(`/api/admin/users/${place.owner.id}`)).statusCode).toBe(204);
      await expectAnswers(place);
      if (place.contest !== null) expect((await scoreboard(place.contest)).rows).toEqual([]);
    });
  },
);

describe.each(['main', 'a finished contest'] as const)('a best submission in %s', (where) => {
  it('whose problem is deleted is missed by nobody', async () => {
    const place = await makePlace(where);
    await rejudge(place.best);
    expect((await staff.delete(`/api/admin/problems/${place.problem}`)).statusCode).toBe(204);
    await expectAnswers(place);
    if (place.contest !== null) {
      expect((await scoreboard(place.contest)).rows).toEqual([[place.owner.username, 100]]);
    }
  });
});

describe('a best submission in a virtual run', () => {
  /** What has come of the run so far, with what is told there of the submission. */
  async function readRun({ owner, contest, best }: Place) {
    const response = await owner.get(`/api/contests/${contest}/virtual`);
    expect(response.statusCode).toBe(200);
    const { run } = response.json<OwnVirtualRun>();
    const listed = run?.submissions.find(({ id }) => id === best);
    return { total: run?.row.steps.at(-1)?.total_score, verdict: [listed?.overall_status, listed?.score] };
  }
  const ownScore = async ({ owner, problem }: Place) =>
    (await owner.get(`/api/problems/${problem}`)).json().best_score;
  const asBefore = { total: 100, verdict: ['Accepted', 100] };

  it.each(Object.entries(states))('that is judged again and is %s: its verdict stays', async (_, bring) => {
    const place = await makePlace('a virtual run');
    await rejudge(place.best);
    await bring(place.best);
    expect(await readRun(place)).toEqual(asBefore);
    await expectVerdictAsBefore(place);
    await expectAnswers(place);
    expect(await ownScore(place)).toBe(0);
    expect((await place.owner.post(`/api/contests/${place.contest}/virtual/end`)).statusCode).toBe(200);
    expect(await readRun(place)).toEqual(asBefore);
    expect(await ownScore(place)).toBe(100);
    await expectAnswers(place);
    expect((await scoreboard(place.contest ?? 0)).rows).toEqual([]);
  });

  it('counts with its new verdict, in the run and after it', async () => {
    const place = await makePlace('a virtual run');
    await rejudge(place.best);
    await judge(place.best, 30);
    expect(await readRun(place)).toEqual({ total: 50, verdict: ['Wrong Answer', 30] });
    await rejudge(place.best);
    await place.owner.post(`/api/contests/${place.contest}/virtual/end`);
    expect(await ownScore(place)).toBe(50);
    await judge(place.best, 70);
    expect(await readRun(place)).toEqual({ total: 70, verdict: ['Wrong Answer', 70] });
    expect(await ownScore(place)).toBe(70);
  });

  it('whose owner is deleted is missed by nobody', async () => {
    const place = await makePlace('a virtual run');
    await rejudge(place.best);
    expect((await admin.delete(`/api/admin/users/${place.owner.id}`)).statusCode).toBe(204);
    await expectAnswers(place);
  });

  it('whose problem is deleted is missed by nobody', async () => {
    const place = await makePlace('a virtual run');
    await rejudge(place.best);
    expect((await staff.delete(`/api/admin/problems/${place.problem}`)).statusCode).toBe(204);
    await expectAnswers(place);
    expect(await readRun(place)).toEqual({ total: undefined, verdict: [undefined, undefined] });
  });
});

it('a contest that has ended waits for what is judged again, and its standings have the new verdict', async () => {
  const place = await makePlace('a running contest');
  await rejudge(place.best);
  advance(minute);
  await finish();
  expect(await statusOf(place.contest ?? 0)).toBe('finishing');
  expect((await scoreboard(place.contest ?? 0)).rows).toEqual([[place.owner.username, 100]]);
  await judge(place.best, 60);
  await finish();
  expect(await statusOf(place.contest ?? 0)).toBe('finished');
  expect((await scoreboard(place.contest ?? 0)).rows).toEqual([[place.owner.username, 60]]);
});

it('of a contest that is deleted meanwhile is an ordinary one', async () => {
  const place = await makePlace('a finished contest');
  await rejudge(place.best);
  const claimed = await claim(place.best);
  expect((await staff.delete(`/api/admin/contests/${place.contest}`)).statusCode).toBe(204);
  await expectAnswers(place);
  expect(await storeVerdict(db, claimed, { status: 'Accepted', score: 100, results: [] })).toBe(true);
  for (const told of await ownResults({ ...place, contest: null }))
    expect(told).toMatchObject({ best_score: 100 });
  await expectAnswers(place);
});
