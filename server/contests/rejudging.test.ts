/**
 * A best submission is judged again, step by step, or goes away. In every state in between each call has an answer, and
 * everybody's result is the best of what has its verdict; only the final standings of a finished contest stay.
 */
import { beforeAll, describe, expect, it } from 'vitest';
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
const { advance, app, context, database, makeClient, signUp } = testApp;
const { db, queue } = context;
const tools = await makeContestTools(testApp);
const { staff, finish, join, judge, makeContest, makeProblem, scoreboard, submit } = tools;
const admin = await signUp('admin');

const result = { testCase: 1, timeMs: 1, memoryKb: 1000, reason: null };

async function claim(id: number): Promise<Claim> {
  const claimed = await claimSubmission(db, id);
  if (!claimed) throw new Error(`Submission ${id} cannot be claimed`);
  return claimed;
}

const running = { testsDone: 1, testsTotal: 2, newResults: [{ ...result, status: 'Accepted' }] };

/** Each goes on from a submission that was just put back for a rejudge. */
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
  'given up': async (id) =>
    storeVerdict(db, await claim(id), {
      status: 'Skipped',
      score: 0,
      results: [],
      fault: 'The disk is on fire',
    }),
};

interface Place {
  readonly owner: Client & { id: number; username: string };
  readonly problem: string;
  readonly contest: number | null;
  readonly best: number;
  readonly second: number;
}

let made = 0;

/** Somebody's two submissions to one problem, of 100 and of 50 points. */
async function makePlace(where: 'main' | 'a running contest' | 'a finished contest'): Promise<Place> {
  const name = `place-${++made}`;
  const [owner, problem] = [await signUp('user', name), await makeProblem(name)];
  let contest: number | null = null;
  if (where !== 'main') {
    contest = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [problem] });
    await join(owner, contest);
    advance(minute);
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
  return { owner, problem, contest, best, second };
}

const putBack = async ({ best }: Place) =>
  expect((await staff.post(`/api/admin/submissions/${best}/rejudge`)).statusCode).toBe(204);

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
      .replace(/^(\/api\/(?:admin\/)?contests\/)\{id\}/, `$1${contest ?? 1}`)
      .replace('/api/submissions/{id}', `/api/submissions/${submission}`)
      .replace('/api/admin/problems/{id}', `/api/admin/problems/${problem}`)
      .replace('{jobId}', '00000000-0000-4000-8000-000000000000');
  const asked = [
    ...paths.flatMap((path) => [fill(path, best), fill(path, second)]),
    ...['', '&filter=mine', `&problemId=${problem}`].map((query) => `/api/submissions?limit=50${query}`),
    ...(contest === null ? [] : [`/api/submissions?contestId=${contest}`]),
  ];
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

const secondBest = {
  submission_count: 2,
  best_score: 50,
  best_submission_status: 'Wrong Answer',
  best_submission_results: [{ status: 'Wrong Answer' }],
};

describe.each(['main', 'a running contest', 'a finished contest'] as const)(
  'a best submission in %s',
  (where) => {
    it.each(Object.entries(states))('that is %s: the best of the others counts', async (_, bring) => {
      const place = await makePlace(where);
      await putBack(place);
      await bring(place.best);
      for (const told of await ownResults(place)) expect(told).toMatchObject(secondBest);
      await expectAnswers(place);
      if (place.contest !== null) {
        const final = where === 'a finished contest' ? 100 : 50;
        expect((await scoreboard(place.contest)).rows).toEqual([[place.owner.username, final]]);
      }
      if (where !== 'a running contest') {
        const scores = (await place.owner.get('/api/scoreboard')).json();
        expect(scores).toContainEqual({
          username: place.owner.username,
          problems_solved: 0,
          total_score: 50,
        });
      }
    });

    it('counts again with its new verdict, whatever that is', async () => {
      const place = await makePlace(where);
      await putBack(place);
      await judge(place.best, 70);
      for (const told of await ownResults(place))
        expect(told).toMatchObject({ ...secondBest, best_score: 70 });
      await putBack(place);
      await judge(place.best, 100);
      for (const told of await ownResults(place)) {
        expect(told).toMatchObject({ best_score: 100, best_submission_status: 'Accepted' });
      }
      if (place.contest !== null) {
        expect((await scoreboard(place.contest)).rows).toEqual([[place.owner.username, 100]]);
      }
    });

    it('that is the only one: there is none until its verdict', async () => {
      const place = await makePlace(where);
      await database.pool.query('delete from submissions where id = $1', [place.second]);
      await putBack(place);
      for (const told of await ownResults(place)) {
        expect(told).toMatchObject({
          best_score: 0,
          best_submission_status: null,
          best_submission_results: [],
        });
      }
      await expectAnswers(place);
    });

    it('whose owner is deleted is missed by nobody', async () => {
      const place = await makePlace(where);
      await putBack(place);
      expect((await admin.delete(`/api/admin/users/${place.owner.id}`)).statusCode).toBe(204);
      await expectAnswers(place);
      if (place.contest !== null) expect((await scoreboard(place.contest)).rows).toEqual([]);
    });
  },
);

describe.each(['main', 'a finished contest'] as const)('a best submission in %s', (where) => {
  it('whose problem is deleted is missed by nobody', async () => {
    const place = await makePlace(where);
    await putBack(place);
    expect((await staff.delete(`/api/admin/problems/${place.problem}`)).statusCode).toBe(204);
    await expectAnswers(place);
    if (place.contest !== null) {
      expect((await scoreboard(place.contest)).rows).toEqual([[place.owner.username, 100]]);
    }
  });
});

it('of a contest that is deleted meanwhile is an ordinary one', async () => {
  const place = await makePlace('a finished contest');
  await putBack(place);
  const claimed = await claim(place.best);
  expect((await staff.delete(`/api/admin/contests/${place.contest}`)).statusCode).toBe(204);
  await expectAnswers(place);
  expect(await storeVerdict(db, claimed, { status: 'Accepted', score: 100, results: [] })).toBe(true);
  for (const told of await ownResults({ ...place, contest: null }))
    expect(told).toMatchObject({ best_score: 100 });
  await expectAnswers(place);
});
