/** A contest may share a problem instead of holding it, and several may have the same one. */
import { describe, expect, it } from 'vitest';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, makeClient, signUp } = testApp;
const { staff, finish, join, judge, makeContest, makeProblem, move, scoreboard, submit } =
  await makeContestTools(testApp);

const act = (contestId: number, action: string, ...problemIds: string[]) =>
  staff.post(`/api/admin/contests/${contestId}/problems`, { problemIds, action });

async function share(contestId: number, ...problemIds: string[]): Promise<void> {
  expect((await act(contestId, 'share_with_contest', ...problemIds)).statusCode).toBe(204);
}

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

  it('is not taken in one contest from who takes part in another that tells less of it, or tells it later', async () => {
    const problem = await makeProblem('kept-back');
    const person = await signUp('user');
    const member = await signUp('staff');
    const makeSharing = async (feedback: string, lastsMs: number) => {
      const contestId = await makeContest({ startsInMs: minute, lastsMs, settings: { feedback } });
      await share(contestId, problem);
      for (const client of [person, member]) await join(client, contestId);
      return contestId;
    };
    const free = await makeSharing('full', 3 * minute);
    const [strict, silent] = [await makeSharing('samples', minute), await makeSharing('nothing', 2 * minute)];
    advance(minute);
    const codes = (client: Client) =>
      Promise.all(
        [free, strict, silent].map(async (contestId) => {
          const sent = { problemId: problem, language: 'cpp', code: 'int main() {}', contestId };
          const { code, id } = (await client.post('/api/submit', sent)).json();
          if (id) await judge(id, 50);
          return code;
        }),
      );
    const refused = 'problem_in_own_contest';
    expect(await codes(person)).toEqual([refused, refused, undefined]);
    expect(await codes(member)).toEqual([undefined, undefined, undefined]);
    // The one that has ended still keeps its results back.
    advance(minute);
    const ended = 'contest_ended';
    expect(await codes(person)).toEqual([refused, ended, undefined]);
    await finish();
    expect(await codes(person)).toEqual([refused, ended, undefined]);
    advance(minute);
    await finish();
    expect(await codes(person)).toEqual([undefined, ended, ended]);
  });

  it('is taken in a contest that tells as little, unless that ends earlier', async () => {
    const problem = await makeProblem('as-silent');
    const person = await signUp('user');
    const [shorter, longer, alike] = await Promise.all(
      [2, 3, 3].map(async (minutes) => {
        const contestId = await makeContest({
          startsInMs: minute,
          lastsMs: minutes * minute,
          settings: { feedback: 'nothing' },
        });
        await share(contestId, problem);
        await join(person, contestId);
        return contestId;
      }),
    );
    advance(minute);
    const sent = { problemId: problem, language: 'cpp', code: 'int main() {}' };
    const refused = await person.post('/api/submit', { ...sent, contestId: shorter });
    expect(refused.json().code).toBe('problem_in_own_contest');
    for (const contestId of [longer, alike]) await submit(person, problem, contestId);
  });

  it('is held by no other contest meanwhile', async () => {
    await makeProblem('shared-once');
    const [sharing, other] = [await makeContest(), await makeContest()];
    await share(sharing, 'shared-once');
    const refused = await move(other, ['shared-once'], 'move_to_contest');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'problem_in_contest']);
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

