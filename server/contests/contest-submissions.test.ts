import { describe, expect, it } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, signUp } = testApp;
const { staff, finish, join, judge, makeContest, makeProblem, scoreboard, submit } =
  await makeContestTools(testApp);

describe('submitting inside a contest', () => {
  it('is for participants, from the start until just before the end', async () => {
    const problem = await makeProblem('borders');
    const other = await makeProblem('borders-main');
    const user = await signUp('user');
    const id = await makeContest({ startsInMs: hour, lastsMs: hour, problems: [problem] });
    const attempt = async (client = user, problemId = problem) => {
      const response = await client.post('/api/submit', {
        problemId,
        language: 'cpp',
        code: 'x',
        contestId: id,
      });
      return [response.statusCode, response.json().message];
    };
    advance(hour);
    expect(await attempt()).toEqual([403, 'You need to join this contest to submit to it.']);
    expect(await attempt(staff)).toEqual([403, 'You need to join this contest to submit to it.']);
    await join(user, id);
    advance(-1);
    expect(await attempt()).toEqual([403, 'This contest has not started yet.']);
    advance(1);
    const first = await submit(user, problem, id);
    await judge(first, 0);
    expect(await attempt(user, other)).toEqual([404, 'Problem not found.']);
    advance(hour - 1);
    await judge(await submit(user, problem, id), 100);
    advance(1);
    expect(await attempt()).toEqual([403, 'This contest has ended.']);
    await finish();
    expect(await attempt()).toEqual([403, 'This contest has ended.']);
    expect((await scoreboard(id)).scoreboard).toEqual([
      {
        place: 1,
        user_id: user.id,
        username: user.username,
        total_score: 100,
        detailed_scores: { [problem]: { score: 100, attempts: 2, first: true } },
      },
    ]);
  });

  it('sent again because no answer came is one try, and was in time when the contest has ended since', async () => {
    const problem = await makeProblem('sent-again');
    const user = await signUp('user');
    const settings = { format: 'icpc' };
    const id = await makeContest({ startsInMs: minute, lastsMs: hour, problems: [problem], settings });
    await join(user, id);
    advance(minute);
    const requestKey = '44444444-4444-4444-8444-444444444444';
    const body = { problemId: problem, language: 'cpp', code: 'x', contestId: id, requestKey };
    const send = () => user.post('/api/submit', body);
    advance(hour - 1);
    const sent = (await send()).json().id;
    advance(1);
    const again = await send();
    expect([again.statusCode, again.json()]).toEqual([201, { id: sent }]);
    await judge(sent, 0);
    expect((await scoreboard(id)).scoreboard).toMatchObject([
      { detailed_scores: { [problem]: { attempts: 1 } } },
    ]);
  });

  it('keeps contest and main apart until the finish, then counts in both', async () => {
    const problem = await makeProblem('apart');
    const user = await signUp('user');
    await judge(await submit(user, problem), 30);
    const score = async () =>
      (await user.get('/api/scoreboard'))
        .json()
        .find((row: { username: string }) => row.username === user.username);
    expect(await score()).toMatchObject({ total_score: 30 });
    const id = await makeContest({ startsInMs: minute, lastsMs: minute, problems: [problem] });
    await join(user, id);
    advance(minute);
    const inside = await submit(user, problem, id);
    await judge(inside, 60);
    const mine = async (query = '') =>
      (await user.get(`/api/submissions?filter=mine${query}`)).json().map(({ id }: { id: number }) => id);
    expect(await mine()).toEqual([]);
    expect(await mine(`&contestId=${id}`)).toEqual([inside]);
    expect((await user.get(`/api/contests/${id}/problems`)).json()).toMatchObject([
      { id: problem, submission_count: 1, best_score: 60, best_submission_status: 'Wrong Answer' },
    ]);
    // What is out of the main list counts there as little as it is seen.
    expect(await score()).toBeUndefined();
    advance(minute);
    await finish();
    expect(await mine()).toEqual([inside, expect.any(Number)]);
    expect(await mine(`&contestId=${id}`)).toEqual([inside]);
    expect(await score()).toMatchObject({ total_score: 60 });
    expect((await user.get(`/api/problems/${problem}`)).json()).toMatchObject({
      submission_count: 2,
      best_score: 60,
    });
  });

  it('shows one’s code to oneself and staff, and to no other participant', async () => {
    const problem = await makeProblem('code-inside');
    const [owner, rival] = [await signUp('user'), await signUp('user')];
    const id = await makeContest({ startsInMs: minute, problems: [problem] });
    const elsewhere = await makeContest();
    for (const user of [owner, rival]) await join(user, id);
    advance(minute);
    const submission = await submit(owner, problem, id);
    const path = `/api/submissions/${submission}`;
    for (const query of ['', `?contestId=${id}`]) {
      expect((await owner.get(path + query)).json().code).toBe('int main() {}');
      expect((await staff.get(path + query)).json().code).toBe('int main() {}');
      const refused = await rival.get(path + query);
      expect([refused.statusCode, refused.body.includes('main()')]).toEqual([403, false]);
    }
    expect((await owner.get(`${path}?contestId=${elsewhere}`)).statusCode).toBe(404);
    const listed = await rival.get(`/api/submissions?contestId=${id}`);
    expect(listed.json()).toMatchObject([{ id: submission, can_view: false }]);
  });

  it('can be rejudged by staff, which the standings follow until the finish and not after', async () => {
    const problem = await makeProblem('rejudged');
    const user = await signUp('user');
    const id = await makeContest({ startsInMs: minute, lastsMs: hour, problems: [problem] });
    await join(user, id);
    advance(minute);
    const submission = await submit(user, problem, id);
    await judge(submission, 100);
    const rejudge = async (score: number) => {
      expect((await staff.post(`/api/admin/submissions/${submission}/rejudge`)).statusCode).toBe(204);
      await judge(submission, score);
    };
    await rejudge(40);
    expect((await scoreboard(id)).rows).toEqual([[user.username, 40]]);
    advance(hour);
    await finish();
    await rejudge(80);
    expect((await scoreboard(id)).rows).toEqual([[user.username, 40]]);
    expect((await user.get(`/api/problems/${problem}`)).json()).toMatchObject({ best_score: 80 });
  });
});
