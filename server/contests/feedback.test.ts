/**
 * A problem says what contestants see of their submissions, and a contest may keep back more until it has finished. What is
 * kept back is told to nobody but staff: whatever that is, every answer to everybody else is the same to the letter.
 */
import { expect, it } from 'vitest';
import { type ContestFormatName, contestFormats } from '#contract/contest-formats.ts';
import type { ContestHistory } from '#contract/contest-history.ts';
import type { Contest } from '#contract/contests.ts';
import { limits } from '#contract/limits.ts';
import { createReplay } from '#contract/replay.ts';
import type { TestStatus } from '#contract/statuses.ts';
import { words } from '#contract/words.ts';
import {
  claimSubmission,
  releaseClaim,
  type StoredVerdict,
  storeProgress,
  storeVerdict,
} from '#store/judgements.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, app, database, makeClient, signUp } = testApp;
const { staff, finish, join, makeContest, makeProblem, scoreboard, startContest, statusOf, submit } =
  await makeContestTools(testApp);
// Judges have a role of their own, with few rights.
const worker = database.openAs('worker').db;

async function setFeedback(id: string, feedback?: string): Promise<void> {
  const fields = {
    title: `Title of ${id}`,
    author: staff.username,
    time_limit_ms: 1000,
    memory_limit_mb: 256,
  };
  expect((await staff.put(`/api/admin/problems/${id}`, { id, ...fields, feedback })).statusCode).toBe(200);
}

/** Of a sample and the tests behind it, all in one group. */
function makeVerdict(score: number, ...statuses: TestStatus[]): StoredVerdict {
  const status = score === 100 ? 'Accepted' : 'Wrong Answer';
  return {
    status,
    score,
    results: statuses.map((each, index) => ({
      testCase: index + 1,
      status: each,
      timeMs: 7,
      memoryKb: 8,
      reason: null,
      ...(index === 0 && { isSample: true }),
    })),
    groups: [
      { name: 'samples', points: 0, earned: 0, status: 'Accepted', within: null, tests: [[1, 1]] },
      { name: 'rest', points: 100, earned: score, status, within: null, tests: [[2, statuses.length]] },
    ],
  };
}

async function claim(id: number) {
  const claimed = await claimSubmission(worker, id);
  if (!claimed) throw new Error(`Submission ${id} cannot be claimed`);
  return claimed;
}

async function judge(id: number, verdict: StoredVerdict): Promise<void> {
  expect(await storeVerdict(worker, await claim(id), verdict)).toBe(true);
}

async function rejudge(id: number, verdict: StoredVerdict): Promise<void> {
  await staff.post(`/api/admin/submissions/${id}/rejudge`);
  await judge(id, verdict);
}

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

async function setContestFeedback(contestId: number, feedback: string) {
  const contests: Contest[] = (await staff.get('/api/admin/contests')).json();
  const { title = '', start_time = '', end_time = '' } = contests.find(({ id }) => id === contestId) ?? {};
  const body = { title, startTime: start_time, endTime: end_time, feedback };
  return staff.put(`/api/admin/contests/${contestId}`, body);
}

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

it('whichever of problem and contest keeps back more decides', async () => {
  const { contestId, participants, problemIds } = await startContest('narrower', { problems: 2 });
  const [open = '', kept = ''] = problemIds;
  const user = participants[0] as Client;
  await setFeedback(kept, 'samples');
  const read = async (id: number) => (await user.get(`/api/submissions/${id}`)).json().feedback;
  const ids = [await submit(user, open, contestId), await submit(user, kept, contestId)];
  const seen: Record<string, string[]> = {};
  for (const feedback of ['full', 'groups', 'samples', 'nothing']) {
    expect((await setContestFeedback(contestId, feedback)).json()).toMatchObject({ feedback });
    seen[feedback] = await Promise.all(ids.map(read));
  }
  expect(seen).toEqual({
    full: ['full', 'samples'],
    groups: ['groups', 'samples'],
    samples: ['samples', 'samples'],
    nothing: ['nothing', 'nothing'],
  });
  expect((await setContestFeedback(contestId, 'much')).statusCode).toBe(400);
});

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

