import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardRevision, readRevision } from '#store/revisions.ts';
import { problems } from '#store/schema.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { readBoard } from './board-snapshot.ts';
import { finishContests } from './finisher.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, log, makeClient, signUp } = testApp;
const tools = await makeContestTools(testApp);
const { staff, finish, judge, scoreboard, startContest, statusOf, submit } = tools;
const { db, now } = context;

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
      [a]: { score: 100, attempts: 2, first: true },
      [b]: { score: 30, attempts: 1 },
    });
    expect(entries[3].detailed_scores).toEqual({ [b]: { score: 0, attempts: 1 } });
    expect(problems).toEqual(['rank-1', 'rank-2', 'rank-3']);
  });

  it('marks who had a problem’s full score first, also when that is judged late, and keeps it at the finish', async () => {
    const { contestId, participants, problemIds } = await startContest('first', { people: 3, problems: 2 });
    const [early, late, half] = participants as [never, never, never];
    const [a, b] = problemIds as [string, string];
    const waiting = await submit(early, a, contestId);
    advance(minute);
    await judge(await submit(late, a, contestId), 100);
    await judge(await submit(half, b, contestId), 99.99);
    const firsts = async () =>
      (await scoreboard(contestId)).scoreboard.flatMap(
        ({ username, detailed_scores }: { username: string; detailed_scores: object }) =>
          Object.entries(detailed_scores)
            .filter(([, cell]) => cell.first)
            .map(([problem]) => [problem, username]),
      );
    expect(await firsts()).toEqual([[a, 'first-user-2']]);
    await judge(waiting, 100);
    expect(await firsts()).toEqual([[a, 'first-user-1']]);
    advance(hour);
    await finish();
    await staff.post(`/api/admin/submissions/${waiting}/rejudge`);
    await judge(waiting, 0);
    expect(await firsts()).toEqual([[a, 'first-user-1']]);
  });

  it('tells the problems’ titles, the new one after a change', async () => {
    const { contestId, problemIds } = await startContest('titled');
    const [id] = problemIds as [string];
    const titles = async () => {
      const { problems } = (await staff.get(`/api/contests/${contestId}/scoreboard`)).json();
      return problems.map(({ title }: { title: string | null }) => title);
    };
    expect(await titles()).toEqual([`Title of ${id}`]);
    const changed = {
      id,
      title: 'Another',
      author: staff.username,
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    };
    expect((await staff.put(`/api/admin/problems/${id}`, changed)).statusCode).toBe(200);
    expect(await titles()).toEqual(['Another']);
  });

  it('adds up scores with decimals without drift, and shows whole ones as such', async () => {
    const { contestId, participants, problemIds } = await startContest('parts', { people: 2, problems: 3 });
    const [thirds, half] = participants as [never, never];
    for (const [index, score] of [33.33, 33.33, 33.34].entries())
      await judge(await submit(thirds, problemIds[index] ?? '', contestId), score);
    await judge(await submit(half, problemIds[0] ?? '', contestId), 62.5);
    const expected = [
      ['parts-user-1', 100],
      ['parts-user-2', 62.5],
    ];
    const read = async () => (await staff.get(`/api/contests/${contestId}/scoreboard`)).body;
    for (const isFinished of [false, true]) {
      if (isFinished) {
        advance(2 * hour);
        await finish();
      }
      expect((await scoreboard(contestId)).rows).toEqual(expected);
      // As they are written, too: 100, not 100.00.
      expect(await read()).toMatch(/"total_score" ?: ?100,.*"score" ?: ?33.33,.*"total_score" ?: ?62.5,/);
    }
    const main: { username: string; total_score: number }[] = (await staff.get('/api/scoreboard')).json();
    expect(main.find(({ username }) => username === 'parts-user-1')?.total_score).toBe(100);
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
    expect(await isNew()).toBe(false);
    await judge(submission, 20);
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    expect(log.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  });

  it('tells nobody of a rejudge that changes nothing on it', async () => {
    const { contestId, participants, problemIds } = await startContest('quiet', { people: 2 });
    const [user] = participants as [never];
    const [problem] = problemIds as [string];
    const first = await submit(user, problem, contestId);
    advance(minute);
    const second = await submit(user, problem, contestId);
    await judge(first, 40);
    await judge(second, 40);
    const readEtag = async () => (await staff.get(`/api/contests/${contestId}/scoreboard`)).headers.etag;
    const readNumber = () => readRevision(db, boardRevision(contestId, 'staff'));
    const before = [await readEtag(), await readNumber()];
    const rejudge = async (id: number, score: number) => {
      await staff.post(`/api/admin/submissions/${id}/rejudge`);
      await judge(id, score);
    };
    await rejudge(first, 40);
    await rejudge(second, 10);
    await rejudge(second, 40);
    expect([await readEtag(), await readNumber()]).toEqual(before);
    // When the total was reached is not shown; whom it would have to pass is.
    await rejudge(first, 0);
    expect(await readNumber()).toBeGreaterThan(before[1] as number);
    expect(await readEtag()).toBe(before[0]);
    await rejudge(second, 50);
    expect(await readEtag()).not.toBe(before[0]);
  });

  it.each([
    ['the contest tells samples', 'samples', 'full'],
    ['the contest tells nothing', 'nothing', 'full'],
    ['the problem tells samples', 'full', 'samples'],
  ])('is not written anew for others by a verdict where %s', async (name, ofContest, ofProblem) => {
    const { contestId, participants, problemIds } = await startContest(`hushed-${ofContest}-${ofProblem}`, {
      people: 2,
      settings: { feedback: ofContest },
    });
    const [user] = participants as [never];
    const [problem] = problemIds as [string];
    await db
      .update(problems)
      .set({ feedback: ofProblem as 'full' })
      .where(eq(problems.slug, problem));
    const read = (readers: 'staff' | 'others') => readRevision(db, boardRevision(contestId, readers));
    const before = { staff: await read('staff'), others: await read('others') };
    const id = await submit(user, problem, contestId);
    const tried = { staff: await read('staff'), others: await read('others') };
    expect(tried.others).toBeGreaterThan(before.others);
    await judge(id, 60);
    expect([name, await read('others')]).toEqual([name, tried.others]);
    expect(await read('staff')).toBeGreaterThan(tried.staff);
    await staff.post(`/api/admin/submissions/${id}/rejudge`);
    await judge(id, 100);
    expect([name, await read('others')]).toEqual([name, tried.others]);
  });

  it('is of one moment: no cell is called otherwise than its column while problems are renamed', async () => {
    const { contestId, participants, problemIds } = await startContest('torn');
    const [user] = participants as [never];
    let [name] = problemIds as [string];
    await judge(await submit(user, name, contestId), 10);
    const body = { title: 'Torn', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
    let isRenaming = true;
    const reading = (async () => {
      while (isRenaming) {
        const { scoreboard: entries, problems } = JSON.parse(
          (await readBoard(db, contestId, 'others', null)).text,
        );
        const named = problems.map(({ problem_id }: { problem_id: string }) => problem_id);
        expect(Object.keys(entries[0].detailed_scores)).toEqual(named);
      }
    })();
    for (let round = 1; round <= 40; round += 1) {
      const renamed = await staff.put(`/api/admin/problems/${name}`, { id: `torn-${round}-x`, ...body });
      name = renamed.json().id;
    }
    isRenaming = false;
    await reading;
  });

  it('has a row read again for its star alone, whatever the problems are called', async () => {
    const { contestId, participants, problemIds } = await startContest('starred', { people: 2 });
    const [solver, other] = participants as [never, never];
    const body = { title: 'First', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
    await staff.put(`/api/admin/problems/${problemIds[0]}`, { id: 'first', ...body });
    await judge(await submit(solver, 'first', contestId), 100);
    await judge(await submit(other, 'first', contestId), 40);
    const starred = async () =>
      (await readBoard(db, contestId, 'others', null)).rows.map(({ hasStar }) => hasStar);
    expect(await starred()).toEqual([true, false]);
    advance(hour);
    await finish();
    expect(await starred()).toEqual([true, false]);
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
    await finish();
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
    `select users.id as user_id, username, slug as problem_id, coalesce(score, 0)::float8 as score, submitted_at,
       status in ('Pending', 'Compiling', 'Running') as unjudged
     from submissions join judgements on judgements.id = judgement_id join users on users.id = submissions.user_id
       join problems on problems.id = problem_id
     where contest_id = $1 order by submissions.id`,
    [contestId],
  );
  const entries = new Map<
    number,
    {
      user_id: number;
      username: string;
      total_score: number;
      reached: number;
      detailed_scores: Record<string, { score: number; attempts: number; first?: true }>;
    }
  >();
  const solves = rows.filter((row) => !row.unjudged && row.score === 100);
  const isFirst = (problemId: string, userId: number) => {
    const ofProblem = solves.filter((row) => row.problem_id === problemId);
    const earliest = ofProblem.toSorted((x, y) => x.submitted_at - y.submitted_at)[0];
    return earliest?.user_id === userId;
  };
  for (const userId of new Set<number>(rows.map((row) => row.user_id))) {
    const own = rows.filter((row) => row.user_id === userId);
    const entry = {
      user_id: userId,
      username: own[0].username,
      total_score: 0,
      reached: 0,
      detailed_scores: {} as Record<string, { score: number; attempts: number; first?: true }>,
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
      entry.detailed_scores[problemId] = {
        score,
        attempts: tries.length,
        ...(isFirst(problemId, userId) && { first: true }),
      };
    }
    entries.set(userId, entry);
  }
  return [...entries.values()]
    .sort(
      (a, b) => b.total_score - a.total_score || a.reached - b.reached || (a.username < b.username ? -1 : 1),
    )
    .map(({ reached: _, ...entry }, index) => ({ ...entry, place: index + 1 }));
}
