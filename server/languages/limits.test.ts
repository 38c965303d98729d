/** What a language gets over a problem's limits, from the settings to what is shown and what is judged by. */
import { beforeEach, describe, expect, it } from 'vitest';
import { usualAllowances } from '#contract/language-limits.ts';
import { claimSubmission, limitsOf, storeVerdict } from '#store/judgements.ts';
import { judgements, languageSettings, workers } from '#store/schema.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import { makeTestApp } from '../testing/test-app.ts';

const {
  database: { db },
  signUp,
  makeClient,
} = await makeTestApp();
const admin = await signUp('admin');
const user = await signUp('user');
const visitor = makeClient();
const problem = { title: 'Sum', author: admin.username, time_limit_ms: 1000, memory_limit_mb: 64 };
await createVisibleProblem(admin, { id: 'sum', ...problem });

const set = (id: string, body: object) => admin.put(`/api/admin/settings/languages/${id}`, body);
const save = (body: object) => admin.put('/api/admin/problems/sum', { ...problem, ...body });
const limitsShown = async () => (await visitor.get('/api/problems/sum')).json().languages;
const submitIn = async (language: string) =>
  (await user.post('/api/submit', { problemId: 'sum', language, code: `${Math.random()}` })).json().id;
const claim = async (id: number) => {
  const claimed = await claimSubmission(db, id);
  if (!claimed) throw new Error('nothing to judge');
  return claimed;
};

beforeEach(async () => {
  await db.delete(workers);
  await db.delete(languageSettings);
  await db.update(judgements).set({ status: 'Skipped' });
  await save({ allowed_languages: null, language_limits: {} });
});

describe('limits of languages', () => {
  it('are those of the problem for C++, and nothing else is said', async () => {
    expect(await limitsShown()).toEqual([{ id: 'cpp', time_limit_ms: 1000, memory_limit_mb: 64 }]);
  });

  it('are shown as they are judged by, before, during and after', async () => {
    await set('python', { is_on: true, time_factor: 2.5, time_allowance_ms: 30, memory_allowance_mb: 10 });
    const shown = { id: 'python', time_limit_ms: 2530, memory_limit_mb: 74 };
    expect(await limitsShown()).toContainEqual(shown);
    const id = await submitIn('python');
    const { id: _, ...limits } = shown;
    const limitsOfIt = async () => (await user.get(`/api/submissions/${id}`)).json().limits;
    expect(await limitsOfIt()).toEqual(limits);
    const claimed = await claim(id);
    const used = limitsOf(claimed);
    expect(used).toEqual({ timeLimitMs: 2530, memoryLimitMb: 74 });
    const provenance = {
      language: 'python',
      compiler: 'Python 3',
      flags: [],
      sandbox: 'x',
      ...used,
    } as const;
    await storeVerdict(db, claimed, { status: 'Accepted', score: 100, results: [], provenance });
    // What is judged keeps what it was judged by; what is judged from now on has the new.
    await set('python', { time_factor: 4 });
    expect(await limitsOfIt()).toEqual(limits);
    expect(limitsOf(await claim(await submitIn('python'))).timeLimitMs).toBe(4030);
    await admin.post(`/api/admin/submissions/${id}/rejudge`);
    expect(limitsOf(await claim(id)).timeLimitMs).toBe(4030);
  });

  it('are set part by part, and go back to what is usual', async () => {
    await set('java', { is_on: true, time_allowance_ms: 7 });
    expect((await set('java', { time_factor: '1.5' })).json()).toEqual({
      is_on: true,
      allowance: { ...usualAllowances.java, time_factor: 1.5, time_allowance_ms: 7 },
      packages: [],
    });
    await set('java', { time_factor: null, time_allowance_ms: null });
    const settings = (await admin.get('/api/admin/settings/languages')).json();
    expect(settings.find(({ id }: { id: string }) => id === 'java')).toMatchObject({
      is_on: true,
      allowance: usualAllowances.java,
      usual_allowance: usualAllowances.java,
    });
    // Of one that nobody has switched on.
    expect((await set('rust', { time_factor: 3 })).json()).toMatchObject({ is_on: false });
  });

  it.each([
    [{ time_factor: 0.05 }, 'The factor must be a number from 0.1 to 20 with at most two decimals.'],
    [{ time_factor: 'twice' }, 'The factor must be a number from 0.1 to 20 with at most two decimals.'],
    [{ time_factor: 1.001 }, 'The factor must be a number from 0.1 to 20 with at most two decimals.'],
    [{ time_allowance_ms: 60_001 }, 'Time on top must be a whole number of ms from 0 to 60000.'],
    [{ memory_allowance_mb: -1 }, 'Memory on top must be a whole number of MB from 0 to 1024.'],
  ])('refuse %o, in the settings and of a problem', async (own, message) => {
    const inSettings = await set('java', own);
    const ofProblem = await save({ language_limits: { java: own } });
    for (const answer of [inSettings, ofProblem])
      expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  it('may be a problem’s own, also of C++', async () => {
    await set('java', { is_on: true, time_allowance_ms: 100, memory_allowance_mb: 50 });
    await save({ language_limits: { java: { time_factor: '3' }, cpp: { time_factor: 0.5 } } });
    expect(await limitsShown()).toEqual([
      { id: 'cpp', time_limit_ms: 500, memory_limit_mb: 64 },
      { id: 'java', time_limit_ms: 3100, memory_limit_mb: 114 },
    ]);
    expect(limitsOf(await claim(await submitIn('java'))).timeLimitMs).toBe(3100);
    // A form that does not know of them leaves them as they are.
    await save({});
    expect((await visitor.get('/api/problems/sum')).json().language_limits).toEqual({
      java: { time_factor: 3 },
      cpp: { time_factor: 0.5 },
    });
  });
});