it('tells what each setting promises, also of what was submitted before, and everything to staff', async () => {
  const { contestId, participants, problemIds } = await startContest('promise');
  const [problemId = ''] = problemIds;
  const user = participants[0] as Client;
  const id = await submit(user, problemId, contestId);
  const verdict = makeVerdict(40, 'Accepted', 'Accepted', 'Wrong Answer');
  await judge(id, verdict);
  const read = async (client: Client) => (await client.get(`/api/submissions/${id}`)).json();
  const readBest = async (client: Client) =>
    (await client.get(`/api/contests/${contestId}/problems/${problemId}`)).json();
  const everything = {
    feedback: 'full',
    overall_status: 'Wrong Answer',
    score: 40,
    tests_total: 3,
    results: [{ testCase: 1 }, { testCase: 2 }, { testCase: 3, status: 'Wrong Answer' }],
    groups: verdict.groups,
  };
  expect(await read(user)).toMatchObject(everything);
  expect(await readBest(user)).toMatchObject({ feedback: 'full', best_score: 40 });

  await setFeedback(problemId, 'groups');
  const groups = await read(user);
  expect(groups).toMatchObject({ ...everything, feedback: 'groups', results: [{ testCase: 1, timeMs: 7 }] });
  expect(groups.results).toHaveLength(1);
  expect(await readBest(user)).toMatchObject({
    feedback: 'groups',
    best_score: 40,
    best_submission_status: 'Wrong Answer',
    best_submission_results: [{ status: 'Accepted' }, { status: 'Hidden' }, { status: 'Hidden' }],
  });

  await setFeedback(problemId, 'samples');
  // As it is, when it is not spoken of.
  await setFeedback(problemId);
  const samples = await read(user);
  expect(samples).toMatchObject({
    feedback: 'samples',
    overall_status: 'Judged',
    score: null,
    tests_done: 0,
    tests_total: 0,
    results: [{ testCase: 1, status: 'Accepted' }],
    groups: [],
  });
  expect(samples.results).toHaveLength(1);
  const nothing = { best_score: null, best_submission_status: null, best_submission_results: [], groups: [] };
  expect(await readBest(user)).toMatchObject({ feedback: 'samples', submission_count: 1, ...nothing });
  expect(await read(staff)).toMatchObject(everything);

  // What did not get as far as a test is told.
  const broken = await submit(user, problemId, contestId);
  await judge(broken, { status: 'Compilation Error', score: 0, results: [] });
  expect((await user.get(`/api/submissions/${broken}`)).json()).toMatchObject({
    overall_status: 'Compilation Error',
    score: 0,
  });
  const found = await user.get(`/api/submissions?contestId=${contestId}&verdict=Compilation%20Error`);
  expect(found.json()).toMatchObject([{ id: broken }]);
});

it('scores that are not told count on no scoreboard but in the final standings of a contest', async () => {
  const { contestId, participants, problemIds } = await startContest('counts', { problems: 2 });
  const [told = '', kept = ''] = problemIds;
  const user = participants[0] as Client & { username: string };
  await setFeedback(kept, 'samples');
  for (const [problemId, score] of [
    [told, 30],
    [kept, 100],
  ] as const) {
    await judge(await submit(user, problemId, contestId), makeVerdict(score, 'Accepted', 'Accepted'));
  }
  const cells = async (client: Client) => (await scoreboard(contestId, client)).scoreboard[0];
  const all = { [told]: { score: 30, attempts: 1 }, [kept]: { score: 100, attempts: 1, first: true } };
  expect(await cells(user)).toMatchObject({
    total_score: 30,
    detailed_scores: { [told]: { score: 30, attempts: 1 }, [kept]: { attempts: 1 } },
  });
  expect((await cells(user)).detailed_scores[kept]).toEqual({ attempts: 1 });
  expect(await cells(staff)).toMatchObject({ total_score: 130, detailed_scores: all });
  advance(hour);
  await finish();
  expect(await cells(user)).toMatchObject({ total_score: 130, detailed_scores: all });

  const inMain = async () =>
    (await user.get('/api/scoreboard'))
      .json()
      .find(({ username }: Client & { username: string }) => username === user.username);
  expect(await inMain()).toMatchObject({ problems_solved: 0, total_score: 30 });
  await setFeedback(kept, 'groups');
  expect(await inMain()).toMatchObject({ problems_solved: 1, total_score: 130 });
  await setFeedback(told, 'samples');
  expect(await inMain()).toMatchObject({ problems_solved: 1, total_score: 100 });
  await setFeedback(kept, 'samples');
  expect(await inMain()).toBeUndefined();
});

