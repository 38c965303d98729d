import { describe, expect, it } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { finishContests } from './finisher.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, signUp } = testApp;
const tools = await makeContestTools(testApp);
const { staff, join, judge, makeContest, makeProblem, move, scoreboard, startContest, statusOf, submit } =
  tools;
const { db, now } = context;

describe('at the same moment', () => {
  it('two members of staff move the same problems: one way or the other, never half', async () => {
    const ids = await Promise.all(['both-1', 'both-2', 'both-3'].map(makeProblem));
    const [first, second] = [await makeContest(), await makeContest()];
    const answers = await Promise.all([
      move(first, ids, 'move_to_contest'),
      move(second, ids.toReversed(), 'move_to_contest'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
    const counts = await Promise.all(
      [first, second].map(
        async (id) => (await staff.get(`/api/admin/contests/${id}/admin-problems`)).json().length,
      ),
    );
    expect(counts.toSorted()).toEqual([0, 3]);
    const [winner] = counts[0] === 3 ? [first] : [second];
    const same = await Promise.all([
      move(winner as number, ids, 'move_to_main'),
      move(winner as number, ids, 'move_to_main'),
    ]);
    expect(same.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  });

  it('a problem moves into a contest while somebody submits to it: the submission counts, or is refused', async () => {
    const user = await signUp('user', 'mover');
    const problem = await makeProblem('moving');
    const id = await makeContest();
    const send = () => user.post('/api/submit', { problemId: problem, language: 'cpp', code: 'x' });

    const letStore = await database.keepTransactionOpen('lock table submissions in share mode', []);
    const storing = send();
    await database.waitForLock();
    const movingAfter = move(id, [problem], 'move_to_contest');
    await database.waitForLock(2);
    await letStore();
    expect([(await storing).statusCode, (await movingAfter).statusCode]).toEqual([201, 204]);
    await judge((await storing).json().id, 100);
    await move(id, [problem], 'move_to_main');
    expect((await user.get(`/api/problems/${problem}`)).json()).toMatchObject({
      submission_count: 1,
      best_score: 100,
    });

    const letMove = await database.keepTransactionOpen('select 1 from problems where slug = $1 for update', [
      problem,
    ]);
    const movingFirst = move(id, [problem], 'move_to_contest');
    await database.waitForLock();
    const late = send();
    await database.waitForLock(2);
    await letMove();
    expect((await movingFirst).statusCode).toBe(204);
    expect([(await late).statusCode, (await late).json().code]).toEqual([404, 'problem_not_found']);
  });

  it('a contest is finished while its problems are asked for by another: neither waits for the other for ever', async () => {
    const user = await signUp('user', 'crossing');
    const ids = await Promise.all(['crossing-1', 'crossing-2'].map(makeProblem));
    const ending = await makeContest({ startsInMs: minute, lastsMs: minute, problems: ids });
    const next = await makeContest({ startsInMs: 24 * hour });
    await join(user, ending);
    advance(minute);
    await judge(await submit(user, 'crossing-1', ending), 100);
    // Written again: whoever reads the table as it lies comes to it last.
    for (const slug of ['meanwhile', 'crossing-1']) {
      await database.pool.query('update problems set slug = $1 where slug in ($2, $3)', [
        slug,
        'meanwhile',
        'crossing-1',
      ]);
    }
    advance(hour);
    const letGo = await database.keepTransactionOpen(
      `select 1 from problems where slug = 'crossing-1' for update`,
      [],
    );
    const moving = move(next, ids, 'move_to_contest');
    await database.waitForLock();
    const finishing = finishContests(db, now());
    await database.waitForLock(2);
    await letGo();
    expect([(await moving).statusCode, (await moving).json().code]).toEqual([409, 'problem_in_contest']);
    expect(await finishing).toEqual([ending]);
    expect((await move(next, ids, 'move_to_contest')).statusCode).toBe(204);
  });

  it('the start comes while a problem is being moved out: it stays, and what is submitted to it counts', async () => {
    const user = await signUp('user', 'quick');
    const problem = await makeProblem('at-start');
    const id = await makeContest({ startsInMs: minute, problems: [problem] });
    await join(user, id);
    advance(minute - 1);
    const letGo = await database.keepTransactionOpen('select 1 from contests where id = $1 for key share', [
      id,
    ]);
    const moving = move(id, [problem], 'move_to_main');
    await database.waitForLock();
    advance(1);
    await letGo();
    const refused = await moving;
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'contest_problems_fixed']);
    await judge(await submit(user, problem, id), 100);
    expect((await scoreboard(id)).rows).toEqual([['quick', 100]]);
  });

  it('somebody is taken out of a contest while they submit: nothing of theirs is stored', async () => {
    const { contestId, participants, problemIds } = await startContest('taken-out');
    const [user] = participants;
    const letGo = await database.keepTransactionOpen(
      `with held as materialized (select id from contests where id = $1 for update)
       delete from contest_participants where contest_id in (select id from held)`,
      [contestId],
    );
    const [problemId] = problemIds;
    const sending = user?.post('/api/submit', { problemId, language: 'cpp', code: 'x', contestId });
    await database.waitForLock();
    await letGo();
    expect((await sending)?.json().code).toBe('contest_not_joined');
  });

  it('verdicts, rejudges, the finish and deletions do not disturb each other', async () => {
    const admin = await signUp('admin');
    for (let round = 0; round < 4; round += 1) {
      const { contestId, participants, problemIds } = await startContest(`crowd${round}`, {
        people: 4,
        lastsMs: minute,
      });
      const [problem] = problemIds as [string];
      const sent: number[] = [];
      for (const user of participants) sent.push(await submit(user, problem, contestId));
      advance(hour);
      const [gone, ...rest] = participants;
      await Promise.all([
        ...sent.slice(2).map((id) => judge(id, 100)),
        // One's account goes and the other is taken back meanwhile: their verdicts may or may not find a place.
        ...sent.slice(0, 2).map((id) => judge(id, 100).catch(() => undefined)),
        finishContests(db, now()),
        admin.delete(`/api/admin/users/${gone?.id}`),
        staff.post(`/api/admin/submissions/${sent[1]}/rejudge`),
        finishContests(db, now()),
      ]);
      await judge(sent[1] as number, 100).catch(() => undefined);
      await finishContests(db, now());
      expect((await scoreboard(contestId)).rows).toEqual(rest.map(({ username }) => [username, 100]));
      expect(await statusOf(contestId)).toBe('finished');
    }
  });

  it('deleting contests and people does not disturb each other', async () => {
    const admin = await signUp('admin');
    for (let round = 0; round < 6; round += 1) {
      const { contestId, participants, problemIds } = await startContest(`gone${round}`, {
        people: 4,
        lastsMs: minute,
      });
      const [problem] = problemIds as [string];
      // Half of them have submitted, the others only joined.
      for (const user of participants.slice(0, 2)) await judge(await submit(user, problem, contestId), 100);
      advance(hour);
      if (round % 2 === 0) await finishContests(db, now());
      const answers = await Promise.all([
        staff.delete(`/api/admin/contests/${contestId}`),
        ...participants.map(({ id }) => admin.delete(`/api/admin/users/${id}`)),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204]);
    }
  });
});