describe('a problem that two contests hold together', () => {
  /** Two rooms with the same problem, a participant in each and one in both. */
  async function startRooms(name: string, { secondLastsMs = minute } = {}) {
    await makeProblem(name);
    await setVisibility(name, false);
    const first = await makeContest({
      title: `${name} 1`,
      startsInMs: minute,
      lastsMs: minute,
      problems: [name],
    });
    const second = await makeContest({ title: `${name} 2`, startsInMs: minute, lastsMs: secondLastsMs });
    await share(second, name);
    const [one, two] = [await signUp('user', `${name}-one`), await signUp('user', `${name}-two`)];
    await join(one, first);
    await join(two, second);
    advance(minute);
    return { problem: name, first, second, one, two };
  }

  it('is told to the people of each room there, and nothing of the other room', async () => {
    const { problem, first, second, one, two } = await startRooms('rooms');
    const [ofOne, ofTwo] = [await submit(one, problem, first), await submit(two, problem, second)];
    await judge(ofOne, 100);
    await judge(ofTwo, 40);
    expect(ids((await one.get(`/api/submissions?contestId=${first}`)).json())).toEqual([ofOne]);
    expect((await one.get(`/api/submissions?contestId=${second}`)).statusCode).toBe(403);
    expect((await one.get(`/api/contests/${second}/problems/${problem}`)).statusCode).toBe(403);
    expect((await one.get(`/api/contests/${second}/scoreboard`)).statusCode).toBe(403);
    expect((await one.get('/api/submissions')).body).not.toContain('rooms');
    expect((await one.get(`/api/submissions/${ofTwo}`)).statusCode).toBe(404);
    expect((await scoreboard(first, one)).rows).toEqual([[one.username, 100]]);
    expect((await scoreboard(second, two)).rows).toEqual([[two.username, 40]]);
    for (const client of [one, two, makeClient()]) {
      expect((await client.get(`/api/problems/${problem}`)).statusCode).toBe(404);
    }
    expect((await staff.get(`/api/submissions?contestId=${second}`)).json()).toHaveLength(1);
  });

  it('returns to the main list with the last of them, and is shown there', async () => {
    const { problem, first, second, one, two } = await startRooms('staggered', { secondLastsMs: 3 * minute });
    const ofOne = await submit(one, problem, first);
    await judge(ofOne, 100);
    const late = await submit(two, problem, second);
    await judge(late, 40);
    advance(minute);
    await finish();
    // The first room is over, and the problem is still a secret of the second.
    expect((await one.get(`/api/problems/${problem}`)).statusCode).toBe(404);
    expect((await one.get(`/api/contests/${first}/problems/${problem}`)).statusCode).toBe(404);
    expect((await one.get(`/api/submissions/${ofOne}`)).statusCode).toBe(404);
    expect((await two.get(`/api/contests/${second}/problems/${problem}`)).statusCode).toBe(200);
    expect((await one.get('/api/submissions')).body).not.toContain(problem);
    expect((await scoreboard(first, makeClient())).rows).toEqual([[one.username, 100]]);
    advance(2 * minute);
    await finish();
    expect((await makeClient().get(`/api/problems/${problem}`)).statusCode).toBe(200);
    expect((await one.get(`/api/submissions/${ofOne}`)).statusCode).toBe(200);
    expect(ids((await one.get(`/api/submissions?problemId=${problem}`)).json())).toEqual([late, ofOne]);
  });

  it('is shown when both finish in the same moment', async () => {
    const { problem } = await startRooms('same-end');
    advance(minute);
    await finish();
    expect((await makeClient().get(`/api/problems/${problem}`)).statusCode).toBe(200);
  });

  it('is shown when one has finished and the other is deleted, and stays as it was when none has', async () => {
    const { problem, second } = await startRooms('one-left', { secondLastsMs: 3 * minute });
    advance(minute);
    await finish();
    advance(2 * minute);
    expect((await staff.delete(`/api/admin/contests/${second}`)).statusCode).toBe(204);
    expect((await makeClient().get(`/api/problems/${problem}`)).statusCode).toBe(200);

    const never = await startRooms('none-left');
    advance(minute);
    for (const id of [never.first, never.second])
      expect((await staff.delete(`/api/admin/contests/${id}`)).statusCode).toBe(204);
    expect((await makeClient().get(`/api/problems/${never.problem}`)).json().code).toBe('problem_hidden');
  });

  it('is told to staff with who else has it', async () => {
    await makeProblem('told-held');
    await makeProblem('told-shared');
    const first = await makeContest({ title: 'Room 1', problems: ['told-held'] });
    await share(first, 'told-shared');
    const second = await makeContest({ title: 'Room 2' });
    const elsewhere = (await staff.get(`/api/admin/contests/${second}/problems-elsewhere`)).json();
    const named = (id: string) => elsewhere.find((each: { id: string }) => each.id === id);
    expect(named('told-held')).toMatchObject({ holds: true, also_in: ['Room 1'] });
    expect(named('told-shared')).toMatchObject({ holds: false, also_in: ['Room 1'] });
    await share(second, 'told-held', 'told-shared');
    const assigned = (await staff.get(`/api/admin/contests/${second}/admin-problems`)).json();
    expect(assigned).toMatchObject([
      { id: 'told-held', holds: true, also_in: ['Room 1'] },
      { id: 'told-shared', holds: false, also_in: ['Room 1'] },
    ]);
    // Both hold it, or both share it.
    const arranged = assigned.map(({ id, label, points, colour }: Record<string, unknown>) => ({
      id,
      label,
      points,
      colour,
      holds: true,
    }));
    const refused = await staff.put(`/api/admin/contests/${second}/problems`, { problems: arranged });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The problem “Title of told-shared” is in another contest too: both hold it or both share it.',
    ]);
  });
});
