import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { finishContests } from './finisher.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, log, makeClient, signUp } = testApp;
const tools = await makeContestTools(testApp);
const { staff, fromNow, join, judge, makeContest, makeProblem, move, scoreboard, statusOf, submit } = tools;
const { db, now } = context;

/** A contest that runs, with new problems and participants. */
async function startContest(name: string, { people = 1, problems = 1, lastsMs = hour } = {}) {
  const problemIds: string[] = [];
  for (let number = 1; number <= problems; number += 1) {
    problemIds.push(await makeProblem(`${name}-${number}`));
  }
  const participants: Awaited<ReturnType<typeof signUp>>[] = [];
  const contestId = await makeContest({ startsInMs: minute, lastsMs, problems: problemIds });
  for (let number = 1; number <= people; number += 1) {
    const user = await signUp('user', `${name}-user-${number}`);
    await join(user, contestId);
    participants.push(user);
  }
  advance(minute);
  return { contestId, participants, problemIds };
}

/** As if a query of the finisher took long: whatever needs the contest's row waits until it is let go. */
async function holdRow(statement: string, params: unknown[]) {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query(statement, params);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

describe('the scoreboard', () => {
  it('ranks by total, then by the earlier time of reaching it, then by name; those who submitted only', async () => {
    const { contestId, participants, problemIds } = await startContest('rank', { people: 6, problems: 3 });
    const [late, early, partial, second, first] = participants as [never, never, never, never, never];
    const [a, b] = problemIds as [string, string];
    const send = async (user: never, problem: string, score: number) => {
      await judge(await submit(user, problem, contestId), score);
      advance(minute);
    };
    await send(early, a, 100);
    await send(late, b, 50);
    await send(early, b, 30);
    await send(late, a, 80);
    // A later submission with the same score does not make the total later.
    await send(early, a, 100);
    await send(partial, a, 60);
    // Nothing reached yet: by name, and attempts count from the moment of the submission.
    await submit(first, a, contestId);
    await send(second, b, 0);
    const { rows, scoreboard: entries, problems } = await scoreboard(contestId);
    expect(rows).toEqual([
      ['rank-user-2', 130],
      ['rank-user-1', 130],
      ['rank-user-3', 60],
      ['rank-user-4', 0],
      ['rank-user-5', 0],
    ]);
    expect(entries[0].detailed_scores).toEqual({
      [a]: { score: 100, attempts: 2 },
      [b]: { score: 30, attempts: 1 },
    });
    expect(entries[3].detailed_scores).toEqual({ [b]: { score: 0, attempts: 1 } });
    expect(problems).toEqual(['rank-1', 'rank-2', 'rank-3']);
  });

  it('is not sent again to who has it, and is new after each change', async () => {
    const { contestId, participants, problemIds } = await startContest('etag', { people: 2 });
    const [user] = participants as [never];
    const [problem] = problemIds as [string];
    const path = `/api/contests/${contestId}/scoreboard`;
    let etag = '';
    const isNew = async () => {
      const answer = await staff.get(path, { headers: { 'if-none-match': etag } });
      etag = String(answer.headers.etag);
      return answer.statusCode === 200;
    };
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    const submission = await submit(user, problem, contestId);
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    await judge(submission, 10);
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    await staff.post(`/api/admin/submissions/${submission}/rejudge`);
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    expect(log.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  });

  it('is open to participants and staff, and to everyone once finished', async () => {
    const { contestId, participants } = await startContest('open', { lastsMs: minute });
    const stranger = await signUp('user');
    const path = `/api/contests/${contestId}/scoreboard`;
    const statuses = async () => {
      const clients = [makeClient(), stranger, participants[0] as never, staff];
      return Promise.all(clients.map(async (client) => (await client.get(path)).statusCode));
    };
    expect(await statuses()).toEqual([403, 403, 200, 200]);
    expect((await stranger.get(path)).json().message).toBe(
      'You do not have permission to view this contest scoreboard',
    );
    advance(minute);
    expect(await statuses()).toEqual([403, 403, 200, 200]);
    advance(5_000);
    await finishContests(db, now());
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  it('is what a count of all submissions would say, after any sequence of events, and stays so at the finish', async () => {
    const event = fc.record({
      kind: fc.constantFrom('verdict', 'verdict', 'verdict', 'pending', 'rejudge', 'delete user'),
      user: fc.nat(3),
      problem: fc.nat(2),
      score: fc.constantFrom(0, 30, 60, 100),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 20 }), async (events) => {
        run += 1;
        const { contestId, participants, problemIds } = await startContest(`any${run}`, {
          people: 4,
          problems: 3,
        });
        const admin = await signUp('admin');
        const deleted = new Set<number>();
        const unjudged: { id: number; user: number }[] = [];
        const judged: { id: number; user: number }[] = [];
        for (const { kind, user, problem, score } of events) {
          advance(minute / 60);
          const account = participants[user] as (typeof participants)[number];
          if (deleted.has(user)) continue;
          if (kind === 'delete user') {
            if (deleted.size < 2) {
              expect((await admin.delete(`/api/admin/users/${account.id}`)).statusCode).toBe(204);
              deleted.add(user);
            }
            continue;
          }
          if (kind === 'rejudge') {
            const again = judged.find((submission) => submission.user === user);
            if (!again) continue;
            await staff.post(`/api/admin/submissions/${again.id}/rejudge`);
            await judge(again.id, score);
            continue;
          }
          const response = await account.post('/api/submit', {
            problemId: problemIds[problem],
            language: 'cpp',
            code: 'x',
            contestId,
          });
          if (response.statusCode === 429) continue;
          const { id } = response.json();
          if (kind === 'pending') unjudged.push({ id, user });
          else {
            await judge(id, score);
            judged.push({ id, user });
          }
        }
        expect((await scoreboard(contestId)).scoreboard).toEqual(await recount(contestId));
        for (const { id, user } of unjudged) {
          if (!deleted.has(user)) await judge(id, 50);
        }
        const final = await recount(contestId);
        advance(2 * hour);
        await finishContests(db, now());
        expect(await statusOf(contestId)).toBe('finished');
        expect((await scoreboard(contestId)).scoreboard).toEqual(final);
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});

/** What the scoreboard must say, from the submissions alone. */
async function recount(contestId: number) {
  const { rows } = await database.pool.query(
    `select user_id, username, problem_id, coalesce(score, 0) as score, submitted_at,
       status in ('Pending', 'Compiling', 'Running') as unjudged
     from submissions join users on users.id = user_id where contest_id = $1 order by submissions.id`,
    [contestId],
  );
  const entries = new Map<
    number,
    {
      user_id: number;
      username: string;
      total_score: number;
      reached: number;
      detailed_scores: Record<string, { score: number; attempts: number }>;
    }
  >();
  for (const userId of new Set<number>(rows.map((row) => row.user_id))) {
    const own = rows.filter((row) => row.user_id === userId);
    const entry = {
      user_id: userId,
      username: own[0].username,
      total_score: 0,
      reached: 0,
      detailed_scores: {} as Record<string, { score: number; attempts: number }>,
    };
    for (const problemId of new Set<string>(own.map((row) => row.problem_id))) {
      const tries = own.filter((row) => row.problem_id === problemId);
      const judged = tries.filter((row) => !row.unjudged);
      const score = Math.max(0, ...judged.map((row) => row.score));
      if (score > 0) {
        const first = Math.min(
          ...judged.filter((row) => row.score === score).map((row) => row.submitted_at.getTime()),
        );
        entry.reached = Math.max(entry.reached, first);
      }
      entry.total_score += score;
      entry.detailed_scores[problemId] = { score, attempts: tries.length };
    }
    entries.set(userId, entry);
  }
  return [...entries.values()]
    .sort(
      (a, b) => b.total_score - a.total_score || a.reached - b.reached || (a.username < b.username ? -1 : 1),
    )
    .map(({ reached: _, ...entry }) => entry);
}

describe('finishing', () => {
  it('waits for every submission received in time to be judged', async () => {
    const { contestId, participants, problemIds } = await startContest('wait', { lastsMs: minute });
    const [user] = participants as [never];
    advance(minute - 1);
    const submission = await submit(user, problemIds[0] as string, contestId);
    advance(hour);
    expect(await finishContests(db, now())).toEqual([]);
    expect(await statusOf(contestId)).toBe('finishing');
    await judge(submission, 100);
    expect(await finishContests(db, now())).toEqual([contestId]);
    expect(await statusOf(contestId)).toBe('finished');
    expect((await scoreboard(contestId)).rows).toEqual([['wait-user-1', 100]]);
  });

  it('lets those settle that were received just before the end', async () => {
    const { contestId } = await startContest('settle', { lastsMs: minute });
    advance(minute + 4_999);
    expect(await finishContests(db, now())).toEqual([]);
    advance(1);
    expect(await finishContests(db, now())).toEqual([contestId]);
  });

  it('waits for a submission that is being stored at this moment', async () => {
    const { contestId, participants, problemIds } = await startContest('storing', { lastsMs: minute });
    const [user] = participants as [(typeof participants)[number]];
    advance(minute - 1);
    // Its transaction has the contest and waits for the user's row.
    const letGo = await holdRow('select 1 from users where id = $1 for update', [user.id]);
    const storing = user.post('/api/submit', {
      problemId: problemIds[0],
      language: 'cpp',
      code: 'x',
      contestId,
    });
    await database.waitForLock();
    advance(hour);
    const finishing = finishContests(db, now());
    await database.waitForLock(2);
    await letGo();
    expect((await storing).statusCode).toBe(201);
    expect(await finishing).toEqual([]);
    await judge((await storing).json().id, 100);
    expect(await finishContests(db, now())).toEqual([contestId]);
    expect((await scoreboard(contestId)).rows).toEqual([['storing-user-1', 100]]);
  });

  it('happens once, however many servers try at the same moment', async () => {
    const { contestId, participants, problemIds } = await startContest('once', {
      people: 3,
      problems: 2,
      lastsMs: minute,
    });
    for (const [index, user] of participants.entries()) {
      await judge(await submit(user, problemIds[index % 2] as string, contestId), 10 * (index + 1));
    }
    advance(hour);
    const all = await Promise.all(Array.from({ length: 8 }, () => finishContests(db, now())));
    expect(all.flat()).toEqual([contestId]);
    const { rows } = await database.pool.query('select place from contest_standings where contest_id = $1', [
      contestId,
    ]);
    expect(rows).toHaveLength(3);
  });

  it('leaves nothing behind when it dies in the middle, and is done whole by the next', async () => {
    const { contestId, participants, problemIds } = await startContest('dies', { lastsMs: minute });
    const [user] = participants as [(typeof participants)[number]];
    const [problem] = problemIds as [string];
    await judge(await submit(user, problem, contestId), 40);
    advance(hour);
    // It has stored the standings when it comes to the problems, whose row is held.
    const letGo = await holdRow('select 1 from problems where id = $1 for update', [problem]);
    const dying = finishContests(db, now()).catch((error) => error);
    await database.waitForLock();
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(await dying).toBeInstanceOf(Error);
    await letGo();
    expect(await statusOf(contestId)).toBe('finishing');
    const { rows } = await database.pool.query('select 1 from contest_standings where contest_id = $1', [
      contestId,
    ]);
    expect(rows).toEqual([]);
    expect((await user.get(`/api/problems/${problem}`)).statusCode).toBe(404);
    expect(await finishContests(db, now())).toEqual([contestId]);
    expect((await user.get(`/api/problems/${problem}`)).json()).toMatchObject({
      best_score: 40,
      submission_count: 1,
    });
  });

  it('does not happen when staff give the contest a later end in time', async () => {
    const { contestId } = await startContest('later', { lastsMs: minute });
    const [contest] = (await staff.get('/api/contests'))
      .json()
      .filter(({ id }: { id: number }) => id === contestId);
    const body = { title: 'x', startTime: contest.start_time, endTime: fromNow(hour) };
    expect((await staff.put(`/api/admin/contests/${contestId}`, body)).statusCode).toBe(200);
    advance(10 * minute);
    expect(await finishContests(db, now())).toEqual([]);
    expect(await statusOf(contestId)).toBe('running');
  });
});

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

    const letStore = await holdRow('lock table submissions in share mode', []);
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

    const letMove = await holdRow('select 1 from problems where id = $1 for update', [problem]);
    const movingFirst = move(id, [problem], 'move_to_contest');
    await database.waitForLock();
    const late = send();
    await database.waitForLock(2);
    await letMove();
    expect((await movingFirst).statusCode).toBe(204);
    expect([(await late).statusCode, (await late).json().code]).toEqual([404, 'problem_not_found']);
  });

  it('the start comes while a problem is being moved out: it stays, and what is submitted to it counts', async () => {
    const user = await signUp('user', 'quick');
    const problem = await makeProblem('at-start');
    const id = await makeContest({ startsInMs: minute, problems: [problem] });
    await join(user, id);
    advance(minute - 1);
    const letGo = await holdRow('select 1 from contests where id = $1 for key share', [id]);
    const moving = move(id, [problem], 'move_to_main');
    await database.waitForLock();
    advance(1);
    await letGo();
    const refused = await moving;
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'contest_problems_fixed']);
    await judge(await submit(user, problem, id), 100);
    expect((await scoreboard(id)).rows).toEqual([['quick', 100]]);
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
