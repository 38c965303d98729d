import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { rejudge } from '#store/rejudges.ts';
import { deleteProblemAndStandings } from '#store/standings.ts';
import { setVisibility } from '../problems/for-staff.ts';
import { getProblemKey } from '../problems/slugs.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { listSubmissions } from './queries.ts';
import { listScores } from './scoreboard.ts';
import { insertSubmission } from './submit.ts';

const { context, database, makeClient, signUp } = await makeTestApp();
const { db, queue } = context;
const staff = await signUp('staff', 'author');

const makeProblem = (id: string) =>
  database.pool.query(
    `insert into problems (slug, title, time_limit_ms, memory_limit_mb, is_visible)
     values ($1, $1, 1000, 256, true) on conflict do nothing`,
    [id],
  );

/** Submits as one of staff, to whom no problem is hidden. */
const submitTo = (problemId: string, { id, username }: { id: number; username: string }) =>
  insertSubmission(
    db,
    queue,
    context.now(),
    { id, username, role: 'staff' },
    { problemId, language: 'cpp', code: 'x' },
  );

/** What the scoreboard must say, from the submissions alone. */
async function recompute() {
  const { rows } = await database.pool.query(`
    with best as (
      select submissions.user_id, problem_id,
        max(coalesce(score, 0)) filter (where status not in ('Pending', 'Compiling', 'Running')) as score
      from submissions join judgements on judgements.id = judgement_id join problems on problems.id = problem_id
      where is_visible group by submissions.user_id, problem_id
    )
    select username, count(*) filter (where score = 100)::int as problems_solved, coalesce(sum(score), 0)::float8 as total_score
    from best join users on users.id = user_id group by username`);
  return rows;
}

const byName = <T extends { username: string }>(rows: T[]) =>
  rows.toSorted((a, b) => a.username.localeCompare(b.username));

