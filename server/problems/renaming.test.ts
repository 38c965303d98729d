/** The id of a problem is a name: it changes, and whatever is under way with the problem goes on. */
import { describe, expect, it } from 'vitest';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { makeContestTools, minute } from '../contests/testing.ts';
import { makeForm } from '../testing/form.ts';
import { makeTestApp } from '../testing/test-app.ts';

const testApp = await makeTestApp();
const { advance, context, database, makeClient, signUp } = testApp;
const { staff, finish, judge, makeContest, makeProblem, scoreboard, startContest, submit } =
  await makeContestTools(testApp);
const visitor = makeClient();

const fields = {
  title: 'Renamed',
  author: staff.username,
  time_limit_ms: 1000,
  memory_limit_mb: 256,
};

const rename = (from: string, id: string) => staff.put(`/api/admin/problems/${from}`, { id, ...fields });

async function expectRenamed(from: string, id: string): Promise<void> {
  const answer = await rename(from, id);
  expect([answer.statusCode, answer.json()]).toEqual([200, { id }]);
}

const idsIn = async (path: string) =>
  (await staff.get(path)).json().map((problem: { id: string }) => problem.id);

describe('an id that is changed', () => {
  it('is the new one everywhere, and the old one leads there', async () => {
    await makeProblem('before');
    await expectRenamed('before', 'after');
    for (const path of ['/api/problems-with-stats', '/api/admin/problems']) {
      expect(await idsIn(path)).toContain('after');
      expect(await idsIn(path)).not.toContain('before');
    }
    for (const id of ['before', 'after']) {
      expect((await visitor.get(`/api/problems/${id}`)).json()).toMatchObject({
        id: 'after',
        title: 'Renamed',
      });
    }
    expect(await idsIn('/api/contests/available-problems')).toContain('after');
    expect((await staff.delete('/api/admin/problems/after')).statusCode).toBe(204);
    for (const id of ['before', 'after']) {
      expect((await visitor.get(`/api/problems/${id}`)).statusCode).toBe(404);
    }
  });

  it('stays when none is given, and when a form that was opened before says the old one', async () => {
    await makeProblem('first-name');
    expect((await staff.put('/api/admin/problems/first-name', fields)).json()).toEqual({ id: 'first-name' });
    await expectRenamed('first-name', 'second-name');
    expect((await rename('first-name', 'first-name')).json()).toEqual({ id: 'second-name' });
    // On purpose, from its own form.
    await expectRenamed('second-name', 'first-name');
    await expectRenamed('first-name', 'second-name');
    expect((await visitor.get('/api/problems/first-name')).json().id).toBe('second-name');
  });

  it('is refused when it is another’s or none at all, and nothing of the problem changes', async () => {
    await makeProblem('mine');
    await makeProblem('theirs');
    for (const [id, status, message] of [
      ['theirs', 409, 'A problem with this id already exists.'],
      ['a b', 400, 'Problem id may contain only letters, digits, _, - and . characters.'],
      ['', 400, 'Problem id is required.'],
    ] as const) {
      const refused = await rename('mine', id);
      expect([refused.statusCode, refused.json().message]).toEqual([status, message]);
    }
    expect((await visitor.get('/api/problems/mine')).json().title).toBe('Title of mine');
  });

  it('goes to one of two that want it at the same moment', async () => {
    await makeProblem('wants-1');
    await makeProblem('wants-2');
    const answers = await Promise.all([rename('wants-1', 'wanted'), rename('wants-2', 'wanted')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it('is refused to two that want each other’s at the same moment', async () => {
    await makeProblem('one-way');
    await makeProblem('other-way');
    const answers = await Promise.all([rename('one-way', 'other-way'), rename('other-way', 'one-way')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
  });

  it('is free for another, which has it alone from then on', async () => {
    await makeProblem('vacated');
    await expectRenamed('vacated', 'moved-on');
    await makeProblem('vacated');
    await makeProblem('third');
    expect((await visitor.get('/api/problems/vacated')).json().title).toBe('Title of vacated');
    expect((await staff.delete('/api/admin/problems/vacated')).statusCode).toBe(204);
    expect((await visitor.get('/api/problems/vacated')).statusCode).toBe(404);
    await expectRenamed('moved-on', 'vacated');
    await expectRenamed('third', 'moved-on');
    expect((await visitor.get('/api/problems/vacated')).json().id).toBe('vacated');
    expect((await visitor.get('/api/problems/moved-on')).json().id).toBe('moved-on');
  });
});

describe('what is under way with a problem goes on', () => {
  it('submissions, judgements and standings', async () => {
    const user = await signUp('user', 'steady');
    await makeProblem('tried');
    await judge(await submit(user, 'tried'), 70);
    const [waiting, running] = [await submit(user, 'tried'), await submit(user, 'tried')];
    const claim = await claimSubmission(context.db, running);
    await expectRenamed('tried', 'tried-anew');
    // A page that is still open under the old id.
    const late = await submit(user, 'tried');
    if (!claim) throw new Error('There was nothing to judge');
    expect(await storeVerdict(context.db, claim, { status: 'Wrong Answer', score: 80, results: [] })).toBe(
      true,
    );
    await judge(waiting, 90);
    await judge(late, 100);
    for (const id of ['tried', 'tried-anew']) {
      expect((await user.get(`/api/problems/${id}`)).json()).toMatchObject({
        id: 'tried-anew',
        submission_count: 4,
        best_score: 100,
      });
      const listed = (await user.get(`/api/submissions?filter=mine&problemId=${id}`)).json();
      expect(listed.map((each: { problem_id: string }) => each.problem_id)).toEqual(
        Array(4).fill('tried-anew'),
      );
    }
    expect((await user.get('/api/scoreboard')).json()).toContainEqual({
      username: 'steady',
      problems_solved: 1,
      total_score: 100,
    });
  });

  it('a running contest, whose columns are called by the new id; one that has finished keeps the old', async () => {
    const { contestId, participants, problemIds } = await startContest('named', { lastsMs: minute });
    const [user] = participants as [(typeof participants)[number]];
    const [problem] = problemIds as [string];
    await judge(await submit(user, problem, contestId), 40);
    const board = `/api/contests/${contestId}/scoreboard`;
    const { etag } = (await user.get(board)).headers;
    await expectRenamed(problem, 'named-anew');
    expect((await user.get(board, { headers: { 'if-none-match': etag } })).statusCode).toBe(200);
    const called = (name: string, score: number, attempts: number) => ({
      problems: [name],
      scoreboard: [{ total_score: score, detailed_scores: { [name]: { score, attempts } } }],
    });
    expect(await scoreboard(contestId)).toMatchObject(called('named-anew', 40, 1));
    for (const id of [problem, 'named-anew']) {
      expect((await user.get(`/api/contests/${contestId}/problems/${id}`)).json()).toMatchObject({
        id: 'named-anew',
        best_score: 40,
      });
      expect((await user.get(`/api/problems/${id}`)).statusCode).toBe(404);
    }
    await judge(await submit(user, problem, contestId), 60);
    await judge(await submit(user, 'named-anew', contestId), 50);
    advance(minute);
    await finish();
    await expectRenamed('named-anew', 'named-thrice');
    await makeProblem('named-anew');
    expect(await scoreboard(contestId)).toMatchObject(called('named-anew', 60, 3));
    expect(await idsIn(`/api/contests/${contestId}/problems`)).toEqual(['named-thrice']);
  });

  it('a contest to come, and its secret: the old id tells no more than the new', async () => {
    const user = await signUp('user', 'curious');
    await makeProblem('secret-1');
    const contestId = await makeContest({ problems: ['secret-1'] });
    await expectRenamed('secret-1', 'secret-2');
    const unknown = (await user.get('/api/problems/never-was')).body;
    for (const id of ['secret-1', 'secret-2']) {
      expect((await user.get(`/api/problems/${id}`)).body).toBe(unknown);
      const body = { problemId: id, language: 'cpp', code: 'x' };
      expect((await user.post('/api/submit', body)).statusCode).toBe(404);
      expect((await user.get(`/api/submissions?problemId=${id}`)).json()).toEqual([]);
    }
    expect(await idsIn(`/api/admin/contests/${contestId}/admin-problems`)).toEqual(['secret-2']);
  });

  it('an upload whose files are still arriving, also when another problem gets the old id meanwhile', async () => {
    await makeProblem('arriving');
    const letArrive = await database.keepTransactionOpen('lock table blobs in share mode', []);
    const { payload, headers } = makeForm({
      problemPdf: { name: 's.pdf', content: '%PDF-1.7 of the renamed one' },
      testcasesZip: { name: 't.zip', content: 'PK\x03\x04' },
    });
    const arriving = staff.post('/api/admin/problems/arriving/upload', payload, { headers });
    await database.waitForLock();
    await expectRenamed('arriving', 'arrived');
    await makeProblem('arriving');
    await letArrive();
    expect((await arriving).statusCode).toBe(201);
    expect((await staff.get('/api/problems/arrived/pdf')).body).toBe('%PDF-1.7 of the renamed one');
    expect((await staff.get('/api/problems/arriving')).json().has_pdf).toBe(false);
    // From here on it is being imported, and like any change of the problem this one waits until then.
    const { jobId } = (await arriving).json();
    expect((await staff.get('/api/admin/problems/arrived/import')).json().job_id).toBe(jobId);
    expect((await rename('arrived', 'arrived-late')).json().code).toBe('import_running');
    expect((await staff.delete(`/api/admin/upload-progress/${jobId}`)).statusCode).toBe(204);
    await expectRenamed('arrived', 'arrived-late');
    expect((await staff.get('/api/admin/problems/arrived/import')).json().job_id).toBe(jobId);
  });
});
