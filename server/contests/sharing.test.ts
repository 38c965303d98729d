/** A contest may share a problem instead of holding it. No page offers it yet; the rules are there. */
import { describe, expect, it } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { moveProblems } from './queries.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, signUp } = testApp;
const { db, now } = context;
const { staff, finish, join, judge, makeContest, makeProblem, move, scoreboard, submit } =
  await makeContestTools(testApp);

const share = (contestId: number, ...problemIds: string[]) =>
  moveProblems(db, contestId, problemIds, 'shared', now);

/** A contest that runs and shares a new problem, with a participant. */
async function startSharing(name: string) {
  await makeProblem(name);
  const contestId = await makeContest({ startsInMs: minute, lastsMs: minute });
  await share(contestId, name);
  const user = await signUp('user', `${name}-user`);
  await join(user, contestId);
  advance(minute);
  return { contestId, user, problem: name };
}

const setVisibility = (id: string, isVisible: boolean) =>
  staff.put(`/api/admin/problems/${id}/visibility`, { isVisible });

const ids = (rows: { id: unknown }[]) => rows.map(({ id }) => id);

describe('a problem that a contest shares', () => {
  it('stays in the main list, and what is submitted here and there is kept apart until the finish', async () => {
    const { contestId, user, problem } = await startSharing('apart');
    expect(ids((await user.get('/api/problems-with-stats')).json())).toContain(problem);
    const inMain = await submit(user, problem);
    await judge(inMain, 30);
    const inContest = await submit(user, problem, contestId);
    await judge(inContest, 80);

    const own = async (path: string) => (await user.get(path)).json();
    const main = `/api/problems/${problem}`;
    const inside = `/api/contests/${contestId}/problems/${problem}`;
    expect(await own(main)).toMatchObject({ submission_count: 1, best_score: 30 });
    expect(await own(inside)).toMatchObject({ submission_count: 1, best_score: 80 });
    expect(ids(await own(`/api/submissions?problemId=${problem}`))).toEqual([inMain]);
    expect(ids(await own(`/api/submissions?contestId=${contestId}`))).toEqual([inContest]);
    expect((await scoreboard(contestId)).rows).toEqual([[user.username, 80]]);

    advance(minute);
    await finish();
    expect(await own(main)).toMatchObject({ submission_count: 2, best_score: 80 });
    expect(await own(inside)).toMatchObject({ submission_count: 1, best_score: 80 });
    expect(ids(await own(`/api/submissions?problemId=${problem}`))).toEqual([inContest, inMain]);
    expect((await scoreboard(contestId)).rows).toEqual([[user.username, 80]]);
    expect(await own('/api/scoreboard')).toContainEqual({
      username: user.username,
      problems_solved: 0,
      total_score: 80,
    });
  });

  it('is open to participants while the contest runs though hidden, and the finish does not show it', async () => {
    const { contestId, user, problem } = await startSharing('hidden-shared');
    await setVisibility(problem, false);
    const stranger = await signUp('user');
    await judge(await submit(user, problem, contestId), 10);
    expect((await user.get(`/api/problems/${problem}`)).statusCode).toBe(403);
    expect((await user.get(`/api/contests/${contestId}/problems/${problem}`)).statusCode).toBe(200);
    expect(ids((await user.get(`/api/contests/${contestId}/problems`)).json())).toEqual([problem]);
    expect((await user.get(`/api/submissions?contestId=${contestId}`)).json()).toHaveLength(1);
    expect((await stranger.get(`/api/contests/${contestId}/problems/${problem}`)).statusCode).toBe(403);
    advance(minute);
    await finish();
    expect((await user.get(`/api/problems/${problem}`)).statusCode).toBe(403);
    expect((await user.get(`/api/contests/${contestId}/problems/${problem}`)).statusCode).toBe(403);
  });

  it('is told to participants as one of the contest from the start on only', async () => {
    await makeProblem('to-come');
    await setVisibility('to-come', false);
    const contestId = await makeContest({ startsInMs: minute });
    await share(contestId, 'to-come');
    const user = await signUp('user');
    await join(user, contestId);
    for (const path of ['problems', 'problems/to-come']) {
      expect((await user.get(`/api/contests/${contestId}/${path}`)).json().code).toBe('contest_not_started');
    }
    expect((await user.get(`/api/contests/${contestId}/scoreboard`)).json().problems).toEqual([]);
  });

  it('may be in several contests at once, each with results of its own', async () => {
    const { contestId: first, user, problem } = await startSharing('several');
    const second = await makeContest({ startsInMs: minute / 2, lastsMs: minute });
    await share(second, problem);
    await join(user, second);
    advance(minute / 2);
    await judge(await submit(user, problem, first), 20);
    await judge(await submit(user, problem, second), 90);
    expect((await scoreboard(first)).rows).toEqual([[user.username, 20]]);
    expect((await scoreboard(second)).rows).toEqual([[user.username, 90]]);
    advance(minute / 2);
    await finish();
    expect((await user.get(`/api/problems/${problem}`)).json()).toMatchObject({ best_score: 20 });
    expect((await scoreboard(second)).rows).toEqual([[user.username, 90]]);
  });

  it('is held by no other contest meanwhile, and one that is held is not shared', async () => {
    await makeProblem('shared-once');
    await makeProblem('held-once');
    const [sharing, other] = [await makeContest({ problems: ['held-once'] }), await makeContest()];
    await share(sharing, 'shared-once');
    const refused = await move(other, ['shared-once'], 'move_to_contest');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'problem_in_contest']);
    await expect(share(other, 'held-once')).rejects.toMatchObject({ code: 'problem_in_contest' });
    const available = ids((await staff.get('/api/contests/available-problems')).json());
    expect(available).not.toContain('shared-once');
    expect((await staff.delete('/api/admin/problems/shared-once')).json().code).toBe('problem_in_contest');
    // The contest that shares it may hold it instead, and share it again.
    const visitor = await signUp('user');
    const status = async () => (await visitor.get('/api/problems/shared-once')).statusCode;
    expect(await status()).toBe(200);
    expect((await move(sharing, ['shared-once'], 'move_to_contest')).statusCode).toBe(204);
    expect(await status()).toBe(404);
    await share(sharing, 'shared-once');
    expect(await status()).toBe(200);
    expect((await move(sharing, ['shared-once'], 'move_to_main')).statusCode).toBe(204);
    expect((await staff.delete('/api/admin/problems/shared-once')).statusCode).toBe(204);
  });
});