describe('the scoreboard', () => {
  it('is what a count of all submissions would say, after any sequence of events', async () => {
    const users = await Promise.all(['u1', 'u2', 'u3'].map((name) => signUp('staff', name)));
    const event = fc.record({
      kind: fc.constantFrom(
        'verdict',
        'verdict',
        'verdict',
        'pending',
        'rejudge',
        'delete problem',
        'delete user',
        'toggle',
        'toggle',
      ),
      user: fc.nat(2),
      problem: fc.nat(3),
      score: fc.constantFrom(0, 30, 33.33, 66.67, 100),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
        for (const { kind, user, problem, score } of events) {
          const problemId = `problem-${problem}`;
          await makeProblem(problemId);
          const account = users[user];
          if (!account) continue;
          const session = { id: account.id, username: account.username, role: 'staff' as const };
          if (kind === 'delete problem') {
            await db.transaction(async (tx) =>
              deleteProblemAndStandings(tx, await getProblemKey(tx, problemId)),
            );
          }
          if (kind === 'delete user') {
            await database.pool.query('delete from users where id = $1', [account.id]);
            users[user] = await signUp('staff', account.username);
          }
          if (kind === 'toggle') await setVisibility(db, problemId, score > 50);
          if (kind === 'rejudge') {
            const [latest] = await listSubmissions(db, session, { userId: session.id, limit: 1 });
            if (latest) await rejudge(db, queue, latest.id);
          }
          if (kind === 'verdict' || kind === 'pending') {
            const id = await submitTo(problemId, account);
            const claim = kind === 'verdict' ? await claimSubmission(db, id) : null;
            const status = score === 100 ? 'Accepted' : 'Wrong Answer';
            if (claim) await storeVerdict(db, claim, { status, score, results: [] });
          }
        }
        const expected = byName(await recompute());
        const shown = byName(await listScores(db));
        // Whoever only has unjudged submissions may stand there with nothing.
        const something = <T extends { total_score: number }>(rows: T[]) =>
          rows.filter((row) => row.total_score > 0);
        expect(something(shown)).toEqual(something(expected));
        const mayStand = expected.map(({ username }) => username);
        expect(mayStand).toEqual(expect.arrayContaining(shown.map(({ username }) => username)));
      }),
      { numRuns: 25 },
    );
  });

  it('does not tell who tries a hidden problem, not by a second rejudge or a late verdict either', async () => {
    const person = await signUp('staff', 'trying');
    await makeProblem('in-secret');
    await setVisibility(db, 'in-secret', false);
    const submissionId = await submitTo('in-secret', person);
    const late = await claimSubmission(db, submissionId);
    if (!late) throw new Error('not claimed');
    for (const _ of ['once', 'twice']) {
      await rejudge(db, queue, submissionId);
      expect((await staff.get('/api/scoreboard')).body).not.toContain('trying');
    }
    expect(await storeVerdict(db, late, { status: 'Accepted', score: 100, results: [] })).toBe(false);
    expect(await listScores(db)).not.toContainEqual(expect.objectContaining({ username: 'trying' }));
  });

  it('counts every verdict when they arrive together', async () => {
    const person = await signUp('staff', 'busy');
    const ids: number[] = [];
    for (let i = 0; i < 10; i++) {
      await makeProblem(`together-${i}`);
      ids.push(await submitTo(`together-${i}`, person));
    }
    await Promise.all(
      ids.map(async (submissionId) => {
        const claim = await claimSubmission(db, submissionId);
        if (claim) await storeVerdict(db, claim, { status: 'Accepted', score: 100, results: [] });
      }),
    );
    const row = (await listScores(db)).find((entry) => entry.username === 'busy');
    expect(row).toEqual({ username: 'busy', problems_solved: 10, total_score: 1000 });
  });

  it('is computed once a change and not sent again to who has it', async () => {
    const first = await staff.get('/api/scoreboard');
    const etag = String(first.headers.etag);
    const again = await staff.get('/api/scoreboard', { headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const person = await signUp('staff', 'late-scorer');
    await makeProblem('late');
    const submissionId = await submitTo('late', person);
    const claim = await claimSubmission(db, submissionId);
    if (claim) await storeVerdict(db, claim, { status: 'Accepted', score: 100, results: [] });
    const changed = await staff.get('/api/scoreboard', { headers: { 'if-none-match': etag } });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toContainEqual({ username: 'late-scorer', problems_solved: 1, total_score: 100 });
    // Renamed and deleted accounts show at once, too.
    const admin = await signUp('admin');
    await admin.put(`/api/admin/users/${person.id}`, { username: 'renamed-scorer', role: 'user' });
    expect((await staff.get('/api/scoreboard')).body).toContain('renamed-scorer');
    await admin.delete(`/api/admin/users/${person.id}`);
    expect((await staff.get('/api/scoreboard')).body).not.toContain('scorer');
  });

  it('leaves out staff and administrators when the setting says so, at once and only then', async () => {
    const admin = await signUp('admin', 'keeper');
    const pupil = await signUp('user', 'pupil');
    await makeProblem('for-all');
    for (const person of [staff, admin, pupil]) {
      const claim = await claimSubmission(db, await submitTo('for-all', person));
      if (claim) await storeVerdict(db, claim, { status: 'Accepted', score: 100, results: [] });
    }
    const standing = async () => {
      const rows: { username: string }[] = (await pupil.get('/api/scoreboard')).json();
      return ['author', 'keeper', 'pupil'].filter((name) => rows.some(({ username }) => username === name));
    };
    const setting = '/api/admin/settings/scoreboard';
    expect((await admin.get(setting)).json()).toEqual({ leaves_out_staff: false });
    expect(await standing()).toEqual(['author', 'keeper', 'pupil']);
    const before = String((await pupil.get('/api/scoreboard')).headers.etag);
    await admin.put(setting, { leaves_out_staff: true });
    expect((await admin.get(setting)).json()).toEqual({ leaves_out_staff: true });
    const after = await pupil.get('/api/scoreboard', { headers: { 'if-none-match': before } });
    expect(after.statusCode).toBe(200);
    expect(await standing()).toEqual(['pupil']);
    // Whoever joins the staff leaves it, who goes back to the others returns.
    await admin.put(`/api/admin/users/${pupil.id}`, { username: 'pupil', role: 'staff' });
    await admin.put(`/api/admin/users/${staff.id}`, { username: 'author', role: 'user' });
    expect(await standing()).toEqual(['author']);
    await admin.put(`/api/admin/users/${staff.id}`, { username: 'author', role: 'staff' });
    await admin.put(setting, { leaves_out_staff: false });
    expect(await standing()).toEqual(['author', 'keeper', 'pupil']);
  });

  it('is ordered by score and needs login', async () => {
    const rows = (await staff.get('/api/scoreboard')).json() as { total_score: number }[];
    expect(rows.map((row) => row.total_score)).toEqual(
      rows.map((row) => row.total_score).toSorted((a, b) => b - a),
    );
    expect((await makeClient().get('/api/scoreboard')).json()).toEqual({
      code: 'login_required',
      message: 'Please log in.',
    });
  });
});
