/** A problem says what contestants see of their submissions, and a contest may keep back more until it has finished. */
import { expect, it } from 'vitest';
import { type ContestFormatName, contestFormats } from '#contract/contest-formats.ts';
import type { ContestHistory } from '#contract/contest-history.ts';
import { createReplay } from '#contract/replay.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeFeedbackTools, makeVerdict } from './testing/feedback.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, database, makeClient } = testApp;
const { staff, finish, makeProblem, scoreboard, startContest, submit } = await makeContestTools(testApp);
const { setFeedback, setContestFeedback, judge } = makeFeedbackTools(testApp, staff);

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
