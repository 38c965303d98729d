import { describe, expect, it } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, signUp } = testApp;
const { staff, finish, makeContest, makeProblem, move, scoreboard } = await makeContestTools(testApp);

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
    expect((await staff.get(`/api/admin/contests/${id}/admin-problems`)).json()).toEqual([
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
