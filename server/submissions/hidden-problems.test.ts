import { describe, expect, it } from 'vitest';
import type { Client } from '../testing/test-app.ts';
import { makeSubmissionTools } from './testing.ts';

const { judge, show, signUp, staff, submit } = await makeSubmissionTools();

describe('submissions to a hidden problem', () => {
  it('are told to staff and their owner only', async () => {
    const problemId = 'hidden-later';
    await staff.post('/api/admin/problems', {
      id: problemId,
      title: 'Hidden later',
      author: 'staff-member',
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    });
    await show(problemId, true);
    const [owner, other] = [await signUp('user'), await signUp('user')];
    const earlier = await submit(owner, problemId);
    await judge(earlier, 'Accepted', 100);
    const told = async (client: Client, query = '') =>
      (await client.get(`/api/submissions${query}`)).json().some(({ id }: { id: number }) => id === earlier);
    const detail = async (client: Client) => (await client.get(`/api/submissions/${earlier}`)).statusCode;
    expect([await told(other), await detail(other)]).toEqual([true, 403]);
    await show(problemId, false);
    const tried = await submit(staff, problemId);
    await judge(tried, 'Accepted', 100);
    for (const query of [
      '',
      `?problemId=${problemId}`,
      `?before=${earlier + 1}`,
      '?verdict=Accepted',
      `?problemId=${problemId}&verdict=Accepted&language=cpp`,
      '?language=cpp',
      '?filter=mine',
    ]) {
      expect([query, await told(other, query)]).toEqual([query, false]);
      expect([query, await told(owner, query)]).toEqual([query, true]);
      expect([query, await told(staff, query)]).toEqual([query, query !== '?filter=mine']);
    }
    expect([await detail(other), await detail(owner), await detail(staff)]).toEqual([404, 200, 200]);
    const unknown = await other.get('/api/submissions/99999999');
    expect((await other.get(`/api/submissions/${tried}`)).body).toBe(unknown.body);
    expect((await owner.get(`/api/submissions/${tried}`)).body).toBe(unknown.body);
    await show(problemId, true);
    expect([await told(other), await detail(other)]).toEqual([true, 403]);
  });

  it('do not count on the scoreboard, and its number does not tell of their verdicts', async () => {
    const [solver, tester] = [await signUp('user', 'solver'), await signUp('staff', 'tester')];
    await staff.post('/api/admin/problems', {
      id: 'counted',
      title: 'Counted',
      author: 'staff-member',
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    });
    await show('counted', true);
    await judge(await submit(solver, 'counted'), 'Accepted', 100);
    const board = async () => {
      const response = await solver.get('/api/scoreboard');
      const rows: { username: string; problems_solved: number; total_score: number }[] = response.json();
      return {
        rows: rows.filter(({ username }) => /^(?:solver|tester)$/.test(username)),
        headers: response.headers,
      };
    };
    const counted = { username: 'solver', problems_solved: 1, total_score: 100 };
    expect((await board()).rows).toEqual([counted]);
    await show('counted', false);
    expect((await board()).rows).toEqual([]);
    const { etag } = (await board()).headers;
    await judge(await submit(tester, 'counted'), 'Accepted', 100);
    expect(await board()).toMatchObject({ rows: [], headers: { etag } });
    await show('counted', true);
    const both = await board();
    expect(both.rows).toEqual([counted, { ...counted, username: 'tester' }]);
    expect(both.headers.etag).not.toBe(etag);
  });
});
