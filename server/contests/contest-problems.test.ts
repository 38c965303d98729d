import { describe, expect, it } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, signUp } = testApp;
const tools = await makeContestTools(testApp);
const { staff, finish, join, judge, makeContest, makeProblem, move, scoreboard, startContest, submit } =
  tools;

describe('the problems of a contest', () => {
  it('leave the main list and return', async () => {
    await makeProblem('move-1');
    await makeProblem('move-2');
    await staff.put('/api/admin/problems/move-2/visibility', { isVisible: false });
    const id = await makeContest();
    const user = await signUp('user');
    const listed = async () =>
      (await user.get('/api/problems-with-stats')).json().map((problem: { id: string }) => problem.id);
    const available = async () =>
      (await staff.get('/api/contests/available-problems'))
        .json()
        .map((problem: { id: string }) => problem.id);
    expect((await move(id, ['move-2', 'move-1', 'move-1'], 'move_to_contest')).statusCode).toBe(204);
    expect((await staff.get(`/api/admin/contests/${id}/admin-problems`)).json()).toMatchObject([
      { id: 'move-1', title: 'Title of move-1', author: 'contest-staff', is_visible: true },
      { id: 'move-2', title: 'Title of move-2', author: 'contest-staff', is_visible: false },
    ]);
    expect(await listed()).not.toContain('move-1');
    expect(await available()).not.toContain('move-1');
    expect(
      (await staff.get('/api/contests')).json().find((c: { id: number }) => c.id === id).problem_count,
    ).toBe(2);
    expect((await move(id, ['move-1'], 'move_to_main')).statusCode).toBe(204);
    expect(await listed()).toContain('move-1');
    expect(await available()).toContain('move-1');
    expect((await move(id, [], 'move_to_main')).statusCode).toBe(204);
  });

  it('are in one unfinished contest at most, and moved all or none', async () => {
    await makeProblem('once-1');
    await makeProblem('once-2');
    const first = await makeContest({ problems: ['once-1'] });
    const second = await makeContest();
    const refused = await move(second, ['once-2', 'once-1'], 'move_to_contest');
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The problem “Title of once-1” is already in another contest.',
    ]);
    expect((await move(second, ['once-2', 'nowhere'], 'move_to_contest')).json().code).toBe(
      'problem_not_found',
    );
    expect((await staff.get(`/api/admin/contests/${second}/admin-problems`)).json()).toEqual([]);
    // What another contest holds is not taken out of it from here.
    expect((await move(second, ['once-1'], 'move_to_main')).statusCode).toBe(204);
    expect((await staff.get(`/api/admin/contests/${first}/admin-problems`)).json()).toHaveLength(1);
  });

  it('are fixed from the start on', async () => {
    await makeProblem('fixed-1');
    await makeProblem('fixed-2');
    const id = await makeContest({ startsInMs: minute, lastsMs: minute, problems: ['fixed-1'] });
    advance(minute - 1);
    expect((await move(id, ['fixed-2'], 'move_to_contest')).statusCode).toBe(204);
    for (const ms of [1, minute]) {
      advance(ms);
      const refused = await move(id, ['fixed-1'], 'move_to_main');
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        'Problems can only be modified for scheduled contests.',
      ]);
    }
  });

  it('cannot be deleted while a contest holds them, and can afterwards', async () => {
    await makeProblem('kept');
    const id = await makeContest({ startsInMs: minute, lastsMs: minute, problems: ['kept'] });
    const refused = await staff.delete('/api/admin/problems/kept');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'problem_in_contest']);
    advance(2 * minute);
    await finish();
    expect((await staff.delete('/api/admin/problems/kept')).statusCode).toBe(204);
    // The finished contest keeps its columns.
    expect((await scoreboard(id)).problems).toEqual(['kept']);
  });
});

describe('a problem that is deleted and another that gets its id', () => {
  /** A contest that is over, in which somebody solved the problem, which was then deleted and made anew. */
  async function recreate(name: string) {
    const { contestId, participants, problemIds } = await startContest(name, { lastsMs: minute });
    const [[user], [problem]] = [participants, problemIds] as [typeof participants, [string]];
    if (!user) throw new Error('A contest without participants');
    const old = await submit(user, problem, contestId);
    await judge(old, 100);
    expect((await staff.delete(`/api/admin/problems/${problem}`)).statusCode).toBe(409);
    advance(minute);
    await finish();
    const board = await scoreboard(contestId);
    expect(board).toMatchObject({ problems: [problem], rows: [[user.username, 100]] });
    expect((await staff.delete(`/api/admin/problems/${problem}`)).statusCode).toBe(204);
    await makeProblem(problem);
    return { contestId, user, problem, old, board };
  }

  it('have nothing in common but the column of the final standings', async () => {
    const { contestId, user, problem, old, board } = await recreate('again');
    expect(await scoreboard(contestId)).toEqual(board);
    for (const client of [user, staff]) {
      expect((await client.get(`/api/contests/${contestId}/problems`)).json()).toEqual([]);
      for (const path of ['', '/pdf']) {
        const inside = await client.get(`/api/contests/${contestId}/problems/${problem}${path}`);
        expect([inside.statusCode, inside.json().message]).toEqual([404, 'Problem not found.']);
      }
      expect((await client.get(`/api/problems/${problem}`)).json()).toMatchObject({
        submission_count: 0,
        best_score: 0,
        best_submission_status: null,
      });
      expect((await client.get(`/api/submissions/${old}`)).statusCode).toBe(404);
      expect((await client.get(`/api/submissions?contestId=${contestId}`)).json()).toEqual([]);
    }
    expect((await staff.get(`/api/admin/contests/${contestId}/admin-problems`)).json()).toEqual([]);
    // What is submitted to the new one is nothing to the old contest.
    await judge(await submit(user, problem), 30);
    expect(await scoreboard(contestId)).toEqual(board);
    expect((await user.get(`/api/contests/${contestId}/problems`)).json()).toEqual([]);
    expect((await user.get(`/api/problems/${problem}`)).json()).toMatchObject({
      submission_count: 1,
      best_score: 30,
    });
  });

  it('keep apart when the new one is in a contest of its own, and is deleted in its turn', async () => {
    const { contestId: first, user, problem, board } = await recreate('reborn');
    const second = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [problem] });
    await join(user, second);
    advance(minute);
    await judge(await submit(user, problem, second), 40);
    const own = (contestId: number) => user.get(`/api/contests/${contestId}/problems/${problem}`);
    for (const status of ['running', 'finished']) {
      if (status === 'finished') {
        advance(minute);
        await finish();
      }
      expect((await own(second)).json()).toMatchObject({ submission_count: 1, best_score: 40 });
      expect((await own(first)).statusCode).toBe(404);
      expect(await scoreboard(first)).toEqual(board);
      expect((await scoreboard(second)).rows).toEqual([[user.username, 40]]);
    }
    await staff.delete(`/api/admin/problems/${problem}`);
    await makeProblem(problem);
    for (const contestId of [first, second]) expect((await own(contestId)).statusCode).toBe(404);
    expect((await scoreboard(second)).rows).toEqual([[user.username, 40]]);
  });
});
