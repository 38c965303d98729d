/**
 * What a problem or a contest keeps back of submissions is told to nobody but staff: whatever that is, every answer to
 * everybody else is the same to the letter.
 */
import { expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { words } from '#contract/words.ts';
import { releaseClaim, type StoredVerdict, storeProgress } from '#store/judgements.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeFeedbackTools, makeVerdict } from './testing/feedback.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, app, database, makeClient, signUp } = testApp;
const { staff, finish, join, makeContest, makeProblem, scoreboard, startContest, statusOf, submit } =
  await makeContestTools(testApp);
const { worker, setFeedback, setContestFeedback, claim, judge, rejudge } = makeFeedbackTools(testApp, staff);

const { paths } = app.swagger() as { paths: Record<string, { get?: unknown }> };
/** What is not for staff alone, the stream of events aside (events/events.test.ts). */
const readable = Object.keys(paths).filter(
  (path) => paths[path]?.get && !/^\/api\/(admin|events)/.test(path) && path.includes('{'),
);
const boards = ['/api/problems-with-stats', '/api/scoreboard', '/api/contests'];
const verdictQueries = ['Accepted', 'Wrong%20Answer', 'Compilation%20Error'].map(
  (name) => `&verdict=${name}`,
);

/** Everything that somebody can ask about it, with what the headers tell. */
async function readAll(client: Client, problemId: string, id: number, contestId: number): Promise<string[]> {
  const lists = [`?limit=50`, `?problemId=${problemId}`, `?contestId=${contestId}`].flatMap((list) =>
    ['', '&filter=mine', ...verdictQueries, `${verdictQueries[0]}&filter=mine`].map(
      (query) => `/api/submissions${list}${query}`,
    ),
  );
  const one = (path: string) =>
    path
      .replace('{contestId}', `${contestId}`)
      .replace('{problemId}', problemId)
      .replace('contests/{id}', `contests/${contestId}`)
      .replace('submissions/{id}', `submissions/${id}`)
      .replace('{id}', problemId);
  const answers: string[] = [];
  for (const address of [...readable.map(one), ...boards, ...lists]) {
    const { statusCode, body, headers } = await client.get(address);
    answers.push(`${address}: ${statusCode} ${headers.etag ?? ''} ${body}`);
  }
  return answers;
}

/** Two that contestants are not to tell from each other. */
const indistinct = {
  groups: [
    makeVerdict(40, 'Accepted', 'Wrong Answer', 'Accepted', 'Time Limit Exceeded'),
    makeVerdict(40, 'Accepted', 'Accepted', 'Wrong Answer', 'Accepted'),
  ],
  samples: [
    makeVerdict(0, 'Accepted', 'Wrong Answer', 'Skipped', 'Skipped'),
    makeVerdict(100, 'Accepted', 'Accepted', 'Accepted', 'Accepted'),
  ],
} as const;

interface Asked {
  readonly people: readonly Client[];
  readonly problemId: string;
  readonly contestId: number;
}

/** After each of two steps everybody is told the same, though staff see that it is not. */
async function expectSameTo(
  { people, problemId, contestId }: Asked,
  id: number,
  ...steps: (() => Promise<unknown>)[]
): Promise<void> {
  const seen: string[][] = [];
  const seenByStaff: string[] = [];
  for (const step of steps) {
    await step();
    const told = await Promise.all(people.map((client) => readAll(client, problemId, id, contestId)));
    seen.push(told.flat());
    seenByStaff.push((await staff.get(`/api/submissions/${id}`)).body);
  }
  for (const [index, told] of seen.slice(1).entries()) {
    expect(told).toEqual(seen[0]);
    expect(seenByStaff[index + 1]).not.toEqual(seenByStaff[index]);
  }
}

