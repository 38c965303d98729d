/** Problems and contests that take some languages only: what is offered, what is refused, and who is told. */
import { beforeEach, describe, expect, it } from 'vitest';
import { judgements, languageSettings } from '#store/schema.ts';
import { makeContestTools, minute } from '../contests/testing.ts';
import { makeTestApp } from '../testing/test-app.ts';

const testApp = await makeTestApp();
const {
  database: { db },
  signUp,
  advance,
  makeClient,
} = testApp;
const { staff, join, makeContest, makeProblem } = await makeContestTools(testApp);
const admin = await signUp('admin');
const user = await signUp('user');

const switchOn = async (...ids: string[]) => {
  for (const id of ids) await admin.put(`/api/admin/settings/languages/${id}`, { is_on: true });
};
const narrow = (id: string, allowed_languages: string[] | null) =>
  staff.put(`/api/admin/problems/${id}`, {
    title: id,
    author: staff.username,
    time_limit_ms: 1000,
    memory_limit_mb: 64,
    allowed_languages,
  });
const idsOf = (answer: { json: () => { languages: { id: string }[] } }) =>
  answer.json().languages.map(({ id }) => id);
const submitIn = async (language: string, problemId: string, contestId?: number) => {
  const answer = await user.post('/api/submit', { problemId, language, code: 'x', contestId });
  return answer.statusCode === 201 ? 'taken' : answer.json().message;
};

beforeEach(async () => {
  await db.delete(languageSettings);
  await db.update(judgements).set({ status: 'Skipped' });
  advance(5 * minute);
});

describe('a problem that takes some languages', () => {
  it('offers these, takes these, and says so of others', async () => {
    await makeProblem('some');
    await switchOn('c', 'python', 'java');
    await narrow('some', ['python', 'cpp']);
    const shown = await makeClient().get('/api/problems/some');
    expect(shown.json().allowed_languages).toEqual(['cpp', 'python']);
    expect(idsOf(shown)).toEqual(['cpp', 'python']);
    expect(await submitIn('python', 'some')).toBe('taken');
    expect(await submitIn('java', 'some')).toBe('This problem takes only C++ and Python 3.');
    expect(await submitIn('rust', 'some')).toBe('This language is switched off here.');
  });

  it('says so when none of them is judged any more, and keeps what was submitted', async () => {
    await makeProblem('lost');
    await switchOn('python');
    await narrow('lost', ['python']);
    const { id } = (
      await user.post('/api/submit', { problemId: 'lost', language: 'python', code: 'print(1)' })
    ).json();
    await admin.put('/api/admin/settings/languages/python', { is_on: false });
    expect(idsOf(await makeClient().get('/api/problems/lost'))).toEqual([]);
    expect(await submitIn('cpp', 'lost')).toBe(
      'This problem takes no language that is judged here at the moment.',
    );
    expect((await user.get(`/api/submissions/${id}`)).json()).toMatchObject({
      language: 'python',
      code: 'print(1)',
    });
  });

  it('takes at least one, known ones only, and all of them again', async () => {
    await makeProblem('wide');
    expect((await narrow('wide', [])).json().message).toBe('At least one language must be allowed.');
    expect((await narrow('wide', ['cobol'])).statusCode).toBe(400);
    await narrow('wide', ['c']);
    await narrow('wide', null);
    expect(idsOf(await makeClient().get('/api/problems/wide'))).toEqual(['cpp']);
  });
});

describe('a contest that takes some languages', () => {
  it('takes what its problem takes too, and tells nothing of the problem before the start', async () => {
    await makeProblem('inside');
    await switchOn('c', 'python', 'java');
    const times = (contest: { start_time: string; end_time: string }) => ({
      startTime: contest.start_time,
      endTime: contest.end_time,
    });
    const contestId = await makeContest({ startsInMs: minute, lastsMs: 60 * minute, problems: ['inside'] });
    const contest = (await staff.get('/api/admin/contests')).json()[0];
    const body = { title: 'Round', description: '', ...times(contest) };
    expect(
      (await staff.put(`/api/admin/contests/${contestId}`, { ...body, allowed_languages: [] })).json()
        .message,
    ).toBe('At least one language must be allowed.');
    await staff.put(`/api/admin/contests/${contestId}`, { ...body, allowed_languages: ['java', 'python'] });
    // A form that does not know of it leaves it as it is.
    await staff.put(`/api/admin/contests/${contestId}`, body);
    await narrow('inside', ['cpp', 'python']);
    await join(user, contestId);

    // Everybody may read what the contest takes; what its problem takes nobody reads before the start.
    const listed = (await makeClient().get('/api/contests')).json();
    expect(listed[0].allowed_languages).toEqual(['python', 'java']);
    const early = [
      await user.get(`/api/contests/${contestId}/problems/inside`),
      await user.get('/api/problems/inside'),
      await user.post('/api/submit', { problemId: 'inside', language: 'java', code: 'x', contestId }),
    ];
    for (const answer of early) {
      expect([403, 404]).toContain(answer.statusCode);
      expect(answer.body).not.toMatch(/languages|takes/);
    }

    advance(minute);
    expect(idsOf(await user.get(`/api/contests/${contestId}/problems/inside`))).toEqual(['python']);
    expect(await submitIn('cpp', 'inside', contestId)).toBe(
      'In this contest, this problem takes only Python 3.',
    );
    expect(await submitIn('java', 'inside', contestId)).toBe(
      'In this contest, this problem takes only Python 3.',
    );
    expect(await submitIn('python', 'inside', contestId)).toBe('taken');
  });
});