describe('the columns of a contest', () => {
  it('stand where they are put and are worth what they are given', async () => {
    for (const id of ['col-a', 'col-b', 'col-c']) await makeProblem(id);
    const contestId = await makeContest({
      startsInMs: minute,
      lastsMs: minute,
      problems: ['col-a', 'col-b', 'col-c'],
    });
    await database.pool.query(
      `update contest_problems set position = 1, points = 250 from problems
       where problems.id = problem_id and slug = 'col-a'`,
    );
    const [first, second] = [await signUp('user', 'col-1'), await signUp('user', 'col-2')];
    for (const user of [first, second]) await join(user, contestId);
    advance(minute);
    await judge(await submit(first, 'col-b', contestId), 100);
    await judge(await submit(first, 'col-c', contestId), 20);
    await judge(await submit(second, 'col-a', contestId), 50);
    const check = async () => {
      const board = await scoreboard(contestId);
      expect(board.problems).toEqual(['col-b', 'col-c', 'col-a']);
      expect(board.rows).toEqual([
        ['col-2', 125],
        ['col-1', 120],
      ]);
      expect(board.scoreboard[0].detailed_scores).toEqual({ 'col-a': { score: 125, attempts: 1 } });
      const listed = (await first.get(`/api/contests/${contestId}/problems`)).json();
      expect(ids(listed)).toEqual(['col-b', 'col-c', 'col-a']);
    };
    await check();
    advance(minute);
    await finish();
    await check();
  });

  it('keep apart what one is labelled and another is called, and an address always names the problem', async () => {
    for (const id of ['mixed-a', 'mixed-b']) await makeProblem(id);
    const contestId = await makeContest({
      startsInMs: minute,
      lastsMs: minute,
      problems: ['mixed-a', 'mixed-b'],
    });
    await database.pool.query(
      `update contest_problems set label = 'mixed-b' from problems
       where problems.id = problem_id and slug = 'mixed-a'`,
    );
    const user = await signUp('user', 'mixed');
    await join(user, contestId);
    advance(minute);
    await judge(await submit(user, 'mixed-a', contestId), 100);
    await judge(await submit(user, 'mixed-b', contestId), 20);
    const check = async () => {
      const { problems } = (await user.get(`/api/contests/${contestId}/scoreboard`)).json();
      expect(problems).toEqual([
        { problem_id: 'mixed-a', label: 'mixed-b', title: 'Title of mixed-a' },
        { problem_id: 'mixed-b', label: null, title: 'Title of mixed-b' },
      ]);
      const board = await scoreboard(contestId);
      expect(board.rows).toEqual([['mixed', 120]]);
      expect(board.scoreboard[0].detailed_scores).toEqual({
        'mixed-a': { score: 100, attempts: 1, first: true },
        'mixed-b': { score: 20, attempts: 1 },
      });
      for (const id of ['mixed-a', 'mixed-b']) {
        const { title } = (await user.get(`/api/contests/${contestId}/problems/${id}`)).json();
        expect(title).toBe(`Title of ${id}`);
      }
    };
    await check();
    advance(minute);
    await finish();
    await check();
    expect((await staff.delete('/api/admin/problems/mixed-b')).statusCode).toBe(204);
    expect((await scoreboard(contestId)).problems).toEqual(['mixed-a', 'mixed-b']);
  });
});