it.each(['groups', 'samples'] as const)(
  '%s: nobody but staff can tell what the rest came to, in the main list as in a contest, at any step',
  async (feedback) => {
    const problemId = await makeProblem(`secret-${feedback}`);
    await setFeedback(problemId, feedback);
    const [owner, rival] = [await signUp('user'), await signUp('user')];
    const others = [owner, rival, makeClient()];
    const [one, other] = indistinct[feedback];
    let contestId = 0;

    const expectSame = (id: number, ...steps: (() => Promise<unknown>)[]) =>
      expectSameTo({ people: others, problemId, contestId }, id, ...steps);

    async function judgeEitherWay(id: number): Promise<void> {
      const first = await claim(id);
      // One is not told either how far judging is, which shows how long tests take and what was skipped.
      const progress = ({ results }: StoredVerdict, testsDone: number) => ({
        testsDone,
        testsTotal: 4,
        newResults: results.slice(0, testsDone),
      });
      await expectSame(
        id,
        () => storeProgress(worker, first, progress(one, 2)),
        async () => {
          await releaseClaim(worker, first, words('judging_failed'));
          await storeProgress(worker, await claim(id), progress(other, 3));
        },
      );
      await staff.post(`/api/admin/submissions/${id}/rejudge`);
      await expectSame(
        id,
        () => judge(id, one),
        () => rejudge(id, other),
      );
    }

    await judgeEitherWay(await submit(owner, problemId));
    contestId = await makeContest({ startsInMs: minute, lastsMs: hour, problems: [problemId] });
    for (const client of [owner, rival]) await join(client, contestId);
    advance(minute);
    await judge(await submit(rival, problemId, contestId), one);
    const inside = await submit(owner, problemId, contestId);
    await judgeEitherWay(inside);
    advance(hour);
    expect(await statusOf(contestId)).toBe('finishing');
    await expectSame(
      inside,
      () => rejudge(inside, one),
      () => rejudge(inside, other),
    );
    await finish();
    await expectSame(
      inside,
      () => rejudge(inside, one),
      () => rejudge(inside, other),
    );
  },
);

it.each(['groups', 'samples', 'nothing'] as const)(
  'a contest that tells %s: nobody but staff can tell the rest until it has finished, and then everybody',
  async (feedback) => {
    const {
      contestId,
      participants,
      problemIds: [problemId = ''],
    } = await startContest(`narrow-${feedback}`, { people: 2 });
    const [owner, rival] = participants as Client[] as [Client, Client];
    expect((await setContestFeedback(contestId, feedback)).statusCode).toBe(200);
    const [one, other] = indistinct[feedback === 'groups' ? 'groups' : 'samples'];
    const asked = { people: [owner, rival, makeClient()], problemId, contestId };
    async function judgeUnseen(asked: Asked, id: number): Promise<void> {
      const claimed = await claim(id);
      const running = ({ results }: StoredVerdict, testsDone: number) => ({
        testsDone,
        testsTotal: 4,
        newResults: results.slice(0, testsDone),
      });
      await expectSameTo(
        asked,
        id,
        // Where nothing is told, waiting and judged look the same too, and so does what did not compile.
        ...(feedback === 'nothing' ? [() => Promise.resolve()] : []),
        () => storeProgress(worker, claimed, running(one, 2)),
        async () => {
          await releaseClaim(worker, claimed, words('judging_failed'));
          await storeProgress(worker, await claim(id), running(other, 3));
        },
      );
      await staff.post(`/api/admin/submissions/${id}/rejudge`);
      await expectSameTo(
        asked,
        id,
        ...(feedback === 'nothing'
          ? [() => Promise.resolve(), () => judge(id, { status: 'Compilation Error', score: 0, results: [] })]
          : [() => judge(id, one)]),
        () => rejudge(id, one),
        () => rejudge(id, other),
      );
    }

    await judge(await submit(rival, problemId, contestId), one);
    const id = await submit(owner, problemId, contestId);
    await judgeUnseen(asked, id);
    const told = async (client: Client) => (await client.get(`/api/submissions/${id}`)).json();
    expect(await told(owner)).toMatchObject({
      feedback,
      overall_status: { groups: 'Wrong Answer', samples: 'Judged', nothing: 'Received' }[feedback],
      results: feedback === 'nothing' ? [] : [{ testCase: 1 }],
    });
    expect((await owner.get(`/api/contests/${contestId}/problems/${problemId}`)).json()).toMatchObject({
      feedback,
    });
    advance(hour);
    expect(await statusOf(contestId)).toBe('finishing');
    await expectSameTo(
      asked,
      id,
      () => rejudge(id, one),
      () => rejudge(id, other),
    );
    expect((await setContestFeedback(contestId, 'full')).json().code).toBe('contest_feedback_fixed');
    await finish();
    expect(await told(owner)).toMatchObject({
      feedback: 'full',
      score: other.score,
      results: other.results.map(({ testCase, status }) => ({ testCase, status })),
    });
    expect((await scoreboard(contestId, rival)).rows).toHaveLength(2);
    expect((await scoreboard(contestId, rival)).scoreboard[0].detailed_scores[problemId].score).toBeDefined();

    // In a virtual run its owner is told as little, until that is over.
    expect((await owner.post(`/api/contests/${contestId}/virtual`)).statusCode).toBe(201);
    const again = await submit(owner, problemId, contestId);
    await judgeUnseen(asked, again);
    expect((await owner.post(`/api/contests/${contestId}/virtual/end`)).statusCode).toBe(200);
    expect((await owner.get(`/api/submissions/${again}`)).json()).toMatchObject({
      feedback: 'full',
      score: other.score,
    });
  },
);