/** One person tries a problem that shows samples only, each try ten minutes after the one before. */
async function playKept(name: string, format: ContestFormatName, scores: readonly number[]) {
  const settings = { format };
  const { contestId, participants, problemIds } = await startContest(name, { problems: 2, settings });
  const [told = '', kept = ''] = problemIds;
  const [user] = participants as [(typeof participants)[number]];
  await setFeedback(kept, 'samples');
  await judge(await submit(user, told, contestId), makeVerdict(30, 'Accepted', 'Accepted'));
  for (const score of scores) {
    advance(10 * minute);
    await judge(await submit(user, kept, contestId), makeVerdict(score, 'Accepted', 'Accepted'));
  }
  advance(hour);
  await finish();
  /** All that is told of the way to the standings, without what two contests differ in anyway. */
  const read = async (client: Client): Promise<string[]> => {
    const parts = ['scoreboard', 'history', 'progress', 'statistics'].map(async (part) => {
      const answer = await client.get(`/api/contests/${contestId}/${part}`);
      expect([part, answer.statusCode]).toEqual([part, 200]);
      return JSON.stringify(answer.json(), (key, value) =>
        ['user_id', 'version'].includes(key) ? null : value,
      ).replaceAll(name, 'x');
    });
    return Promise.all(parts);
  };
  const replayAt = async (client: Client, ms: number) => {
    const history = (await client.get(`/api/contests/${contestId}/history`)).json<ContestHistory>();
    return createReplay(history).at(ms).scoreboard[0];
  };
  return { contestId, user, told, kept, read, replayAt };
}

it.each(['scores', 'ioi'] as const)(
  'nothing tells by which try a score of the final standings was reached, by %s',
  async (format) => {
    const first = await playKept(`${format}-early`, format, [100, 60]);
    const second = await playKept(`${format}-later`, format, [60, 100]);
    expect(await first.read(makeClient())).toEqual(await second.read(makeClient()));
    expect(await first.read(first.user)).toEqual(await second.read(second.user));
    expect(await first.read(staff)).not.toEqual(await second.read(staff));
    // Where everybody is told again what their own submissions came to, the replay tells it too.
    for (const { kept } of [first, second]) await setFeedback(kept, 'full');
    expect((await first.replayAt(first.user, 10 * minute))?.detailed_scores[first.kept]).toMatchObject({
      score: 100,
    });
    expect((await second.replayAt(second.user, 10 * minute))?.detailed_scores[second.kept]).toMatchObject({
      score: 60,
    });
  },
);

it.each(contestFormats)(
  'a replay has tries until the end and then the final standings, by %s',
  async (format) => {
    const { contestId, user, told, kept, replayAt } = await playKept(`${format}-replay`, format, [0, 100]);
    const ofTold = format === 'icpc' ? { score: 0, attempts: 1 } : { score: 30, attempts: 1 };
    for (const client of [user, makeClient()]) {
      expect(await replayAt(client, 10 * minute)).toMatchObject({
        detailed_scores: { [kept]: { attempts: 1 } },
      });
      const late = await replayAt(client, hour - 1);
      expect(late?.detailed_scores).toEqual({ [told]: ofTold, [kept]: { attempts: 2 } });
      expect(late?.total_score).toBe(format === 'icpc' ? 0 : 30);
      expect([await replayAt(client, hour)]).toEqual((await scoreboard(contestId, client)).scoreboard);
    }
    expect((await replayAt(staff, 20 * minute))?.detailed_scores[kept]).toMatchObject({
      score: 100,
      first: true,
    });
  },
);

it('changes together with the rest of the form, or nothing does', async () => {
  const id = await makeProblem('all-or-nothing');
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before update on problems for each row
      when (old.feedback <> new.feedback) execute function refuse()`);
  const before = (await staff.get(`/api/problems/${id}`)).json();
  const fields = { title: 'Another', author: staff.username, time_limit_ms: 700, memory_limit_mb: 64 };
  const answer = await staff.put(`/api/admin/problems/${id}`, { id, ...fields, feedback: 'samples' });
  await database.pool.query('drop trigger refuse on problems; drop function refuse');
  expect(answer.statusCode).toBe(500);
  expect((await staff.get(`/api/problems/${id}`)).json()).toEqual(before);
});

it('is everything unless staff say otherwise', async () => {
  const id = await makeProblem('usual');
  expect((await makeClient().get(`/api/problems/${id}`)).json()).toMatchObject({ feedback: 'full' });
  const fields = { title: 'x', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
  const answer = await staff.put(`/api/admin/problems/${id}`, { id, ...fields, feedback: 'nothing' });
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'What contestants see must be full, groups or samples.',
  ]);
  await staff.post('/api/admin/problems', { id: 'born-so', ...fields, feedback: 'samples' });
  expect((await staff.get('/api/problems/born-so')).json()).toMatchObject({ feedback: 'samples' });
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