it('is not got round by the main list: what a contest keeps back of a problem that it shares is not told there', async () => {
  const problemId = await makeProblem('got-round');
  const contestId = await makeContest({
    startsInMs: minute,
    lastsMs: hour,
    settings: { feedback: 'nothing' },
  });
  const shared = { problemIds: [problemId], action: 'share_with_contest' };
  expect((await staff.post(`/api/admin/contests/${contestId}/problems`, shared)).statusCode).toBe(204);
  const [participant, other, member] = [await signUp('user'), await signUp('user'), await signUp('staff')];
  for (const client of [participant, member]) await join(client, contestId);
  const program = { problemId, language: 'cpp', code: 'int main() {}' };
  const statuses = async () =>
    Promise.all(
      [participant, other, member].map(
        async (client) => (await client.post('/api/submit', program)).statusCode,
      ),
    );
  expect(await statuses()).toEqual([201, 201, 201]);
  advance(minute);
  expect(await statuses()).toEqual([403, 201, 201]);
  expect((await participant.post('/api/submit', program)).json().code).toBe('problem_in_own_contest');
  const inside = await submit(participant, problemId, contestId);
  expect((await setContestFeedback(contestId, 'full')).statusCode).toBe(200);
  expect(await statuses()).toEqual([201, 201, 201]);
  expect((await setContestFeedback(contestId, 'groups')).statusCode).toBe(200);
  advance(hour);
  expect(await statusOf(contestId)).toBe('finishing');
  expect(await statuses()).toEqual([403, 201, 201]);
  await judge(inside, makeVerdict(100, 'Accepted', 'Accepted'));
  await finish();
  expect(await statuses()).toEqual([201, 201, 201]);
});

it('nothing: whether the next submission is taken says nothing of how far the last ones are, in a virtual run neither', async () => {
  const { contestId, participants, problemIds } = await startContest('unpaced', {
    people: 2,
    settings: { feedback: 'nothing' },
  });
  type Participant = (typeof participants)[number];
  const [ada, ben] = participants as [Participant, Participant];
  const [problemId] = problemIds as [string];
  const open = await makeProblem('open-beside');
  const send = async (client: Client, problem: string, contest?: number) => {
    const program = { problemId: problem, language: 'cpp', code: 'int main() {}', contestId: contest };
    return (await client.post('/api/submit', program)).json();
  };
  const expectSamePace = async (clients: readonly [Client, Client], contest: number) => {
    for (const [index, client] of clients.entries()) {
      for (let sent = 0; sent < limits.pendingMax; sent += 1) {
        const { id } = await send(client, problemId, contest);
        // Of one of them all are judged, of the other none.
        if (index === 0) await judge(id, makeVerdict(0, 'Accepted', 'Wrong Answer'));
      }
    }
    for (const client of clients)
      expect((await send(client, problemId, contest)).code).toBe('submitting_too_fast');
    advance(limits.submitRateWindowMs - 1);
    for (const client of clients)
      expect((await send(client, problemId, contest)).code).toBe('submitting_too_fast');
    advance(1);
    for (const client of clients) expect(await send(client, open)).toEqual({ id: expect.any(Number) });
    for (const client of clients)
      expect(await send(client, problemId, contest)).toEqual({ id: expect.any(Number) });
  };
  await expectSamePace([ada, ben], contestId);
  advance(hour);
  await judgeAll();
  await finish();
  expect(await statusOf(contestId)).toBe('finished');
  for (const client of [ada, ben])
    expect((await client.post(`/api/contests/${contestId}/virtual`)).statusCode).toBeLessThan(300);
  await expectSamePace([ada, ben], contestId);
});

async function judgeAll(): Promise<void> {
  const { rows } = await database.pool.query(
    `select submission_id from judgements where status in ('Pending', 'Compiling', 'Running')`,
  );
  for (const { submission_id } of rows) await judge(Number(submission_id), makeVerdict(0, 'Wrong Answer'));
}
